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
/** Booked fees of a deal; allocations and ledger must agree. */
async function sumBookedFees(deal: string) {
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
  expect([fees, await sumBookedFees(deal)]).toEqual([[50_000, 0, 30_000, 0, -50_000], 30_000])
})

test('a flat fee replaces an earlier rate; a rate after a flat fee applies to later receipts', async () => {
  const deal = await withFee({ rateMillionths: 100_000 })
  const fees = [await feeOf(await book(deal, 100_000))]
  await amend(deal, { fee: { flatMinor: 50_000 } })
  fees.push(await feeOf(await book(deal, 1000)))
  await amend(deal, { fee: { rateMillionths: 100_000 } })
  fees.push(await feeOf(await book(deal, 100_000)))
  expect([fees, await sumBookedFees(deal)]).toEqual([[10_000, 40_000, 10_000], 60_000])
})

test('reversals keep the fee on the remaining receipts, in any order', async () => {
  const deal = await withFee({ flatMinor: 50_000 })
  const first = await book(deal, 100_000)
  await amend(deal, { fee: { flatMinor: 80_000 } })
  const second = await book(deal, 1000)
  await reverse(second)
  // No receipt remains under the amended rule.
  expect(await sumBookedFees(deal)).toBe(50_000)
  const third = await book(deal, 1000)
  await reverse(first)
  expect(await sumBookedFees(deal)).toBe(80_000)
  await reverse(third)
  expect(await sumBookedFees(deal)).toBe(0)
})

test('an amendment with the same rate continues the running total', async () => {
  const deal = await withFee({ rateMillionths: 30_000 })
  await book(deal, 17)
  await amend(deal, { usageRights: 'Worldwide' })
  await book(deal, 17)
  // 3 % of 34 cents is 1 cent. Two halves rounded separately would be 2.
  expect(await sumBookedFees(deal)).toBe(1)
})

test('each currency has its own running total', async () => {
  const deal = await withFee({ flatMinor: 50_000 })
  await book(deal, 100_000)
  await amend(deal, { currency: 'EUR', fee: { flatMinor: 40_000 } })
  expect(await feeOf(await book(deal, 1000, { currency: 'EUR' }))).toBe(40_000)
  expect(await sumBookedFees(deal)).toBe(90_000)
})
