/** Where an athlete's money comes from: the kind of the deal, or royalties. */
export const incomeClasses = {
  contract: 'Playing contracts',
  nil: 'NIL',
  sponsorship: 'Sponsorship',
  royalty: 'Royalties',
} as const
export type IncomeClass = keyof typeof incomeClasses
export const allIncomeClasses = Object.keys(incomeClasses) as IncomeClass[]

/**
 * The accounts of the ledger. The last two are a pair of their own, for money that others pay to athletes: it is never the organization's,
 * and never added to what is.
 */
export const accounts = {
  bank: 'Bank',
  'fees-receivable': 'Fees receivable',
  'recoverable-expenses': 'Recoverable expenses',
  'owed-to-athletes': 'Owed to athletes',
  payables: 'Payables',
  fees: 'Fees',
  expenses: 'Expenses',
  'athlete-pay': 'Athlete pay',
  'athlete-earnings': 'Athlete earnings',
  payors: 'Payors',
} as const
export type Account = keyof typeof accounts
export const allAccounts = Object.keys(accounts) as Account[]

/** What an entry of the ledger comes from. */
export const entryCauses = {
  receipt: 'Receipt',
  fee: 'Fee',
  recoupment: 'Expense paid back',
  'fee-payment': 'Fee paid',
  expense: 'Expense',
  pay: 'Pay due',
  payout: 'Payout',
} as const
export type EntryCause = keyof typeof entryCauses

export const MILLION = 1_000_000

/**
 * The one rule of rounding: a share of an amount, in millionths, to the nearest smallest unit, and half away from zero. What is booked is always
 * the rounded share of everything so far, less what was booked before: so parts add up to the whole, however it was split.
 */
export function shareOf(minor: number, millionths: number): number {
  const product = BigInt(minor) * BigInt(millionths)
  const [sign, size] = product < 0n ? [-1n, -product] : [1n, product]
  const whole = BigInt(MILLION)
  return Number(sign * ((size + whole / 2n) / whole))
}

/** The fee on everything that was received under one rule: a share of it, or a flat amount as soon as there is anything. */
export function feeOn(receivedMinor: number, rule: { rateMillionths: number } | { flatMinor: number }): number {
  if ('rateMillionths' in rule) return shareOf(receivedMinor, rule.rateMillionths)
  return receivedMinor > 0 ? rule.flatMinor : 0
}

/** How late money is, in days. */
export const agingBands = {
  '1-30': '1 to 30 days',
  '31-60': '31 to 60 days',
  '61-90': '61 to 90 days',
  '91-': 'Over 90 days',
} as const
export type AgingBand = keyof typeof agingBands
export const allAgingBands = Object.keys(agingBands) as AgingBand[]

/** The first day of lateness that each band begins with, and its last. */
export const daysOfBand: Record<AgingBand, { first: number; last: number | null }> = {
  '1-30': { first: 1, last: 30 },
  '31-60': { first: 31, last: 60 },
  '61-90': { first: 61, last: 90 },
  '91-': { first: 91, last: null },
}

export function agingBandOf(daysLate: number): AgingBand {
  return allAgingBands.find((band) => daysLate <= (daysOfBand[band].last ?? Number.POSITIVE_INFINITY)) ?? '91-'
}

/** A month such as 2026-03. */
export type Month = `${number}-${number}`
