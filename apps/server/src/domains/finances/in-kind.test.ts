import { randomUUID } from 'node:crypto'
import type { FinanceOverview, MoneySum } from '@sherpa/contracts/finance'
import type { ReceiptRow } from '@sherpa/contracts/receipt'
import type { Statement } from '@sherpa/contracts/statement'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookedMoney } from '../../../test/booked-money.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import { monthly } from '../../../test/signed-deal.ts'
import { renderInWorker } from '../../pdf/draw-in-thread.ts'

const { place, at, dealWith, book, reverse } = bookedMoney({ renderPdf: renderInWorker })
const rule = { rateMillionths: 100_000 }
let deal: string
let goods: string
let receipt: string

const ask = async <Answer>(path: string) => (await place.owner.ask('GET', at(path))).json() as Answer

beforeAll(async () => {
  const inKind = { ...monthly(70_000, { times: 1, from: '2026-01-10', title: 'Shoes' }), inKind: true }
  const signed = await dealWith({ payments: [inKind, monthly(50_000, { times: 1 })], fee: rule })
  deal = signed.deal
  goods = signed.payments[0] ?? ''
  const expense = {
    spentOn: '2026-10-01',
    category: 'travel',
    vendor: 'Airline',
    note: null,
    currency: 'USD',
    amountMinor: 60_000,
    athleteId: place.athlete,
    dealId: null,
    paidBy: 'organization',
    recoupRate: 500_000,
  }
  const added = await place.owner.ask('POST', at('expenses'), expense, { 'idempotency-key': randomUUID() })
  expect(added.statusCode).toBe(201)
  receipt = await book(deal, 70_000, { allocations: [{ paymentId: goods, amountMinor: 70_000 }] })
  await book(deal, 50_000)
})

describe('an in-kind receipt', () => {
  test('recoups nothing, has no fee, and is listed separately from money', async () => {
    const { rows } = await ask<{ rows: ReceiptRow[] }>('receipts')
    expect(
      rows.map(({ amountMinor, inKindMinor, feeMinor }) => [amountMinor, inKindMinor, feeMinor]).toSorted(),
    ).toEqual([
      [0, 70_000, 0],
      [50_000, 0, 5000],
    ])
    const { rows: expenses } = await ask<{ rows: { recoupedMinor: number }[] }>('expenses')
    expect(expenses.map(({ recoupedMinor }) => recoupedMinor)).toEqual([25_000])
  })

  test('is separate in the overview and in the figures of deal and athlete', async () => {
    const overview = await ask<FinanceOverview>('overview?from=2026-11&until=2026-11')
    expect([overview.received, overview.inKind]).toEqual([
      { minor: 50_000, count: 1 },
      { minor: 70_000, count: 1 },
    ])
    expect(overview.months.map(({ receivedMinor }) => receivedMinor)).toEqual([50_000])
    for (const path of [`deals/${deal}`, `athletes/${place.athlete}`]) {
      const { sums } = await ask<{ sums: MoneySum[] }>(path)
      expect(sums.map((sum) => [sum.receivedMinor, sum.inKindMinor])).toEqual([[50_000, 70_000]])
    }
  })

  test('is separate on the statement and its PDF', async () => {
    const path = `statements/${place.athlete}`
    const days = 'from=2026-11-01&until=2026-11-30'
    const { currencies } = await ask<Statement>(`${path}?${days}`)
    const [dollars] = currencies
    expect([dollars?.received.closingMinor, dollars?.inKind.closingMinor]).toEqual([50_000, 70_000])
    expect(dollars?.inKind.rows).toMatchObject([{ payment: { title: 'Shoes' }, amountMinor: 70_000, feeMinor: 0 }])
    const december = await ask<Statement>(`${path}?from=2026-12-01&until=2026-12-31`)
    expect(december.currencies[0]?.inKind).toMatchObject({ openingMinor: 70_000, closingMinor: 70_000, rows: [] })
    const pdf = await place.owner.ask('GET', at(`${path}/pdf?${days}`))
    expect(readPdf(pdf.rawPayload).lines).toContain('Total received in kind by Nov 30, 2026\t$700.00')
  })

  test('is reversed like money', async () => {
    expect((await reverse(receipt)).json()).toMatchObject({ amountMinor: 0, inKindMinor: 70_000 })
    const overview = await ask<FinanceOverview>('overview?from=2026-11&until=2026-11')
    expect([overview.received.minor, overview.inKind.minor]).toEqual([50_000, 0])
  })
})
