import {
  type BankColumnRole,
  type BankLineRead,
  isCurrency,
  MOST_BANK_COLUMNS,
  MOST_BANK_LINES,
  NO_ROLE,
} from '@sherpa/contracts/bank-import'
import { type Currency, parseMoney } from '@sherpa/contracts/currency'
import { readTable } from '../../tables/read-table.ts'
import { beginningOf, plain, readDay } from '../../tables/read-text.ts'

/** Banks put account holder and period above the header row. */
const MOST_PREAMBLE_ROWS = 20
const LONGEST_PAYER = 160
const LONGEST_REFERENCE = 160

export type Role = BankColumnRole | typeof NO_ROLE
type Column = { name: string; values: string[] }

/** Column names in bank files, best first. Compared without case, spaces and punctuation. */
const knownNames: Record<BankColumnRole | 'ignored', string> = {
  date: 'booking date, posting date, posted date, date posted, post date, posted, transaction date, trans date, date, value date, effective date, buchungstag, buchungsdatum, valutadatum, wertstellung, date operation, date de valeur, fecha, datum, data',
  amount:
    'amount, transaction amount, amount usd, amount eur, amount gbp, net amount, betrag, umsatz, montant, importe, importo, value',
  credit:
    'credit, credits, credit amount, money in, paid in, deposit, deposits, deposit amount, haben, gutschrift, amount in, incoming, received, receipts',
  debit:
    'debit, debits, debit amount, money out, paid out, withdrawal, withdrawals, withdrawal amount, soll, lastschrift, amount out, outgoing, payments',
  direction:
    'credit debit indicator, debit credit indicator, credit debit, debit credit, dr cr, cr dr, d c, c d, direction, soll haben, transaction type, type',
  payer:
    'payer, payer name, counterparty, counterparty name, counter party, ordering party, remitter, originator, sender, sender name, debtor, debtor name, paid by, from, name, payee, beneficiary, auftraggeber, auftraggeber empfänger, auftraggeber beguenstigter, beguenstigter zahlungspflichtiger, customer, merchant, party',
  reference:
    'reference, payment reference, description, transaction description, details, transaction details, memo, narrative, narration, purpose, remittance information, remittance info, verwendungszweck, message, note, notes, particulars, libelle, concepto, text',
  currency: 'currency, ccy, currency code, waehrung, währung, devise, moneda',
  ignored: 'balance, running balance, account balance, saldo, solde, account, account number, iban, bic, check number',
}
const roleOfName = new Map(
  Object.entries(knownNames).flatMap(([role, names]) =>
    names.split(',').map((name, rank) => [plain(name), { role: role as BankColumnRole | 'ignored', rank }] as const),
  ),
)

export const readBankFile = (path: string) =>
  readTable(path, {
    rows: MOST_BANK_LINES,
    columns: MOST_BANK_COLUMNS,
    isHeader: (row) => row.filter((cell) => roleOfName.has(plain(cell))).length >= 2,
    before: MOST_PREAMBLE_ROWS,
  })

/** Recognizes columns by name, then by content. */
export function recognizeBankColumns(columns: readonly Column[]): Role[] {
  const roles: Role[] = columns.map(() => NO_ROLE)
  const known = columns
    .map(({ name, values }, at) => ({ at, values, ...roleOfName.get(plain(name)) }))
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
  for (const { at, role, values } of known) {
    if (role === undefined || role === 'ignored' || !matchesRole(role, values, HALF)) continue
    if (role === 'reference' || !roles.includes(role)) roles[at] = role
  }
  // Credit and debit columns make the amount column redundant.
  if (roles.includes('credit') && roles.includes('debit')) unassign(roles, 'amount')
  const isUnassigned = (at: number) =>
    roles[at] === NO_ROLE && roleOfName.get(plain(columns[at]?.name ?? ''))?.role !== 'ignored'
  const assign = (role: BankColumnRole, fits: (values: string[]) => boolean) => {
    const at = columns.findIndex(({ values }, index) => isUnassigned(index) && fits(values))
    if (at >= 0) roles[at] = role
  }
  if (!roles.includes('date')) assign('date', (values) => matchesRole('date', values, NEARLY_ALL))
  if (!['amount', 'credit', 'debit'].some((role) => roles.includes(role as Role))) {
    assign('amount', (values) => matchesRole('amount', values, NEARLY_ALL) && !matchesRole('date', values, NEARLY_ALL))
  }
  const isText = (values: string[]) => hasShare(values, NEARLY_ALL, (value) => /\p{L}{2}/u.test(value))
  if (!roles.includes('reference') && !roles.includes('payer')) {
    assign('payer', isText)
    assign('reference', isText)
  }
  return roles
}

function unassign(roles: Role[], role: Role) {
  const at = roles.indexOf(role)
  if (at >= 0) roles[at] = NO_ROLE
}

/** Required share of matching values. Half is enough if the name matches, since totals and remarks may follow. */
const HALF = 0.5
const NEARLY_ALL = 0.9

/** A name alone is not enough: a column “Type” may contain anything. */
function matchesRole(role: BankColumnRole, values: string[], share: number) {
  if (values.every((value) => value === '')) return true
  if (role === 'date') return hasShare(values, share, (value) => readBankDay(value, false) !== undefined)
  if (role === 'direction') return hasShare(values, share, (value) => readDirection(value) !== undefined)
  if (role === 'currency') return hasShare(values, share, (value) => isCurrency(value.toUpperCase()))
  if (role === 'amount' || role === 'credit' || role === 'debit') {
    return hasShare(values, share, (value) => readBankAmount(value, 'USD') !== undefined)
  }
  return true
}

function hasShare(values: string[], share: number, fits: (value: string) => boolean) {
  const filled = values.filter((value) => value !== '')
  return filled.length > 0 && filled.filter(fits).length >= filled.length * share
}

/** Whether 3/4 means April 3: a first number exceeds 12, or dates are written with dots. */
export function isDayFirst(values: readonly string[]) {
  const numbers = values.flatMap((value) => {
    const [, one, sign, two] = /^(\d{1,2})([-/.])(\d{1,2})[-/.]\d{2,4}/.exec(value.trim()) ?? []
    return one && two ? [{ one: Number(one), two: Number(two), sign }] : []
  })
  if (numbers.some(({ one }) => one > 12)) return true
  if (numbers.some(({ two }) => two > 12)) return false
  return numbers.length > 0 && numbers.every(({ sign }) => sign === '.')
}

function readBankDay(text: string, dayFirst: boolean, today?: string) {
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(text.trim())
  return readDay(compact ? `${compact[1]}-${compact[2]}-${compact[3]}` : text, dayFirst, today)
}

const creditWord = /^(c|cr|credit|credits|deposit|in|incoming|received|haben|h|gutschrift|kredit|\+)$/i
const debitWord = /^(d|dr|dbit|debit|debits|withdrawal|out|outgoing|sent|soll|s|lastschrift|payment|-)$/i
const readDirection = (text: string) =>
  creditWord.test(text.trim()) ? 'in' : debitWord.test(text.trim()) ? 'out' : undefined

/** An amount as banks write it: 1,234.56, 1.234,56, 1'234.56, (12.00), 12.00-, $5, 5.00 CR. */
export function readBankAmount(text: string, currency: Currency): number | undefined {
  const trimmed = text.trim()
  // A currency sign or code is allowed, words are not.
  if (!/\d/.test(trimmed) || /\p{L}{4}/u.test(trimmed)) return undefined
  const isNegative = /^\(.*\)$/.test(trimmed) || /[-−]\s*$|^\D*[-−]/.test(trimmed) || /\bdr\.?$/i.test(trimmed)
  const figures = trimmed.replace(/\p{L}+\.?/gu, '').replace(/[^\d.,]/g, '')
  const read = parseMoney(normalizeSeparators(figures), currency)
  return 'minor' in read ? (isNegative ? -read.minor : read.minor) : undefined
}

/** The decimal separator is the last of two different marks, or a single one not followed by three digits. */
function normalizeSeparators(figures: string) {
  const last = Math.max(figures.lastIndexOf('.'), figures.lastIndexOf(','))
  if (last < 0) return figures
  const separator = figures[last] ?? ''
  const times = figures.split(separator).length - 1
  const hasBoth = figures.includes('.') && figures.includes(',')
  const isDecimal = times === 1 && (hasBoth || figures.length - last - 1 !== 3)
  return isDecimal
    ? `${figures.slice(0, last).replace(/[.,]/g, '')}.${figures.slice(last + 1)}`
    : figures.replace(/[.,]/g, '')
}

export type ReadOptions = { roles: readonly Role[]; dayFirst: boolean; currency: Currency; today: string }

/** The choice that is missing before the file can be imported, if any. */
export function findMissingColumn(roles: readonly Role[]): string | null {
  if (!roles.includes('date')) return 'Choose the date column'
  if (!roles.includes('amount') && !roles.includes('credit')) return 'Choose the amount column'
  if (!roles.includes('payer') && !roles.includes('reference')) return 'Choose the payer column'
  return null
}

/** Parses a row, or returns why it cannot be read. */
export function readBankRow(cells: readonly string[], options: ReadOptions): BankLineRead | { problem: string } {
  const cellsOf = (role: Role) => options.roles.flatMap((one, at) => (one === role && cells[at] ? [cells[at]] : []))
  const [date = ''] = cellsOf('date')
  const bookedOn = readBankDay(date, options.dayFirst, options.today)
  if (!bookedOn) return { problem: date ? `“${beginningOf(date, 40)}” is not a date` : 'No date' }
  const [code = ''] = cellsOf('currency')
  const currencyCode = code.toUpperCase()
  if (currencyCode && !isCurrency(currencyCode))
    return { problem: `“${beginningOf(code, 40)}” is not a supported currency` }
  const currency = isCurrency(currencyCode) ? currencyCode : options.currency
  const amountMinor = readAmount(cellsOf, currency)
  if (amountMinor === undefined) return { problem: 'No readable amount' }
  const oneLine = (texts: string[], length: number) => beginningOf(texts.join(' ').replace(/\s+/g, ' ').trim(), length)
  return {
    bookedOn,
    payer: oneLine(cellsOf('payer'), LONGEST_PAYER),
    reference: oneLine(cellsOf('reference'), LONGEST_REFERENCE),
    currency,
    amountMinor,
  }
}

function readAmount(cellsOf: (role: Role) => string[], currency: Currency) {
  const read = (role: Role) => {
    const [cell] = cellsOf(role)
    return cell === undefined ? undefined : readBankAmount(cell, currency)
  }
  const [amount, credit, debit] = [read('amount'), read('credit'), read('debit')]
  if (credit) return Math.abs(credit)
  if (debit) return -Math.abs(debit)
  const direction = readDirection(cellsOf('direction')[0] ?? '')
  if (!amount) return undefined
  return direction === undefined ? amount : direction === 'in' ? Math.abs(amount) : -Math.abs(amount)
}
