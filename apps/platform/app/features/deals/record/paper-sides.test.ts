import type { Deal } from '@sherpa/contracts/deal'
import { expect, test } from 'vitest'
import { paperSides, signersOf } from './paper-sides.ts'

const signature = (side: string, more: object = {}) => ({
  side,
  number: 2,
  method: 'paper',
  name: 'Sofia Brandt',
  ...more,
})
const deal = (more: object = {}) =>
  ({
    title: 'Winter line',
    athlete: { name: 'Jo Okoye' },
    company: { name: 'Tarn Running' },
    guardians: [],
    sides: ['athlete', 'company'],
    signatures: [],
    newestVersion: 2,
    versions: [
      {
        stage: 'approved',
        athlete: 'Jonah Okoye',
        terms: { payor: { name: 'Sofia Brandt' } },
      },
    ],
    ...more,
  }) as unknown as Deal

test('offers all parties that are missing', () => {
  expect(paperSides(deal())).toEqual({
    number: 2,
    offered: [
      { side: 'athlete', replaces: undefined },
      { side: 'company', replaces: undefined },
    ],
  })
})

test('omits those who signed in the platform', () => {
  const signed = deal({ signatures: [signature('athlete', { method: 'platform' })] })
  expect(paperSides(signed)).toEqual({
    number: 2,
    offered: [{ side: 'company', replaces: undefined }],
  })
})

test('offers to replace a copy of this version', () => {
  const signed = deal({ signatures: [signature('company'), signature('athlete', { number: 1 })] })
  expect(paperSides(signed)).toEqual({
    number: 2,
    offered: [
      { side: 'athlete', replaces: undefined },
      { side: 'company', replaces: 'Sofia Brandt' },
    ],
  })
})

test('offers only the guardian of the version in force whose signature is missing', () => {
  const amended = deal({ sides: ['athlete', 'guardian', 'company'], versionInForce: 1, guardianMissing: true })
  expect(paperSides(amended)).toEqual({
    number: 1,
    offered: [{ side: 'guardian', replaces: undefined }],
  })
})

test('takes signers from the version, not from today’s records', () => {
  expect(signersOf(deal({ guardians: ['Mari Okoye'] }))).toEqual({
    athlete: ['Jonah Okoye'],
    guardian: ['Mari Okoye'],
    company: ['Sofia Brandt'],
  })
})
