import { randomUUID } from 'node:crypto'
import type { Currency } from '@sherpa/contracts/currency'
import type { FeeRule } from '@sherpa/contracts/deal'
import { feeOn } from '@sherpa/contracts/money'
import { describe, expect, test } from 'vitest'
import { platformForTests } from '../../../test/people.ts'
import { monthly, signedDeal } from '../../../test/signed-deal.ts'

/*
 * Whatever people book and take back, at once and in whatever order: the books are right afterwards. What they do is drawn by chance from a
 * seed that each test names, so that a failure can be repeated.
 */
const world = platformForTests({ clock: () => new Date('2026-11-16T15:00:00Z') })
const CURRENCIES: Currency[] = ['USD', 'EUR', 'JPY']
const FEES: (FeeRule | null)[] = [{ rateMillionths: 33_333 }, { rateMillionths: 150_000 }, { flatMinor: 777 }, null]
const ROUNDS = 8
const AT_ONCE = 8

/** Numbers by chance, the same ones for the same seed (mulberry32). */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

describe.each([1, 2, 3])('with seed %d', (seed) => {
  test('books balance, totals are sums, fees are the rounded share of the whole, and nothing comes back twice', async () => {
    const below = chance(seed)
    const owner = await world.people.register('Olive Owner')
    const organization = await world.people.createOrganization(owner)
    const at = `/api/organizations/${organization}/finances/receipts`
    const { database } = world
    const company = randomUUID()
    await database.query("insert into companies (organization_id, id, name, kind) values ($1, $2, 'Halden', 'brand')", [
      organization,
      company,
    ])
    const deals: { deal: string; payments: string[]; currency: Currency }[] = []
    for (const currency of CURRENCIES) {
      const athlete = randomUUID()
      await database.query(
        `insert into athletes (organization_id, id, given_name, family_name, level, stage)
         values ($1, $2, 'Jonah', $3, 'pro', 'signed')`,
        [organization, athlete, currency],
      )
      for (const fee of FEES) {
        const terms = { currency, fee, payments: [monthly(5000 + below(5000), { times: 4 })] }
        deals.push({ currency, ...(await signedDeal(database, { organization, athlete, company, terms })) })
      }
      await database.query(
        `insert into expenses (organization_id, id, spent_on, category, vendor, currency, amount_minor, athlete_id, paid_by, recoup_rate,
           state) values ($1, $2, '2026-01-05', 'travel', 'Airline', $3, $4, $5, 'organization', $6, 'approved')`,
        [organization, randomUUID(), currency, 4000 + below(4000), athlete, 50_000 + below(500_000)],
      )
    }

    const booked: string[] = []
    const book = async () => {
      const currency = CURRENCIES[below(CURRENCIES.length)] ?? 'USD'
      const candidates = deals.filter((deal) => deal.currency === currency)
      const allocations = Array.from({ length: 1 + below(3) }, () => {
        const { deal, payments } = candidates[below(candidates.length)] ?? { deal: '', payments: [] }
        const amountMinor = 1 + below(9999)
        return below(3) === 0
          ? { dealId: deal, amountMinor }
          : { paymentId: payments[below(payments.length)], amountMinor }
      })
      const answer = await owner.ask(
        'POST',
        at,
        {
          receivedOn: `2026-0${1 + below(9)}-15`,
          payer: 'Halden',
          companyId: company,
          reference: null,
          currency,
          amountMinor: allocations.reduce((sum, one) => sum + one.amountMinor, 0),
          note: null,
          allocations,
          bankLineId: null,
        },
        { 'idempotency-key': randomUUID() },
      )
      expect(answer.statusCode).toBe(201)
      booked.push(answer.json().id)
    }
    const takeBack = async () => {
      const answer = await owner.ask('POST', `${at}/${booked[below(booked.length)]}/reversal`, { because: 'By chance' })
      // Two may draw the same one.
      expect(answer.statusCode === 200 || answer.json().code === 'already-reversed').toBe(true)
    }
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, () => (booked.length > 0 && below(3) === 0 ? takeBack() : book())),
      )
    }

    const rows = async <Row extends object>(statement: string) =>
      (await database.query<Row>(statement, [organization])).rows
    // Everyone and everything, account by account, is worth nothing together: per entry, per currency, other people's money apart.
    expect(
      await rows(
        `select entry_id from entry_lines where organization_id = $1
         group by entry_id, currency, account in ('athlete-earnings', 'payors') having sum(amount_minor) <> 0`,
      ),
    ).toEqual([])
    const replayed = await rows(
      `select account, currency, date_trunc('month', posted_on)::date as month, athlete_id, deal_id, income,
         sum(amount_minor)::text as minor, count(*)::integer as lines
       from entry_lines where organization_id = $1 group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
    )
    expect(replayed.length).toBeGreaterThan(20)
    expect(
      await rows(
        `select account, currency, month, athlete_id, deal_id, income, amount_minor::text as minor, lines from ledger_totals
         where organization_id = $1 order by 1, 2, 3, 4, 5, 6`,
      ),
    ).toEqual(replayed)
    expect(
      await rows(
        `select account, currency, month, sum(amount_minor)::text as minor from ledger_month_totals where organization_id = $1
         group by 1, 2, 3 order by 1, 2, 3`,
      ),
    ).toEqual(
      await rows(
        `select account, currency, date_trunc('month', posted_on)::date as month, sum(amount_minor)::text as minor from entry_lines
         where organization_id = $1 group by 1, 2, 3 order by 1, 2, 3`,
      ),
    )
    const standing = `(select r.currency, sum(r.amount_minor) as minor from receipts r where r.organization_id = $1
      and r.reversed_at is null group by 1)`
    const earned = `(select currency, sum(amount_minor) as minor from entry_lines where organization_id = $1
      and account = 'athlete-earnings' group by 1 having sum(amount_minor) <> 0)`
    expect(await rows(`select * from ${standing} s order by 1`)).toEqual(
      await rows(`select * from ${earned} e order by 1`),
    )
    expect(
      await rows(
        `select p.id from payments p where p.organization_id = $1 and p.received_minor <> coalesce((select sum(a.amount_minor)
           from receipt_allocations a where a.organization_id = p.organization_id and a.payment_id = p.id), 0)`,
      ),
    ).toEqual([])
    const fees = await rows<{ rate: number | null; flat: string | null; received: string; fee: string }>(
      `select fee_rate as rate, fee_flat_minor as flat, sum(amount_minor) as received, sum(fee_minor) as fee
       from receipt_allocations where organization_id = $1 group by deal_id, fee_rate, fee_flat_minor`,
    )
    for (const { rate, flat, received, fee } of fees) {
      const rule = rate !== null ? { rateMillionths: rate } : { flatMinor: Number(flat ?? 0) }
      expect(Number(fee)).toBe(feeOn(Number(received), rule))
    }
    expect(
      await rows(
        `select e.id from expenses e where e.organization_id = $1 and (e.recouped_minor > e.amount_minor or e.recouped_minor < 0
           or e.recouped_minor <> coalesce((select sum(r.amount_minor) from recoupments r where r.organization_id = e.organization_id
             and r.expense_id = e.id), 0))`,
      ),
    ).toEqual([])
  })
})
