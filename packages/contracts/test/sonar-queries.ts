import type { Currency } from '../src/currency.ts'
import type { NameCandidate } from '../src/sonar/names.ts'
import { type Condition, type SonarQuery, type Target, targets } from '../src/sonar/reading.ts'
import { registry } from '../src/sonar/registry.ts'
import type { NameKind, Parameter } from '../src/sonar/vocabulary/vocabulary.ts'

const named: Record<NameKind, string[]> = {
  athlete: ['Ines Vance', 'Tomas Achterberg'],
  company: ['Quillmark Foods', 'Ostrava Gear'],
  member: ['Lena Marsh', 'Omar Falk'],
  tag: ['Watch list', 'Priority one'],
  program: ['Varsity blue'],
  school: ['Eastvale Academy'],
  choice: ['Reclassified later'],
}
export const records: Omit<NameCandidate, 'text' | 'isExact'>[] = (Object.entries(named) as [NameKind, string[]][])
  .flatMap(([kind, all]) => all.map((name) => ({ kind, name })))
  .map(({ kind, name }, index) => {
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    return { kind, name, id: kind === 'choice' ? `${id}:${name}` : id }
  })

/** Deterministic random numbers (mulberry32). */
export function randomFrom(seed: number) {
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

export function randomCondition(
  target: Target,
  field: string,
  { next, pick }: Random,
  currency: Currency = 'USD',
): Condition | undefined {
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
  return { field, op, value: op === 'between' ? [one, other] : one, ...(kind === 'minor' && { currency }) }
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

export function randomQuery(random: Random): SonarQuery {
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
    const currency = query.query.currency as Currency | undefined
    const condition = next() < 0.15 ? randomCondition(target, field, random, currency) : undefined
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
