import { type ContactGap, contactGaps } from '../contact-log.ts'
import { type Currency, minorDigits } from '../currency.ts'
import { addDays } from '../days.ts'
import { isPlausible, type Measurable, measurables, readMeasurable } from '../measurable.ts'
import { type AgingBand, allAgingBands, daysOfBand } from '../money.ts'
import type { Calendar } from './calendar.ts'
import type { Days, PeriodSpan } from './periods.ts'
import type { Quantity } from './quantities.ts'
import type { Condition, Operator, Scalar } from './reading.ts'
import type { SilenceSpan } from './silences.ts'
import { type Meaning, PERIOD, type Vocabulary } from './vocabulary/vocabulary.ts'

/** Ages that a bare number can mean. */
const AGES = { least: 10, most: 45 }

/** What a compared number means for a list; undefined if nothing. */
export function meaningOfQuantity(vocabulary: Vocabulary, quantity: Quantity, organization: Currency) {
  const { fields = {} } = vocabulary
  if (quantity.unit === 'day' && quantity.about !== 'aging') return undefined
  if (fields.age) return meaningForAthletes(quantity)
  if (quantity.about === 'aging') return vocabulary.parameters.age ? meaningOfAging(quantity) : undefined
  if (quantity.about && quantity.about !== 'amount') return undefined
  const [field, { kind }] = Object.entries(fields).find(([, one]) => /^(?:amount|minor)$/.test(one.kind)) ?? [
    '',
    { kind: '' },
  ]
  const isAmount = field && !quantity.unit && (quantity.isCompared || quantity.about) && !quantity.values[0]?.length
  if (!isAmount) return undefined
  const values = quantity.values.map(({ value, currency = organization }) => {
    const minor = Math.round(value * 10 ** minorDigits(currency))
    return kind === 'amount' ? { minor, currency } : minor
  })
  const condition = compare(field, quantity.op, values)
  if (kind === 'amount') return { where: [condition] }
  const currency = quantity.values[0]?.currency ?? organization
  const isOther = currency !== organization
  return { where: [{ ...condition, currency }], ...(isOther && { set: { currency: [currency] } }) }
}

const compare = (field: string, op: Operator, values: Scalar[]): Condition => ({
  field,
  op,
  value: op === 'between' ? values.toSorted((one, other) => sizeOf(one) - sizeOf(other)) : (values[0] ?? null),
})
const sizeOf = (value: Scalar) => (typeof value === 'object' ? value.minor : Number(value))

function meaningForAthletes(quantity: Quantity): Meaning | undefined {
  const { about, op, values, unit, isCompared } = quantity
  const [first] = values
  if (!first || first.currency || about === 'amount' || about === 'aging') return undefined
  // "With 50k followers" is a minimum.
  if (about?.startsWith('social.'))
    return {
      where: [
        compare(
          about,
          op === 'eq' ? 'gte' : op,
          values.map(({ value }) => value),
        ),
      ],
    }
  const implied = about ?? impliedBy(quantity)
  if (implied === 'age')
    return unit || first.length
      ? undefined
      : {
          where: [
            compare(
              'age',
              op,
              values.map(({ value }) => value),
            ),
          ],
        }
  if (implied) return measured(implied as Measurable, quantity)
  if (!isCompared || first.scale > 1) return undefined
  if (first.value >= AGES.least && first.value <= AGES.most)
    return {
      where: [
        compare(
          'age',
          op,
          values.map(({ value }) => value),
        ),
      ],
    }
  // Without a unit, only a number that can also be a weight is a height: "over 600" is no 6'00".
  const kinds = (['height', 'weight'] as const).filter((kind) => {
    const value = readMeasurable(kind, String(first.value))
    return first.value > 100 && value !== undefined && isPlausible(kind, value)
  })
  const conditions = Object.fromEntries(kinds.map((kind) => [kind, measured(kind, quantity)?.where ?? []]))
  if (kinds.length > 1) return { ask: { parameter: 'measurement', values: kinds, conditions } }
  return kinds[0] === 'weight' ? measured('weight', quantity) : undefined
}

function impliedBy({ unit, values, isFaster }: Quantity): Measurable | undefined {
  const [first] = values
  if (first?.length || unit === 'ft' || unit === 'in' || unit === 'cm' || unit === 'm') return 'height'
  if (unit === 'lb' || unit === 'kg') return 'weight'
  if (unit === 'mph' || unit === 'km/h') return 'throwing-speed'
  const isMeters = first && first.scale === 1_000_000 && first.plain < 3
  return isMeters ? 'height' : isFaster === undefined ? undefined : 'forty-yard-dash'
}

function measured(kind: Measurable, { values, unit = '', op, isFaster }: Quantity): Meaning | undefined {
  const read = values.map(({ length, plain, scale, value }) =>
    readMeasurable(kind, length ?? (scale > 1 && plain < 3 ? `${plain} m` : `${value} ${unit}`.trim())),
  )
  if (read.some((value) => value === undefined || !isPlausible(kind, value))) return undefined
  const isSpeed = measurables[kind].unit === 'mph'
  const compared = isFaster === undefined || !isSpeed ? op : isFaster ? 'gt' : 'lt'
  return { where: [compare(`measurement.${kind}`, compared, read as number[])] }
}

/** Aging bands, if they match the days exactly. */
function meaningOfAging({ op, values }: Quantity): Meaning | undefined {
  const [from = 0, until = from] = values.map(({ value }) => value)
  const bands = allAgingBands.filter((band) => isWithin(band, op, from, until))
  const edges = allAgingBands.flatMap((band) => [daysOfBand[band].first - 1, daysOfBand[band].last])
  const isEdge = (days: number) => edges.includes(days) || edges.includes(days - 1)
  if (bands.length === 0 || !isEdge(from) || !isEdge(until)) return undefined
  return { set: { age: bands, state: ['late'] } }
}
function isWithin(band: AgingBand, op: Operator, from: number, until: number) {
  const { first, last } = daysOfBand[band]
  if (op === 'between') return first >= from - 1 && last !== null && last <= until
  if (op === 'lt' || op === 'lte') return last !== null && last <= from
  return first >= from
}

/** What a period means for a list: its parameters, or a condition on a day. */
export function meaningOfPeriod({ periods }: Vocabulary, period: PeriodSpan, { today }: Calendar): Meaning | undefined {
  const goal = periods?.roles[period.role]
  // What is due lies ahead, also in a list of what happened.
  const days = goal && period.days(period.role === 'due' ? 'due' : periods.tense)
  if (!days) return undefined
  if (goal !== PERIOD) return { where: [conditionOfDays(goal, days)] }
  const span = periods.months ? monthsOf(days, today) : days
  if (!span) return undefined
  return { set: { ...(span.from && { from: [span.from] }), ...(span.until && { until: [span.until] }) } }
}

/** Whole months only: figures have no days. */
function monthsOf({ from, until = '' }: Days, today: string): Days | undefined {
  if (!from?.endsWith('-01')) return undefined
  const last = until || today
  const isWhole = last === today || addDays(last, 1).endsWith('-01')
  return isWhole && from <= last ? { from: from.slice(0, 7), until: last.slice(0, 7) } : undefined
}

/** "Before" excludes its day: the last day is the one before. */
function conditionOfDays(field: string, { from, until, excludes }: Days): Condition {
  if (from && until) return { field, op: 'between', value: [from, until] }
  if (from) return excludes ? { field, op: 'gt', value: addDays(from, -1) } : { field, op: 'gte', value: from }
  return excludes ? { field, op: 'lt', value: addDays(until ?? '', 1) } : { field, op: 'lte', value: until ?? null }
}

/** The filter for a number of days without contact, or a condition on the last contact. */
export function meaningOfSilence(
  { parameters }: Vocabulary,
  { days, before }: SilenceSpan,
  today: string,
): Meaning | undefined {
  if (!parameters.contact) return undefined
  const gap = days === undefined ? undefined : (String(days) as ContactGap)
  if (gap && Object.hasOwn(contactGaps, gap)) return { set: { contact: [gap] } }
  return { where: [{ field: 'lastContactAt', op: 'lt', value: before ?? addDays(today, -(days ?? 0)) }] }
}
