import { describe, expect, test } from 'vitest'
import { allPermissions } from '../organization.ts'
import { withoutChip } from './chips.ts'
import { findNameTexts, matchName, type NameCandidate } from './names.ts'
import { parse, type SonarContext } from './parse.ts'
import { print } from './print.ts'
import { type Condition, type SonarQuery, type SonarReading, sonarReading, type Target, targets } from './reading.ts'
import { registry } from './registry.ts'
import type { NameKind, Parameter } from './vocabulary/vocabulary.ts'

/** As many as given in the environment; fewer in the suite. */
const RANDOM_STRINGS = Number(process.env.SONAR_STRINGS ?? 500)
const RANDOM_QUERIES = Number(process.env.SONAR_QUERIES ?? 400)

const named: Record<NameKind, string[]> = {
  athlete: ['Ines Vance', 'Tomas Achterberg'],
  company: ['Quillmark Foods', 'Ostrava Gear'],
  member: ['Lena Marsh', 'Omar Falk'],
  tag: ['Watch list', 'Priority one'],
  program: ['Varsity blue'],
  school: ['Eastvale Academy'],
  choice: ['Reclassified later'],
}
const records: Omit<NameCandidate, 'text' | 'isExact'>[] = (Object.entries(named) as [NameKind, string[]][]).flatMap(
  ([kind, all]) => all.map((name) => ({ kind, name, id: `${kind}-${name}` })),
)

function contextOf(question: string): SonarContext {
  const names = findNameTexts(question).flatMap((text) =>
    records.flatMap((record) => {
      const match = matchName(record.kind, record.name, text)
      return match ? [{ ...record, text, isExact: match === 'whole' }] : []
    }),
  )
  return { today: '2026-11-16', fiscalMonth: 1, currency: 'USD', permissions: allPermissions, me: 'me-id', names }
}
const read = (question: string) => parse(question, contextOf(question))
const allNames: NameCandidate[] = records.map((record) => ({ ...record, text: record.name, isExact: true }))

/** Deterministic random numbers (mulberry32). */
function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item
  return { next, pick }
}
type Random = ReturnType<typeof randomFrom>

function randomValues(name: string, parameter: Parameter, { next, pick }: Random): string[] {
  const choices = [
    ...Object.keys(parameter.values ?? {}),
    ...records.filter(({ kind }) => kind === parameter.name).map(({ id }) => id),
    ...(name === 'class' ? ['2026', '2027', '2029'] : []),
  ]
  const count = parameter.several ? 1 + Math.floor(next() * 3) : 1
  return [...new Set(Array.from({ length: count }, () => pick(choices)))]
}

function randomCondition(target: Target, field: string, { next, pick }: Random): Condition | undefined {
  const { kind, values } = registry[target].fields?.[field] ?? { kind: 'choice' }
  const written =
    registry[target].phrases?.flatMap(([, { where = [] }]) => where).filter((one) => one.field === field) ?? []
  if (kind === 'choice') return values ? { field, op: 'eq', value: pick(Object.keys(values)) } : pick(written)
  if (kind === 'name') {
    const record = records.find((one) => one.kind === (field === 'parent' ? 'company' : 'school'))
    return { field, op: 'eq', value: (field === 'parent' ? record?.id : record?.name) ?? '' }
  }
  if (kind === 'day') {
    if (field === 'lastContactAt') return { field, op: 'lt', value: '2026-09-01' }
    const op = pick(['gt', 'gte', 'lt', 'lte', 'between'] as const)
    return { field, op, value: op === 'between' ? ['2026-02-03', '2026-08-30'] : '2026-05-17' }
  }
  const op = pick(['gt', 'gte', 'lt', 'lte', 'between'] as const)
  const amount = 100 * Math.round(1 + next() * 1_000_000)
  const plausible = field.startsWith('measurement.') ? measurementOf(field) : kind === 'number' ? 18 : amount
  const one = kind === 'amount' ? { minor: plausible, currency: 'USD' as const } : plausible
  const other =
    kind === 'amount'
      ? { minor: plausible + 500, currency: 'USD' as const }
      : plausible + (kind === 'minor' ? 500 : 0.5)
  return { field, op, value: op === 'between' ? [one, other] : one }
}
const measurementOf = (field: string) =>
  /height|wingspan/.test(field)
    ? 190.5
    : /weight|bench/.test(field)
      ? 95.25
      : /broad/.test(field)
        ? 250
        : /vertical/.test(field)
          ? 80
          : /lane|hundred/.test(field)
            ? 11.5
            : /speed/.test(field)
              ? 140
              : 6.5

function randomQuery(random: Random): SonarQuery {
  const { next, pick } = random
  const target = pick(targets)
  const { parameters, fields = {}, sorts, periods, names = {} } = registry[target]
  const query: SonarQuery = { target, query: {}, where: [], sort: null, search: null, figure: null }
  for (const [name, parameter] of Object.entries(parameters)) {
    if (parameter.unspoken || parameter.period || next() > 0.3) continue
    const values = randomValues(name, parameter, random)
    query.query[name] = parameter.several ? values : (values[0] ?? '')
  }
  if (Object.values(periods?.roles ?? {}).includes('period') && next() < 0.4) {
    Object.assign(
      query.query,
      periods?.months
        ? { from: '2026-02', until: '2026-08' }
        : pick([{ from: '2026-02-03', until: '2026-08-30' }, { from: '2026-02-03' }, { until: '2026-12-30' }]),
    )
  }
  for (const field of Object.keys(fields)) {
    const condition = next() < 0.15 ? randomCondition(target, field, random) : undefined
    if (condition) query.where.push(condition)
  }
  if (next() < 0.3) query.sort = pick(Object.keys(sorts)) ?? null
  if (Object.values(names).includes('search') && next() < 0.2) query.search = 'Zyx'
  if (target === 'overview')
    query.figure = pick([
      'feesMinor',
      'received',
      'expected',
      'late',
      'expensesMinor',
      'outgoing',
      'inKind',
      'conditional',
      'undated',
    ])
  if (target === 'breakdown') query.query.by ??= 'sport'
  return query
}

const queryOf = ({ target, query, where, sort, search, figure }: SonarQuery | SonarReading) => ({
  target,
  query: Object.fromEntries(
    Object.entries(query)
      .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value] as const)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  ),
  where: where.toSorted((one, other) => one.field.localeCompare(other.field)),
  sort,
  search,
  figure,
})

describe('printing', () => {
  test('is read as the same query again', () => {
    const random = randomFrom(7)
    for (let count = 0; count < RANDOM_QUERIES; count++) {
      const query = randomQuery(random)
      const words = print(query, allNames)
      const reading = read(words)
      expect({ words, unknown: reading.unknown, ...queryOf(reading) }).toEqual({
        words,
        unknown: [],
        ...queryOf(query),
      })
    }
  })

  test('removing a chip leaves the query without its part', () => {
    const random = randomFrom(11)
    for (let count = 0; count < RANDOM_QUERIES / 5; count++) {
      const reading = read(print(randomQuery(random), allNames))
      for (const chip of reading.chips) {
        const rest = withoutChip(reading, chip)
        const kept = reading.chips.filter((one) => one !== chip)
        expect(kept.reduce(withoutChip, queryOf(rest) as SonarQuery)).toEqual({
          target: reading.target,
          query: {},
          where: [],
          sort: null,
          search: null,
          figure: null,
        })
        expect(queryOf(rest)).not.toEqual(queryOf(reading))
      }
    }
  })
})

describe('any text', () => {
  const pieces = [
    'last 9999999999999999999 days',
    '9999999999999999999 weeks ago',
    "'",
    '"',
    '$',
    ' ',
    '-',
    '/',
    '<b>',
    'over',
    'between',
    "6'",
    '12',
    '🏈',
    'é',
    'class of',
    'not',
    'or',
    'Q',
    'next',
    'days',
    'deals',
    'é́́',
    '\u202e',
    '1e9',
    '%',
    'in',
    '2026-13-45',
    '99/99',
    'half',
    'since',
    'may',
    '--',
    ';',
    '\0',
    'fy',
    'payments',
    'late',
    'k',
    'm',
    '0',
  ]

  test('is read without an error', () => {
    const random = randomFrom(3)
    for (let count = 0; count < RANDOM_STRINGS; count++) {
      const question = Array.from({ length: Math.floor(random.next() * 20) }, () =>
        random.next() < 0.8 ? random.pick(pieces) : String.fromCodePoint(Math.floor(random.next() * 0xd7ff)),
      ).join(random.next() < 0.7 ? ' ' : '')
      expect(() => sonarReading.parse(read(question)), JSON.stringify(question)).not.toThrow()
    }
  })
})
