import { randomUUID } from 'node:crypto'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import type { BreakdownAnswer, EntryRow, FinanceOverview, MoneyByDeal, MoneySum } from '@sherpa/contracts/finance'
import type { ListPage } from '@sherpa/contracts/list'
import { beforeAll, describe, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { monthly, signedDeal } from '../../../test/signed-deal.ts'
import { inTransaction } from '../../persistence/database.ts'
import { pair, postEntries } from './ledger.ts'

const world = platformForTests({ clock: () => new Date('2026-11-16T15:00:00Z') })
let owner: Someone
let coach: Someone
/** Limited to one of the two athletes. */
let narrow: Someone
let agent: Someone
let organization: string
let jonah: string
let mina: string
let company: string
let nil: Awaited<ReturnType<typeof signedDeal>>
let contract: Awaited<ReturnType<typeof signedDeal>>
const at = (path: string) => `/api/organizations/${organization}/finances/${path}`

async function addAthlete(givenName: string, familyName: string, sport: string) {
  const answer = await owner.ask('POST', `/api/organizations/${organization}/athletes`, {
    givenName,
    familyName,
    level: 'pro',
    stage: 'signed',
    sport,
  })
  return answer.json().id as string
}

async function book(allocations: { amountMinor: number }[], receivedOn: string, currency = 'USD') {
  const answer = await owner.ask(
    'POST',
    at('receipts'),
    {
      receivedOn,
      payer: 'Halden Sportswear',
      companyId: null,
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
  return answer.json().id as string
}

async function addExpense(amountMinor: number, of: { athlete?: string; deal?: string }) {
  const id = randomUUID()
  await world.database.query(
    `insert into expenses (organization_id, id, spent_on, category, vendor, currency, amount_minor, athlete_id, deal_id, paid_by, state)
     values ($1, $2, '2026-10-10', 'travel', 'Airline', 'USD', $3, $4, $5, 'organization', 'approved')`,
    [organization, id, amountMinor, of.athlete ?? null, of.deal ?? null],
  )
  await inTransaction(world.database, (client) =>
    postEntries(client, { organization, by: owner.id }, [
      {
        cause: 'expense',
        of: { expense: id },
        occurredOn: '2026-10-10',
        lines: pair('expenses', 'bank', { currency: 'USD', amountMinor, ...of }),
      },
    ]),
  )
}

/** Sum of an account over the ledger lines, as a reference. */
async function sumLedger(account: string, currency: string, where = 'true', values: unknown[] = []) {
  const { rows } = await world.database.query(
    `select coalesce(sum(amount_minor), 0)::float8 as minor from entry_lines
     where organization_id = $1 and account = $2 and currency = $3 and ${where}`,
    [organization, account, currency, ...values],
  )
  return rows[0].minor as number
}

const overview = async (query = '', who = owner) =>
  (await who.ask('GET', at(`overview${query}`))).json() as FinanceOverview
const breakdown = async (query: string, who = owner) =>
  (await who.ask('GET', at(`breakdown${query}`))).json() as BreakdownAnswer

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  coach = await world.people.registerMember(organization, 'Cory Coach', 'coach')
  agent = await world.people.registerMember(organization, 'Amara Agent', 'agent')
  narrow = await world.people.registerMember(organization, 'Nia Narrow', 'support-staff')
  jonah = await addAthlete('Jonah', 'Okoye', 'football')
  mina = await addAthlete('Mina', 'Vale', 'tennis')
  await world.database.query("insert into permission_settings values ($1, 'support-staff', 'athletes.all', false)", [
    organization,
  ])
  for (const permission of ['money.view', 'deals.view']) {
    await world.database.query("insert into permission_settings values ($1, 'support-staff', $2, true)", [
      organization,
      permission,
    ])
  }
  await world.database.query(
    'insert into athlete_assignments (organization_id, athlete_id, user_id) values ($1, $2, $3)',
    [organization, mina, narrow.id],
  )
  company = randomUUID()
  await world.database.query(
    "insert into companies (organization_id, id, name, kind) values ($1, $2, 'Halden Sportswear', 'brand')",
    [organization, company],
  )
  const fee = { rateMillionths: 150_000 }
  nil = await signedDeal(world.database, {
    organization,
    athlete: jonah,
    company,
    lead: agent.id,
    terms: {
      // Due monthly from July 1 to June 1. Five are due by November 16; one of them is paid below.
      payments: [monthly(100_000, { from: '2026-07-01', times: 12 })],
      fee,
    },
  })
  contract = await signedDeal(world.database, {
    organization,
    athlete: mina,
    company,
    kind: 'contract',
    title: 'Playing contract',
    terms: { payments: [monthly(50_000, { from: '2026-11-20', times: 2 })], fee: { rateMillionths: 30_000 } },
  })
  const euros = await signedDeal(world.database, {
    organization,
    athlete: jonah,
    company,
    kind: 'sponsorship',
    title: 'In euros',
    terms: { currency: 'EUR', payments: [monthly(7000, { from: '2026-10-01', times: 1 })], fee },
  })
  await world.database.query("update organizations set fiscal_month = 7, currency = 'USD' where id = $1", [
    organization,
  ])
  await book([{ paymentId: nil.payments[0], amountMinor: 100_000 } as never], '2026-07-05')
  await book([{ paymentId: nil.payments[1], amountMinor: 40_000 } as never], '2026-11-02')
  await book([{ dealId: contract.deal, amountMinor: 30_000 } as never], '2026-11-03')
  await book([{ paymentId: euros.payments[0], amountMinor: 2000 } as never], '2026-10-02', 'EUR')
  const wrong = await book([{ dealId: nil.deal, amountMinor: 999 } as never], '2026-08-08')
  await owner.ask('POST', at(`receipts/${wrong}/reversal`), { reason: 'Booked twice' })
  // Before the fiscal year.
  await book([{ dealId: nil.deal, amountMinor: 5000 } as never], '2026-06-30')
  await addExpense(12_000, { athlete: jonah, deal: nil.deal })
  await addExpense(3000, {})
})

describe('the overview', () => {
  test('defaults to fiscal year and own currency, and equals the sums of the ledger', async () => {
    const answer = await overview()
    expect([answer.from, answer.until, answer.currency, answer.currencies, answer.today]).toEqual([
      '2026-07',
      '2027-06',
      'USD',
      ['USD', 'EUR'],
      '2026-11-16',
    ])
    const inYear = "posted_on between '2026-07-01' and '2027-06-30'"
    expect(answer.received.minor).toBe(await sumLedger('athlete-earnings', 'USD', inYear))
    expect(answer.feesMinor).toBe(-(await sumLedger('fees', 'USD', inYear)))
    expect(answer.expensesMinor).toBe(await sumLedger('expenses', 'USD', inYear))
    expect([answer.received, answer.feesMinor, answer.expensesMinor]).toEqual([
      { minor: 170_000, count: 5 },
      21_900,
      15_000,
    ])
    expect(answer.outgoing).toBeNull()
  })

  test('separates late from expected amounts, by aging band', async () => {
    const { late, expected, aging, undated } = await overview()
    // Part of August, all of September, October and November.
    expect(late).toEqual({ minor: 360_000, count: 4 })
    expect(aging.map(({ minor, count }) => [minor, count])).toEqual([
      [100_000, 1],
      [100_000, 1],
      [100_000, 1],
      [60_000, 1],
    ])
    // December to June, and two payments of the contract.
    expect(expected).toEqual({ minor: 800_000, count: 9 })
    expect(undated).toEqual({ minor: 0, count: 0 })
  })

  test('breaks down by month and source, which add up to its figures', async () => {
    const { months, sources, received, expected, feesMinor, expensesMinor } = await overview()
    const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)
    expect(months.length).toBe(12)
    expect(months[4]).toEqual({
      month: '2026-11',
      // Minus the receipt of August that was reversed today.
      receivedMinor: 69_001,
      expectedMinor: 50_000,
      feesMinor: 6750,
      expensesMinor: 0,
    })
    expect(sum(months.map(({ receivedMinor }) => receivedMinor))).toBe(received.minor)
    expect(sum(months.map(({ expectedMinor }) => expectedMinor))).toBe(expected.minor)
    expect(sum(months.map((month) => month.expensesMinor))).toBe(expensesMinor)
    expect(sum(sources.map(({ receivedMinor }) => receivedMinor))).toBe(received.minor)
    expect(sum(sources.map(({ expectedMinor }) => expectedMinor))).toBe(expected.minor)
    expect(sum(sources.map((source) => source.feesMinor))).toBe(feesMinor)
  })

  test('filters by currency and period', async () => {
    const euros = await overview('?currency=EUR')
    expect([euros.received, euros.late.minor, euros.feesMinor, euros.expensesMinor]).toEqual([
      { minor: 2000, count: 1 },
      5000,
      300,
      0,
    ])
    const june = await overview('?from=2026-04&until=2026-06')
    expect([june.received.minor, june.expected.minor, june.late.minor]).toEqual([5000, 0, 360_000])
    for (const span of ['?from=2026-04', '?from=2026-04&until=2026-03', '?from=2020-01&until=2026-01', '?from=x']) {
      expect((await owner.ask('GET', at(`overview${span}`))).json().code).toBe('invalid-fields')
    }
  })

  test('is limited to visible athletes, and hidden from coaches and athletes', async () => {
    const answer = await overview('', narrow)
    expect([answer.narrowed, answer.received, answer.expected.minor, answer.late.minor, answer.feesMinor]).toEqual([
      true,
      { minor: 30_000, count: 1 },
      100_000,
      0,
      900,
    ])
    expect([answer.expensesMinor, answer.currencies]).toEqual([0, ['USD']])
    expect(answer.received.minor).toBe(await sumLedger('athlete-earnings', 'USD', 'athlete_id = $4', [mina]))
    const player = await world.people.registerMember(organization, 'Jonah Okoye', 'athlete')
    for (const path of ['overview', 'breakdown?by=deal', 'ledger', 'ledger/sum?account=fees']) {
      expect((await coach.ask('GET', at(path))).json().code).toBe('not-permitted')
      expect((await player.ask('GET', at(path))).json().code).toBe('not-permitted')
    }
  })

  test('shows payments of the organization to athletes as outgoing', async () => {
    const other = await world.people.register('Tara Team')
    const team = await world.people.createOrganization(other)
    const ids = { athlete: randomUUID(), self: randomUUID() }
    await world.database.query(
      `insert into athletes (organization_id, id, given_name, family_name, level, stage) values ($1, $2, 'Ada', 'Fox', 'pro', 'signed')`,
      [team, ids.athlete],
    )
    await world.database.query(
      `insert into companies (organization_id, id, name, kind, is_self) values ($1, $2, 'Ridgeline', 'brand', true)
       on conflict do nothing`,
      [team, ids.self],
    )
    const self = await world.database.query('select id from companies where organization_id = $1 and is_self', [team])
    const overviewOfTeam = async (query: string) =>
      (await other.ask('GET', `/api/organizations/${team}/finances/overview?${query}`)).json() as FinanceOverview
    expect((await overviewOfTeam('')).inUse).toBe(false)
    await signedDeal(world.database, {
      organization: team,
      athlete: ids.athlete,
      company: self.rows[0].id,
      kind: 'contract',
      terms: { payments: [monthly(9000, { from: '2026-10-01', times: 4 })] },
    })
    expect((await overviewOfTeam('from=2020-01&until=2020-12&currency=EUR')).inUse).toBe(true)
    const answer = await overviewOfTeam('from=2026-07&until=2027-06')
    expect([answer.expected.count, answer.late.count, answer.outgoing]).toEqual([
      0,
      0,
      { paidMinor: 0, due: { minor: 18_000, count: 2 }, late: { minor: 18_000, count: 2 } },
    ])
  })
})

describe('the breakdown', () => {
  test('has the same sums by deal, athlete, sport and agent', async () => {
    const totals = await overview()
    for (const by of ['deal', 'athlete', 'sport', 'agent']) {
      const { all, rows } = await breakdown(`?by=${by}`)
      expect([all.receivedMinor, all.expectedMinor, all.feesMinor]).toEqual([
        totals.received.minor,
        totals.expected.minor,
        totals.feesMinor,
      ])
      expect(rows[0]?.receivedMinor).toBe(140_000)
    }
    const names = async (by: string) => (await breakdown(`?by=${by}`)).rows.map(({ name }) => name)
    expect(await names('deal')).toEqual(['Fall line', 'Playing contract'])
    expect(await names('athlete')).toEqual(['Jonah Okoye', 'Mina Vale'])
    expect(await names('sport')).toEqual(['Football', 'Tennis'])
    expect(await names('agent')).toEqual(['Amara Agent', null])
  })

  test('by return includes costs, with a row for expenses without a deal', async () => {
    const { rows } = await breakdown('?by=deal&sort=return')
    expect(
      rows.map(({ name, feesMinor, expensesMinor, promisedMinor }) => [name, feesMinor, expensesMinor, promisedMinor]),
    ).toEqual([
      ['Fall line', 21_000, 12_000, 1_200_000],
      ['Playing contract', 900, 0, 100_000],
      [null, 0, 3000, null],
    ])
  })

  test('includes late amounts of the period, and unrecouped expenses as costs', async () => {
    const id = randomUUID()
    await world.database.query(
      `insert into expenses (organization_id, id, spent_on, category, vendor, currency, amount_minor, athlete_id, deal_id, paid_by, recoup_rate,
         recouped_minor, state) values ($1, $2, '2026-10-11', 'travel', 'Airline', 'USD', 8000, $3, $4, 'organization', 500000, 3000, 'approved')`,
      [organization, id, jonah, nil.deal],
    )
    const figures = async (span: string) => {
      const { rows, all } = await breakdown(`?by=deal&sort=return${span}`)
      const row = rows.find((one) => one.id === nil.deal)
      return [row?.promisedMinor, row?.lateMinor, row?.unrecoupedMinor, all.unrecoupedMinor]
    }
    expect(await figures('')).toEqual([1_200_000, 360_000, 5000, 5000])
    expect(await figures('&from=2026-10&until=2026-11')).toEqual([200_000, 200_000, 5000, 5000])
    expect(await figures('&from=2026-11&until=2026-11')).toEqual([100_000, 100_000, 0, 0])
    const [money] = (await owner.ask('GET', at(`deals/${nil.deal}`))).json().sums as MoneySum[]
    expect(money?.costs).toEqual({ expensesMinor: 12_000, unrecoupedMinor: 5000, athletePayMinor: 0 })
    expect((await breakdown('?by=deal&sort=return', narrow)).all.unrecoupedMinor).toBe(0)
    await world.database.query('delete from expenses where id = $1', [id])
  })

  test('is limited to visible athletes', async () => {
    const { rows, all } = await breakdown('?by=athlete', narrow)
    expect([rows.map(({ name }) => name), all.receivedMinor]).toEqual([['Mina Vale'], 30_000])
  })
})

describe('the list of payments', () => {
  const payments = async (query: string, who = owner) => {
    const answer = await who.ask('GET', `/api/organizations/${organization}/payments?${query}`)
    return answer.json() as ListPage<PaymentRow>
  }
  const sumOf = ({ rows }: ListPage<PaymentRow>, of: 'openMinor' | 'amountMinor' = 'openMinor') =>
    rows.reduce((sum, row) => sum + row[of], 0)
  const ahead = 'state=expected&direction=incoming&form=money&currency=USD&from=2026-11-16&until=2027-06-30'

  test('matches the expected figures by source, sport, athlete, agent and deal', async () => {
    for (const who of [owner, narrow]) {
      const { sources, expected } = await overview('', who)
      expect(sumOf(await payments(ahead, who))).toBe(expected.minor)
      for (const { income, expectedMinor } of sources) {
        expect(sumOf(await payments(`${ahead}&income=${income}`, who))).toBe(expectedMinor)
      }
      for (const by of ['sport', 'athlete', 'agent', 'deal']) {
        for (const { id, expectedMinor } of (await breakdown(`?by=${by}`, who)).rows) {
          expect(sumOf(await payments(`${ahead}&${by}=${id ?? 'none'}`, who)), `${by} ${id}`).toBe(expectedMinor)
        }
      }
    }
    expect(sumOf(await payments(`${ahead}&sport=football`, narrow))).toBe(0)
    expect(sumOf(await payments(`${ahead}&sport=none`))).toBe(0)
  })

  test('matches the agreed amounts of deals', async () => {
    const promised = 'state=expected,late,received,overpaid&direction=incoming&form=money&currency=USD'
    for (const { id, promisedMinor } of (await breakdown('?by=deal&sort=return')).rows) {
      if (!id) continue
      const page = await payments(`${promised}&from=2026-07-01&until=2027-06-30&deal=${id}`)
      expect(sumOf(page, 'amountMinor')).toBe(promisedMinor)
    }
  })

  test('filters undated and in-kind payments', async () => {
    const { deal } = nil
    const { rows } = await world.database.query(
      `insert into payments (organization_id, id, deal_id, athlete_id, rule_id, position, title, kind, due_on, in_kind, currency, amount_minor, state)
       select $1, gen_random_uuid(), $2, $3, 'more', n, 'More', 'base', case when n = 2 then date '2027-01-01' end, n = 2, 'USD', 500, 'expected'
       from generate_series(1, 2) n returning id`,
      [organization, deal, jonah],
    )
    try {
      const undated = await payments('state=expected&direction=incoming&form=money&currency=USD&due=undated')
      expect({ minor: sumOf(undated), count: undated.total?.count }).toEqual((await overview()).undated)
      expect(undated.rows.map(({ ruleId, number }) => [ruleId, number])).toEqual([['more', 1]])
      expect((await payments(`deal=${deal}&form=kind`)).rows.map(({ number }) => number)).toEqual([2])
      expect((await payments(`deal=${deal}&due=dated`)).rows).toHaveLength(13)
    } finally {
      await world.database.query('delete from payments where id = any($1)', [rows.map(({ id }) => id)])
    }
  })
})

describe('the ledger', () => {
  const ledger = async (query: string, who = owner) =>
    (await who.ask('GET', at(`ledger${query}`))).json() as ListPage<EntryRow>
  const sumOf = async (query: string, who = owner) =>
    (await who.ask('GET', at(`ledger/sum${query}`))).json().sums as { currency: string; minor: number }[]
  const sumOfPage = ({ rows }: ListPage<EntryRow>) =>
    rows
      .flatMap(({ lines }) => lines)
      .filter(({ counts }) => counts)
      .reduce((all, { amountMinor }) => all + amountMinor, 0)

  test('lists the entries behind each figure', async () => {
    const { received, feesMinor, expensesMinor } = await overview()
    const year = 'from=2026-07&until=2027-06&currency=USD'
    expect((await ledger(`?account=athlete-earnings&${year}`)).total?.count).toBe(received.count)
    for (const [query, figure] of [
      [`?account=athlete-earnings&${year}`, received.minor],
      [`?account=fees&${year}`, -feesMinor],
      [`?account=expenses&${year}`, expensesMinor],
      [`?account=athlete-earnings&${year}&income=nil`, 140_000],
      [`?account=athlete-earnings&${year}&athlete=${mina}`, 30_000],
      [`?account=fees&${year}&deal=${nil.deal}`, -21_000],
      [`?account=athlete-earnings&${year}&sport=football`, 140_000],
      [`?account=athlete-earnings&${year}&agent=${agent.id}`, 140_000],
      [`?account=athlete-earnings&${year}&agent=none`, 30_000],
      [`?account=expenses&${year}&deal=none`, 3000],
      ['?account=athlete-earnings&from=2026-11&until=2026-11&currency=USD', 69_001],
      [`?account=fees&cause=fee&${year}`, -feesMinor],
    ] as const) {
      expect([query, sumOfPage(await ledger(query)), await sumOf(query)]).toEqual([
        query,
        figure,
        [{ currency: 'USD', minor: figure }],
      ])
    }
  })

  test('shows cause, booker and reversal of each entry', async () => {
    const { rows, total } = await ledger('?account=athlete-earnings&from=2026-08&until=2026-08')
    expect(total?.count).toBe(1)
    const [reversed] = rows
    expect([
      reversed?.cause,
      reversed?.of.kind,
      reversed?.of.title,
      reversed?.bookedBy?.name,
      reversed?.reverses,
    ]).toEqual(['receipt', 'receipt', 'Halden Sportswear', 'Olive Owner', null])
    expect(
      reversed?.lines.map(({ account, amountMinor, deal, athlete }) => [
        account,
        amountMinor,
        deal?.title,
        athlete?.name,
      ]),
    ).toEqual([
      ['athlete-earnings', 999, 'Fall line', 'Jonah Okoye'],
      ['payors', -999, 'Fall line', 'Jonah Okoye'],
    ])
    const reversal = (await ledger(`?ids=${reversed?.reversedBy}`)).rows[0]
    expect([reversal?.reverses, reversal?.note]).toEqual([reversed?.id, 'Booked twice'])
  })

  test('pages through each entry once, newest first', async () => {
    for (const query of ['?limit=3', '?limit=3&cause=receipt', '?limit=3&account=fees', '?limit=3&sort=day']) {
      const seen: EntryRow[] = []
      let page = await ledger(query)
      const { total } = page
      for (;;) {
        seen.push(...page.rows)
        if (!page.next) break
        page = await ledger(`${query}&after=${encodeURIComponent(page.next)}`)
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
      expect(seen.length).toBe(total?.count)
      const days = seen.map(({ postedOn }) => postedOn)
      expect(days).toEqual(query.includes('sort=day') ? days.toSorted() : days.toSorted().toReversed())
    }
  })

  test('rejects an entry with two lines of one account, which would be listed twice', async () => {
    const receipt = await world.database.query('select id from receipts where organization_id = $1 limit 1', [
      organization,
    ])
    const twice = pair('bank', 'fees-receivable', { currency: 'USD', amountMinor: 5 })
    const posting = inTransaction(world.database, (client) =>
      postEntries(client, { organization, by: owner.id }, [
        {
          cause: 'fee-payment',
          of: { receipt: receipt.rows[0].id },
          occurredOn: '2026-11-02',
          lines: [...twice, ...twice],
        },
      ]),
    )
    await expect(posting).rejects.toMatchObject({ constraint: 'lines_by_day' })
  })

  test('is limited to visible athletes', async () => {
    const { rows } = await ledger('', narrow)
    expect(rows.length).toBe(2)
    expect(new Set(rows.flatMap(({ lines }) => lines.map(({ athlete }) => athlete?.name)))).toEqual(
      new Set(['Mina Vale']),
    )
    expect(await sumOf('?account=athlete-earnings', narrow)).toEqual([{ currency: 'USD', minor: 30_000 }])
    expect((await ledger('?cause=expense', narrow)).rows).toEqual([])
  })
})

describe('figures of a deal and an athlete', () => {
  const loadMoney = async (path: string, who = owner) => (await who.ask('GET', at(path))).json().sums as MoneySum[]

  test('show agreed and received amounts, fees and costs', async () => {
    expect(await loadMoney(`deals/${nil.deal}`)).toEqual([
      {
        currency: 'USD',
        promisedMinor: 1_200_000,
        conditionalMinor: 0,
        receivedMinor: 145_000,
        receivedThisYearMinor: 140_000,
        inKindMinor: 0,
        expectedMinor: 700_000,
        lateMinor: 360_000,
        feesMinor: 21_750,
        outgoing: null,
        costs: { expensesMinor: 12_000, unrecoupedMinor: 0, athletePayMinor: 0 },
      },
    ])
    const [dollars, euros] = await loadMoney(`athletes/${jonah}`)
    expect([dollars?.receivedMinor, euros?.currency, euros?.receivedMinor, euros?.lateMinor]).toEqual([
      145_000,
      'EUR',
      2000,
      5000,
    ])
  })

  test('of a company add up the visible deals with it, and each deal has its own', async () => {
    const figures = ({ currency, receivedMinor, expectedMinor, lateMinor }: MoneySum | MoneyByDeal['rows'][number]) => [
      currency,
      receivedMinor,
      expectedMinor,
      lateMinor,
    ]
    expect((await loadMoney(`companies/${company}`)).map(figures)).toEqual([
      ['USD', 175_000, 800_000, 360_000],
      ['EUR', 2000, 0, 5000],
    ])
    expect((await loadMoney(`companies/${company}`, narrow)).map(figures)).toEqual([['USD', 30_000, 100_000, 0]])
    expect((await owner.ask('GET', at(`companies/${randomUUID()}`))).json().code).toBe('not-found')
    const byDeal = async (who: Someone) => {
      const { rows } = (await who.ask('GET', at(`deals?deals=${nil.deal},${contract.deal}`))).json() as MoneyByDeal
      return new Map(rows.map((row) => [row.deal, figures(row)]))
    }
    const ofContract = ['USD', 30_000, 100_000, 0]
    expect(await byDeal(owner)).toEqual(
      new Map([
        [nil.deal, ['USD', 145_000, 700_000, 360_000]],
        [contract.deal, ofContract],
      ]),
    )
    expect(await byDeal(narrow)).toEqual(new Map([[contract.deal, ofContract]]))
    expect((await coach.ask('GET', at(`companies/${company}`))).json().code).toBe('not-permitted')
  })

  test('hide costs from athletes, and everything from members without access', async () => {
    const player = await world.people.registerMember(organization, 'Jonah Okoye', 'athlete')
    await world.database.query('update athletes set user_id = $2 where id = $1', [jonah, player.id])
    const [sum] = await loadMoney(`deals/${nil.deal}`, player)
    expect([sum?.receivedMinor, sum?.feesMinor, sum?.costs]).toEqual([145_000, 21_750, null])
    expect((await player.ask('GET', at(`deals/${contract.deal}`))).json().code).toBe('not-found')
    expect((await narrow.ask('GET', at(`deals/${nil.deal}`))).json().code).toBe('not-found')
    expect((await narrow.ask('GET', at(`athletes/${jonah}`))).json().code).toBe('not-found')
    expect((await coach.ask('GET', at(`deals/${nil.deal}`))).json().code).toBe('not-permitted')
  })
})
