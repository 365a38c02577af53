import { randomUUID } from 'node:crypto'
import type { Deal, DealTerms, FeeRule, NewDeal } from '@sherpa/contracts/deal'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import type { FinanceForecast } from '@sherpa/contracts/forecast'
import { shareOf } from '@sherpa/contracts/money'
import type { PaydaySchedule } from '@sherpa/contracts/paydays'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../../packages/contracts/test/seeded-random.ts'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { seeds } from '../../../test/random-walk.ts'
import { monthly, signedDeal } from '../../../test/signed-deal.ts'

let now: Date
const NOW = new Date('2026-11-16T15:00:00Z')
const TODAY = '2026-11-16'
const world = platformForTests({ clock: () => now })

let cast: Awaited<ReturnType<typeof registerCast>>
let athlete: string
let company: string
const at = (path: string) => `/api/organizations/${cast.organization}/${path}`
const drive = dealDriver(() => cast)

beforeEach(() => {
  now = NOW
})
/** Every test has its own agency, so its figures are its own. */
async function startAgency() {
  now = NOW
  cast = await registerCast(world)
  const facts = { givenName: 'Jonah', familyName: 'Okoye', birthDate: '2000-03-03', level: 'pro', stage: 'signed' }
  athlete = (await cast.owner.ask('POST', at('athletes'), facts)).json().id
  company = (await cast.owner.ask('POST', at('companies'), { name: 'Lakeside Club', kind: 'club' })).json().id
  await world.database.query('update athletes set user_id = $3 where organization_id = $1 and id = $2', [
    cast.organization,
    athlete,
    cast.player.id,
  ])
}

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
const dealOf = (kind: NewDeal['kind'], terms: Partial<DealTerms>): NewDeal => ({
  athleteId: athlete,
  companyId: company,
  kind,
  terms: { startsOn: '2026-08-03', endsOn: '2029-06-30', businessPurpose: 'Campaign', payments: [], ...terms },
})
const contract = (years: Season[], signingBonusMinor = 0, fee: FeeRule | null = null) =>
  dealOf('contract', { years: { signingBonusMinor, years }, fee })
const bonus = (amountMinor: number, estimatedDay: string | null) => ({
  id: randomUUID(),
  kind: 'incentive' as const,
  title: 'Pro Bowl',
  amountMinor,
  inKind: false,
  schedule: { kind: 'condition' as const, metric: 'Pro Bowl', threshold: null, estimatedDay },
})

const setPaydays = async ({ id }: Pick<Deal, 'id'>, schedules: Record<string, PaydaySchedule | null>) => {
  const answer = await cast.owner.ask('PUT', at(`deals/${id}/paydays`), {
    version: (await drive.load(id)).version,
    schedules: Object.entries(schedules).map(([ruleId, schedule]) => ({ ruleId, schedule })),
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, answer.json()])
}
const onDays = (installments: Record<string, number>): PaydaySchedule => ({
  template: 'own',
  installments: Object.entries(installments).map(([day, amountMinor]) => ({ day, amountMinor })),
})

async function receive({ id, currency }: Pick<PaymentRow, 'id' | 'currency'>, amountMinor: number): Promise<string> {
  const answer = await cast.owner.ask(
    'POST',
    at('finances/receipts'),
    {
      receivedOn: now.toISOString().slice(0, 10),
      payer: 'Lakeside Club',
      companyId: null,
      reference: null,
      currency,
      amountMinor,
      note: null,
      allocations: [{ paymentId: id, amountMinor }],
      bankLineId: null,
    },
    { 'idempotency-key': randomUUID() },
  )
  expect([answer.statusCode, answer.json()]).toEqual([201, answer.json()])
  return answer.json().id
}

async function meetCondition(payment: PaymentRow | undefined, dueOn: string) {
  const answer = await cast.owner.ask('POST', at(`finances/payments/${payment?.id}/condition`), { metOn: TODAY, dueOn })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
}

async function forecast(filters = '', by: Someone = cast.owner): Promise<FinanceForecast> {
  const answer = await by.ask('GET', at(`finances/forecast?${filters}`))
  expect([answer.statusCode, answer.json()]).toEqual([200, answer.json()])
  return answer.json()
}
async function listed(filters: string, by: Someone = cast.owner): Promise<PaymentRow[]> {
  const rows: PaymentRow[] = []
  for (let after = ''; ; ) {
    const page = (await by.ask('GET', at(`payments?limit=100&form=money&${filters}${after}`))).json()
    rows.push(...page.rows)
    if (!page.next) return rows
    after = `&after=${encodeURIComponent(page.next)}`
  }
}
const sum = (rows: readonly PaymentRow[], of: 'guaranteedMinor' | 'conditionalMinor' | 'openMinor') =>
  rows.reduce((all, row) => all + row[of], 0)
const monthOf = (answer: FinanceForecast, month: string) => answer.months.find((one) => one.month === month)
const cellOf = (answer: FinanceForecast, month: string, income: string) =>
  monthOf(answer, month)?.sources.find((source) => source.income === income)

describe('the forecast', () => {
  beforeAll(startAgency)

  test('has 12 months from the current one in the organization’s time zone', async () => {
    expect((await forecast()).months.map(({ month }) => month)).toEqual([
      '2026-11',
      '2026-12',
      ...Array.from({ length: 10 }, (_, n) => `2027-${String(n + 1).padStart(2, '0')}`),
    ])
    now = new Date('2026-12-01T04:59:00Z')
    expect((await forecast()).months[0]?.month).toBe('2026-11')
    now = new Date('2026-12-01T05:01:00Z')
    expect((await forecast()).months.map(({ month }) => month).at(-1)).toBe('2027-11')
  })

  test('splits the pay of a season by its guarantee, earliest installments first', async () => {
    const fee = { rateMillionths: 30_000 }
    const deal = await drive.signed(contract([season(2026, 1000, { guaranteedMinor: 600 })], 90, fee))
    await setPaydays(deal, {
      'base-2026': onDays({ '2026-11-30': 400, '2026-12-15': 400, '2027-01-15': 200 }),
      'signing-bonus': onDays({ '2027-01-20': 90 }),
    })
    const answer = await forecast()
    expect(monthOf(answer, '2026-11')).toMatchObject({
      guaranteedMinor: 400,
      conditionalMinor: 0,
      guaranteedFeesMinor: 12,
    })
    expect(cellOf(answer, '2026-12', 'contract')).toMatchObject({
      guaranteedMinor: 200,
      conditionalMinor: 200,
      guaranteedFeesMinor: 6,
      conditionalFeesMinor: 6,
    })
    expect(cellOf(answer, '2027-01', 'contract')).toMatchObject({ guaranteedMinor: 90, conditionalMinor: 200 })
    // Money counts toward the guarantee first.
    const [, december] = await listed(`deal=${deal.id}&from=2026-11-01&until=2026-12-31`)
    const receipt = december && (await receive(december, 150))
    expect(cellOf(await forecast(), '2026-12', 'contract')).toMatchObject({
      guaranteedMinor: 50,
      conditionalMinor: 200,
    })
    await cast.owner.ask('POST', at(`finances/receipts/${receipt}/reversal`), { reason: 'Bounced' })
    expect(cellOf(await forecast(), '2026-12', 'contract')).toMatchObject({
      guaranteedMinor: 200,
      conditionalMinor: 200,
    })
    // A termination settles what is owed: the guarantee of the season, and the signing bonus.
    expect((await drive.move(deal.id, 'terminate')).statusCode).toBe(200)
    const after = await forecast()
    expect(cellOf(after, '2026-12', 'contract')).toMatchObject({ guaranteedMinor: 200, conditionalMinor: 0 })
    expect(cellOf(after, '2027-01', 'contract')).toMatchObject({ guaranteedMinor: 90, conditionalMinor: 0 })
  })

  test('keeps overdue, undated and later money and past estimates out of the months', async () => {
    const before = await forecast('currency=EUR')
    expect(before).toMatchObject({ currency: 'EUR', overdue: { minor: 0, count: 0 } })
    await drive.signed(
      dealOf('nil', {
        currency: 'EUR',
        payments: [
          monthly(700, { from: '2026-10-20', times: 14 }),
          bonus(50, '2026-12-24'),
          bonus(60, '2026-11-15'),
          bonus(70, null),
          { ...monthly(999, { from: '2026-12-01', times: 1 }), inKind: true },
        ],
      }),
    )
    const years = [season(2027, 900, { option: { holder: 'club', buyoutMinor: 30 } })]
    const option = await drive.signed(dealOf('contract', { currency: 'EUR', years: { signingBonusMinor: 0, years } }))
    const answer = await forecast('currency=EUR')
    expect(answer.currencies).toEqual(['USD', 'EUR'])
    expect(answer.overdue).toEqual({ minor: 700, count: 1 })
    expect(answer.pastEstimate).toEqual({ minor: 60, count: 1 })
    expect(answer.undated).toEqual({ guaranteed: { minor: 0, count: 0 }, conditional: { minor: 1000, count: 3 } })
    expect(answer.later).toEqual({ guaranteed: { minor: 700, count: 1 }, conditional: { minor: 0, count: 0 } })
    expect(cellOf(answer, '2026-12', 'nil')).toMatchObject({ guaranteedMinor: 700, conditionalMinor: 50 })
    // An exercised option is a season of its own: only its guarantee is certain.
    const [salary] = await listed(`deal=${option.id}&state=conditional`)
    await meetCondition(salary, '2027-03-01')
    expect(cellOf(await forecast('currency=EUR'), '2027-03', 'contract')).toMatchObject({ conditionalMinor: 900 })
    // A met bonus is certain.
    const [pro] = await listed('currency=EUR&state=conditional&from=2026-12-01')
    await meetCondition(pro, '2026-12-24')
    expect(cellOf(await forecast('currency=EUR'), '2026-12', 'nil')).toMatchObject({
      guaranteedMinor: 750,
      conditionalMinor: 0,
    })
  })

  test('expects a flat fee once, with the earliest certain payment, until it is earned', async () => {
    const deal = await drive.signed(
      dealOf('sponsorship', {
        currency: 'GBP',
        fee: { flatMinor: 500 },
        payments: [bonus(50, '2026-11-20'), monthly(700, { from: '2026-12-20', times: 3 })],
      }),
    )
    const fees = (answer: FinanceForecast) =>
      answer.months.flatMap(({ month, guaranteedFeesMinor, conditionalFeesMinor }) =>
        guaranteedFeesMinor || conditionalFeesMinor ? [[month, guaranteedFeesMinor, conditionalFeesMinor]] : [],
      )
    expect(fees(await forecast('currency=GBP'))).toEqual([['2026-12', 500, 0]])
    const [first] = await listed(`deal=${deal.id}&state=expected`)
    if (first) await receive(first, 100)
    expect(fees(await forecast('currency=GBP'))).toEqual([])
    // A rate in an amendment applies to what is still open.
    await drive.amend(deal.id, { fee: { rateMillionths: 100_000 } })
    await drive.signAll(deal.id)
    expect(fees(await forecast('currency=GBP'))).toEqual([
      ['2026-11', 0, 5],
      ['2026-12', 60, 0],
      ['2027-01', 70, 0],
      ['2027-02', 70, 0],
    ])
  })
})

describe('visibility', () => {
  beforeAll(startAgency)

  test('members see their athletes, athletes themselves, and own payments are apart', async () => {
    const other = (
      await cast.owner.ask('POST', at('athletes'), {
        givenName: 'Mina',
        familyName: 'Sato',
        level: 'pro',
        stage: 'signed',
      })
    ).json().id
    await world.database.query(
      `insert into companies (organization_id, id, name, kind, is_self) values ($1, $2, 'Ridgeline', 'brand', true)
       on conflict do nothing`,
      [cast.organization, randomUUID()],
    )
    const { rows } = await world.database.query('select id from companies where organization_id = $1 and is_self', [
      cast.organization,
    ])
    const { organization } = cast
    const payments = (amountMinor: number) => ({ payments: [monthly(amountMinor, { from: '2026-12-01', times: 1 })] })
    await signedDeal(world.database, { organization, athlete, company, terms: payments(300) })
    await signedDeal(world.database, { organization, athlete: other, company, terms: payments(500) })
    await signedDeal(world.database, { organization, athlete: other, company: rows[0].id, terms: payments(40) })
    const december = async (by: Someone, filters = '') =>
      monthOf(await forecast(filters, by), '2026-12')?.guaranteedMinor
    expect(await december(cast.owner)).toBe(800)
    expect(await december(cast.owner, 'direction=outgoing')).toBe(40)
    expect((await forecast()).directions).toEqual(['incoming', 'outgoing'])
    expect(await december(cast.player)).toBe(300)
    await world.database.query("insert into permission_settings values ($1, 'agent', 'athletes.all', false)", [
      organization,
    ])
    const scout = await world.people.registerMember(organization, 'Sam Scout', 'agent')
    await world.database.query(
      'insert into athlete_assignments (organization_id, athlete_id, user_id) values ($1, $2, $3)',
      [organization, other, scout.id],
    )
    const limited = await forecast('', scout)
    expect([limited.narrowed, monthOf(limited, '2026-12')?.guaranteedMinor]).toEqual([true, 500])
  })
})

describe.each(seeds(1, 20, 1))('after a random life cycle with SEED=%d', (seed) => {
  beforeAll(startAgency)

  test('every month, source and currency equals the list of payments to the cent', async () => {
    const random = seededRandom(seed)
    const below = (most: number) => random(0, most - 1)
    const pickOne = <Item>(items: readonly Item[]) => items[below(items.length)]
    const dayAhead = (most: number) =>
      new Date(now.getTime() + (below(most) - 40) * 86_400_000).toISOString().slice(0, 10)
    const currencies = ['USD', 'EUR'] as const
    const fees: (FeeRule | null)[] = [{ rateMillionths: 33_333 }, { rateMillionths: 150_000 }, null]
    const randomSeason = (year: number) => {
      const baseMinor = 1000 + below(90_000)
      const option = below(3) === 0 ? ({ holder: 'club', buyoutMinor: 100 + below(900) } as const) : null
      return season(year, baseMinor, { rosterBonusMinor: below(5000), guaranteedMinor: below(baseMinor), option })
    }
    const randomTerms = (kind: NewDeal['kind']): Partial<DealTerms> => ({
      fee: pickOne(fees) ?? null,
      payments: [
        monthly(1 + below(9999), { from: dayAhead(200), times: 1 + below(14) }),
        bonus(1 + below(9999), pickOne([null, dayAhead(300)]) ?? null),
      ],
      years:
        kind === 'contract'
          ? { signingBonusMinor: below(5000), years: [randomSeason(2026), randomSeason(2027)] }
          : null,
    })
    const deals: Deal[] = []
    const receipts: string[] = []

    async function sign() {
      const kind = pickOne(['contract', 'contract', 'nil', 'sponsorship'] as const) ?? 'nil'
      deals.push(await drive.signed(dealOf(kind, { ...randomTerms(kind), currency: pickOne(currencies) ?? 'USD' })))
    }
    async function amend(deal: Deal) {
      if ((await drive.load(deal.id)).stage !== 'active') return
      await drive.amend(deal.id, randomTerms(deal.kind))
      await drive.signAll(deal.id)
    }
    async function schedule(deal: Deal) {
      const { pay, isChangeable } = (await cast.owner.ask('GET', at(`deals/${deal.id}/paydays`))).json()
      const decided = pay.filter((one: { isUndecided: boolean }) => !one.isUndecided)
      const chosen = pickOne<{ ruleId: string; amountMinor: number }>(decided)
      if (!chosen || !isChangeable) return
      const times = Math.min(chosen.amountMinor, 1 + below(36))
      const installments = Array.from({ length: times }, (_, n) => ({
        day: new Date(now.getTime() + (n * 9 - 30) * 86_400_000).toISOString().slice(0, 10),
        amountMinor:
          n === 0
            ? chosen.amountMinor - (times - 1) * Math.floor(chosen.amountMinor / times)
            : Math.floor(chosen.amountMinor / times),
      }))
      await setPaydays(deal, { [chosen.ruleId]: below(5) === 0 ? null : { template: 'own', installments } })
    }
    async function meet(deal: Deal) {
      const payment = pickOne(await listed(`deal=${deal.id}&state=conditional`))
      if (!payment || (await drive.load(deal.id)).stage !== 'active') return
      await meetCondition(payment, dayAhead(300))
    }
    async function pay(deal: Deal) {
      const payment = pickOne(await listed(`deal=${deal.id}&state=expected,late`))
      if (payment) receipts.push(await receive(payment, 1 + below(payment.openMinor)))
    }
    async function reverse() {
      const receipt = receipts.shift()
      if (receipt) await cast.owner.ask('POST', at(`finances/receipts/${receipt}/reversal`), { reason: 'Bounced' })
    }
    async function terminate(deal: Deal) {
      await drive.move(deal.id, 'terminate')
    }

    for (let step = 0; step < 6; step++) await sign()
    for (let step = 0; step < 60; step++) {
      const deal = pickOne(deals)
      if (!deal) throw new Error('There is no deal.')
      const act = pickOne([
        schedule,
        schedule,
        meet,
        pay,
        pay,
        pay,
        reverse,
        below(3) ? pay : amend,
        below(4) ? schedule : terminate,
      ])
      await act?.(deal)
      if (step % 12 === 11) {
        now = new Date(now.getTime() + below(20) * 86_400_000)
        await sign()
      }
      if (step % 10 === 9) for (const currency of currencies) await requireSameAsList(currency)
    }
  }, 240_000)
})

/** Compares all cells with the lists that they link to. */
async function requireSameAsList(currency: string) {
  const answer = await forecast(`currency=${currency}`)
  const ahead = `currency=${currency}&direction=incoming&state=expected,conditional&from=${answer.today}`
  const guaranteed = await listed(`${ahead}&certainty=guaranteed`)
  const conditional = await listed(`${ahead}&certainty=conditional`)
  const feesOf = await loadFees(answer)
  for (const { month, sources } of answer.months) {
    for (const { income, ...figures } of sources) {
      const isIn = (row: PaymentRow) => row.dueOn?.startsWith(month) === true && row.income === income
      expect({ month, income, ...figures }).toEqual({
        month,
        income,
        guaranteedMinor: sum(guaranteed.filter(isIn), 'guaranteedMinor'),
        conditionalMinor: sum(conditional.filter(isIn), 'conditionalMinor'),
        ...feesOf(month, income),
      })
    }
  }
  // Nothing is lost between the months and the rest.
  const all = await listed(`currency=${currency}&state=expected,late,conditional`)
  const { overdue, pastEstimate, undated, later, months } = answer
  expect(overdue.minor).toBe(
    sum(
      all.filter(({ state }) => state === 'late'),
      'openMinor',
    ),
  )
  const minors = [
    overdue.minor,
    pastEstimate.minor,
    ...[undated, later].flatMap((one) => [one.guaranteed.minor, one.conditional.minor]),
    ...months.flatMap((one) => [one.guaranteedMinor, one.conditionalMinor]),
  ]
  const unpaid = all.reduce((minor, { amountMinor, receivedMinor }) => minor + amountMinor - receivedMinor, 0)
  expect(minors.reduce((total, minor) => total + minor, 0)).toBe(unpaid)
}

/** Fees by the version in force of each deal. */
async function loadFees({ currency, today }: FinanceForecast) {
  const { rows } = await world.database.query(
    `select to_char(p.due_on, 'YYYY-MM') as month, p.income, (v.terms #>> '{fee,rateMillionths}')::integer as rate,
       sum(greatest(p.amount_minor - p.contingent_minor - p.received_minor, 0))::integer as guaranteed,
       sum(least(p.contingent_minor, p.amount_minor - p.received_minor))::integer as conditional
     from payments p join deals d on d.id = p.deal_id join deal_versions v on v.deal_id = d.id and v.number = d.version_in_force
     where p.organization_id = $1 and p.currency = $2 and p.due_on >= $3 and p.state <> 'canceled' and p.received_minor < p.amount_minor
       and v.terms #>> '{fee,rateMillionths}' is not null
     group by 1, 2, 3`,
    [cast.organization, currency, today],
  )
  return (month: string, income: string) => {
    const inCell = rows.filter((row) => row.month === month && row.income === income)
    const fees = (of: 'guaranteed' | 'conditional') =>
      inCell.reduce((minor, row) => minor + shareOf(row[of], row.rate), 0)
    return { guaranteedFeesMinor: fees('guaranteed'), conditionalFeesMinor: fees('conditional') }
  }
}
