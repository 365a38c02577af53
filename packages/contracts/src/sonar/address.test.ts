import { describe, expect, test } from 'vitest'
import { randomCondition, randomFrom, randomQuery } from '../../test/sonar-queries.ts'
import { addressOf, listQueryOf, lists } from './address.ts'
import { type Condition, type SonarQuery, type Target, targets } from './reading.ts'
import { registry } from './registry.ts'

const RANDOM_QUERIES = Number(process.env.SONAR_QUERIES ?? 400)
const queryOf = (target: Target, ...where: Condition[]): SonarQuery => ({
  target,
  query: target === 'breakdown' ? { by: 'sport' } : {},
  where,
  sort: null,
  search: null,
  figure: null,
})
const parametersOf = (target: Target, ...where: Condition[]) => listQueryOf(queryOf(target, ...where))?.parameters

const fields = targets.flatMap((target) =>
  Object.entries(registry[target].fields ?? {}).map(([field, { parameter }]) => ({ target, field, parameter })),
)

test.each(fields)('$target filters by $field', ({ target, field, parameter }) => {
  const random = randomFrom(5)
  const others = parametersOf(target)
  for (let count = 0; count < 20; count++) {
    const condition = randomCondition(target, field, random)
    const { [parameter]: value, ...rest } = (condition && parametersOf(target, condition)) ?? {}
    expect(value, JSON.stringify(condition)).toBeTruthy()
    expect(rest).toEqual({ ...others, ...(condition?.currency && { currency: condition.currency }) })
  }
})

test('every choice in the words of a field has a filter', () => {
  for (const { target, field } of fields) {
    const phrases = registry[target].phrases?.flatMap(([, { where = [] }]) => where) ?? []
    for (const condition of phrases.filter((one) => one.field === field))
      expect(listQueryOf(queryOf(target, condition)), JSON.stringify(condition)).toBeDefined()
  }
})

describe('addresses of generated queries', () => {
  const random = randomFrom(13)
  const queries = Array.from({ length: RANDOM_QUERIES }, () => randomQuery(random))

  test('are read as the same query by their list', () => {
    for (const query of queries) {
      const list = listQueryOf(query)
      if (!list) throw new Error(`No list for ${JSON.stringify(query)}`)
      const search = addressOf('one', list).split('?')[1] ?? ''
      const parameters = Object.fromEntries(new URLSearchParams(search))
      expect(lists[list.target].schema.parse(parameters)).toEqual(list.query)
    }
  })

  test('differ if the queries differ', () => {
    const known = new Map<string, string>()
    for (const query of queries) {
      const list = listQueryOf(query)
      const address = list && `${list.target} ${addressOf('one', list)} ${query.figure}`
      // Tasks are those of everyone unless the query says whose.
      const asked = { ...(query.target === 'tasks' && { scope: 'all' }), ...query.query }
      const written = JSON.stringify({ ...query, query: Object.entries(asked).toSorted() })
      expect(known.get(address ?? '') ?? written).toBe(written)
      known.set(address ?? '', written)
    }
  })
})

test.each<[Target, Condition[], Record<string, string>]>([
  ['athletes', [{ field: 'age', op: 'lt', value: 18 }], { age: '..<18' }],
  ['athletes', [{ field: 'age', op: 'eq', value: 17 }], { age: '17..17' }],
  ['athletes', [{ field: 'minor', op: 'eq', value: false }], { minor: 'no' }],
  [
    'athletes',
    [
      { field: 'measurement.height', op: 'gt', value: 195.58 },
      { field: 'measurement.height', op: 'lte', value: 210 },
      { field: 'measurement.weight', op: 'gte', value: 90 },
    ],
    { measurement: 'height:>195.58..210,weight:90..' },
  ],
  ['athletes', [{ field: 'guardian', op: 'none', value: ['confirmed', 'verified'] }], { guardian: 'unconfirmed' }],
  ['athletes', [{ field: 'guardian', op: 'none', value: ['verified'] }], { guardian: 'unverified' }],
  [
    'deals',
    [{ field: 'amount', op: 'gt', value: { minor: 1_000_000, currency: 'EUR' } }],
    { amount: 'EUR:>1000000..' },
  ],
  ['deals', [{ field: 'endsOn', op: 'eq', value: null }], { end: 'none' }],
  [
    'deals',
    [{ field: 'exclusivity.kind', op: 'in', value: ['category', 'company'] }],
    { exclusivity: 'category,company' },
  ],
])('%s with %j has the filter %j', (target, where, parameters) => {
  expect(parametersOf(target, ...where)).toEqual(parameters)
})

test('a query without a list has no address', () => {
  expect(listQueryOf({ ...queryOf('athletes'), target: null })).toBeUndefined()
})

test('tasks are everyone’s, unless the question says whose', () => {
  const tasks = queryOf('tasks')
  expect(listQueryOf(tasks)?.parameters).toEqual({ scope: 'all' })
  expect(listQueryOf({ ...tasks, query: { scope: 'mine' } })?.parameters).toEqual({ scope: 'mine' })
})
