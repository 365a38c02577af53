import { describe, expect, test } from 'vitest'
import { matchLines, type OpenLine, type OpenPayment } from './match-bank-line.ts'

let made = 0
function payment(more: Partial<OpenPayment> & { companyName?: string } = {}): OpenPayment {
  made++
  const { companyName = 'Halden Sportswear' } = more
  const core = companyName.toLowerCase().replaceAll(' ', '')
  return {
    id: `payment-${made}`,
    title: 'Retainer',
    dueOn: '2026-11-01',
    currency: 'USD',
    openMinor: 250_000,
    deal: { id: 'deal-1', title: 'Winter campaign' },
    athlete: { id: 'athlete-1', name: 'Jonah Okoye' },
    company: { id: core, name: companyName, core },
    ...more,
  }
}
function line(more: Partial<OpenLine> = {}): OpenLine {
  made++
  return {
    id: `line-${made}`,
    bookedOn: '2026-11-03',
    currency: 'USD',
    amountMinor: 250_000,
    payer: 'HALDEN SPORTSWEAR',
    payerCore: 'haldensportswear',
    reference: '',
    repeated: false,
    ...more,
  }
}
const nobody = { payer: 'ACME', payerCore: 'acme' }

function matchOf(one: OpenLine, payments: OpenPayment[]) {
  const match = matchLines([one], payments).get(one.id)
  return match && [match.sureness, match.reasons, match.parts.map((part) => [part.payment.id, part.amountMinor])]
}

describe('a line of the bank', () => {
  test('is surely for the one payment of its payer that has its amount', () => {
    const open = payment()
    expect(matchOf(line(), [open, payment({ openMinor: 99 })])).toEqual([
      'sure',
      ['amount', 'payer'],
      [[open.id, 250_000]],
    ])
  })

  test('of several payments of one deal that are alike, is for the oldest', () => {
    const [later, earlier] = [payment({ dueOn: '2026-11-01' }), payment({ dueOn: '2026-10-01' })]
    expect(matchOf(line(), [later, earlier])).toEqual(['sure', ['amount', 'payer', 'oldest'], [[earlier.id, 250_000]]])
  })

  test('is only likely for one of two deals that are alike, and sure if it names the athlete', () => {
    const other = payment({ deal: { id: 'deal-2', title: 'Fall line' }, athlete: { id: 'a-2', name: 'Mina Vale' } })
    expect(matchOf(line(), [payment(), other])?.[0]).toBe('likely')
    expect(matchOf(line({ reference: 'M. VALE / MINA VALE NOV' }), [payment(), other])).toEqual([
      'sure',
      ['amount', 'payer', 'athlete'],
      [[other.id, 250_000]],
    ])
  })

  test('needs something beside the amount: without it, it is possible, and nothing if several deals have that amount', () => {
    const open = payment()
    expect(matchOf(line(nobody), [open])).toEqual(['possible', ['amount'], [[open.id, 250_000]]])
    expect(matchOf(line(nobody), [open, payment({ deal: { id: 'deal-2', title: 'Fall' } })])).toBeUndefined()
  })

  test('finds the payer in the reference, and one whose name is written a little differently', () => {
    const inReference = line({ payer: '', payerCore: '', reference: 'WIRE IN HALDEN SPORTSWEAR INC 8812' })
    expect(matchOf(inReference, [payment()])?.[0]).toBe('sure')
    const misspelled = line({ payer: 'Haldn Sportswear', payerCore: 'haldnsportswear' })
    expect(matchOf(misspelled, [payment()])?.slice(0, 2)).toEqual(['likely', ['amount', 'similar-payer']])
  })

  test('may be for several payments at once, a part of one, or more than is open', () => {
    const [first, second] = [payment({ openMinor: 100 }), payment({ openMinor: 200, dueOn: '2026-11-02' })]
    expect(matchOf(line({ amountMinor: 300 }), [first, second])?.slice(0, 2)).toEqual(['likely', ['sum', 'payer']])
    expect(matchOf(line({ amountMinor: 40 }), [first])).toEqual(['possible', ['part', 'payer'], [[first.id, 40]]])
    expect(matchOf(line({ amountMinor: 140 }), [first])).toEqual(['possible', ['too-much', 'payer'], [[first.id, 140]]])
  })

  test('is never for a payment in another currency, or one that is due much later', () => {
    expect(matchOf(line({ currency: 'EUR' }), [payment()])).toBeUndefined()
    expect(matchOf(line(), [payment({ dueOn: '2027-03-01' })])).toBeUndefined()
  })

  test('is not for a payment that another line pays already', () => {
    const open = payment()
    const [first, second] = [line(), line({ bookedOn: '2026-11-04' })]
    const matches = matchLines([second, first], [open])
    expect([matches.has(first.id), matches.has(second.id)]).toEqual([true, false])
  })
})

test('thousands of lines are matched in a moment', () => {
  const payments = Array.from({ length: 3000 }, (_, at) =>
    payment({ openMinor: 1000 + at, companyName: `Company number ${at % 300}`, deal: { id: `d${at}`, title: 'Deal' } }),
  )
  const lines = Array.from({ length: 2000 }, (_, at) =>
    line({ amountMinor: 1000 + at, payer: '', payerCore: `companynumber${at % 300}` }),
  )
  const began = performance.now()
  const matches = matchLines(lines, payments)
  expect([...matches.values()].every(({ sureness }) => sureness === 'sure')).toBe(true)
  expect(matches.size).toBe(2000)
  expect(performance.now() - began).toBeLessThan(10_000)
})
