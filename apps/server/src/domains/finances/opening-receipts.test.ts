// slow: every amount of an opening; represented by apps/server/src/domains/finances/incoming-payments.test.ts
import { randomUUID } from 'node:crypto'
import type { Deal, DealTerms, FeeRule } from '@sherpa/contracts/deal'
import type { MoneySum } from '@sherpa/contracts/finance'
import type { PaymentRule } from '@sherpa/contracts/payment-schedule'
import type { ReceiptRow } from '@sherpa/contracts/receipt'
import type { Statement } from '@sherpa/contracts/statement'
import { describe, expect, test } from 'vitest'
import { type Entry, enteredDeals, paymentOn } from '../../../test/entered-deals.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import { amendDeal } from '../../../test/signed-deal.ts'
import { drawStatement } from './statement-pdf.ts'

const { world, place, at, enter } = enteredDeals()
const finances = (path: string) => at(`finances/${path}`)

const rate = (percent: number): FeeRule => ({ rateMillionths: percent * 10_000 })
const flat = (flatMinor: number): FeeRule => ({ flatMinor })
const inKind = { inKind: true }
const bonus = (amountMinor: number) =>
  paymentOn('2026-01-01', amountMinor, {
    schedule: { kind: 'condition', metric: 'Named to the Pro Bowl', threshold: null, estimatedDay: '2025-01-15' },
  })
const monthlyFrom = (from: string, times: number, amountMinor: number, amountIs: 'each' | 'total' = 'each') =>
  paymentOn(from, amountMinor, { schedule: { kind: 'repeated', every: 'month', from, times, amountIs } })
const onSigning = (amountMinor: number) =>
  paymentOn('2024-01-01', amountMinor, { schedule: { kind: 'signing', offset: { amount: 30, unit: 'days' } } })

/** Payments due 2024, 2025, 2026 (past) and 2027: 10,000.00 each. */
const four = () => ['2024-06-15', '2025-06-15', '2026-06-15', '2027-06-15'].map((day) => paymentOn(day, 1_000_000))

type Step =
  /** A receipt for a payment, with the fee it must earn. */
  | { receive: number; of?: number; fee: number }
  | { reverseOpening: number }
  /** Reverses the last receipt. */
  | { reverseLast: true }
  | { amend: (payments: PaymentRule[]) => Partial<DealTerms> }
  | { terminate: true }
type Case = {
  fee: FeeRule | null
  payments?: PaymentRule[]
  currency?: DealTerms['currency']
  kind?: Entry['kind']
  /** Received before, by index of the payment; `true` in full. */
  before: Record<number, number | true>
  steps?: Step[]
  /** Contracted, received, expected and late, in minor units; then fees and in-kind value. */
  is: [promised: number, received: number, expected: number, late: number, fees: number, inKind?: number]
}

/** Worked out by hand; today is November 16, 2026. */
const cases: Record<string, Case> = {
  'nothing was received': { fee: rate(18), before: {}, is: [4_000_000, 0, 1_000_000, 3_000_000, 0] },
  'all past payments were received': {
    fee: rate(18),
    before: { 0: true, 1: true, 2: true },
    is: [4_000_000, 3_000_000, 1_000_000, 0, 0],
  },
  'one past payment is still late': {
    fee: rate(18),
    before: { 0: true, 1: true },
    is: [4_000_000, 2_000_000, 1_000_000, 1_000_000, 0],
  },
  'one was received in part': {
    fee: rate(18),
    before: { 0: true, 1: true, 2: 333_333 },
    is: [4_000_000, 2_333_333, 1_000_000, 666_667, 0],
  },
  'a future payment was received early': {
    fee: rate(18),
    before: { 3: true },
    is: [4_000_000, 1_000_000, 0, 3_000_000, 0],
  },
  'everything was received': {
    fee: rate(18),
    before: { 0: true, 1: true, 2: true, 3: true },
    is: [4_000_000, 4_000_000, 0, 0, 0],
  },
  'one cent was received': { fee: rate(18), before: { 0: 1 }, is: [4_000_000, 1, 1_000_000, 2_999_999, 0] },
  'the next receipt earns its share alone': {
    fee: rate(18),
    before: { 0: true, 1: true, 2: true },
    steps: [{ receive: 1_000_000, of: 3, fee: 180_000 }],
    is: [4_000_000, 4_000_000, 0, 0, 180_000],
  },
  'the share of an odd amount is rounded on its own': {
    fee: rate(18),
    payments: [paymentOn('2025-01-01', 333), paymentOn('2026-01-01', 333)],
    before: { 0: true },
    // 18 % of 3.33 is 0.5994, of 6.66 it would be 1.1988.
    steps: [{ receive: 333, of: 1, fee: 60 }],
    is: [666, 666, 0, 0, 60],
  },
  'half a cent is rounded away from zero': {
    fee: rate(10),
    payments: [paymentOn('2025-01-01', 5), paymentOn('2026-01-01', 5)],
    before: { 0: true },
    steps: [{ receive: 5, of: 1, fee: 1 }],
    is: [10, 10, 0, 0, 1],
  },
  'parts after it add up to the share of the whole': {
    fee: rate(3),
    before: { 0: true },
    steps: [
      { receive: 17, of: 1, fee: 1 },
      { receive: 17, of: 1, fee: 0 },
      { receive: 16, of: 1, fee: 1 },
    ],
    is: [4_000_000, 1_000_050, 1_000_000, 1_999_950, 2],
  },
  'the rest of a payment received in part earns its share': {
    fee: rate(20),
    before: { 2: 400_000 },
    steps: [{ receive: 600_000, of: 2, fee: 120_000 }],
    is: [4_000_000, 1_000_000, 1_000_000, 2_000_000, 120_000],
  },
  'a rate of zero': {
    fee: rate(0),
    before: { 0: true },
    steps: [{ receive: 1_000_000, of: 1, fee: 0 }],
    is: [4_000_000, 2_000_000, 1_000_000, 1_000_000, 0],
  },
  'a rate of 100 percent': {
    fee: rate(100),
    before: { 0: true },
    steps: [{ receive: 1_000_000, of: 1, fee: 1_000_000 }],
    is: [4_000_000, 2_000_000, 1_000_000, 1_000_000, 1_000_000],
  },
  'no fee': {
    fee: null,
    before: { 0: true },
    steps: [{ receive: 1_000_000, of: 1, fee: 0 }],
    is: [4_000_000, 2_000_000, 1_000_000, 1_000_000, 0],
  },
  'money outside the schedule earns its share': {
    fee: rate(18),
    before: { 0: true },
    steps: [{ receive: 50_000, fee: 9000 }],
    is: [4_000_000, 1_050_000, 1_000_000, 2_000_000, 9000],
  },
  'a flat fee was earned with the first money': {
    fee: flat(50_000),
    before: { 0: true, 1: true },
    steps: [{ receive: 1_000_000, of: 2, fee: 0 }],
    is: [4_000_000, 3_000_000, 1_000_000, 0, 0],
  },
  'a flat fee without money before is earned now': {
    fee: flat(50_000),
    before: {},
    steps: [
      { receive: 1_000_000, of: 0, fee: 50_000 },
      { receive: 1_000_000, of: 1, fee: 0 },
    ],
    is: [4_000_000, 2_000_000, 1_000_000, 1_000_000, 50_000],
  },
  'a flat fee that is raised charges the difference': {
    fee: flat(50_000),
    before: { 0: true },
    steps: [{ amend: () => ({ fee: flat(80_000) }) }, { receive: 1000, of: 1, fee: 30_000 }],
    is: [4_000_000, 1_001_000, 1_000_000, 1_999_000, 30_000],
  },
  'a flat fee that is lowered credits the difference': {
    fee: flat(50_000),
    before: { 0: true },
    steps: [{ amend: () => ({ fee: flat(30_000) }) }, { receive: 1000, of: 1, fee: -20_000 }],
    is: [4_000_000, 1_001_000, 1_000_000, 1_999_000, -20_000],
  },
  'a rate after a flat fee applies to later money': {
    fee: flat(50_000),
    before: { 0: true },
    steps: [{ amend: () => ({ fee: rate(10) }) }, { receive: 100_000, of: 1, fee: 10_000 }],
    is: [4_000_000, 1_100_000, 1_000_000, 1_900_000, 10_000],
  },
  'a flat fee after a rate is charged in full': {
    fee: rate(10),
    before: { 0: true },
    steps: [{ amend: () => ({ fee: flat(70_000) }) }, { receive: 1000, of: 1, fee: 70_000 }],
    is: [4_000_000, 1_001_000, 1_000_000, 1_999_000, 70_000],
  },
  'an amended rate applies to later money only': {
    fee: rate(10),
    before: { 0: true },
    steps: [
      { receive: 1_000_000, of: 1, fee: 100_000 },
      { amend: () => ({ fee: rate(20) }) },
      { receive: 1_000_000, of: 2, fee: 200_000 },
    ],
    is: [4_000_000, 3_000_000, 1_000_000, 0, 300_000],
  },
  'in-kind value has its own account': {
    fee: rate(18),
    payments: [paymentOn('2025-01-01', 70_000, inKind), paymentOn('2027-01-01', 30_000)],
    before: { 0: true },
    is: [30_000, 0, 30_000, 0, 0, 70_000],
  },
  'in-kind value received in part, and money after it': {
    fee: rate(18),
    payments: [paymentOn('2025-01-01', 70_000, inKind), paymentOn('2026-10-01', 30_000)],
    before: { 0: 20_000 },
    steps: [{ receive: 30_000, of: 1, fee: 5400 }],
    is: [30_000, 30_000, 0, 0, 5400, 20_000],
  },
  'in-kind value earns no flat fee': {
    fee: flat(5000),
    payments: [paymentOn('2025-01-01', 70_000, inKind), paymentOn('2026-10-01', 30_000)],
    before: { 0: true },
    steps: [{ receive: 30_000, of: 1, fee: 5000 }],
    is: [30_000, 30_000, 0, 0, 5000, 70_000],
  },
  euros: {
    fee: rate(15),
    currency: 'EUR',
    before: { 0: true, 1: 250_050 },
    steps: [{ receive: 749_950, of: 1, fee: 112_493 }],
    is: [4_000_000, 2_000_000, 1_000_000, 1_000_000, 112_493],
  },
  'yen, which have no cents': {
    fee: rate(10),
    currency: 'JPY',
    payments: [paymentOn('2025-01-01', 5_000_001), paymentOn('2026-10-01', 4_999_995)],
    before: { 0: true },
    steps: [{ receive: 4_999_995, of: 1, fee: 500_000 }],
    is: [9_999_996, 9_999_996, 0, 0, 500_000],
  },
  'a monthly schedule, received through October': {
    fee: rate(10),
    payments: [monthlyFrom('2026-07-01', 8, 10_000)],
    before: {},
    is: [80_000, 0, 30_000, 50_000, 0],
  },
  'a total that does not divide evenly': {
    fee: rate(10),
    payments: [monthlyFrom('2026-09-01', 3, 10_000, 'total')],
    before: { 0: true },
    // 33.34 was received, 33.33 is late, 33.33 was due on November 1.
    is: [10_000, 3334, 0, 6666, 0],
  },
  'a payment that counts from signing': {
    fee: rate(10),
    payments: [onSigning(20_000), paymentOn('2027-01-01', 20_000)],
    before: { 0: true },
    is: [40_000, 20_000, 20_000, 0, 0],
  },
  'a bonus whose condition was met': {
    fee: rate(10),
    payments: [bonus(20_000), paymentOn('2027-01-01', 20_000)],
    before: { 0: true },
    steps: [{ receive: 20_000, of: 1, fee: 2000 }],
    is: [40_000, 40_000, 0, 0, 2000],
  },
  'a royalty has its own running total': {
    fee: rate(10),
    payments: [paymentOn('2025-01-01', 20_000, { kind: 'royalty' }), paymentOn('2026-10-01', 20_000)],
    before: { 0: true },
    steps: [{ receive: 20_000, of: 1, fee: 2000 }],
    is: [40_000, 40_000, 0, 0, 2000],
  },
  'an amendment keeps what was received on its payment': {
    fee: rate(10),
    before: { 0: true, 1: 400_000 },
    steps: [{ amend: (payments) => ({ payments: payments.map((one) => ({ ...one, amountMinor: 1_200_000 })) }) }],
    is: [4_800_000, 1_400_000, 1_200_000, 2_200_000, 0],
  },
  'an amendment adds a payment': {
    fee: rate(10),
    before: { 0: true, 1: true, 2: true },
    steps: [
      { amend: (payments) => ({ payments: [...payments, paymentOn('2028-06-15', 500_000)] }) },
      { receive: 1_000_000, of: 3, fee: 100_000 },
    ],
    is: [4_500_000, 4_000_000, 500_000, 0, 100_000],
  },
  'an amendment removes a payment that was received': {
    fee: rate(10),
    before: { 0: true, 1: true },
    steps: [{ amend: ([, ...payments]) => ({ payments }) }],
    is: [3_000_000, 2_000_000, 1_000_000, 1_000_000, 0],
  },
  'a termination keeps what was due and what was received': {
    fee: rate(10),
    before: { 0: true, 1: true },
    steps: [{ terminate: true }],
    is: [3_000_000, 2_000_000, 0, 1_000_000, 0],
  },
  'a termination keeps the part of a later payment that was received': {
    fee: rate(10),
    before: { 0: true, 1: true, 2: true, 3: 250_000 },
    steps: [{ terminate: true }],
    is: [3_250_000, 3_250_000, 0, 0, 0],
  },
  'a late payment after a termination earns its share': {
    fee: rate(10),
    before: { 0: true, 1: true },
    steps: [{ terminate: true }, { receive: 1_000_000, of: 2, fee: 100_000 }],
    is: [3_000_000, 3_000_000, 0, 0, 100_000],
  },
  'reversed money is open again': {
    fee: rate(10),
    before: { 0: true, 1: true },
    steps: [{ reverseOpening: 1 }],
    is: [4_000_000, 1_000_000, 1_000_000, 2_000_000, 0],
  },
  'reversed money after a termination is not owed': {
    fee: rate(10),
    before: { 0: true, 3: 250_000 },
    steps: [{ terminate: true }, { reverseOpening: 1 }],
    is: [3_000_000, 1_000_000, 0, 2_000_000, 0],
  },
  'a flat fee stays earned while other money from before is left': {
    fee: flat(50_000),
    before: { 0: true, 1: true },
    steps: [{ reverseOpening: 0 }, { receive: 1_000_000, of: 2, fee: 0 }],
    is: [4_000_000, 2_000_000, 1_000_000, 1_000_000, 0],
  },
  'a flat fee is earned now if all money from before is reversed': {
    fee: flat(50_000),
    before: { 0: true },
    steps: [{ reverseOpening: 0 }, { receive: 1_000_000, of: 0, fee: 50_000 }],
    is: [4_000_000, 1_000_000, 1_000_000, 2_000_000, 50_000],
  },
  'a flat fee is earned by a later receipt once money from before is reversed': {
    fee: flat(50_000),
    before: { 0: true },
    steps: [{ receive: 1_000_000, of: 1, fee: 0 }, { reverseOpening: 0 }],
    is: [4_000_000, 1_000_000, 1_000_000, 2_000_000, 50_000],
  },
  'a flat fee is not credited when all money from before is reversed, first to last': {
    fee: flat(50_000),
    before: { 0: true, 1: true },
    steps: [{ reverseOpening: 0 }, { reverseOpening: 1 }],
    is: [4_000_000, 0, 1_000_000, 3_000_000, 0],
  },
  'nor last to first': {
    fee: flat(50_000),
    before: { 0: true, 1: true },
    steps: [{ reverseOpening: 1 }, { reverseOpening: 0 }],
    is: [4_000_000, 0, 1_000_000, 3_000_000, 0],
  },
  'a flat fee is earned by a later receipt once both are reversed': {
    fee: flat(50_000),
    before: { 0: true, 1: true },
    steps: [{ receive: 1_000_000, of: 2, fee: 0 }, { reverseOpening: 0 }, { reverseOpening: 1 }],
    is: [4_000_000, 1_000_000, 1_000_000, 2_000_000, 50_000],
  },
  'a receipt that is reversed takes back its own fee only': {
    fee: rate(10),
    before: { 0: true },
    steps: [{ receive: 1_000_000, of: 1, fee: 100_000 }, { reverseLast: true }],
    is: [4_000_000, 1_000_000, 1_000_000, 2_000_000, 0],
  },
}

async function run({ fee, payments = four(), currency = 'USD', kind, before, steps = [] }: Case) {
  const received = Object.entries(before).map(([index, minor]) => {
    const { id, amountMinor, schedule } = payments[Number(index)] as PaymentRule
    const first =
      schedule.kind === 'repeated' && schedule.amountIs === 'total'
        ? Math.ceil(amountMinor / schedule.times)
        : amountMinor
    return { ruleId: id, number: 1, amountMinor: minor === true ? first : minor }
  })
  const entered = await enter({ ...(kind && { kind }), terms: { fee, payments, currency }, received })
  expect(entered.statusCode, entered.body).toBe(200)
  const deal: Deal = entered.json()
  const opening = await receiptsOf(deal.id)
  let last = ''
  for (const step of steps) {
    if ('receive' in step) last = await receive(deal.id, payments, currency, step)
    if ('reverseOpening' in step) {
      const [rule] = Object.keys(before)
        .map((index) => payments[Number(index)]?.id)
        .slice(step.reverseOpening)
      await reverse(opening.find(({ rule_id }) => rule_id === rule)?.id ?? '')
    }
    if ('reverseLast' in step) await reverse(last)
    if ('amend' in step) {
      const terms = step.amend(payments)
      await amendDeal(world.database, {
        organization: place.organization,
        athlete: place.athlete,
        deal: deal.id,
        terms,
      })
    }
    if ('terminate' in step) {
      const { version } = (await place.owner.ask('GET', at(`deals/${deal.id}`))).json()
      const moved = await place.owner.ask('POST', at(`deals/${deal.id}/moves`), {
        version,
        move: 'terminate',
        comment: 'Over',
      })
      expect(moved.statusCode, moved.body).toBe(200)
    }
  }
  return deal.id
}

async function receiptsOf(deal: string): Promise<{ id: string; rule_id: string }[]> {
  const { rows } = await world.database.query(
    `select x.receipt_id as id, p.rule_id from receipt_allocations x join payments p on p.id = x.payment_id
     where x.deal_id = $1 and x.reverses is null`,
    [deal],
  )
  return rows
}

async function receive(
  deal: string,
  payments: PaymentRule[],
  currency: string,
  { receive: amountMinor, of, fee }: { receive: number; of?: number; fee: number },
) {
  const { rows } = await world.database.query('select id from payments where deal_id = $1 and rule_id = $2', [
    deal,
    of === undefined ? '' : payments[of]?.id,
  ])
  const receipt = {
    receivedOn: '2026-11-02',
    payer: 'Halden Sportswear',
    companyId: null,
    reference: null,
    currency,
    amountMinor,
    note: null,
    allocations: [of === undefined ? { dealId: deal, amountMinor } : { paymentId: rows[0].id, amountMinor }],
    bankLineId: null,
  }
  const answer = await place.owner.ask('POST', finances('receipts'), receipt, { 'idempotency-key': randomUUID() })
  expect(answer.statusCode, answer.body).toBe(201)
  expect(answer.json().feeMinor).toBe(fee)
  return answer.json().id as string
}

async function reverse(receipt: string) {
  const answer = await place.owner.ask('POST', finances(`receipts/${receipt}/reversal`), { reason: 'Entered twice' })
  expect(answer.statusCode, answer.body).toBe(200)
}

describe('money from before Sherpa, by hand', () => {
  test.each(Object.entries(cases))('%s', async (_, one) => {
    const deal = await run(one)
    const { sums } = (await place.owner.ask('GET', finances(`deals/${deal}`))).json() as { sums: MoneySum[] }
    const [sum] = sums
    const [promised, received, expected, late, fees, inKindMinor = 0] = one.is
    expect(sum).toMatchObject({
      currency: one.currency ?? 'USD',
      promisedMinor: promised,
      receivedMinor: received,
      expectedMinor: expected,
      lateMinor: late,
      feesMinor: fees,
      inKindMinor,
    })
    // Only memorandum accounts, and as much as is on the payments.
    const { rows } = await world.database.query(
      `select distinct l.account from entry_lines l join entries e on e.id = l.entry_id
       where l.deal_id = $1 and e.cause = 'opening' and l.account not in ('athlete-earnings', 'in-kind-earnings', 'payors')`,
      [deal],
    )
    expect(rows).toEqual([])
  })

  test('there are at least 40 cases', () => expect(Object.keys(cases).length).toBeGreaterThanOrEqual(40))
})

describe('reports', () => {
  const enterPast = async () => run({ fee: rate(18), before: { 0: true, 1: true, 2: 400_000 }, is: [0, 0, 0, 0, 0] })

  test('no month counts it: not Home, the overview or top earners', async () => {
    const read = async () => {
      const home = (await place.owner.ask('GET', at('home-figures?scope=everyone'))).json()
      const overview = (await place.owner.ask('GET', finances('overview?from=2024-01&until=2026-12'))).json()
      return { month: home.money.receivedMinor, before: home.money.receivedBeforeMinor, all: overview.received }
    }
    const before = await read()
    await enterPast()
    expect(await read()).toEqual(before)
  })

  test('a statement counts it in the opening balance of every period', async () => {
    const read = async (from: string, until: string) => {
      const path = `statements/${place.athlete}?from=${from}&until=${until}`
      const { currencies } = (await place.owner.ask('GET', finances(path))).json()
      return (
        currencies.find(({ currency }: { currency: string }) => currency === 'USD')?.received ?? {
          openingMinor: 0,
          totalMinor: 0,
        }
      )
    }
    const [old, recent] = [await read('2024-01-01', '2024-12-31'), await read('2026-01-01', '2026-12-31')]
    await enterPast()
    expect(await read('2024-01-01', '2024-12-31')).toMatchObject({
      openingMinor: old.openingMinor + 2_400_000,
      totalMinor: old.totalMinor,
    })
    expect(await read('2026-01-01', '2026-12-31')).toMatchObject({
      openingMinor: recent.openingMinor + 2_400_000,
      totalMinor: recent.totalMinor,
    })
  })

  test('a flat fee that later money earns after its reversal has a row, so that the rows make the total', async () => {
    await run({
      fee: flat(50_000),
      currency: 'CAD',
      before: { 0: true },
      steps: [{ receive: 1_000_000, of: 1, fee: 0 }, { reverseOpening: 0 }],
      is: [0, 0, 0, 0, 0],
    })
    const path = `statements/${place.athlete}?from=2026-11-01&until=2026-11-30`
    const statement: Statement = (await place.owner.ask('GET', finances(path))).json()
    const found = statement.currencies.find(({ currency }) => currency === 'CAD')
    if (!found) throw new Error('The statement has nothing in CAD.')
    const { received, fees } = found
    expect(received.rows.map(({ feeMinor }) => feeMinor)).toEqual([0])
    expect(fees).toMatchObject({ earnedMinor: 50_000, corrections: [{ day: '2026-11-16', amountMinor: 50_000 }] })
    const { lines } = readPdf(await drawStatement(statement))
    expect(lines.find((line) => line.includes('Correction of the fee'))).toMatch(/\t.*500\.00$/)
  })

  test('closed months neither refuse nor move it', async () => {
    await world.database.query(
      "insert into closed_periods (organization_id, through) values ($1, '2026-09-30') on conflict (organization_id) do update set through = excluded.through",
      [place.organization],
    )
    const deal = await enterPast()
    const { rows } = await world.database.query(
      "select distinct e.posted_on::text as day from entries e join entry_lines l on l.entry_id = e.id where l.deal_id = $1 and e.cause = 'opening'",
      [deal],
    )
    expect(rows).toEqual([{ day: '1999-12-31' }])
    await world.database.query('delete from closed_periods')
  })

  test('a flat fee that later money earned, since this was reversed, is no credit', async () => {
    await run({
      fee: flat(50_000),
      currency: 'GBP',
      before: { 0: true },
      steps: [{ receive: 1_000_000, of: 1, fee: 0 }, { reverseOpening: 0 }],
      is: [0, 0, 0, 0, 0],
    })
    const { lines } = (await place.owner.ask('GET', finances(`fees/${place.athlete}?currency=GBP`))).json()
    expect(lines).toEqual([{ title: 'Flat fee, Halden Sportswear × Halden 2024', amountMinor: 50_000 }])
  })

  test('receipts are marked, and no fee of them can be invoiced', async () => {
    const deal = await enterPast()
    const { rows } = (await place.owner.ask('GET', finances(`receipts?deal=${deal}`))).json() as { rows: ReceiptRow[] }
    expect(rows.map(({ opening, feeMinor, receivedOn }) => [opening, feeMinor, receivedOn])).toEqual([
      [true, 0, '2026-06-15'],
      [true, 0, '2025-06-15'],
      [true, 0, '2024-06-15'],
    ])
  })
})
