import { randomUUID } from 'node:crypto'
import type { Currency } from '@sherpa/contracts/currency'
import type { FeeRule } from '@sherpa/contracts/deal'
import { type FeeTotal, feeOfDeal } from '@sherpa/contracts/money'
import { describe, expect, test } from 'vitest'
import { platformForTests } from '../../../test/people.ts'
import { createRandom, seeds } from '../../../test/random-walk.ts'
import { amendDeal, monthly, signedDeal } from '../../../test/signed-deal.ts'

/*
 * Property test: after random concurrent bookings, reversals and amendments, all invariants of the ledger hold.
 * The seed is in the title, so a failure can be reproduced.
 */
const world = platformForTests({ clock: () => new Date('2026-11-16T15:00:00Z') })
const CURRENCIES: Currency[] = ['USD', 'EUR', 'JPY']
const FEES: (FeeRule | null)[] = [{ rateMillionths: 33_333 }, { rateMillionths: 150_000 }, { flatMinor: 777 }, null]
const ROUNDS = 8
const CONCURRENCY = 8
const LINES = 4
const DAY = '2026-10-15'

describe.each(seeds(3, 30, 1))('with SEED=%d', (seed) => {
  test('entries balance, totals and fees match, nothing is recouped twice, no bank line is overallocated', async () => {
    const random = createRandom(seed)
    const randomBelow = (most: number) => Math.floor(random() * most)
    const owner = await world.people.register('Olive Owner')
    const organization = await world.people.createOrganization(owner)
    const at = `/api/organizations/${organization}/finances/receipts`
    const { database } = world
    const company = randomUUID()
    await database.query("insert into companies (organization_id, id, name, kind) values ($1, $2, 'Halden', 'brand')", [
      organization,
      company,
    ])
    const deals: { deal: string; athlete: string; payments: string[]; currency: Currency }[] = []
    for (const currency of CURRENCIES) {
      const athlete = randomUUID()
      await database.query(
        `insert into athletes (organization_id, id, given_name, family_name, level, stage)
         values ($1, $2, 'Jonah', $3, 'pro', 'signed')`,
        [organization, athlete, currency],
      )
      for (const fee of FEES) {
        const goods = { ...monthly(3000, { times: 1, title: 'Shoes' }), inKind: true }
        const terms = { currency, fee, payments: [monthly(5000 + randomBelow(5000), { times: 4 }), goods] }
        deals.push({ currency, athlete, ...(await signedDeal(database, { organization, athlete, company, terms })) })
      }
      await database.query(
        `insert into expenses (organization_id, id, spent_on, category, vendor, currency, amount_minor, athlete_id, paid_by, recoup_rate,
           state) values ($1, $2, '2026-01-05', 'travel', 'Airline', $3, $4, $5, 'organization', $6, 'approved')`,
        [organization, randomUUID(), currency, 4000 + randomBelow(4000), athlete, 50_000 + randomBelow(500_000)],
      )
    }

    for (const currency of CURRENCIES) {
      const file = Array.from({ length: LINES }, (_, n) => `${DAY},Halden,Wire ${n},${100 * (50 + randomBelow(100))}`)
      const roles = 'roles=date,payer,reference,amount'
      const imported = await owner.ask(
        'POST',
        `/api/organizations/${organization}/finances/bank-imports?${roles}&dayFirst=no&currency=${currency}`,
        Buffer.from(`Date,Payer,Reference,Amount\n${file.join('\n')}\n`),
        { 'content-type': 'application/octet-stream' },
      )
      expect(imported.json().added).toBe(LINES)
    }
    const { rows: bankLines } = await database.query<{ id: string; currency: Currency }>(
      'select id, currency from bank_lines where organization_id = $1 order by id',
      [organization],
    )

    const amend = async () => {
      const { deal, athlete } = deals[randomBelow(deals.length)] ?? { deal: '', athlete: '' }
      await amendDeal(database, { organization, athlete, deal, terms: { fee: FEES[randomBelow(FEES.length)] ?? null } })
    }
    const booked: string[] = []
    const book = async () => {
      const currency = CURRENCIES[randomBelow(CURRENCIES.length)] ?? 'USD'
      const candidates = deals.filter((deal) => deal.currency === currency)
      const picked = Array.from({ length: 1 + randomBelow(3) }, () => {
        const { deal, payments } = candidates[randomBelow(candidates.length)] ?? { deal: '', payments: [] }
        const amountMinor = 1 + randomBelow(9999)
        return randomBelow(3) === 0
          ? { dealId: deal, amountMinor }
          : { paymentId: payments[randomBelow(payments.length)], amountMinor }
      })
      const allocations = [...new Map(picked.map((one) => [one.paymentId ?? one.dealId, one])).values()]
      const lines = bankLines.filter((line) => line.currency === currency)
      const bankLine = randomBelow(3) === 0 ? lines[randomBelow(lines.length)] : undefined
      const answer = await owner.ask(
        'POST',
        at,
        {
          receivedOn: bankLine ? DAY : `2026-0${1 + randomBelow(9)}-15`,
          payer: 'Halden',
          companyId: company,
          reference: null,
          currency,
          amountMinor: allocations.reduce((sum, one) => sum + one.amountMinor, 0),
          note: null,
          allocations,
          bankLineId: bankLine?.id ?? null,
        },
        { 'idempotency-key': randomUUID() },
      )
      // The line may have too little left, and in-kind payments cannot be booked from the bank.
      if (bankLine && answer.statusCode !== 201) expect([409, 422]).toContain(answer.statusCode)
      else {
        expect(answer.statusCode).toBe(201)
        booked.push(answer.json().id)
      }
    }
    const reverse = async () => {
      const answer = await owner.ask('POST', `${at}/${booked[randomBelow(booked.length)]}/reversal`, {
        reason: 'Random',
      })
      // Two reversals may pick the same receipt.
      expect(answer.statusCode === 200 || answer.json().code === 'already-reversed').toBe(true)
    }
    for (let round = 0; round < ROUNDS; round++) {
      if (round % 2 === 1) await amend()
      await Promise.all(
        Array.from({ length: CONCURRENCY }, () => (booked.length > 0 && randomBelow(3) === 0 ? reverse() : book())),
      )
    }

    const rows = async <Row extends object>(statement: string) =>
      (await database.query<Row>(statement, [organization])).rows
    // Entries balance per currency; memorandum accounts balance separately.
    expect(
      await rows(
        `select entry_id from entry_lines where organization_id = $1
         group by entry_id, currency, account in ('athlete-earnings', 'in-kind-earnings', 'payors') having sum(amount_minor) <> 0`,
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
    // Unreversed receipts equal the ledger, for money and in kind.
    expect(
      await rows(
        `select r.currency, x.in_kind, sum(x.amount_minor)::text as minor from receipts r
         join receipt_allocations x on x.organization_id = r.organization_id and x.receipt_id = r.id
         where r.organization_id = $1 and r.reversed_at is null group by 1, 2 order by 1, 2`,
      ),
    ).toEqual(
      await rows(
        `select currency, account = 'in-kind-earnings' as in_kind, sum(amount_minor)::text as minor from entry_lines
         where organization_id = $1 and account in ('athlete-earnings', 'in-kind-earnings') group by 1, 2
         having sum(amount_minor) <> 0 order by 1, 2`,
      ),
    )
    expect(
      await rows(
        `select l.id from bank_lines l
         left join (select bank_line_id, sum(amount_minor) as minor from receipts where organization_id = $1 and reversed_at is null group by 1) r
           on r.bank_line_id = l.id
         where l.organization_id = $1 and (l.booked_minor <> coalesce(r.minor, 0) or l.booked_minor > l.amount_minor
           or (l.state = 'booked') <> (l.booked_minor = l.amount_minor))`,
      ),
    ).toEqual([])
    expect(
      (await rows('select id from receipts where organization_id = $1 and bank_line_id is not null')).length,
    ).toBeGreaterThan(1)
    expect(
      await rows(
        `select p.id from payments p where p.organization_id = $1 and p.received_minor <> coalesce((select sum(a.amount_minor)
           from receipt_allocations a where a.organization_id = p.organization_id and a.payment_id = p.id), 0)`,
      ),
    ).toEqual([])
    const fees = await rows<FeeTotal & { deal: string; currency: string; fee: string }>(
      `select deal_id as deal, currency, deal_version as version, income, fee_rate as rate, fee_flat_minor::float8 as flat,
         sum(amount_minor)::float8 as received, sum(fee_minor) as fee
       from receipt_allocations where organization_id = $1 and not in_kind group by 1, 2, 3, 4, 5, 6`,
    )
    for (const totals of Map.groupBy(fees, ({ deal, currency }) => `${deal} ${currency}`).values()) {
      expect(totals.reduce((sum, { fee }) => sum + Number(fee), 0)).toBe(feeOfDeal(totals))
    }
    expect(
      await rows(
        `select e.id from expenses e where e.organization_id = $1 and (e.recouped_minor > e.amount_minor or e.recouped_minor < 0
           or e.recouped_minor <> coalesce((select sum(r.amount_minor) from recoupments r where r.organization_id = e.organization_id
             and r.expense_id = e.id), 0)
           or e.recouped_minor <> least(e.amount_minor, round(e.recoup_base_minor * e.recoup_rate / 1000000.0)))`,
      ),
    ).toEqual([])
    expect(
      await rows(
        `select c.id from recoupments c join receipt_allocations x on x.organization_id = c.organization_id and x.id = c.allocation_id
         where c.organization_id = $1 and x.in_kind`,
      ),
    ).toEqual([])
  })
})
