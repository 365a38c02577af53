/** The deal's kind, or royalties. */
export const incomeClasses = {
  contract: 'Playing contracts',
  nil: 'NIL',
  sponsorship: 'Sponsorship',
  royalty: 'Royalties',
} as const
export type IncomeClass = keyof typeof incomeClasses
export const allIncomeClasses = Object.keys(incomeClasses) as IncomeClass[]

/**
 * The chart of accounts. The last three are memorandum accounts for money that others pay to athletes: never added to
 * the organization's own. In-kind value is never added to money.
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
  'in-kind-earnings': 'In-kind athlete earnings',
  payors: 'Payors',
} as const
export type Account = keyof typeof accounts
export const allAccounts = Object.keys(accounts) as Account[]

export const entryCauses = {
  receipt: 'Receipt',
  opening: 'Received before Sherpa',
  fee: 'Fee',
  recoupment: 'Recoupment',
  'fee-payment': 'Fee payment',
  expense: 'Expense',
  pay: 'Pay due',
  payout: 'Payout',
} as const
export type EntryCause = keyof typeof entryCauses

export const MILLION = 1_000_000

/**
 * A share of an amount, in millionths, rounded half away from zero. Entries post the rounded share of the running total
 * minus earlier entries, so that parts always add up to the whole.
 */
export function shareOf(minor: number, millionths: number): number {
  const product = BigInt(minor) * BigInt(millionths)
  const [sign, size] = product < 0n ? [-1n, -product] : [1n, product]
  const whole = BigInt(MILLION)
  return Number(sign * ((size + whole / 2n) / whole))
}

/** Money received under one version's fee rule, by income class and currency. Excludes in-kind value. */
export type FeeTotal = {
  version: number
  income: IncomeClass
  /** In millionths. A rule has a rate, a flat amount, or neither. */
  rate: number | null
  flat: number | null
  received: number
}

/**
 * The total fee of a deal in one currency. A rate applies to money received while it was in force. A flat fee covers the
 * whole deal once money was received under it: it replaces the fees of all earlier rules. Later rates add to it.
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

/** A recoverable expense. The rate is in millionths of money received. */
export type Recoupable = {
  amount: number
  rate: number
  /** Money that its share was taken from so far. */
  base: number
  recouped: number
}

/** Rounded on the running total. */
export const recoupedOn = ({ amount, rate, base }: Recoupable) => Math.min(amount, shareOf(base, rate))

/**
 * The recoupment from one more allocation, limited by the money still available. The base grows only by the money that
 * the share was taken from: money taken by other expenses, or after full recoupment, never counts later.
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

/** Days overdue. */
export const agingBands = {
  '1-30': '1 to 30 days',
  '31-60': '31 to 60 days',
  '61-90': '61 to 90 days',
  '91-': 'Over 90 days',
} as const
export type AgingBand = keyof typeof agingBands
export const allAgingBands = Object.keys(agingBands) as AgingBand[]

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
