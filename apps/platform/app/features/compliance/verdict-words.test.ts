import { type MissingInput, missingInputs } from '@sherpa/contracts/compliance/judgment'
import { expect, test } from 'vitest'
import { addressOfInput } from './verdict-words.ts'

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
