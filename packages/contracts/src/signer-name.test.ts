import { describe, expect, test } from 'vitest'
import { doubtAboutSigner, isSameName } from './signer-name.ts'

test.each([
  ['Jonah Okoye', 'Jonah Okoye'],
  ['JONAH OKOYE', 'jonah okoye'],
  ['Jonah  Okoye ', 'Jonah Okoye'],
  ['Okoye, Jonah', 'Jonah Okoye'],
  ['J. Okoye', 'Jonah Okoye'],
  ['Okoye J', 'Jonah Okoye'],
  ['Jonah T. Okoye', 'Jonah Okoye'],
  ['Jonah T. Okoye', 'Jonah Tunde Okoye'],
  ['Jonah Okoye Jr.', 'Jonah Okoye'],
  ['José Álvarez', 'Jose Alvarez'],
  ['Jose\u0301 A\u0301lvarez', 'José Álvarez'],
  ['Søren Łukasz', 'Soren Lukasz'],
  ['Sinéad O’Neill', "Sinead O'Neill"],
  ['Sinead ONeill', "Sinead O'Neill"],
  ['Mary-Jane Watson', 'Mary Jane Watson'],
  ['Нікола Йович', 'нікола йович'],
  ['Pelé', 'Pele'],
])('%s and %s match', (one, other) => {
  expect(isSameName(one, other)).toBe(true)
  expect(isSameName(other, one)).toBe(true)
})

test.each([
  ['Jonah Okoye', 'Sofia Brandt'],
  ['Jonah Okoye', 'Mari Okoye'],
  ['M. Okoye', 'Jonah Okoye'],
  ['J. O.', 'Jonah Okoye'],
  ['Jonah', 'Jonah Okoye'],
  ['Jonah Okoyeson', 'Jonah Okoye'],
  ['', 'Jonah Okoye'],
  ['…', 'Jonah Okoye'],
  ['', ''],
])('%s and %s do not match', (one, other) => {
  expect(isSameName(one, other)).toBe(false)
  expect(isSameName(other, one)).toBe(false)
})

test('compares a very long text quickly', () => {
  const before = process.threadCpuUsage()
  isSameName('a\u0301\u0323'.repeat(50_000), 'Jonah Okoye')
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(100)
})

describe('a signer', () => {
  const expected = { athlete: ['Jonah Okoye'], guardian: ['Mari Okoye', 'Dayo Okoye'], company: ['Sofia Brandt'] }

  test.each([
    ['athlete', 'J. Okoye', null],
    ['guardian', 'Dayo Okoye', null],
    ['company', 'Brandt, Sofia', null],
    ['company', 'Jonah Okoye', 'athlete'],
    ['athlete', 'Sofia Brandt', 'company'],
    ['athlete', 'Mari Okoye', 'guardian'],
    ['company', 'Paul Weber', 'unknown'],
  ] as const)('for the %s called %s is in doubt: %s', (side, signer, doubt) => {
    expect(doubtAboutSigner(side, signer, expected)).toBe(doubt)
  })

  test('of a side without expected signers is doubtful only if they sign for another side', () => {
    const unknown = { ...expected, company: [] }
    expect(doubtAboutSigner('company', 'Paul Weber', unknown)).toBeNull()
    expect(doubtAboutSigner('company', 'Jonah Okoye', unknown)).toBe('athlete')
  })
})
