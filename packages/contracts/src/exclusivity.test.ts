import { expect, test } from 'vitest'
import { type ExclusiveDeal, exclusivity, findExclusivityConflicts, type Territory, territory } from './exclusivity.ts'

const deal = (name: string, changes: Partial<ExclusiveDeal> = {}): ExclusiveDeal => ({
  id: name,
  company: { id: name, name, owner: null },
  categories: ['sports-drinks'],
  exclusivity: { kind: 'none' },
  territory: { kind: 'worldwide' },
  termStart: '2026-01-01',
  termEnd: '2026-12-31',
  ...changes,
})
const forSportsDrinks: Partial<ExclusiveDeal> = {
  exclusivity: { kind: 'category', categories: ['sports-drinks', 'soft-drinks'] },
}
const onlySponsor: Partial<ExclusiveDeal> = { exclusivity: { kind: 'company' } }
const conflicts = (first: ExclusiveDeal, second: ExclusiveDeal) => findExclusivityConflicts(first, [second]).length > 0

test.each<[string, Partial<ExclusiveDeal>, Partial<ExclusiveDeal>, string[]]>([
  ['nothing is exclusive', {}, {}, []],
  [
    'the other is exclusive in the category',
    {},
    forSportsDrinks,
    ['The deal with Other is exclusive for sports drinks, which this deal also covers.'],
  ],
  [
    'this one is exclusive in the category',
    forSportsDrinks,
    {},
    ['This deal is exclusive for sports drinks, which the deal with Other also covers.'],
  ],
  [
    'it is about two categories',
    { categories: ['soft-drinks', 'sports-drinks', 'food'] },
    forSportsDrinks,
    ['The deal with Other is exclusive for sports drinks and soft drinks, which this deal also covers.'],
  ],
  [
    'the other is exclusive for a family',
    { categories: ['casinos'] },
    { exclusivity: { kind: 'category', categories: ['betting'] } },
    ['The deal with Other is exclusive for betting, which this deal also covers.'],
  ],
  [
    'the other is exclusive for a part of the family',
    { categories: ['betting'] },
    { exclusivity: { kind: 'category', categories: ['casinos'] } },
    [],
  ],
  ['they are in different categories', { categories: ['footwear'] }, forSportsDrinks, []],
  [
    'the other allows no other sponsor',
    { categories: ['footwear'] },
    onlySponsor,
    ['The deal with Other allows no other sponsor.'],
  ],
  [
    'this one allows no other sponsor',
    onlySponsor,
    { categories: ['footwear'] },
    ['This deal allows no other sponsor, but there is a deal with Other.'],
  ],
])('when %s', (_, mine, others, reasons) => {
  const other = deal('Other', others)
  expect(findExclusivityConflicts(deal('Mine', mine), [other])).toEqual(reasons.map((reason) => ({ other, reason })))
})

test('the same company, its parent and companies with the same parent do not conflict', () => {
  const owned = (id: string, owner: string | null) =>
    deal(id, { ...onlySponsor, company: { id: `company ${id}`, name: id, owner } })
  const same = { id: 'same', name: 'Same', owner: null }
  expect(conflicts(deal('first', { company: same, ...onlySponsor }), deal('second', { company: same }))).toBe(false)
  expect(conflicts(owned('first', 'group'), owned('second', 'group'))).toBe(false)
  expect(conflicts(owned('first', 'company second'), owned('second', null))).toBe(false)
  expect(conflicts(owned('first', 'group'), owned('second', 'rival'))).toBe(true)
  expect(conflicts(owned('first', null), owned('second', null))).toBe(true)
})

test('a deal does not conflict with itself', () => {
  const itself = deal('Mine', onlySponsor)
  expect(conflicts(itself, { ...itself, company: { id: 'other', name: 'Other', owner: null } })).toBe(false)
})

test.each([
  ['2026-12-31', '2027-06-30', true],
  ['2027-01-01', '2027-06-30', false],
  ['2025-01-01', '2025-12-31', false],
  ['2025-01-01', '2026-01-01', true],
  ['2026-03-01', '2026-04-01', true],
  [null, null, true],
  ['2026-06-01', null, true],
  ['2027-01-01', null, false],
  [null, '2025-12-31', false],
])('a deal of 2026 and one from %s to %s overlap: %s', (termStart, termEnd, expected) => {
  expect(conflicts(deal('Mine', onlySponsor), deal('Other', { termStart, termEnd }))).toBe(expected)
  expect(conflicts(deal('Mine', { termStart, termEnd }), deal('Other', onlySponsor))).toBe(expected)
})

const only = (...places: string[]): Territory => ({ kind: 'places', places })
test.each<[Territory, Territory, boolean]>([
  [{ kind: 'worldwide' }, only('JP'), true],
  [{ kind: 'worldwide' }, { kind: 'us' }, true],
  [{ kind: 'us' }, { kind: 'us' }, true],
  [{ kind: 'us' }, only('US-TX'), true],
  [{ kind: 'us' }, only('US'), true],
  [{ kind: 'us' }, only('CA', 'MX'), false],
  [only('US'), only('US-TX'), true],
  [only('US-TX', 'US-OK'), only('US-OK'), true],
  [only('US-TX'), only('US-OK'), false],
  [only('US-CA'), only('CA'), false], // California and Canada
])('%o and %o overlap: %s', (first, second, expected) => {
  expect(conflicts(deal('Mine', { ...onlySponsor, territory: first }), deal('Other', { territory: second }))).toBe(
    expected,
  )
  expect(conflicts(deal('Mine', { ...onlySponsor, territory: second }), deal('Other', { territory: first }))).toBe(
    expected,
  )
})

test('conflicts are symmetric', () => {
  const kinds: Partial<ExclusiveDeal>[] = [
    {},
    forSportsDrinks,
    onlySponsor,
    { categories: ['footwear'] },
    { categories: ['footwear'], ...forSportsDrinks },
    { territory: only('US-TX'), ...onlySponsor },
    { territory: only('CA') },
    { termStart: '2027-01-01', termEnd: null, ...onlySponsor },
  ]
  for (const first of kinds) {
    for (const second of kinds) {
      const [one, other] = [deal('One', first), deal('Other', second)]
      expect(conflicts(one, other)).toBe(conflicts(other, one))
    }
  }
})

test('rejects exclusivity without a named category, and missing or unknown territories', () => {
  expect(exclusivity.safeParse({ kind: 'category', categories: ['apparel'] }).success).toBe(true)
  expect(exclusivity.safeParse({ kind: 'category', categories: [] }).success).toBe(false)
  expect(exclusivity.safeParse({ kind: 'category', categories: ['other'] }).success).toBe(false)
  expect(territory.safeParse(only('US-TX', 'CA')).success).toBe(true)
  expect(territory.safeParse(only()).success).toBe(false)
  expect(territory.safeParse(only('TX')).success).toBe(false)
  expect(territory.safeParse(only('US-PR')).success).toBe(true)
  expect(territory.safeParse(only('PR')).success).toBe(false)
})
