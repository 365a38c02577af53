import { randomUUID } from 'node:crypto'
import type { Deal, DealTerms, NewDeal } from '@sherpa/contracts/deal'
import type { UnpaidPayment } from '@sherpa/contracts/deal-work'
import {
  type DealPaydays,
  listPaydays,
  type PaydaySchedule,
  type PaydayTemplate,
  paydayTemplates,
  splitOver,
} from '@sherpa/contracts/paydays'
import { beforeAll, describe, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { platformForTests } from '../../../test/people.ts'
import { createRandom, lengthOfWalk, seed } from '../../../test/random-walk.ts'

const now = new Date('2026-11-16T15:00:00Z')
const world = platformForTests({ clock: () => now })

let cast: Awaited<ReturnType<typeof registerCast>>
let athlete: string
let company: string
const at = (path: string) => `/api/organizations/${cast.organization}/${path}`
const drive = dealDriver(() => cast)

beforeAll(async () => {
  cast = await registerCast(world)
  const facts = { givenName: 'Jonah', familyName: 'Okoye', birthDate: '2000-03-03', level: 'pro', stage: 'signed' }
  athlete = (await cast.owner.ask('POST', at('athletes'), facts)).json().id
  company = (
    await cast.owner.ask('POST', at('companies'), { name: 'Lakeside Club', kind: 'club', category: null })
  ).json().id
  await world.database.query('update athletes set user_id = $3 where organization_id = $1 and id = $2', [
    cast.organization,
    athlete,
    cast.player.id,
  ])
})

type Season = NonNullable<DealTerms['years']>['years'][number]
const season = (year: number, baseMinor: number, more: Partial<Season> = {}): Season => ({
  season: year,
  baseMinor,
  rosterBonusMinor: 0,
  otherBonusMinor: 0,
  guaranteedMinor: 0,
  option: null,
  ...more,
})
const contract = (years: Season[], signingBonusMinor = 0): NewDeal => ({
  athleteId: athlete,
  companyId: company,
  kind: 'contract',
  terms: {
    startsOn: '2026-08-03',
    endsOn: '2028-06-30',
    businessPurpose: 'Playing contract',
    payments: [],
    years: { signingBonusMinor, years },
  },
})

function scheduleOf(template: PaydayTemplate, year: number, totalMinor: number): PaydaySchedule {
  const { every, times, firstDay } = paydayTemplates[template]
  return { template, installments: splitOver(listPaydays(every, firstDay(year) ?? `${year}-09-01`, times), totalMinor) }
}
const onDays = (installments: Record<string, number>): PaydaySchedule => ({
  template: 'own',
  installments: Object.entries(installments).map(([day, amountMinor]) => ({ day, amountMinor })),
})

const load = async ({ id }: Pick<Deal, 'id'>): Promise<DealPaydays> =>
  (await cast.owner.ask('GET', at(`deals/${id}/paydays`))).json()
const set = async ({ id }: Pick<Deal, 'id'>, schedules: Record<string, PaydaySchedule | null>, by = cast.owner) =>
  by.ask('PUT', at(`deals/${id}/paydays`), {
    version: (await drive.load(id)).version,
    schedules: Object.entries(schedules).map(([ruleId, schedule]) => ({ ruleId, schedule })),
  })

type Row = { id: string; position: number; state: string; day: string | null; amount: number; received: number }
async function rowsOf({ id }: Pick<Deal, 'id'>, rule: string): Promise<Row[]> {
  const { rows } = await world.database.query(
    `select id, position, state, due_on::text as day, amount_minor::int as amount, received_minor::int as received,
       guaranteed_minor::int as guaranteed
     from payments where organization_id = $1 and deal_id = $2 and rule_id = $3 and state <> 'canceled' order by position`,
    [cast.organization, id, rule],
  )
  return rows
}
const amountsOf = async (deal: Pick<Deal, 'id'>, rule: string) =>
  (await rowsOf(deal, rule)).map(({ position, amount }) => [position, amount])

const receive = (paymentId: string | undefined, amountMinor: number) =>
  cast.owner.ask(
    'POST',
    at('finances/receipts'),
    {
      receivedOn: '2026-11-16',
      payer: 'Lakeside Club',
      companyId: null,
      reference: null,
      currency: 'USD',
      amountMinor,
      note: null,
      allocations: [{ paymentId, amountMinor }],
      bankLineId: null,
    },
    { 'idempotency-key': randomUUID() },
  )

describe('paydays of a season', () => {
  test('split it to the cent into dated payments that are expected, due and late', async () => {
    const deal = await drive.signed(contract([season(2026, 100_000_001)]))
    const [before] = await rowsOf(deal, 'base-2026')
    expect(before?.day).toBeNull()
    const answer = await set(deal, { 'base-2026': scheduleOf('nfl', 2026, 100_000_001) })
    expect(answer.json()).toMatchObject({ pay: [{ ruleId: 'base-2026', schedule: { template: 'nfl' } }] })
    const rows = await rowsOf(deal, 'base-2026')
    expect(rows).toHaveLength(36)
    expect(rows[0]).toMatchObject({ id: before?.id, day: '2026-09-09' })
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(100_000_001)
    const late = await cast.owner.ask('GET', at(`payments?deal=${deal.id}&state=late&limit=100`))
    // Weeks 1 to 10, until November 11.
    expect(late.json().rows).toHaveLength(10)
    expect(late.json().rows[0]).toMatchObject({ title: '2026 base (1 of 36)', dueOn: '2026-09-09' })
    const calendar = await cast.owner.ask('GET', at('calendar?from=2026-11-17&until=2026-11-30'))
    expect(calendar.json().items.map(({ day }: { day: string }) => day)).toEqual(['2026-11-18', '2026-11-25'])
  })

  test('a signing bonus and a roster bonus have days of their own', async () => {
    const deal = await drive.signed(contract([season(2026, 1000, { rosterBonusMinor: 500 })], 900))
    await set(deal, {
      'signing-bonus': onDays({ '2026-12-01': 600, '2027-03-01': 300 }),
      'roster-2026': onDays({ '2027-03-15': 500 }),
    })
    expect(await rowsOf(deal, 'signing-bonus')).toMatchObject([
      { day: '2026-12-01', amount: 600, guaranteed: 600 },
      { day: '2027-03-01', amount: 300, guaranteed: 300 },
    ])
    expect(await rowsOf(deal, 'roster-2026')).toMatchObject([{ day: '2027-03-15', amount: 500 }])
    expect(await rowsOf(deal, 'base-2026')).toMatchObject([{ day: null, amount: 1000 }])
  })

  test('removing them leaves one payment without a day, and what was received', async () => {
    const deal = await drive.signed(contract([season(2026, 1000)]))
    await set(deal, { 'base-2026': onDays({ '2026-12-01': 500, '2027-01-01': 500 }) })
    const [, second] = await rowsOf(deal, 'base-2026')
    expect((await receive(second?.id, 200)).statusCode).toBe(201)
    await set(deal, { 'base-2026': null })
    expect(await rowsOf(deal, 'base-2026')).toMatchObject([
      { position: 1, day: null, amount: 800 },
      { id: second?.id, position: 2, day: '2027-01-01', amount: 200, received: 200 },
    ])
    expect((await load(deal)).pay).toMatchObject([{ schedule: null, receivedMinor: 200 }])
  })

  test('money that came before them covers the first installments', async () => {
    const deal = await drive.signed(contract([season(2026, 1000)]))
    const [only] = await rowsOf(deal, 'base-2026')
    await receive(only?.id, 600)
    await set(deal, {
      'base-2026': onDays({ '2026-09-01': 250, '2026-10-01': 250, '2026-12-01': 250, '2027-01-01': 250 }),
    })
    expect(await rowsOf(deal, 'base-2026')).toMatchObject([
      { id: only?.id, position: 1, amount: 600, received: 600 },
      { position: 3, day: '2026-12-01', amount: 150 },
      { position: 4, day: '2027-01-01', amount: 250 },
    ])
  })

  test('an amendment keeps days and receipts, and scales the amounts', async () => {
    const deal = await drive.signed(contract([season(2026, 1000)]))
    await set(deal, { 'base-2026': onDays({ '2026-10-01': 250, '2026-12-01': 750 }) })
    const [first] = await rowsOf(deal, 'base-2026')
    await receive(first?.id, 250)
    await drive.amend(deal.id, { years: { signingBonusMinor: 0, years: [season(2026, 2000)] } })
    await drive.signAll(deal.id)
    expect(await rowsOf(deal, 'base-2026')).toMatchObject([
      { id: first?.id, day: '2026-10-01', amount: 500, received: 250 },
      { day: '2026-12-01', amount: 1500 },
    ])
    expect((await load(deal)).pay[0]?.schedule?.installments.map(({ amountMinor }) => amountMinor)).toEqual([500, 1500])
  })

  test('a termination keeps due installments and the guarantee owed', async () => {
    const deal = await drive.signed(contract([season(2026, 1000, { guaranteedMinor: 600 })]))
    await set(deal, {
      'base-2026': onDays({ '2026-10-01': 250, '2026-11-01': 250, '2026-12-01': 250, '2027-01-01': 250 }),
    })
    const preview = (await drive.preview(deal.id)).json().payments as UnpaidPayment[]
    expect(preview.map(({ reason, owedMinor }) => [reason, owedMinor])).toEqual([
      ['due', 250],
      ['due', 250],
      ['guaranteed', 100],
      ['later', 0],
    ])
    expect((await drive.move(deal.id, 'terminate')).statusCode).toBe(200)
    expect(await amountsOf(deal, 'base-2026')).toEqual([
      [1, 250],
      [2, 250],
      [3, 100],
    ])
    expect((await set(deal, { 'base-2026': null })).json().code).toBe('deal-not-in-force')
  })

  test('an option has none until it is exercised, then salary is owed by payday', async () => {
    const option = { holder: 'club', buyoutMinor: 100 } as const
    const deal = await drive.signed(contract([season(2026, 1000), season(2027, 2000, { option })]))
    const days = onDays({ '2027-09-01': 1000, '2028-01-01': 1000 })
    const undecided = await set(deal, { 'base-2027': days })
    expect(undecided.json().errors).toMatchObject([{ message: 'Paydays can be set once the option is decided' }])
    const [base] = await rowsOf(deal, 'base-2027')
    const condition = at(`finances/payments/${base?.id}/condition`)
    await cast.owner.ask('POST', condition, { metOn: '2026-11-15', dueOn: '2027-09-30' })
    expect((await set(deal, { 'base-2027': days })).statusCode).toBe(200)
    expect(await rowsOf(deal, 'base-2027')).toMatchObject([
      { id: base?.id, state: 'expected', day: '2027-09-01' },
      { state: 'expected', day: '2028-01-01' },
    ])
    expect((await cast.owner.ask('DELETE', condition)).json().code).toBe('payment-has-paydays')
    const preview = (await drive.preview(deal.id)).json().payments as UnpaidPayment[]
    expect(preview.every(({ owedMinor }) => owedMinor === 0)).toBe(true)
    await drive.amend(deal.id, { usageRights: 'None' })
    await drive.signAll(deal.id)
    expect(await amountsOf(deal, 'base-2027')).toEqual([
      [1, 1000],
      [2, 1000],
    ])
  })
})

describe('refusals', () => {
  test('amounts must add up, and payments must be of the contract', async () => {
    const deal = await drive.signed(contract([season(2026, 1000)]))
    const short = await set(deal, { 'base-2026': onDays({ '2026-12-01': 999 }) })
    expect(short.statusCode).toBe(422)
    expect(short.json().errors).toMatchObject([{ message: 'The installments must add up to the amount' }])
    expect((await set(deal, { 'base-2030': onDays({ '2026-12-01': 1 }) })).statusCode).toBe(422)
    expect(await amountsOf(deal, 'base-2026')).toEqual([[1, 1000]])
  })

  test('a second person sees the change of the first', async () => {
    const deal = await drive.signed(contract([season(2026, 1000)]))
    const schedules = [{ ruleId: 'base-2026', schedule: onDays({ '2026-12-01': 1000 }) }]
    const body = { version: (await load(deal)).version, schedules }
    const answers = await Promise.all([1, 2].map(() => cast.owner.ask('PUT', at(`deals/${deal.id}/paydays`), body)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const conflict = answers.find(({ statusCode }) => statusCode === 409)
    expect(conflict?.json()).toMatchObject({ code: 'changed-meanwhile', present: { pay: [{ ruleId: 'base-2026' }] } })
  })

  test('money of a contract that was signed here came in Sherpa', async () => {
    const deal = await drive.signed(contract([season(2026, 1000)]))
    const { version, enteredOn } = await load(deal)
    expect(enteredOn).toBeNull()
    const schedules = [{ ruleId: 'base-2026', schedule: onDays({ '2026-10-01': 1000 }) }]
    const body = { version, schedules, receivedBefore: true }
    const refused = await cast.owner.ask('PUT', at(`deals/${deal.id}/paydays`), body)
    expect(refused.json().errors).toMatchObject([{ field: 'receivedBefore' }])
    expect(await rowsOf(deal, 'base-2026')).toMatchObject([{ day: null, received: 0 }])
  })

  test('a draft has none', async () => {
    const draft = await drive.draft(contract([season(2026, 1000)]))
    expect((await set(draft, { 'base-2026': onDays({ '2026-12-01': 1000 }) })).json().code).toBe('deal-not-in-force')
  })
})

test(`installments add up and receipts keep their payment through random changes (SEED=${seed})`, async () => {
  const fraction = createRandom()
  const random = (below: number) => Math.floor(fraction() * below)
  let total = 10_000
  const deal = await drive.signed(contract([season(2026, total)]))
  const booked = new Map<string, number>()
  const randomDays = () => {
    const count = 1 + random(12)
    return { template: 'own', installments: splitOver(listPaydays('week', '2026-09-09', count), total) } as const
  }
  for (let step = 0; step < lengthOfWalk(20, 500); step++) {
    const rows = await rowsOf(deal, 'base-2026')
    const action = random(10)
    if (action < 4) {
      expect((await set(deal, { 'base-2026': randomDays() })).statusCode).toBe(200)
    } else if (action < 5) {
      await set(deal, { 'base-2026': null })
    } else if (action < 9) {
      const row = rows[random(rows.length)]
      const amount = 1 + random(400)
      const answer = await receive(row?.id, amount)
      if (answer.statusCode === 201) booked.set(row?.id ?? '', (booked.get(row?.id ?? '') ?? 0) + amount)
    } else {
      total = 5000 + random(10_000)
      await drive.amend(deal.id, { years: { signingBonusMinor: 0, years: [season(2026, total)] } })
      await drive.signAll(deal.id)
    }
    const after = await rowsOf(deal, 'base-2026')
    expect(after.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
    for (const [id, amount] of booked) expect(after.find((row) => row.id === id)?.received).toBe(amount)
  }
  expect(booked.size).toBeGreaterThan(1)
})
