import { randomUUID } from 'node:crypto'
import type { ReceiptRow } from '@sherpa/contracts/receipt'
import { beforeAll, describe, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { monthly, signedDeal } from '../../../test/signed-deal.ts'

const world = platformForTests({ clock: () => new Date('2026-11-16T15:00:00Z') })
let owner: Someone
let coach: Someone
let organization: string
let athlete: string
let company: string
const at = (path: string) => `/api/organizations/${organization}/finances/${path}`

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  coach = await world.people.registerMember(organization, 'Cory Coach', 'coach')
  athlete = await addAthlete('Jonah', 'Okoye')
  company = randomUUID()
  await world.database.query(
    "insert into companies (organization_id, id, name, kind) values ($1, $2, 'Halden Sportswear', 'brand')",
    [organization, company],
  )
})

async function addAthlete(givenName: string, familyName: string) {
  const answer = await owner.ask('POST', `/api/organizations/${organization}/athletes`, {
    givenName,
    familyName,
    level: 'pro',
    stage: 'signed',
  })
  return answer.json().id as string
}
const dealWith = (terms: Parameters<typeof signedDeal>[1]['terms'], of = athlete) =>
  signedDeal(world.database, { organization, athlete: of, company, terms: terms ?? {} })

function receiptFor(allocations: object[], more: object = {}) {
  const amountMinor = (allocations as { amountMinor: number }[]).reduce((sum, one) => sum + one.amountMinor, 0)
  return {
    receivedOn: '2026-11-02',
    payer: 'Halden Sportswear',
    companyId: null,
    reference: 'Wire 1182',
    currency: 'USD',
    amountMinor,
    note: null,
    allocations,
    bankLineId: null,
    ...more,
  }
}
const book = (allocations: object[], more: object = {}, key: string = randomUUID()) =>
  owner.ask('POST', at('receipts'), receiptFor(allocations, more), { 'idempotency-key': key })

async function balances() {
  const { rows } = await world.database.query(
    `select account, currency, sum(amount_minor)::integer as minor from entry_lines where organization_id = $1
     group by 1, 2 having sum(amount_minor) <> 0 order by 1, 2`,
    [organization],
  )
  return Object.fromEntries(rows.map(({ account, currency, minor }) => [`${account} ${currency}`, minor]))
}
const loadReceived = async (payment: string) =>
  Number(
    (await world.database.query('select received_minor from payments where id = $1', [payment])).rows[0].received_minor,
  )

describe('a receipt', () => {
  test('is allocated to several payments, partly, fully and in excess, with the fee of the deal', async () => {
    const { payments } = await dealWith({ payments: [monthly(100_000)], fee: { rateMillionths: 150_000 } })
    const answer = await book(
      [
        { paymentId: payments[0], amountMinor: 100_000 },
        { paymentId: payments[1], amountMinor: 40_000 },
        { paymentId: payments[2], amountMinor: 110_000 },
      ],
      { companyId: company, note: 'For the fall' },
    )
    const listed = await owner.ask('GET', `${at('receipts')}?ids=${answer.json().id}`)
    expect(listed.json().rows).toEqual([answer.json()])
    expect([answer.statusCode, answer.json().amountMinor, answer.json().feeMinor]).toEqual([201, 250_000, 37_500])
    expect(await Promise.all(payments.map(loadReceived))).toEqual([100_000, 40_000, 110_000])
    expect(await balances()).toEqual({
      'athlete-earnings USD': 250_000,
      'payors USD': -250_000,
      'fees-receivable USD': 37_500,
      'fees USD': -37_500,
    })
    const reversal = await owner.ask('POST', at(`receipts/${answer.json().id}/reversal`), { reason: 'Booked twice' })
    expect([reversal.statusCode, reversal.json().reversed.reason]).toEqual([200, 'Booked twice'])
    expect(await balances()).toEqual({})
    expect(await Promise.all(payments.map(loadReceived))).toEqual([0, 0, 0])
    const again = await owner.ask('POST', at(`receipts/${answer.json().id}/reversal`), { reason: 'Booked twice' })
    expect(again.json().code).toBe('already-reversed')
  })

  test('is booked once per idempotency key', async () => {
    const { payments } = await dealWith({ payments: [monthly(5000)] })
    const key = randomUUID()
    const [first, second] = [
      await book([{ paymentId: payments[0], amountMinor: 5000 }], {}, key),
      await book([{ paymentId: payments[0], amountMinor: 5000 }], {}, key),
    ]
    expect(second.json()).toEqual(first.json())
    expect(await loadReceived(payments[0] ?? '')).toBe(5000)
  })

  test('outside the payment schedule is allocated to the deal', async () => {
    const { deal } = await dealWith({ payments: [monthly(5000)], fee: { flatMinor: 900 } })
    const answer = await book([{ dealId: deal, amountMinor: 700 }])
    const row = answer.json() as ReceiptRow
    expect([row.allocations[0]?.payment, row.allocations[0]?.deal.id, row.feeMinor]).toEqual([null, deal, 900])
  })

  test('is rejected in another currency, with a future date, a wrong total or an unknown payment', async () => {
    const { payments } = await dealWith({ payments: [monthly(5000)] })
    const allocations = [{ paymentId: payments[0], amountMinor: 5000 }]
    const codes = await Promise.all([
      book(allocations, { currency: 'EUR' }),
      book(allocations, { receivedOn: '2026-11-17' }),
      book(allocations, { amountMinor: 4999 }),
      book([{ paymentId: randomUUID(), amountMinor: 5000 }]),
    ])
    expect(codes.map((answer) => answer.json().code)).toEqual([
      'other-currency',
      'invalid-fields',
      'invalid-fields',
      'not-found',
    ])
    expect(await loadReceived(payments[0] ?? '')).toBe(0)
  })

  test('keeps fees the rounded share of the running total, also after a reversal', async () => {
    const { deal } = await dealWith({ payments: [monthly(100)], fee: { rateMillionths: 30_000 } })
    const feeOf = async () =>
      Number(
        (await world.database.query('select sum(fee_minor) as fee from receipt_allocations where deal_id = $1', [deal]))
          .rows[0].fee,
      )
    const receipts = []
    for (const amountMinor of [17, 17, 17]) {
      const answer = await book([{ dealId: deal, amountMinor }])
      receipts.push(answer.json() as ReceiptRow)
    }
    // 17 → 0.51, 34 → 1.02, 51 → 1.53
    expect([receipts.map(({ feeMinor }) => feeMinor), await feeOf()]).toEqual([[1, 0, 1], 2])
    await owner.ask('POST', at(`receipts/${receipts[1]?.id}/reversal`), { reason: 'Not ours' })
    expect(await feeOf()).toBe(1)
  })

  test('is hidden without money.view and limited to assigned athletes', async () => {
    expect((await coach.ask('GET', at('receipts'))).json().code).toBe('not-permitted')
    const narrow = await world.people.registerMember(organization, 'Nia Narrow', 'agent')
    await world.database.query("insert into permission_settings values ($1, 'agent', 'athletes.all', false)", [
      organization,
    ])
    const mine = await addAthlete('Mina', 'Vale')
    await world.database.query(
      'insert into athlete_assignments (organization_id, athlete_id, user_id) values ($1, $2, $3)',
      [organization, mine, narrow.id],
    )
    const [theirs, own] = [
      await dealWith({ payments: [monthly(5000)] }),
      await dealWith({ payments: [monthly(300)] }, mine),
    ]
    await book([
      { paymentId: theirs.payments[0], amountMinor: 5000 },
      { paymentId: own.payments[0], amountMinor: 300 },
    ])
    const { rows, total } = (await narrow.ask('GET', at('receipts'))).json() as {
      rows: ReceiptRow[]
      total: { count: number }
    }
    expect([rows.map(({ amountMinor, allocations }) => [amountMinor, allocations.length]), total.count]).toEqual([
      [[300, 1]],
      1,
    ])
    for (const part of [{ paymentId: theirs.payments[1] }, { dealId: theirs.deal }]) {
      const receipt = receiptFor([{ ...part, amountMinor: 1 }])
      const booked = await narrow.ask('POST', at('receipts'), receipt, { 'idempotency-key': randomUUID() })
      const { currency, allocations } = receipt
      const planned = await narrow.ask('POST', at('receipts/fees'), { currency, allocations })
      expect([booked.json().code, planned.json().code]).toEqual(['not-found', 'not-found'])
    }
  })
})

test('recoups an expense from later receipts at its rate, and reverses the recoupment with the receipt', async () => {
  const { deal } = await dealWith({ payments: [monthly(100_000)] })
  const expense = randomUUID()
  await world.database.query(
    `insert into expenses (organization_id, id, spent_on, category, vendor, currency, amount_minor, athlete_id, paid_by, recoup_rate, state)
     values ($1, $2, '2026-10-01', 'travel', 'Airline', 'USD', 30000, $3, 'organization', 200000, 'approved')`,
    [organization, expense, athlete],
  )
  const recouped = async () =>
    Number(
      (await world.database.query('select recouped_minor from expenses where id = $1', [expense])).rows[0]
        .recouped_minor,
    )
  await book([{ dealId: deal, amountMinor: 100_000 }], { receivedOn: '2026-09-30' })
  expect(await recouped()).toBe(0)
  await book([{ dealId: deal, amountMinor: 100_000 }])
  expect(await recouped()).toBe(20_000)
  const second = await book([{ dealId: deal, amountMinor: 100_000 }])
  expect(await recouped()).toBe(30_000)
  await owner.ask('POST', at(`receipts/${second.json().id}/reversal`), { reason: 'Bounced' })
  expect(await recouped()).toBe(20_000)
})

test('rounds recoupments on the running total, also after reversals, and never recoups more than was received', async () => {
  const someone = await addAthlete('Ana', 'Cruz')
  const { deal } = await dealWith({ payments: [monthly(100)] }, someone)
  const add = async (recoupRate: number) => {
    const body = {
      spentOn: '2026-10-01',
      category: 'travel',
      vendor: 'Airline',
      note: null,
      currency: 'USD',
      amountMinor: 30_000,
      athleteId: someone,
      dealId: null,
      paidBy: 'organization',
      recoupRate,
    }
    return (await owner.ask('POST', at('expenses'), body, { 'idempotency-key': randomUUID() })).json().id as string
  }
  const expense = await add(30_000)
  const recouped = async (id: string) => (await owner.ask('GET', at(`expenses/${id}`))).json().recoupedMinor
  const receipts: string[] = []
  const after: number[] = []
  for (const amountMinor of [17, 17, 17, 17]) {
    receipts.push((await book([{ dealId: deal, amountMinor }])).json().id)
    after.push(await recouped(expense))
  }
  // 0.51, 1.02, 1.53, 2.04
  expect(after).toEqual([1, 1, 2, 2])
  const reverse = (index: number) =>
    owner.ask('POST', at(`receipts/${receipts[index]}/reversal`), { reason: 'Not ours' })
  await reverse(1)
  expect(await recouped(expense)).toBe(2)
  await reverse(0)
  expect(await recouped(expense)).toBe(1)
  await reverse(3)
  expect(await recouped(expense)).toBe(1)
  await reverse(2)
  expect(await recouped(expense)).toBe(0)

  const all = await add(1_000_000)
  await book([{ dealId: deal, amountMinor: 1000 }])
  expect([await recouped(expense), await recouped(all)]).toEqual([30, 970])
})

describe('the ledger', () => {
  test('rejects unbalanced entries, changes of entries, and lines added later', async () => {
    const serving = await world.serving.connect()
    const receipt = (
      await world.database.query('select id from receipts where organization_id = $1 limit 1', [organization])
    ).rows[0].id
    const entry = `insert into entries (organization_id, id, cause, occurred_on, posted_on, receipt_id)
      values ($1, $2, 'receipt', '2026-11-01', '2026-11-01', $3)`
    const line = `insert into entry_lines (organization_id, entry_id, position, account, currency, amount_minor, posted_on)
      values ($1, $2, $3, $4, 'USD', $5, '2026-11-01')`
    const attempt = async (lines: [string, number][]) => {
      const id = randomUUID()
      await serving.query('begin')
      try {
        await serving.query("select set_config('app.organization', $1, true)", [organization])
        await serving.query(entry, [organization, id, receipt])
        for (const [position, [account, amount]] of lines.entries()) {
          await serving.query(line, [organization, id, position, account, amount])
        }
        await serving.query('commit')
        return id
      } catch (error) {
        await serving.query('rollback')
        return (error as { constraint?: string }).constraint
      }
    }
    expect(await attempt([['bank', 100]])).toBe('entry_balances')
    expect(await attempt([])).toBe('entry_balances')
    // Memorandum accounts never mix with own money.
    expect(
      await attempt([
        ['bank', 100],
        ['payors', -100],
      ]),
    ).toBe('entry_balances')
    const good = await attempt([
      ['athlete-earnings', 100],
      ['payors', -100],
    ])
    await serving.query("select set_config('app.organization', $1, false)", [organization])
    await expect(serving.query(line, [organization, good, 5, 'bank', 100])).rejects.toMatchObject({
      constraint: 'entry_is_final',
    })
    for (const change of [
      'update entries set occurred_on = now()',
      'delete from entries',
      'update entry_lines set amount_minor = 1',
      'delete from entry_lines',
      'update receipt_allocations set amount_minor = 1',
      'update ledger_totals set amount_minor = 1',
      'insert into ledger_month_totals select * from ledger_month_totals',
    ]) {
      await expect(serving.query(change)).rejects.toMatchObject({ code: '42501' })
    }
    serving.release()
  })

  test('keeps totals equal to the sums of its lines', async () => {
    const sums = (from: string) =>
      world.database.query(
        `select account, currency, income, sum(amount_minor)::text as minor, sum(lines)::integer as lines from ${from}
         group by 1, 2, 3 order by 1, 2, 3`,
      )
    const lines = `(select l.*, 1 as lines from entry_lines l) l`
    const expected = (await sums(lines)).rows
    expect(expected.length).toBeGreaterThan(3)
    expect((await sums('ledger_totals')).rows).toEqual(expected)
    expect((await sums('ledger_month_totals')).rows).toEqual(expected)
  })

  test('posts entries for a closed month on the first open day', async () => {
    const { deal } = await dealWith({ payments: [monthly(100)] })
    await world.database.query("insert into closed_periods (organization_id, through) values ($1, '2026-10-31')", [
      organization,
    ])
    const answer = await book([{ dealId: deal, amountMinor: 100 }], { receivedOn: '2026-10-05' })
    const { rows } = await world.database.query(
      'select distinct e.occurred_on, e.posted_on, l.posted_on as line from entries e join entry_lines l on l.entry_id = e.id where e.receipt_id = $1',
      [answer.json().id],
    )
    expect(rows).toEqual([{ occurred_on: '2026-10-05', posted_on: '2026-11-01', line: '2026-11-01' }])
  })
})
