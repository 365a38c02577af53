import { expect, test } from 'vitest'
import { MOST_PASTED, parseAddresses } from './bulk-invitation.ts'

test('reads addresses with and without names, in any separation, each once', () => {
  const pasted = `Ana Silva <ANA@club.example>, ben@club.example; "Li, Cy" <cy@club.example>
    dee@club.example eve@club.example\tana@club.example

    Fay Roe\tfay@club.example
    Gil Ito gil@club.example
    not an address, @nobody`
  const { addresses, invalid, repeated } = parseAddresses(pasted)
  expect(addresses).toEqual([
    { email: 'ana@club.example', name: 'Ana Silva' },
    { email: 'ben@club.example', name: '' },
    { email: 'cy@club.example', name: 'Li, Cy' },
    { email: 'dee@club.example', name: '' },
    { email: 'eve@club.example', name: '' },
    { email: 'fay@club.example', name: 'Fay Roe' },
    { email: 'gil@club.example', name: 'Gil Ito' },
  ])
  expect(invalid).toEqual(['not an address', '@nobody'])
  expect(repeated).toBe(1)
})

test('reads nothing from an empty text, and a long one quickly', () => {
  expect(parseAddresses(' ,\n;')).toEqual({ addresses: [], invalid: [], repeated: 0 })
  expect(parseAddresses('<'.repeat(10 * MOST_PASTED)).invalid).toHaveLength(1)
})
