import { describe, expect, test } from 'vitest'
import { processorTime } from '../../../test/processor-time.ts'
import { matchLines, type OpenInvoice, type OpenLine, type OpenPayment } from './match-bank-line.ts'

let counter = 0
function payment(more: Partial<OpenPayment> & { companyName?: string } = {}): OpenPayment {
  counter++
  const { companyName = 'Halden Sportswear' } = more
  const core = companyName.toLowerCase().replaceAll(' ', '')
  return {
    id: `payment-${counter}`,
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
  counter++
  return {
    id: `line-${counter}`,
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
  counter++
  return {
    id: `invoice-${counter}`,
    number: 'F-0012',
    issuedOn: '2026-10-01',
    dueOn: '2026-10-31',
    currency: 'USD',
    openMinor: 60_000,
    athlete: { id: 'athlete-1', name: 'Jonah Okoye', names: ['Jonah Okoye', 'Okoye Jonah'] },
    ...more,
  }
}
const unknownPayer = { payer: 'ACME', payerCore: 'acme' }

function matchOf(one: OpenLine, payments: OpenPayment[]) {
  const match = matchLines([one], payments).get(one.id)
  return match && [match.sureness, match.reasons, match.parts.map((part) => [part.payment.id, part.amountMinor])]
}

describe('a bank line', () => {
  test('surely matches the only payment of its payer with its amount', () => {
    const open = payment()
    expect(matchOf(line(), [open, payment({ openMinor: 99 })])).toEqual([
      'sure',
      ['amount', 'payer'],
      [[open.id, 250_000]],
    ])
  })

  test('matches the oldest of several equal payments of one deal', () => {
    const [later, earlier] = [payment({ dueOn: '2026-11-01' }), payment({ dueOn: '2026-10-01' })]
    expect(matchOf(line(), [later, earlier])).toEqual(['sure', ['amount', 'payer', 'oldest'], [[earlier.id, 250_000]]])
  })

  test('is only likely to match one of two similar deals, but sure if it names the athlete', () => {
    const other = payment({ deal: { id: 'deal-2', title: 'Fall line' }, athlete: { id: 'a-2', name: 'Mina Vale' } })
    expect(matchOf(line(), [payment(), other])?.[0]).toBe('likely')
    expect(matchOf(line({ reference: 'M. VALE / MINA VALE NOV' }), [payment(), other])).toEqual([
      'sure',
      ['amount', 'payer', 'athlete'],
      [[other.id, 250_000]],
    ])
  })

  test('with the amount alone is a possible match, and none if several deals have that amount', () => {
    const open = payment()
    expect(matchOf(line(unknownPayer), [open])).toEqual(['possible', ['amount'], [[open.id, 250_000]]])
    expect(matchOf(line(unknownPayer), [open, payment({ deal: { id: 'deal-2', title: 'Fall' } })])).toBeUndefined()
  })

  test('finds the payer in the reference, and misspelled payers', () => {
    const inReference = line({ payer: '', payerCore: '', reference: 'WIRE IN HALDEN SPORTSWEAR INC 8812' })
    expect(matchOf(inReference, [payment()])?.[0]).toBe('sure')
    const misspelled = line({ payer: 'Haldn Sportswear', payerCore: 'haldnsportswear' })
    expect(matchOf(misspelled, [payment()])?.slice(0, 2)).toEqual(['likely', ['amount', 'similar-payer']])
  })

  test('may match several payments, part of one, or exceed the open amount', () => {
    const [first, second] = [payment({ openMinor: 100 }), payment({ openMinor: 200, dueOn: '2026-11-02' })]
    expect(matchOf(line({ amountMinor: 300 }), [first, second])?.slice(0, 2)).toEqual(['likely', ['sum', 'payer']])
    expect(matchOf(line({ amountMinor: 40 }), [first])).toEqual(['possible', ['part', 'payer'], [[first.id, 40]]])
    expect(matchOf(line({ amountMinor: 140 }), [first])).toEqual(['possible', ['too-much', 'payer'], [[first.id, 140]]])
  })

  test('does not match another currency or a payment due much later', () => {
    expect(matchOf(line({ currency: 'EUR' }), [payment()])).toBeUndefined()
    expect(matchOf(line(), [payment({ dueOn: '2027-03-01' })])).toBeUndefined()
  })

  test('does not match a payment that another line pays', () => {
    const open = payment()
    const [first, second] = [line(), line({ bookedOn: '2026-11-04' })]
    const matches = matchLines([second, first], [open])
    expect([matches.has(first.id), matches.has(second.id)]).toEqual([true, false])
  })
})

describe('a fee invoice', () => {
  const invoiceLine = (more: Partial<OpenLine> = {}) => line({ ...unknownPayer, amountMinor: 60_000, ...more })
  function matchInvoice(one: OpenLine, invoices: OpenInvoice[], payments: OpenPayment[] = []) {
    const match = matchLines([one], payments, invoices).get(one.id)
    return match && [match.sureness, match.reasons, match.invoice?.id]
  }

  test('surely matches a line with its number, in any spelling, and its amount', () => {
    const [open, other] = [invoice(), invoice({ number: 'F-0120' })]
    for (const reference of ['Invoice F-0012', 'INV F0012/NOV', 'f 12 thanks']) {
      expect(matchInvoice(invoiceLine({ reference }), [other, open])).toEqual(['sure', ['amount', 'number'], open.id])
    }
    for (const reference of ['F-00123', 'Ref 0012', 'AF-0012 1', '']) {
      expect(matchInvoice(invoiceLine({ reference }), [other, open])).toBeUndefined()
    }
    // A number without letters must match in all digits.
    const bare = invoice({ number: '0041' })
    expect(matchInvoice(invoiceLine({ reference: 'bill 0041' }), [bare])?.[2]).toBe(bare.id)
    expect(matchInvoice(invoiceLine({ reference: 'bill 41' }), [bare])).toBeUndefined()
  })

  test('is a likely match for a partial payment, and none for an overpayment', () => {
    const open = invoice()
    expect(matchInvoice(invoiceLine({ reference: 'F-0012', amountMinor: 20_000 }), [open])).toEqual([
      'likely',
      ['part', 'number'],
      open.id,
    ])
    expect(matchInvoice(invoiceLine({ reference: 'F-0012', amountMinor: 60_001 }), [open])).toBeUndefined()
  })

  test('surely matches the athlete as payer, oldest first, but not a company that names the athlete', () => {
    const [later, earlier] = [invoice({ number: 'F-0002', dueOn: '2026-11-20' }), invoice({ number: 'F-0001' })]
    expect(matchInvoice(invoiceLine({ payer: 'OKOYE, JONAH' }), [later, earlier])).toEqual([
      'sure',
      ['amount', 'athlete-pays', 'oldest'],
      earlier.id,
    ])
    expect(matchInvoice(invoiceLine({ payer: 'ACME', reference: 'Jonah Okoye' }), [earlier])).toBeUndefined()
    const namesake = invoice({ number: 'F-0003', athlete: { ...earlier.athlete, id: 'athlete-2' } })
    expect(matchInvoice(invoiceLine({ payer: 'Jonah Okoye' }), [earlier, namesake])?.[0]).toBe('likely')
    expect(matchInvoice(invoiceLine({ payer: 'Jonah Okoye', repeated: true }), [earlier])?.[0]).toBe('likely')
  })

  test('does not match before its issue date or in another currency', () => {
    expect(matchInvoice(invoiceLine({ reference: 'F-0012', bookedOn: '2026-09-30' }), [invoice()])).toBeUndefined()
    expect(matchInvoice(invoiceLine({ reference: 'F-0012', currency: 'EUR' }), [invoice()])).toBeUndefined()
  })

  test('is suggested for one line only, and yields to a surer payment', () => {
    const open = invoice()
    const [first, second] = [
      invoiceLine({ reference: 'F-0012' }),
      invoiceLine({ payer: 'Jonah Okoye', bookedOn: '2026-11-04' }),
    ]
    const matches = matchLines([second, first], [], [open])
    expect([matches.get(first.id)?.invoice?.id, matches.has(second.id)]).toEqual([open.id, false])
    const halden = payment({ openMinor: 20_000 })
    const part = line({ amountMinor: 20_000, reference: 'F-0012' })
    expect(matchInvoice(part, [open], [halden])).toEqual(['sure', ['amount', 'payer'], undefined])
    // Both are sure, so a person must decide.
    const both = line({
      payer: 'Jonah Okoye',
      payerCore: 'jonahokoye',
      reference: 'Halden Sportswear',
      amountMinor: 60_000,
    })
    expect(matchInvoice(both, [open], [payment({ openMinor: 60_000 })])?.slice(0, 1)).toEqual(['likely'])
  })
})

test('matches thousands of lines within the time budget', async () => {
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
