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
 * The accounts of the ledger. The last three are memorandum accounts, for what others pay to athletes: it is never the organization's, and
 * never added to what is. What comes in kind is never added to money.
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
  'in-kind-earnings': 'Athlete earnings in kind',
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

/** Money received under the fee rule of one version of a deal, of one income class, in one currency. In-kind value is not part of it. */
export type FeeTotal = {
  version: number
  income: IncomeClass
  /** In millionths. A rule has a rate, a flat amount, or neither. */
  rate: number | null
  flat: number | null
  received: number
}

/**
 * The fee on everything received under a deal in one currency. A rate applies to what was received while it was in force. A flat amount is the
 * fee of the whole deal, as soon as something was received under it: it replaces the fees of all earlier rules. So an amended flat fee changes
 * the total by the difference, a flat fee after a rate tops it up or credits it, and a rate after a flat fee adds to it.
 */
export function feeOfDeal(totals: readonly FeeTotal[]): number {
  let flatFee = 0
  const atRates = new Map<string, { rate: number; received: number }>()
  for (const { income, rate, flat, received } of totals.toSorted((one, other) => one.version - other.version)) {
    if (flat !== null && received > 0) {
      flatFee = flat
      atRates.clear()
    }
    if (rate === null) continue
    const key = `${income} ${rate}`
    atRates.set(key, { rate, received: (atRates.get(key)?.received ?? 0) + received })
  }
  return [...atRates.values()].reduce((fee, { rate, received }) => fee + shareOf(received, rate), flatFee)
}

/** An expense that the athlete gives back: a share of what is received, in millionths, until all of it is back. */
export type Recoupable = {
  amount: number
  rate: number
  /** What its share was taken of so far. */
  base: number
  recouped: number
}

/** What is recouped of an expense on its base, rounded on the running total. */
export const recoupedOn = ({ amount, rate, base }: Recoupable) => Math.min(amount, shareOf(base, rate))

/**
 * What one more part of a receipt recoups of an expense, while only some of it is left for that. The base grows by as much as the share is taken
 * of: what another expense has taken, or what comes after the expense is back, does not count later.
 */
export function recoup(expense: Recoupable, received: number, available: number): { base: number; amount: number } {
  const limit = Math.min(expense.amount, expense.recouped + available)
  const base = Math.max(0, Math.min(received, amountReaching(limit, expense.rate) - expense.base))
  const after = recoupedOn({ ...expense, base: expense.base + base })
  return { base, amount: Math.max(0, Math.min(after, limit) - expense.recouped) }
}

/** The smallest amount whose rounded share is the target. */
function amountReaching(target: number, millionths: number): number {
  const [doubled, rate] = [(2n * BigInt(target) - 1n) * BigInt(MILLION), 2n * BigInt(millionths)]
  return target <= 0 ? 0 : Number((doubled + rate - 1n) / rate)
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
