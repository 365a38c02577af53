import type { FeeRule } from '@sherpa/contracts/deal'
import type { ReceiptRow } from '@sherpa/contracts/receipt'
import { expect, test } from 'vitest'
import { bookedMoney } from '../../../test/booked-money.ts'
import { monthly } from '../../../test/signed-deal.ts'

const { world, place, at, dealWith, amend, book, reverse } = bookedMoney()
const payments = [monthly(100_000)]

async function feeOf(receipt: string) {
  const { rows } = (await place.owner.ask('GET', at(`receipts?ids=${receipt}`))).json() as { rows: ReceiptRow[] }
  return rows[0]?.feeMinor
}
/** What is booked under a deal, by its allocations and by the ledger. */
async function bookedOf(deal: string) {
  const { rows } = await world.database.query(
    `select (select sum(fee_minor)::integer from receipt_allocations where deal_id = $1) as allocated,
       (select -sum(amount_minor)::integer from entry_lines where deal_id = $1 and account = 'fees') as posted`,
    [deal],
  )
  const { allocated, posted } = rows[0]
  expect(posted ?? 0).toBe(allocated)
  return allocated as number
}
const withFee = async (fee: FeeRule | null) => (await dealWith({ payments, fee })).deal

test('an amended flat fee charges the difference with the next receipt, upward and downward', async () => {
  const deal = await withFee({ flatMinor: 50_000 })
  const fees = [await feeOf(await book(deal, 100_000)), await feeOf(await book(deal, 100_000))]
  await amend(deal, { fee: { flatMinor: 80_000 } })
  fees.push(await feeOf(await book(deal, 1000)), await feeOf(await book(deal, 1000)))
  await amend(deal, { fee: { flatMinor: 30_000 } })
  const planned = { currency: 'USD', allocations: [{ dealId: deal, amountMinor: 1000 }] }
  expect((await place.owner.ask('POST', at('receipts/fees'), planned)).json().feeMinor).toBe(-50_000)
  fees.push(await feeOf(await book(deal, 1000)))
  expect([fees, await bookedOf(deal)]).toEqual([[50_000, 0, 30_000, 0, -50_000], 30_000])
})

test('a flat fee after a rate is the whole fee, and a rate after a flat fee counts for what comes later', async () => {
  const deal = await withFee({ rateMillionths: 100_000 })
  const fees = [await feeOf(await book(deal, 100_000))]
  await amend(deal, { fee: { flatMinor: 50_000 } })
  fees.push(await feeOf(await book(deal, 1000)))
  await amend(deal, { fee: { rateMillionths: 100_000 } })
  fees.push(await feeOf(await book(deal, 100_000)))
  expect([fees, await bookedOf(deal)]).toEqual([[10_000, 40_000, 10_000], 60_000])
})

test('reversing keeps the fee that what is left is worth, whatever the order', async () => {
  const deal = await withFee({ flatMinor: 50_000 })
  const first = await book(deal, 100_000)
  await amend(deal, { fee: { flatMinor: 80_000 } })
  const second = await book(deal, 1000)
  await reverse(second)
  // Nothing is left under the amended rule.
  expect(await bookedOf(deal)).toBe(50_000)
  const third = await book(deal, 1000)
  await reverse(first)
  expect(await bookedOf(deal)).toBe(80_000)
  await reverse(third)
  expect(await bookedOf(deal)).toBe(0)
})

test('an amendment that leaves the rate alone goes on with the running total', async () => {
  const deal = await withFee({ rateMillionths: 30_000 })
  await book(deal, 17)
  await amend(deal, { usageRights: 'Worldwide' })
  await book(deal, 17)
  // 34 → 1.02, not twice 0.51
  expect(await bookedOf(deal)).toBe(1)
})

test('each currency has a running total of its own', async () => {
  const deal = await withFee({ flatMinor: 50_000 })
  await book(deal, 100_000)
  await amend(deal, { currency: 'EUR', fee: { flatMinor: 40_000 } })
  expect(await feeOf(await book(deal, 1000, { currency: 'EUR' }))).toBe(40_000)
  expect(await bookedOf(deal)).toBe(90_000)
})
