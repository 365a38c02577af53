import type { Currency } from '@sherpa/contracts/currency'
import { addMonths, IN_FUTURE } from '@sherpa/contracts/days'
import type { DealKind, FeeRule } from '@sherpa/contracts/deal'
import {
  type ChoiceTarget,
  type DealImportMapping,
  type DealTarget,
  dealChoices,
  isChoiceTarget,
  type PayColumnField,
  type PayFrequency,
} from '@sherpa/contracts/deal-import'
import type { ProductCategory } from '@sherpa/contracts/exclusivity'
import { MOST_CELL_CHARACTERS, tooLong } from '@sherpa/contracts/import'
import { ownValue } from '@sherpa/contracts/own-value'
import type { PaymentKind } from '@sherpa/contracts/payment-schedule'
import type { StoredColumn } from '../../../tables/count-values.ts'
import { readAmount } from '../../../tables/read-amount.ts'
import { beginningOf, foldName, plain, readDay, readSerialDay, withoutGuard } from '../../../tables/read-text.ts'
import type { Colleague } from '../../organizations/organizations.ts'

/** Pay of a row: a payment, a season, or several payments. */
export type Pay = {
  kind: PaymentKind
  title?: string
  season?: number
  minor: number
  guaranteedMinor?: number
  /** Of this pay alone, in a column of its own. */
  receivedMinor?: number
  due?: string
  paid?: PayFrequency
  times?: number
}
type DealFacts = {
  kind: DealKind
  title: string
  signedOn: string
  startsOn: string
  endsOn: string
  currency: Currency
  fee: FeeRule
  category: ProductCategory
  businessPurpose: string
  lead: string
  guardian: string
  file: string
}
export type DealReading = {
  /** Rows with the same key are one deal. */
  key: string
  /** As written. */
  athlete: string
  company: string
  deal: Partial<DealFacts>
  pays: Pay[]
  receivedMinor?: number
  receivedOn?: string
}
type Problem = { column: number | null; value: string; message: string }

export type Rules = {
  mapping: DealImportMapping
  columns: readonly StoredColumn[]
  colleagues: readonly Colleague[]
  today: string
}

const emptyWords = new Set(['', '-', '–', '—', 'n/a', 'na', 'none', 'null', 'tbd', 'tba', '?'])
const isEmptyValue = (text: string) => emptyWords.has(text.trim().toLowerCase())

const FIRST_DAY = '2000-01-01'
const MOST_TITLE = 160
const MOST_TEXT = 2000
const mostOf = (target: DealTarget) => (target === 'businessPurpose' ? MOST_TEXT : MOST_CELL_CHARACTERS)

/** Reads rows of a table of deals. */
export function createRowReader({ mapping, columns, colleagues, today }: Rules) {
  const at = new Map<DealTarget, number>()
  for (const [column, target] of mapping.targets.entries()) if (target) at.set(target, column)

  return function read(cells: readonly string[]): { reading: DealReading; problems: Problem[] } {
    const problems: Problem[] = []
    const isLong = (target: DealTarget) => (cells[at.get(target) ?? -1] ?? '').length > mostOf(target)
    const cellOf = (target: DealTarget) => {
      const column = at.get(target)
      const cell = column === undefined || isLong(target) ? '' : withoutGuard(cells[column] ?? '').trim()
      return isEmptyValue(cell) ? '' : cell
    }
    const fail = (target: DealTarget, message: string) => {
      const column = at.get(target) ?? null
      const value = column === null ? '' : beginningOf(cells[column] ?? '', 200)
      problems.push({ column, value, message })
    }
    const take = <Value>(target: DealTarget, parse: (cell: string) => Value | undefined, message: string) => {
      const cell = cellOf(target)
      if (cell === '') return undefined
      const value = parse(cell)
      if (value === undefined) fail(target, message)
      return value
    }
    const takeDay = (target: DealTarget) =>
      take(target, (cell) => readPlausibleDay(cell, mapping.dayFirst, today), 'Enter a date, such as 2026-09-01')
    const takeChoice = <Of extends ChoiceTarget>(target: Of) => {
      const cell = cellOf(target)
      if (cell === '') return undefined
      const value = readChoice(mapping, at.get(target) ?? -1, target, cell)
      if (value === undefined) fail(target, `Choose what “${beginningOf(cell, 60)}” means`)
      return value as keyof (typeof dealChoices)[Of] | undefined
    }

    for (const [target, column] of at) {
      if (isLong(target)) fail(target, tooLong(cells[column]?.length ?? 0, mostOf(target)))
    }
    const athlete = cellOf('athlete').replace(/\s+/g, ' ')
    const company = cellOf('company').replace(/\s+/g, ' ')
    if (!athlete && !isLong('athlete')) fail('athlete', 'Enter the athlete')
    else if (athlete.length > 120) fail('athlete', 'Shorten this name')
    if (!company && !isLong('company')) fail('company', 'Enter the company or club')
    else if (company.length > 120) fail('company', 'Shorten this name')

    const readMoney = (cell: string, fallback: Currency) => readAmount(cell, mapping.decimalComma, fallback)
    // Before any amount, because the currency decides the number of decimals.
    const signs = amountTargets(mapping.targets).map((target) => {
      return readMoney(cellOf(target), mapping.defaults.currency)?.currency
    })
    const currency = takeChoice('currency') ?? signs.find((sign) => sign !== undefined)
    const money = currency ?? mapping.defaults.currency
    const takeAmount = (target: DealTarget) => {
      const amount = take(target, (cell) => readMoney(cell, money), 'Enter an amount, such as 1,250,000')
      if (amount?.currency && amount.currency !== money) {
        fail(target, `This is in ${amount.currency}, but the row is in ${money}`)
      }
      return amount?.minor
    }

    const season = take('season', readSeason, 'Enter a season, such as 2026')
    const title = cellOf('payment')
    const due = takeDay('due')
    const paid = takeChoice('paid')
    const times = take('times', readCount, 'Enter a number of payments')
    const pays: Pay[] = []
    const schedule = { ...(due && { due }), ...(paid && { paid }), ...(times && { times }) }
    const ofSeason = season === undefined ? {} : { season }
    const amount = takeAmount('amount')
    const guaranteedMinor = takeAmount('guaranteed')
    if (amount) {
      pays.push({
        kind: kindOf(title),
        ...(title && { title: beginningOf(title, 120) }),
        ...ofSeason,
        minor: amount,
        ...(guaranteedMinor && { guaranteedMinor }),
        ...schedule,
      })
    }
    const bonuses = { signingBonus: 'signing-bonus', rosterBonus: 'roster-bonus', otherBonus: 'incentive' } as const
    for (const [target, kind] of Object.entries(bonuses) as [keyof typeof bonuses, PaymentKind][]) {
      const minor = takeAmount(target)
      if (minor) pays.push({ kind, minor, ...(kind !== 'signing-bonus' && ofSeason) })
    }
    const receivedMinor = takeAmount('received')
    const seasons = payColumns(mapping.targets).flatMap(({ season, fields }) => {
      const target = fields.get('amount')
      return season !== undefined && target && cellOf(target) !== '' ? season : []
    })
    for (const group of payColumns(mapping.targets)) {
      const takeOf = (field: PayColumnField) => (group.fields.has(field) ? group.fields.get(field) : undefined)
      const [amountAt, dueAt, receivedAt, guaranteedAt] = (['amount', 'due', 'received', 'guaranteed'] as const).map(
        takeOf,
      )
      const minor = amountAt && takeAmount(amountAt)
      const received = receivedAt && takeAmount(receivedAt)
      const guaranteed = guaranteedAt && takeAmount(guaranteedAt)
      const day = dueAt && takeDay(dueAt)
      if (receivedAt && received && received > (minor || 0)) fail(receivedAt, 'More was received than this payment')
      if (!minor) continue
      const shifted = group.season !== undefined && due ? inSeason(due, group.season, seasons) : undefined
      const dueOn = day ?? shifted
      pays.push({
        kind: 'base',
        minor,
        ...(group.season !== undefined && { season: group.season }),
        ...(guaranteed && { guaranteedMinor: guaranteed }),
        ...(received && { receivedMinor: received }),
        ...(dueOn && { due: dueOn }),
        ...(group.season !== undefined && paid && { paid }),
        ...(group.season !== undefined && times && { times }),
      })
    }
    const receivedOn = takeDay('receivedOn')
    if (receivedOn && receivedOn > today) fail('receivedOn', IN_FUTURE)

    const signedOn = takeDay('signedOn')
    const startsOn = takeDay('startsOn')
    const endsOn = takeDay('endsOn')
    if (signedOn && signedOn > today) fail('signedOn', IN_FUTURE)
    if (signedOn && signedOn < FIRST_DAY) fail('signedOn', 'Enter a year from 2000')
    if (startsOn && endsOn && endsOn < startsOn) fail('endsOn', 'The end is before the start')
    const fee = take('fee', (cell) => readFee(cell, mapping.decimalComma, money), 'Enter a rate, such as 10%')
    const lead = take('lead', (cell) => readColleague(cell, colleagues), 'No colleague has this name or email address')
    const text = (target: 'title' | 'businessPurpose' | 'guardian' | 'file', most: number) => {
      const cell = cellOf(target).replace(/\s+/g, ' ')
      if (cell.length > most) fail(target, 'Shorten this text')
      return cell || undefined
    }
    const kind = takeChoice('kind')
    const category = takeChoice('category')
    const dealTitle = text('title', MOST_TITLE)
    const businessPurpose = text('businessPurpose', MOST_TEXT)
    const guardian = text('guardian', 120)
    const file = text('file', 200)
    const deal = {
      ...(kind && { kind }),
      ...(dealTitle && { title: dealTitle }),
      ...(signedOn && { signedOn }),
      ...(startsOn && { startsOn }),
      ...(endsOn && { endsOn }),
      ...(currency && { currency }),
      ...(fee && { fee }),
      ...(category && { category }),
      ...(businessPurpose && { businessPurpose }),
      ...(lead && { lead }),
      ...(guardian && { guardian }),
      ...(file && { file }),
    }
    const reference = cellOf('reference')
    const key = reference
      ? `ref ${foldName(reference)}`
      : [foldName(athlete), foldName(company), startsOn ?? '', foldName(dealTitle ?? '')].join('|')
    return {
      reading: {
        key: beginningOf(key, 400),
        athlete,
        company,
        deal,
        pays,
        ...(receivedMinor && { receivedMinor }),
        ...(receivedOn && { receivedOn }),
      },
      problems: problems.map((problem) => ({
        ...problem,
        // A missing column has no cell to correct.
        column: problem.column !== null && problem.column < columns.length ? problem.column : null,
      })),
    }
  }
}

function readPlausibleDay(cell: string, dayFirst: boolean, today: string) {
  const day = readSerialDay(cell) ?? readDay(cell, dayFirst, today)
  return day && day >= '1990-01-01' && day < '2101-01-01' ? day : undefined
}

function readSeason(cell: string) {
  const [, year] = /^(?:season\s*)?((?:19|20)\d\d)(?:\s*[-/–]\s*(?:\d\d|\d{4}))?(?:\s*season)?$/i.exec(cell) ?? []
  return year ? Number(year) : undefined
}

function readCount(cell: string) {
  const count = Number(cell.replace(/\.0+$/, ''))
  return Number.isInteger(count) && count >= 1 && count <= 240 ? count : undefined
}

function readColleague(cell: string, colleagues: readonly Colleague[]) {
  const found = colleagues.filter(({ name, email }) => email === cell.toLowerCase() || plain(name) === plain(cell))
  return found.length === 1 ? found[0]?.id : undefined
}

/**
 * A rate such as "10%", "12,5", or "0.15" as spreadsheets store 15%; or a flat amount such as "$5,000" or "1,500". Bare
 * numbers between 0.4 and 1 may be either a share or a percentage, so they are refused.
 */
function readFee(cell: string, decimalComma: boolean, currency: Currency): FeeRule | undefined {
  const text = cell.trim()
  const [, percent] = /^(\d{1,3}(?:[.,]\d{1,6})?)\s*(?:%|percent|pct)$/i.exec(text) ?? []
  const [, share] = /^(0?[.,]\d{1,6})$/.exec(text) ?? []
  const [, bare] = /^(\d{1,3}(?:[.,]\d{1,2})?)$/.exec(text) ?? []
  const number = Number((percent ?? share ?? bare ?? '').replace(',', '.'))
  if (share && !percent) return number > 0 && number <= MOST_SHARE ? toRate(number) : undefined
  if (percent || bare) return number <= 100 ? toRate(number / 100) : undefined
  const amount = readAmount(text.replace(/\b(flat|fixed|fee)\b/gi, '').trim(), decimalComma, currency)
  return amount && amount.minor > 0 ? { flatMinor: amount.minor } : undefined
}

const MOST_SHARE = 0.4
const toRate = (share: number): FeeRule => ({ rateMillionths: Math.round(share * 1_000_000) })

function kindOf(title: string): PaymentKind {
  if (/\bsign/i.test(title) && /bonus|fee/i.test(title)) return 'signing-bonus'
  if (/roster/i.test(title)) return 'roster-bonus'
  if (/royalt/i.test(title)) return 'royalty'
  return /bonus|incentive/i.test(title) ? 'incentive' : 'base'
}

type PayColumns = { season: number | undefined; fields: Map<PayColumnField, DealTarget> }

/** Numbered payments and seasons, in order. */
function payColumns(targets: DealImportMapping['targets']): PayColumns[] {
  const groups = new Map<string, PayColumns>()
  for (const target of targets) {
    const [kind, number, field] = target?.split(':') ?? []
    if (!target || !field) continue
    const key = `${kind}:${number}`
    const group = groups.get(key) ?? { season: kind === 'season' ? Number(number) : undefined, fields: new Map() }
    group.fields.set(field as PayColumnField, target)
    groups.set(key, group)
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })).map(([, group]) => group)
}

const amountTargets = (targets: DealImportMapping['targets']) =>
  targets.filter((target) => target !== null && /(?:amount|received|guaranteed|Bonus)$/.test(target)) as DealTarget[]

/** The first payment is of the row's first season; those of later ones are a year later each. */
const inSeason = (first: string, season: number, seasons: readonly number[]) =>
  addMonths(first, 12 * (season - Math.min(...seasons)))

const words: { [Of in ChoiceTarget]?: Record<string, string> } = {
  kind: {
    contract:
      'contract, playing contract, player contract, team contract, club contract, pro contract, standard player contract',
    nil: 'nil, nil deal, name image likeness, name image and likeness',
    sponsorship:
      'sponsorship, endorsement, sponsor, marketing, brand deal, sponsorship deal, endorsement deal, partnership',
  },
  paid: {
    once: 'once, one time, onetime, single, lump sum, lumpsum, on signing, at signing, upfront, up front, one payment',
    week: 'weekly, every week, week, per week',
    'two-weeks': 'biweekly, bi weekly, every two weeks, every 2 weeks, fortnightly',
    'semi-monthly': 'semimonthly, semi monthly, twice a month, twice monthly, 1st and 15th',
    month: 'monthly, every month, month, per month',
    quarter: 'quarterly, every quarter, quarter, per quarter',
    year: 'yearly, annually, annual, every year, year, per year',
    nfl: 'nfl, nfl paydays, nfl schedule, 36 weekly, nfl 36',
    nba: 'nba, nba paydays, nba schedule',
    mlb: 'mlb, mlb paydays, mlb schedule',
  },
}
const choiceByName = new Map(
  (Object.keys(dealChoices) as ChoiceTarget[]).map((target): [ChoiceTarget, Map<string, string>] => [
    target,
    new Map([
      ...Object.entries(words[target] ?? {}).flatMap(([id, names]) =>
        names.split(',').map((name): [string, string] => [plain(name), id]),
      ),
      ...Object.entries(dealChoices[target]).map(([id, label]): [string, string] => [plain(label), id]),
      ...Object.keys(dealChoices[target]).map((id): [string, string] => [plain(id), id]),
    ]),
  ]),
)

/** The chosen or recognized meaning of a value. */
function readChoice(mapping: DealImportMapping, column: number, target: ChoiceTarget, value: string) {
  const chosen = ownValue(mapping.values[column], value.trim().toLowerCase())
  if (chosen && Object.hasOwn(dealChoices[target], chosen)) return chosen
  return choiceByName.get(target)?.get(plain(value))
}

/** The label of a recognized value. Null: unrecognized. */
export function describeChoice(mapping: DealImportMapping, column: number, value: string) {
  const target = mapping.targets[column]
  if (!isChoiceTarget(target)) return null
  const id = readChoice(mapping, column, target, value)
  return id === undefined ? null : (ownValue<string>(dealChoices[target], id) ?? null)
}
