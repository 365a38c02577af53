import type { Deal, DealTerms } from '@sherpa/contracts/deal'
import {
  type DealPaydays,
  listPaydays,
  type NewPaydays,
  type PaydaySchedule,
  paydayTemplates,
  splitOver,
} from '@sherpa/contracts/paydays'
import { beforeAll, describe, expect, test } from 'vitest'
import { enteredDeals } from '../../../test/entered-deals.ts'
import { runJob } from '../../../test/jobs.ts'

let now = new Date('2026-11-16T15:00:00Z')
const { world, place, at, enter } = enteredDeals(() => now)

beforeAll(async () => {
  await world.database.query("update organizations set created_at = '2026-06-01' where id = $1", [place.organization])
})

const season = (year: number, more: Partial<NonNullable<DealTerms['years']>['years'][number]> = {}) => ({
  season: year,
  baseMinor: 36_000_000,
  rosterBonusMinor: 0,
  otherBonusMinor: 0,
  guaranteedMinor: 0,
  option: null,
  ...more,
})
const years = {
  signingBonusMinor: 500_000,
  years: [season(2024, { rosterBonusMinor: 200_000 }), season(2025), season(2026)],
}
const terms = { endsOn: '2028-03-31', years, fee: { rateMillionths: 30_000 } }

function nfl(year: number): NewPaydays[number] {
  const { every, times, firstDay } = paydayTemplates.nfl
  const days = listPaydays(every, firstDay(year) ?? '', times)
  return { ruleId: `base-${year}`, schedule: { template: 'nfl', installments: splitOver(days, 36_000_000) } }
}
const onDays = (ruleId: string, days: Record<string, number>): { ruleId: string; schedule: PaydaySchedule } => ({
  ruleId,
  schedule: {
    template: 'own',
    installments: Object.entries(days).map(([day, amountMinor]) => ({ day, amountMinor })),
  },
})
const paydays = [
  nfl(2024),
  nfl(2025),
  nfl(2026),
  onDays('signing-bonus', { '2024-03-25': 300_000, '2024-09-25': 200_000 }),
  onDays('roster-2024', { '2024-08-01': 200_000 }),
]
const TODAY = '2026-11-16'
/** All due before today, as the form sends it. */
const receivedOf = (some: NewPaydays) =>
  some.flatMap(({ ruleId, schedule }) =>
    schedule.installments.flatMap(({ day, amountMinor }, index) =>
      day < TODAY ? [{ ruleId, number: index + 1, amountMinor }] : [],
    ),
  )

const enterContract = (more: Partial<Parameters<typeof enter>[0]> = {}) =>
  enter({ kind: 'contract', terms, paydays, received: receivedOf(paydays), ...more })

async function sumsOf(deal: Pick<Deal, 'id'>) {
  const { rows } = await world.database.query(
    `select rule_id as rule, count(*)::int as payments, sum(amount_minor)::int as promised, sum(received_minor)::int as received,
       min(due_on)::text as first
     from payments where deal_id = $1 and state <> 'canceled' group by 1 order by 1`,
    [deal.id],
  )
  return rows
}
async function openingsOf(deal: Pick<Deal, 'id'>) {
  const { rows } = await world.database.query(
    `select count(*)::int as receipts, coalesce(sum(a.amount_minor), 0)::int as received, coalesce(sum(a.fee_minor), 0)::int as fees
     from receipt_allocations a join receipts r on r.organization_id = a.organization_id and r.id = a.receipt_id
     where a.deal_id = $1 and r.opening`,
    [deal.id],
  )
  return rows[0]
}
const load = async ({ id }: Pick<Deal, 'id'>): Promise<DealPaydays> =>
  (await place.owner.ask('GET', at(`deals/${id}/paydays`))).json()
const change = async (deal: Pick<Deal, 'id'>, schedules: object[], receivedBefore = true) =>
  place.owner.ask('PUT', at(`deals/${deal.id}/paydays`), {
    version: (await load(deal)).version,
    schedules,
    receivedBefore,
  })

describe('a contract entered with its paydays', () => {
  test('is in force with seasons, days and money received before', async () => {
    const answer = await enterContract()
    expect(answer.statusCode, answer.body).toBe(200)
    const deal: Deal = answer.json()
    expect(deal.stage).toBe('active')
    // Weeks 1 to 10 of 2026, until November 11.
    expect(await sumsOf(deal)).toEqual([
      { rule: 'base-2024', payments: 36, promised: 36_000_000, received: 36_000_000, first: '2024-09-05' },
      { rule: 'base-2025', payments: 36, promised: 36_000_000, received: 36_000_000, first: '2025-09-04' },
      { rule: 'base-2026', payments: 36, promised: 36_000_000, received: 10_000_000, first: '2026-09-09' },
      { rule: 'roster-2024', payments: 1, promised: 200_000, received: 200_000, first: '2024-08-01' },
      { rule: 'signing-bonus', payments: 2, promised: 500_000, received: 500_000, first: '2024-03-25' },
    ])
    expect(await openingsOf(deal)).toEqual({ receipts: 85, received: 82_700_000, fees: 0 })
    const late = await place.owner.ask('GET', at(`payments?deal=${deal.id}&state=late`))
    expect(late.json().rows).toEqual([])
    expect(await load(deal)).toMatchObject({ enteredOn: TODAY, isChangeable: true })
  })

  test('waits with its paydays until a colleague confirms it', async () => {
    const colleague = await world.people.registerMember(place.organization, 'Casey Lind', 'compliance')
    const deal: Deal = (await enterContract({ signedOn: '2026-07-01' })).json()
    expect(deal.stage).toBe('in-review')
    expect(await sumsOf(deal)).toEqual([])
    const decision = { number: 1, decision: 'approved', comment: null }
    const confirmed = await colleague.ask('POST', at(`deals/${deal.id}/decisions`), decision)
    expect(confirmed.json().stage).toBe('active')
    expect(await openingsOf(deal)).toMatchObject({ receipts: 85, received: 82_700_000 })
  })

  test('is refused whole if paydays or receipts do not fit', async () => {
    const errorOf = async (more: Parameters<typeof enterContract>[0]) => {
      const { code, errors } = (await enterContract(more)).json()
      return [code, errors?.[0]?.field, errors?.[0]?.message]
    }
    expect(await errorOf({ paydays: [onDays('base-2024', { '2024-09-05': 1 })], received: [] })).toEqual([
      'invalid-fields',
      'paydays.0.schedule.installments',
      'The installments must add up to the amount',
    ])
    expect((await errorOf({ paydays: [nfl(2024), nfl(2024)], received: [] }))[1]).toBe('paydays.1')
    const option = { holder: 'club', buyoutMinor: 0 } as const
    const withOption = { ...terms, years: { ...years, years: [season(2024, { option })] } }
    expect((await errorOf({ terms: withOption, paydays: [nfl(2024)], received: [] }))[2]).toBe(
      'Paydays can be set once the option is decided',
    )
    // Without paydays, a season is one payment.
    expect((await errorOf({ paydays: [], received: [{ ruleId: 'base-2024', number: 2, amountMinor: 1 }] }))[1]).toBe(
      'received.0.amountMinor',
    )
  })
})

describe('paydays that are set later', () => {
  test('record what was due before the contract was entered, and only that', async () => {
    const deal: Deal = (await enterContract({ paydays: [], received: [] })).json()
    // Five more weeks are due, but not before it was entered.
    now = new Date('2026-12-20T15:00:00Z')
    const answer = await change(deal, [nfl(2025), nfl(2026)])
    now = new Date('2026-11-16T15:00:00Z')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await openingsOf(deal)).toEqual({ receipts: 46, received: 46_000_000, fees: 0 })
    expect((await change(deal, [nfl(2025), nfl(2026)])).statusCode).toBe(200)
    expect(await openingsOf(deal)).toMatchObject({ receipts: 46 })
    const activity = (await place.owner.ask('GET', at('activity?limit=50'))).json().rows
    expect(activity.find(({ event }: { event: string }) => event === 'paydays-changed')).toBeDefined()
    expect(activity.some(({ details }: { details: string | null }) => details === '46')).toBe(true)
  })

  test('complete a payment that was received in part', async () => {
    const received = [{ ruleId: 'base-2026', number: 1, amountMinor: 1_500_000 }]
    const deal: Deal = (await enterContract({ paydays: [], received })).json()
    await change(deal, [nfl(2026)])
    expect((await sumsOf(deal)).find(({ rule }) => rule === 'base-2026')).toMatchObject({
      promised: 36_000_000,
      received: 10_000_000,
    })
  })

  test('stay open without the tick', async () => {
    const deal: Deal = (await enterContract({ paydays: [], received: [] })).json()
    await change(deal, [nfl(2025)], false)
    expect(await openingsOf(deal)).toMatchObject({ receipts: 0 })
  })

  test('of the organization’s own contract are settled without an entry', async () => {
    const own = crypto.randomUUID()
    await world.database.query(
      "insert into companies (organization_id, id, name, kind, is_self) values ($1, $2, 'Ridgeline', 'club', true)",
      [place.organization, own],
    )
    const withoutBonus = { ...terms, years: { signingBonusMinor: 0, years: [season(2025)] } }
    const entry = { terms: withoutBonus, companyId: own, paydays: [], received: [] }
    const deal: Deal = (await enterContract(entry)).json()
    expect((await change(deal, [nfl(2025)])).statusCode).toBe(200)
    await runJob(world.app, world.database, 'post-pay-that-is-due')
    expect(await sumsOf(deal)).toMatchObject([{ rule: 'base-2025', received: 36_000_000 }])
    const { rows: lines } = await world.database.query('select from entry_lines where deal_id = $1', [deal.id])
    expect(lines).toEqual([])
  })
})
