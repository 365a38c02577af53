import { expect, test } from 'vitest'
import { namesOf } from './deal-names.ts'

const parties = { athlete: { id: '1', name: 'Noor Rahimi' }, company: { id: '2', name: 'Halden Sportswear' } }

test.each([
  ['Shoes', { name: 'Noor Rahimi × Halden Sportswear', ownTitle: 'Shoes' }],
  ['Noor Rahimi: shoes', { name: 'Noor Rahimi × Halden Sportswear', ownTitle: 'Noor Rahimi: shoes' }],
  ['Noor Rahimi × Halden Sportswear', { name: 'Noor Rahimi × Halden Sportswear' }],
  ['Noor Rahimi × Halden Sportswear 2027', { name: 'Noor Rahimi × Halden Sportswear 2027' }],
])('a deal named %j is listed with both parties', (title, names) => {
  expect(namesOf({ ...parties, title })).toEqual(names)
})
