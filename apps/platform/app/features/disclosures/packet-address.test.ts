import { expect, test } from 'vitest'
import { addressOfField } from './packet-address.ts'

const report = {
  kind: 'nil-go' as const,
  athlete: { id: 'a', name: 'Jonah Okoye' },
  deal: { id: 'd', title: 'Jonah Okoye × Kettle' },
  companyId: 'c',
}

test.each([
  ['schoolEmail', '/organizations/o/athletes/a'],
  ['ncaaId', '/organizations/o/athletes/a#compliance'],
  ['purpose', '/organizations/o/deals/d#term-businessPurpose'],
  ['term', '/organizations/o/deals/d#term-startsOn'],
  ['association', '/organizations/o/companies/c#compliance'],
  ['own-0', undefined],
])('the field %s is entered in its record', (key, address) => {
  expect(addressOfField(key, report, 'o')).toBe(address)
})

test('the term of a notice is that of the agreement', () => {
  const notice = { ...report, kind: 'school-72h' as const, deal: null, companyId: null }
  expect(addressOfField('term', notice, 'o')).toBe('/organizations/o/athletes/a/documents')
  expect(addressOfField('agency', notice, 'o')).toBeUndefined()
})
