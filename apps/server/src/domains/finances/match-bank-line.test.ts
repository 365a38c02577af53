import { describe, expect, test } from 'vitest'
import { processorTime } from '../../../test/processor-time.ts'
import { matchLines, type OpenInvoice, type OpenLine, type OpenPayment } from './match-bank-line.ts'

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
function invoice(more: Partial<OpenInvoice> = {}): OpenInvoice {
  made++
  return {
    id: `invoice-${made}`,
    number: 'F-0012',
    issuedOn: '2026-10-01',
    dueOn: '2026-10-31',
    currency: 'USD',
    openMinor: 60_000,
    athlete: { id: 'athlete-1', name: 'Jonah Okoye', names: ['Jonah Okoye', 'Okoye Jonah'] },
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

describe('an invoice of fees', () => {
  const paying = (more: Partial<OpenLine> = {}) => line({ ...nobody, amountMinor: 60_000, ...more })
  function invoiceOf(one: OpenLine, invoices: OpenInvoice[], payments: OpenPayment[] = []) {
    const match = matchLines([one], payments, invoices).get(one.id)
    return match && [match.sureness, match.reasons, match.invoice?.id]
  }

  test('is surely paid by a line that names its number, however it is written, and has its amount', () => {
    const [open, other] = [invoice(), invoice({ number: 'F-0120' })]
    for (const reference of ['Invoice F-0012', 'INV F0012/NOV', 'f 12 thanks']) {
      expect(invoiceOf(paying({ reference }), [other, open])).toEqual(['sure', ['amount', 'number'], open.id])
    }
    for (const reference of ['F-00123', 'Ref 0012', 'AF-0012 1', '']) {
      expect(invoiceOf(paying({ reference }), [other, open])).toBeUndefined()
    }
    // A series without letters is only known by all of its digits.
    const bare = invoice({ number: '0041' })
    expect(invoiceOf(paying({ reference: 'bill 0041' }), [bare])?.[2]).toBe(bare.id)
    expect(invoiceOf(paying({ reference: 'bill 41' }), [bare])).toBeUndefined()
  })

  test('is likely paid in part, and never by more than is open', () => {
    const open = invoice()
    expect(invoiceOf(paying({ reference: 'F-0012', amountMinor: 20_000 }), [open])).toEqual([
      'likely',
      ['part', 'number'],
      open.id,
    ])
    expect(invoiceOf(paying({ reference: 'F-0012', amountMinor: 60_001 }), [open])).toBeUndefined()
  })

  test('is surely paid by the athlete with its amount, the oldest first, and not by a company that names the athlete', () => {
    const [later, earlier] = [invoice({ number: 'F-0002', dueOn: '2026-11-20' }), invoice({ number: 'F-0001' })]
    expect(invoiceOf(paying({ payer: 'OKOYE, JONAH' }), [later, earlier])).toEqual([
      'sure',
      ['amount', 'athlete-pays', 'oldest'],
      earlier.id,
    ])
    expect(invoiceOf(paying({ payer: 'ACME', reference: 'Jonah Okoye' }), [earlier])).toBeUndefined()
    const namesake = invoice({ number: 'F-0003', athlete: { ...earlier.athlete, id: 'athlete-2' } })
    expect(invoiceOf(paying({ payer: 'Jonah Okoye' }), [earlier, namesake])?.[0]).toBe('likely')
    expect(invoiceOf(paying({ payer: 'Jonah Okoye', repeated: true }), [earlier])?.[0]).toBe('likely')
  })

  test('is not paid before it was issued, or in another currency', () => {
    expect(invoiceOf(paying({ reference: 'F-0012', bookedOn: '2026-09-30' }), [invoice()])).toBeUndefined()
    expect(invoiceOf(paying({ reference: 'F-0012', currency: 'EUR' }), [invoice()])).toBeUndefined()
  })

  test('is offered for one line, and gives way to a payment that is surer', () => {
    const open = invoice()
    const [first, second] = [paying({ reference: 'F-0012' }), paying({ payer: 'Jonah Okoye', bookedOn: '2026-11-04' })]
    const matches = matchLines([second, first], [], [open])
    expect([matches.get(first.id)?.invoice?.id, matches.has(second.id)]).toEqual([open.id, false])
    const halden = payment({ openMinor: 20_000 })
    const part = line({ amountMinor: 20_000, reference: 'F-0012' })
    expect(invoiceOf(part, [open], [halden])).toEqual(['sure', ['amount', 'payer'], undefined])
    // Both are sure: somebody has to look.
    const both = line({
      payer: 'Jonah Okoye',
      payerCore: 'jonahokoye',
      reference: 'Halden Sportswear',
      amountMinor: 60_000,
    })
    expect(invoiceOf(both, [open], [payment({ openMinor: 60_000 })])?.slice(0, 1)).toEqual(['likely'])
  })
})

test('thousands of lines are matched in a moment', async () => {
  const payments = Array.from({ length: 3000 }, (_, at) =>
    payment({ openMinor: 1000 + at, companyName: `Company number ${at % 300}`, deal: { id: `d${at}`, title: 'Deal' } }),
  )
  const lines = Array.from({ length: 2000 }, (_, at) =>
    line({ amountMinor: 1000 + at, payer: '', payerCore: `companynumber${at % 300}` }),
  )
  let matches: ReturnType<typeof matchLines> = new Map()
  const cost = await processorTime(() => {
    matches = matchLines(lines, payments)
  })
  expect([...matches.values()].every(({ sureness }) => sureness === 'sure')).toBe(true)
  expect(matches.size).toBe(2000)
  expect(cost).toBeLessThan(10_000)
})
