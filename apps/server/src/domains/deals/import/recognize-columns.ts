import {
  type DealTarget,
  dealTargetNames,
  MOST_PAYMENT_COLUMNS,
  type PayColumnField,
} from '@sherpa/contracts/deal-import'
import { ownValue } from '@sherpa/contracts/own-value'
import type { Headings } from '../../../tables/find-header.ts'
import { plain, readDay } from '../../../tables/read-text.ts'

/** Common column names. Compared without case, spaces and punctuation. */
const knownNames: Record<string, string> = {
  kind: 'kind, type, deal type, deal kind, contract type, agreement type, type of deal',
  athlete: 'athlete, athlete name, player, player name, client, client name, name, full name, talent, student athlete',
  company:
    'company, company name, brand, brand name, club, club name, team, team name, sponsor, counterparty, partner, business, payor, payer, franchise, employer, company club, company or club, company brand, club company, brand club',
  title: 'title, deal, deal name, deal title, contract, contract name, agreement, description, campaign, project',
  reference:
    'contract number, contract no, contract id, deal id, deal number, deal no, reference, ref, ref no, id, agreement number, agreement id, deal ref, external id',
  signedOn:
    'signed on, signed, date signed, signing date, signed date, signature date, execution date, executed, executed on, date of signature, contract date, agreement date',
  startsOn:
    'starts, start, start date, starts on, from, effective, effective date, begins, begin, begin date, term start, commencement, commencement date, contract start, valid from, first day',
  endsOn:
    'ends, end, end date, ends on, to, until, through, expires, expiration, expiration date, expiry, expiry date, term end, contract end, valid until, thru, last day',
  currency: 'currency, ccy, cur, curr',
  fee: 'fee, commission, agent fee, agency fee, fee rate, commission rate, fee %, commission %, our fee, fee percent, agent commission, agency commission, fee pct, commission pct, fee or commission',
  category: 'category, product category, industry, sector, product',
  businessPurpose: 'business purpose, purpose, valid business purpose, deliverables, services',
  lead: 'lead, agent, owner, account manager, managed by, deal lead, responsible, lead agent',
  guardian: 'guardian, guardian who signed, parent, parent guardian, guardian name, signed by guardian, legal guardian',
  file: 'contract pdf, pdf, file, file name, filename, document, contract file, attachment, contract pdf file name, pdf file, pdf name, contract document',
  season: 'season, year, contract year, season year, league year',
  payment:
    'payment, payment title, payment name, installment, instalment, milestone, payment description, pay item, what for, line item',
  amount:
    'amount, value, total, total value, deal value, contract value, payment amount, amount due, salary, base, base salary, season salary, pay, cash, total amount, gross, gross amount, compensation, price, season amount, base amount, season base',
  due: 'due, due on, due date, payment date, pay date, date due, first payment, first payday, payday, first payment on, first installment, payment due, pay day, due on or first payment, first payment date, payable on',
  paid: 'paid, frequency, payment frequency, payment schedule, schedule, paydays, pay schedule, interval, payment terms, how paid, paid how, payment interval, installment schedule',
  times:
    'number of payments, payments, installments, instalments, number of installments, no of payments, no of installments, payment count, count, times, of payments, num payments',
  guaranteed: 'guaranteed, guarantee, guaranteed amount, amount guaranteed, guaranteed money, gtd, fully guaranteed',
  signingBonus: 'signing bonus, sign on bonus, signon bonus, signing fee',
  rosterBonus: 'roster bonus',
  otherBonus: 'other bonus, bonus, bonuses, workout bonus, incentives, incentive, performance bonus, reporting bonus',
  received:
    'received, received so far, paid so far, paid to date, amount received, received to date, amount paid, collected, cash received, already received, received amount, paid amount, money received, already paid',
  receivedOn: 'received on, date received, received date, paid on, date paid, paid date, collected on',
}
const byName = new Map(
  Object.entries(knownNames).flatMap(([target, names]) =>
    names.split(',').map((name): [string, DealTarget] => [plain(name), target as DealTarget]),
  ),
)
for (const [target, label] of dealTargetNames) byName.set(plain(label), target)

/** "Payment 2 due", "2nd installment amount", "2027 salary", "Season 2027 guaranteed". */
function readPayColumn(name: string): DealTarget | undefined {
  const text = name.toLowerCase()
  const season = /(?:^|\D)((?:19|20)\d\d)(?:\s*[-/–]\s*\d{2,4})?(?:\D|$)/.exec(text)
  const payment =
    /(?:payment|installment|instalment|pmt|milestone)\s*(?:#\s*)?(\d{1,2})\b|\b(\d{1,2})(?:st|nd|rd|th)\s+(?:payment|installment|instalment|pmt|milestone)/.exec(
      text,
    )
  const number = Number(payment?.[1] ?? payment?.[2])
  const rest = plain(text.replace(season?.[1] ?? payment?.[0] ?? '', ' ').replace(/[-/–]\s*\d{2,4}/, ' '))
  if (payment && number >= 1 && number <= MOST_PAYMENT_COLUMNS)
    return `payment:${number}:${fieldOf(plain(text.replace(payment[0], ' ')))}`
  if (!season) return undefined
  const isPay = rest === '' || /salary|base|season|amount|pay|cash|guarant|received|paid|value|comp|due/.test(rest)
  return isPay ? `season:${Number(season[1])}:${fieldOf(rest)}` : undefined
}

function fieldOf(rest: string): PayColumnField {
  if (/guarant|gtd/.test(rest)) return 'guaranteed'
  if (/received|paid|collected/.test(rest)) return 'received'
  return /due|date|payday/.test(rest) ? 'due' : 'amount'
}

const readHeading = (name: string): DealTarget | undefined => byName.get(plain(name)) ?? readPayColumn(name)

/** No heading is longer. */
const MAX_HEADING = 200

/** Headings of tables of deals. */
export const headings: Headings = {
  read(cell) {
    const target = cell.length <= MAX_HEADING ? readHeading(cell) : undefined
    return target && { field: target, isGrouped: false }
  },
  looksLikeData: (cell) =>
    cell.length > MAX_HEADING ||
    (/^[$€£¥]?[\d\s().,'%/:-]+$/.test(cell) && /\d{3}/.test(cell) && !/^(?:19|20)\d\d$/.test(cell)) ||
    readDay(cell, false) !== undefined,
}

/** Recognizes columns by name. Each target is used once. */
export function recognizeColumns(columns: readonly { name: string }[]): (DealTarget | null)[] {
  const used = new Set<DealTarget>()
  return columns.map(({ name }) => {
    const target = name.length <= MAX_HEADING ? readHeading(name) : undefined
    if (!target || used.has(target)) return null
    used.add(target)
    return target
  })
}

/** Counts dates with the day or the month first, and decimal commas and points. */
export function countForms(forms: Record<string, number>, value: string) {
  const count = (form: string) => {
    forms[form] = (ownValue(forms, form) ?? 0) + 1
  }
  const [, one, two] = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}\b/.exec(value) ?? []
  if (Number(one) > 12 && Number(two) <= 12) count('dayFirst')
  if (Number(two) > 12 && Number(one) <= 12) count('monthFirst')
  if (one) return
  if (/\d,\d{1,2}\D*$/.test(value) || /\d\.\d{3}(?:[.,]\d|\D*$)/.test(value)) count('comma')
  if (/\d\.\d{1,2}\D*$/.test(value) || /\d,\d{3}(?:[.,]\d|\D*$)/.test(value)) count('point')
}
