import { describe, expect, test } from 'vitest'
import { randomFrom, randomQuery, records } from '../../test/sonar-queries.ts'
import { allPermissions } from '../organization.ts'
import { withoutChip } from './chips.ts'
import { findNameTexts, matchName, type NameCandidate } from './names.ts'
import { parse, type SonarContext } from './parse.ts'
import { print } from './print.ts'
import { type SonarQuery, type SonarReading, sonarReading } from './reading.ts'

/** As many as given in the environment; fewer in the suite. */
const RANDOM_STRINGS = Number(process.env.SONAR_STRINGS ?? 500)
const RANDOM_QUERIES = Number(process.env.SONAR_QUERIES ?? 400)

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
  // A lookup by word must not find what plain objects inherit.
  const inheritedNames = Object.getOwnPropertyNames(Object.prototype)

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
    ...inheritedNames,
  ]

  test.each(['constructor', 'deals constructor', 'not contacted in constructor', 'over 5 constructor'])(
    '%s has no meaning',
    (question) => {
      expect(
        read(question)
          .unknown.map(({ text }) => text)
          .join(' '),
      ).toContain('constructor')
    },
  )

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
