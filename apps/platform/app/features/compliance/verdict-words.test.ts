import type { JudgedVerdict } from '@sherpa/contracts/compliance'
import { type MissingInput, missingInputs, type VerdictState } from '@sherpa/contracts/compliance/judgment'
import { expect, test } from 'vitest'
import { addressOfInput, countsInWords, touchedInWords } from './verdict-words.ts'

const records = { athlete: 'a', company: 'c', school: 's', agreement: null }
const address = (input: MissingInput) => addressOfInput(input, { organization: 'o', deal: 'd', records })

test('every missing input has a place where it is entered, except the day of signing', () => {
  const nowhere = (Object.keys(missingInputs) as MissingInput[]).filter((input) => !address(input))
  expect(nowhere).toEqual(['deal.agreedOn'])
})

test('links lead to the record and field', () => {
  expect(address('athlete.division')).toBe('/organizations/o/athletes/a#compliance')
  expect(address('athlete.birthDate')).toBe('/organizations/o/athletes/a')
  expect(address('school.state')).toBe('/organizations/o/companies/s#compliance')
  expect(address('company.association')).toBe('/organizations/o/companies/c#compliance')
  expect(address('deal.amount')).toBe('/organizations/o/deals/d#term-payments')
  expect(address('organization.sponsors')).toBe('/organizations/o/compliance/rules#sponsors')
})

test('counts the rules by what they ask for', () => {
  const some = (state: VerdictState, number: number, answer: JudgedVerdict['answer'] = null) =>
    Array.from({ length: number }, () => ({ state, answer }))
  const answer = { reason: 'A charity run only', by: null, at: null }
  expect(countsInWords([...some('attention', 2), ...some('cannot-judge', 3), ...some('fine', 5)])).toBe(
    '2 need attention, 3 answers missing, 5 fine',
  )
  expect(countsInWords([...some('blocked', 1), ...some('blocked', 1, answer), ...some('cannot-judge', 1)])).toBe(
    '1 blocked, 1 blocked and answered, 1 answer missing',
  )
  expect(countsInWords([...some('cannot-judge', 7), ...some('fine', 5)], { isAthlete: true })).toBe('5 fine')
  expect(countsInWords(some('not-applicable', 3))).toBe('None applies')
})

test('says what a changed rule means for open deals', () => {
  const counts = (states: Partial<Record<VerdictState, number>>) =>
    Object.entries(states).map(([state, count]) => ({ state: state as VerdictState, count }))
  expect(touchedInWords(counts({ attention: 2, fine: 1 }), 'deal')).toBe(
    '3 open deals: 2 now need attention, 1 is fine',
  )
  expect(touchedInWords(counts({ 'cannot-judge': 1 }), 'agreement')).toBe('1 agreement: 1 cannot be judged yet')
  expect(touchedInWords(counts({ blocked: 1, attention: 100 }), 'both')).toBe(
    'More than 101 open deals and agreements: 1 is now blocked, 100+ now need attention',
  )
})
