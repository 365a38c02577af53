import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccountingSettings } from '@sherpa/contracts/accounting-settings'
import type { ExpenseRow } from '@sherpa/contracts/expense'
import type { PayableRow } from '@sherpa/contracts/payout'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { pdf, png } from '../../../test/sample-files.ts'
import { monthly, signedDeal } from '../../../test/signed-deal.ts'
import { allAtOnce, interleave } from '../../../test/wait-for-locks.ts'
import { diskFiles } from '../../files/file-store.ts'
import { pair, postEntries } from './ledger.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-expenses-test-'))
const world = platformForTests({
  atOnce: 4,
  clock: () => new Date('2026-11-16T15:00:00Z'),
  files: diskFiles(directory),
})
afterAll(() => rm(directory, { recursive: true }))

let owner: Someone
let agent: Someone
let coach: Someone
let athleteMember: Someone
let organization: string
let athlete: string
let company: string
const financesOf = (place: string) => (path: string) => `/api/organizations/${place}/finances/${path}`
const at = (path: string) => financesOf(organization)(path)
const octets = { 'content-type': 'application/octet-stream' }

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  agent = await world.people.registerMember(organization, 'Ari Agent', 'agent')
  coach = await world.people.registerMember(organization, 'Cory Coach', 'coach')
  athleteMember = await world.people.registerMember(organization, 'Jonah Okoye', 'athlete')
  athlete = await addAthlete(organization)
  company = await addCompany(organization)
  await world.database.query('update athletes set user_id = $2 where id = $1', [athlete, athleteMember.id])
})

async function addAthlete(place: string) {
  const record = { givenName: 'Jonah', familyName: 'Okoye', level: 'pro', stage: 'signed' }
  return (await owner.ask('POST', `/api/organizations/${place}/athletes`, record)).json().id as string
}
async function addCompany(place: string, isSelf = false) {
  const { database } = world
  if (isSelf) {
    const { rows } = await database.query('select id from companies where organization_id = $1 and is_self', [place])
    if (rows[0]) return rows[0].id as string
  }
  const id = randomUUID()
  await database.query('insert into companies (organization_id, id, name, kind, is_self) values ($1, $2, $3, $4, $5)', [
    place,
    id,
    isSelf ? 'Ridgeline' : 'Halden Sportswear',
    'brand',
    isSelf,
  ])
  return id
}

const expenseBody = (more: object = {}) => ({
  spentOn: '2026-11-02',
  category: 'travel',
  vendor: 'Cascade Air',
  currency: 'USD',
  amountMinor: 30_000,
  athleteId: null,
  dealId: null,
  paidBy: 'organization',
  recoupRate: null,
  note: null,
  ...more,
})
const add = (more: object = {}, who = owner, key: string = randomUUID()) =>
  who.ask('POST', at('expenses'), expenseBody(more), { 'idempotency-key': key })
const addExpense = async (more: object = {}, who = owner) => (await add(more, who)).json() as ExpenseRow
const decide = (id: string, who: Someone, body: object = { decision: 'approved' }) =>
  who.ask('POST', at(`expenses/${id}/decision`), body)
const codeOf = (answer: { json: () => { code: string } }) => answer.json().code

async function sumByAccount(column: 'expense_id' | 'payout_id' | 'payment_id', id: string) {
  const { rows } = await world.database.query(
    `select l.account, sum(l.amount_minor)::integer as minor from entries e join entry_lines l on l.entry_id = e.id
     where e.${column} = $1 group by 1 having sum(l.amount_minor) <> 0 order by 1`,
    [id],
  )
  return Object.fromEntries(rows.map(({ account, minor }) => [account, minor]))
}
const setLimit = (minor: number | null) =>
  world.database.query(
    `insert into accounting_settings (organization_id, expense_limit_minor) values ($1, $2)
     on conflict (organization_id) do update set expense_limit_minor = excluded.expense_limit_minor`,
    [organization, minor],
  )
const notificationsOf = async (person: Someone, kind: string) =>
  (
    await world.database.query(
      'select details from notifications where user_id = $1 and kind = $2 and read_at is null order by created_at',
      [person.id, kind],
    )
  ).rows.map(({ details }) => details)

describe('an expense', () => {
  test('is booked at once, as cost or recoverable, from the bank or as a payable to a colleague', async () => {
    const cost = await addExpense()
    expect([cost.state, cost.mayDecide, await sumByAccount('expense_id', cost.id)]).toEqual([
      'approved',
      false,
      { bank: -30_000, expenses: 30_000 },
    ])
    const recoverable = await addExpense({ athleteId: athlete, recoupRate: 200_000, paidBy: 'colleague' }, agent)
    expect([
      recoverable.addedBy?.name,
      recoverable.athlete?.name,
      await sumByAccount('expense_id', recoverable.id),
    ]).toEqual(['Ari Agent', 'Jonah Okoye', { payables: -30_000, 'recoverable-expenses': 30_000 }])
  })

  test('is added once per idempotency key', async () => {
    const key = randomUUID()
    const [first, second] = [await add({ vendor: 'Once' }, owner, key), await add({ vendor: 'Once' }, owner, key)]
    expect(second.json()).toEqual(first.json())
    const { total } = (await owner.ask('GET', at('expenses?search=once'))).json()
    expect(total.count).toBe(1)
  })

  test('is rejected with a future date, a recoup rate without athlete, or a deal of another athlete', async () => {
    const { deal } = await signedDeal(world.database, { organization, athlete, company, terms: {} })
    const answers = [
      await add({ spentOn: '2026-11-17' }),
      await add({ recoupRate: 100_000 }),
      await add({ dealId: deal, athleteId: await addAthlete(organization) }),
      await add({ athleteId: randomUUID() }),
    ]
    expect(answers.map(codeOf)).toEqual(['invalid-fields', 'invalid-fields', 'invalid-fields', 'not-found'])
    // The athlete is taken from the deal.
    expect((await addExpense({ dealId: deal })).athlete?.id).toBe(athlete)
  })

  test('above the limit or in another currency needs approval by a colleague, who is notified', async () => {
    await setLimit(50_000)
    const [within, above, foreign] = [
      await addExpense({ amountMinor: 50_000 }, agent),
      await addExpense({ amountMinor: 50_001 }, agent),
      await addExpense({ amountMinor: 100, currency: 'EUR' }, agent),
    ]
    expect([within.state, above.state, foreign.state]).toEqual(['approved', 'waiting', 'waiting'])
    expect(await sumByAccount('expense_id', above.id)).toEqual({})
    expect(await notificationsOf(owner, 'expense-asked')).toEqual([{ expense: above.id }, { expense: foreign.id }])
    expect(await notificationsOf(agent, 'expense-asked')).toEqual([])
    const listToDecide = async (who: Someone) =>
      ((await who.ask('GET', at('expenses?forMe=yes'))).json().rows as ExpenseRow[]).map(({ id }) => id).sort()
    expect([await listToDecide(owner), await listToDecide(agent)]).toEqual([[above.id, foreign.id].sort(), []])

    expect(codeOf(await decide(above.id, agent))).toBe('own-expense')
    expect(codeOf(await decide(above.id, coach))).toBe('not-permitted')
    expect(codeOf(await decide(foreign.id, owner, { decision: 'rejected' }))).toBe('invalid-fields')
    const yes = (await decide(above.id, owner)).json() as ExpenseRow
    expect([yes.state, yes.decided?.by?.name]).toEqual(['approved', 'Olive Owner'])
    expect(await sumByAccount('expense_id', above.id)).toEqual({ bank: -50_001, expenses: 50_001 })
    // The decision settles the notification.
    expect(await notificationsOf(owner, 'expense-asked')).toEqual([{ expense: foreign.id }])
    const no = (await decide(foreign.id, owner, { decision: 'rejected', comment: 'Not ours' })).json() as ExpenseRow
    expect([no.state, no.decided?.comment, await sumByAccount('expense_id', foreign.id)]).toEqual([
      'rejected',
      'Not ours',
      {},
    ])
    expect(codeOf(await decide(above.id, owner))).toBe('expense-decided')
    expect(await notificationsOf(agent, 'expense-decided')).toEqual([
      { expense: above.id, decision: 'approved' },
      { expense: foreign.id, decision: 'rejected' },
    ])
    await setLimit(null)
  })

  test('is added while a colleague who could decide it leaves', async () => {
    await setLimit(50_000)
    const leaving = await world.people.registerMember(organization, 'Lee Gone', 'owner')
    const statuses: number[] = []
    const keep = async (answer: Promise<{ statusCode: number }>) => statuses.push((await answer).statusCode)
    await interleave(
      world.database,
      'notifications',
      () => keep(add({ amountMinor: 50_001 }, agent)),
      () => keep(owner.ask('DELETE', `/api/organizations/${organization}/people/${leaving.id}`)),
    )
    expect(statuses.sort()).toEqual([201, 204])
    expect(await notificationsOf(owner, 'expense-asked')).toHaveLength(1)
  })

  test('can be self-approved only if no one else can decide', async () => {
    const alone = await world.people.register('Sole Owner')
    const place = await world.people.createOrganization(alone)
    await world.database.query(
      'insert into accounting_settings (organization_id, expense_limit_minor) values ($1, 0)',
      [place],
    )
    const own = (await alone.ask('POST', financesOf(place)('expenses'), expenseBody())).json() as ExpenseRow
    expect([own.state, own.mayDecide]).toEqual(['waiting', true])
    const answer = await alone.ask('POST', financesOf(place)(`expenses/${own.id}/decision`), { decision: 'approved' })
    expect(answer.json().state).toBe('approved')
  })

  test('can be reversed, but not while amounts are recouped', async () => {
    const cost = await addExpense()
    const recoverable = await owner.ask('POST', at(`expenses/${cost.id}/reversal`), { reason: 'Added twice' })
    expect([
      recoverable.json().state,
      recoverable.json().reversed.reason,
      await sumByAccount('expense_id', cost.id),
    ]).toEqual(['reversed', 'Added twice', {}])
    expect(codeOf(await owner.ask('POST', at(`expenses/${cost.id}/reversal`), { reason: 'Again' }))).toBe(
      'already-reversed',
    )

    const { deal } = await signedDeal(world.database, { organization, athlete, company, terms: {} })
    const recoupable = await addExpense({ athleteId: athlete, dealId: deal, recoupRate: 250_000, amountMinor: 10_000 })
    const receipt = await owner.ask('POST', at('receipts'), {
      receivedOn: '2026-11-03',
      payer: 'Halden Sportswear',
      companyId: null,
      reference: null,
      currency: 'USD',
      amountMinor: 20_000,
      note: null,
      allocations: [{ dealId: deal, amountMinor: 20_000 }],
      bankLineId: null,
    })
    const loadRecoupable = async () => (await owner.ask('GET', at(`expenses/${recoupable.id}`))).json() as ExpenseRow
    expect((await loadRecoupable()).recoupedMinor).toBe(5000)
    const reversal = () => owner.ask('POST', at(`expenses/${recoupable.id}/reversal`), { reason: 'Wrong' })
    expect(codeOf(await reversal())).toBe('expense-recouped')
    await owner.ask('POST', at(`receipts/${receipt.json().id}/reversal`), { reason: 'Bounced' })
    expect([(await loadRecoupable()).recoupedMinor, (await reversal()).statusCode]).toEqual([0, 200])
  })

  test('is found by state, category, athlete, deal, date and text', async () => {
    const { deal } = await signedDeal(world.database, { organization, athlete, company, terms: {} })
    const expense = await addExpense({
      vendor: 'Physio Lab',
      category: 'medical',
      dealId: deal,
      spentOn: '2026-09-09',
      note: 'Knee',
    })
    const idsWith = async (query: string) =>
      ((await owner.ask('GET', at(`expenses?${query}`))).json().rows as ExpenseRow[]).map(({ id }) => id)
    for (const query of [
      'state=approved&category=medical,legal',
      `deal=${deal}`,
      `athlete=${athlete}&from=2026-09-01&until=2026-09-30`,
      'search=knee',
    ]) {
      expect([query, await idsWith(query)]).toEqual([query, [expense.id]])
    }
    expect(await idsWith(`deal=${deal}&state=waiting`)).toEqual([])
  })

  test('keeps its receipt file after the decision, hidden from coaches and athletes', async () => {
    const { id } = await addExpense({ athleteId: athlete })
    const send = (file: Buffer, name: string, who = owner) =>
      who.ask('POST', at(`expenses/${id}/file?name=${name}`), file, octets)
    expect(codeOf(await send(Buffer.from('Some words'), 'Bill.txt'))).toBe('receipt-type-not-allowed')
    expect((await send(png, 'Bill.png')).json().file).toEqual({
      name: 'Bill.png',
      type: 'image/png',
      size: png.length,
    })
    expect(codeOf(await send(pdf, 'Bill.pdf'))).toBe('receipt-kept')
    for (const who of [coach, athleteMember]) {
      expect(codeOf(await who.ask('GET', at('expenses')))).toBe('not-permitted')
      expect(codeOf(await who.ask('POST', at(`expenses/${id}/file/address`)))).toBe('not-permitted')
    }
    const { address } = (await agent.ask('POST', at(`expenses/${id}/file/address`))).json()
    const open = () => world.people.visitor().ask('GET', address)
    const opened = await open()
    expect([opened.statusCode, opened.headers['content-type'], opened.rawPayload.equals(png)]).toEqual([
      200,
      'image/png',
      true,
    ])
    // The URL stops working without money.view.
    await world.database.query("insert into permission_settings values ($1, 'agent', 'money.view', false)", [
      organization,
    ])
    expect((await open()).statusCode).toBe(404)
    await world.database.query('delete from permission_settings where organization_id = $1', [organization])
  })

  test('allows replacing the receipt file while it waits', async () => {
    await setLimit(0)
    const { id } = await addExpense({}, agent)
    for (const [name, file] of [
      ['First.png', png],
      ['Second.pdf', pdf],
    ] as const) {
      const answer = await agent.ask('POST', at(`expenses/${id}/file?name=${name}`), file, octets)
      expect(answer.json().file.name).toBe(name)
    }
    await setLimit(null)
  })

  test('prevents merging its athlete into another one', async () => {
    const [first, second] = [await addAthlete(organization), await addAthlete(organization)]
    await addExpense({ athleteId: second })
    const merge = (into: string, other: string) =>
      owner.ask('POST', `/api/organizations/${organization}/athletes/${into}/merges`, { other })
    expect(codeOf(await merge(first, second))).toBe('other-has-signed-deals')
    expect(codeOf(await merge(athlete, second))).toBe('both-have-signed-deals')
    expect((await merge(second, first)).statusCode).toBe(200)
  })

  test('is hidden from members limited to assigned athletes, unless it is about one of them', async () => {
    const narrow = await world.people.registerMember(organization, 'Nia Narrow', 'agent')
    await world.database.query("insert into permission_settings values ($1, 'agent', 'athletes.all', false)", [
      organization,
    ])
    const mine = await addAthlete(organization)
    await world.database.query(
      'insert into athlete_assignments (organization_id, athlete_id, user_id) values ($1, $2, $3)',
      [organization, mine, narrow.id],
    )
    expect(codeOf(await add({}, narrow))).toBe('invalid-fields')
    const own = await addExpense({ athleteId: mine }, narrow)
    const other = await addExpense({ athleteId: athlete })
    const { rows } = (await narrow.ask('GET', at('expenses'))).json() as { rows: ExpenseRow[] }
    expect(rows.map(({ id }) => id)).toEqual([own.id])
    expect(codeOf(await narrow.ask('GET', at(`expenses/${other.id}`)))).toBe('not-found')
    expect(codeOf(await narrow.ask('GET', at('accounting')))).toBe('not-permitted')
    await world.database.query('delete from permission_settings where organization_id = $1', [organization])
  })
})

describe('payables', () => {
  const listPayables = async (query = '') =>
    (await owner.ask('GET', at(`payables?${query}`))).json().rows as PayableRow[]
  const pay = (body: object, key: string = randomUUID()) =>
    owner.ask(
      'POST',
      at('payouts'),
      { paidOn: '2026-11-10', paymentId: null, expenseId: null, reference: null, ...body },
      { 'idempotency-key': key },
    )
  async function ownDeal(terms: object) {
    const self = await addCompany(organization, true)
    return signedDeal(world.database, { organization, athlete, company: self, terms, title: 'Roster contract' })
  }
  const runPayJob = () => runJob(world.app, world.serving, 'post-pay-that-is-due')

  test('accrue once when due, also with concurrent jobs, and follow a changed amount', async () => {
    const { payments } = await ownDeal({
      payments: [monthly(100_000, { from: '2026-10-01' }), { ...monthly(7000, { times: 1 }), inKind: true }],
    })
    await Promise.all([runPayJob(), runPayJob()])
    await runPayJob()
    const { rows } = await world.database.query(
      'select p.id, p.due_on, p.owed_since, p.in_kind from payments p where p.id = any($1) order by p.due_on, p.in_kind',
      [payments],
    )
    expect(rows.map(({ due_on, owed_since, in_kind }) => [due_on, owed_since, in_kind])).toEqual([
      ['2026-02-01', null, true],
      ['2026-10-01', '2026-10-01', false],
      ['2026-11-01', '2026-11-01', false],
      ['2026-12-01', null, false],
    ])
    const october = rows[1].id
    expect(await sumByAccount('payment_id', october)).toEqual({ 'athlete-pay': 100_000, 'owed-to-athletes': -100_000 })
    await world.database.query('update payments set amount_minor = 90000 where id = $1', [october])
    await runPayJob()
    expect(await sumByAccount('payment_id', october)).toEqual({ 'athlete-pay': 90_000, 'owed-to-athletes': -90_000 })
    const states = (await listPayables(`athlete=${athlete}&kind=pay`)).map(({ dueOn, state }) => [dueOn, state])
    expect(states).toEqual([
      ['2026-10-01', 'late'],
      ['2026-11-01', 'late'],
      ['2026-12-01', 'planned'],
    ])
    await world.database.query("update payments set state = 'canceled' where id = any($1)", [payments])
    await runPayJob()
  })

  test('are paid once, up to the owed amount, and payouts can be reversed', async () => {
    const { payments } = await ownDeal({ payments: [monthly(100_000, { from: '2026-11-01', times: 2 })] })
    const [due = '', planned = ''] = payments
    await runPayJob()
    const both = await Promise.all([1, 2].map(() => pay({ paymentId: due, amountMinor: 60_000 })))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect(both.map((answer) => answer.json().code ?? answer.json().paidMinor).sort()).toEqual([
      60_000,
      'more-than-owed',
    ])
    const [payout] = (await listPayables()).find(({ id }) => id === due)?.payouts ?? []
    expect(await sumByAccount('payout_id', payout?.id ?? '')).toEqual({ bank: -60_000, 'owed-to-athletes': 60_000 })
    const recoverable = await owner.ask('POST', at(`payouts/${payout?.id}/reversal`), { reason: 'Sent back' })
    expect([recoverable.json().paidMinor, recoverable.json().payouts[0].reversed.reason]).toEqual([0, 'Sent back'])
    expect(codeOf(await owner.ask('POST', at(`payouts/${payout?.id}/reversal`), { reason: 'Again' }))).toBe(
      'already-reversed',
    )

    // An advance payment accrues on the day it is paid.
    const key = randomUUID()
    const early = await pay({ paymentId: planned, amountMinor: 100_000 }, key)
    expect((await pay({ paymentId: planned, amountMinor: 100_000 }, key)).json()).toEqual(early.json())
    expect([early.json().state, await sumByAccount('payment_id', planned)]).toEqual([
      'paid',
      { 'athlete-pay': 100_000, 'owed-to-athletes': -100_000 },
    ])
    await runPayJob()
    expect(await sumByAccount('payment_id', planned)).toEqual({ 'athlete-pay': 100_000, 'owed-to-athletes': -100_000 })
    expect((await listPayables('state=paid')).map(({ id }) => id)).toEqual([planned])
    await owner.ask('POST', at(`payouts/${early.json().payouts[0].id}/reversal`), { reason: 'Too early' })
    expect(await sumByAccount('payment_id', planned)).toEqual({})
    await world.database.query("update payments set state = 'canceled' where id = any($1)", [payments])
    await runPayJob()
  })

  test('exclude payments of other companies, which cannot be paid out', async () => {
    const { payments } = await signedDeal(world.database, {
      organization,
      athlete,
      company,
      terms: { payments: [monthly(5000)] },
    })
    expect(codeOf(await pay({ paymentId: payments[0], amountMinor: 5000 }))).toBe('payment-is-not-ours')
    expect((await listPayables('kind=pay')).map(({ id }) => id)).toEqual([])
  })

  test('include reimbursements; a reimbursed expense cannot be reversed', async () => {
    const expense = await addExpense({ paidBy: 'colleague', amountMinor: 4200, vendor: 'Diner' }, agent)
    const owed = (await listPayables('kind=expense')).find(({ id }) => id === expense.id)
    expect([owed?.state, owed?.colleague?.name, owed?.amountMinor]).toEqual(['due', 'Ari Agent', 4200])
    expect(codeOf(await pay({ expenseId: expense.id, amountMinor: 4201 }))).toBe('more-than-owed')
    const paid = (await pay({ expenseId: expense.id, amountMinor: 4200 })).json() as PayableRow
    expect([paid.state, await sumByAccount('payout_id', paid.payouts[0]?.id ?? '')]).toEqual([
      'paid',
      { bank: -4200, payables: 4200 },
    ])
    expect(codeOf(await owner.ask('POST', at(`expenses/${expense.id}/reversal`), { reason: 'Wrong' }))).toBe(
      'expense-recouped',
    )
    const ownExpense = await addExpense()
    expect(codeOf(await pay({ expenseId: ownExpense.id, amountMinor: 1 }))).toBe('more-than-owed')
  })

  test('end with the termination of the deal', async () => {
    const terms = { payments: [monthly(1000, { from: '2026-11-01', times: 3 })] }
    const { deal, payments } = await ownDeal(terms)
    const other = await ownDeal(terms)
    const path = `/api/organizations/${organization}/deals/${deal}`
    const { version } = (await owner.ask('GET', path)).json()
    const moved = await owner.ask('POST', `${path}/moves`, { version, move: 'terminate', comment: 'Both agreed' })
    expect(moved.statusCode).toBe(200)
    const statesOf = async (ids: string[]) => {
      const { rows } = await world.database.query('select state from payments where id = any($1) order by due_on', [
        ids,
      ])
      return rows.map(({ state }) => state)
    }
    expect(await statesOf(payments)).toEqual(['expected', 'canceled', 'canceled'])
    expect(await statesOf(other.payments)).toEqual(['expected', 'expected', 'expected'])
  })

  test('paid in advance are not owed again if the deal ends and the payout is reversed', async () => {
    const { deal, payments } = await ownDeal({ payments: [monthly(1000, { from: '2027-01-01', times: 1 })] })
    const [paymentId = ''] = payments
    const advance = (await pay({ paymentId, amountMinor: 600 })).json() as PayableRow
    const path = `/api/organizations/${organization}/deals/${deal}`
    const { version } = (await owner.ask('GET', path)).json()
    await owner.ask('POST', `${path}/moves`, { version, move: 'terminate', comment: 'Both agreed' })
    const stored = async () =>
      (
        await world.database.query(
          'select state, amount_minor::integer as amount, received_minor::integer as paid, owed_minor::integer as owed from payments where id = $1',
          [paymentId],
        )
      ).rows[0]
    expect(await stored()).toEqual({ state: 'expected', amount: 600, paid: 600, owed: 600 })
    const reversed = await owner.ask('POST', at(`payouts/${advance.payouts[0]?.id}/reversal`), { reason: 'Sent back' })
    expect(reversed.statusCode, reversed.body).toBe(200)
    expect(await stored()).toEqual({ state: 'canceled', amount: 0, paid: 0, owed: 0 })
    expect(await sumByAccount('payment_id', paymentId)).toEqual({})
  })
})

describe('the books', () => {
  let place: string
  beforeAll(async () => {
    place = await world.people.createOrganization(owner, 'AccountingSettings')
  })
  const loadSettings = async () =>
    (await owner.ask('GET', financesOf(place)('accounting'))).json() as AccountingSettings
  const change = async (more: object) => {
    const { currency: _, closedThrough: __, lastMonth: ___, ...settings } = await loadSettings()
    return owner.ask('PUT', financesOf(place)('accounting'), { ...settings, ...more })
  }

  test('have settings with optimistic locking, and reject a used invoice number', async () => {
    expect(await loadSettings()).toMatchObject({
      expenseLimitMinor: null,
      invoicePrefix: 'F-',
      nextInvoice: 1,
      version: 1,
    })
    const changed = await change({ expenseLimitMinor: 50_000, invoiceDays: 14, invoicePayment: 'ACH 021000021' })
    expect(changed.json()).toMatchObject({ expenseLimitMinor: 50_000, invoiceDays: 14, version: 2 })
    expect(codeOf(await change({ version: 1 }))).toBe('changed-meanwhile')
    const payer = await addAthlete(place)
    await world.database.query(
      `insert into fee_invoices (organization_id, id, number, athlete_id, issued_on, due_on, currency, total_minor, seller, buyer, state)
       values ($1, gen_random_uuid(), 'F-0007', $2, now(), now(), 'USD', 1, '{}', '{}', 'open')`,
      [place, payer],
    )
    const refused = await change({ nextInvoice: 7 })
    expect([refused.json().code, refused.json().errors[0].field]).toEqual(['invalid-fields', 'nextInvoice'])
    expect([
      (await change({ nextInvoice: 8 })).statusCode,
      (await change({ invoicePrefix: 'G-', nextInvoice: 1 })).statusCode,
    ]).toEqual([200, 200])
  })

  test('are closed through a past month, and reopened after re-authentication with a mail to the owners', async () => {
    await world.people.setUpSecondFactor(owner)
    const close = (month: string) => owner.ask('POST', financesOf(place)('accounting/closing'), { month })
    expect(codeOf(await close('2026-11'))).toBe('month-not-over')
    expect((await close('2026-09')).json().closedThrough).toBe('2026-09-30')
    expect(codeOf(await close('2026-09'))).toBe('invalid-fields')
    const reopen = (body: object) => owner.ask('POST', financesOf(place)('accounting/reopening'), body)
    expect(codeOf(await reopen({ month: '2026-08' }))).toBe('invalid-fields')
    expect(codeOf(await reopen({ month: '2026-10', ...owner.proof() }))).toBe('invalid-fields')
    const opened = await reopen({ month: '2026-08', ...owner.proof() })
    expect(opened.json().closedThrough).toBe('2026-07-31')
    expect(await world.people.mailTo(owner.email, 'owner-notice')).toMatchObject({ action: 'books-reopened' })
    const { rows } = await world.database.query(
      "select event, details from audit_events where organization_id = $1 and event like 'month-%' order by id",
      [place],
    )
    expect(rows).toEqual([
      { event: 'month-closed', details: '2026-09' },
      { event: 'month-reopened', details: '2026-07' },
    ])
  })

  test('lose no concurrent expense when closed, and post later ones to the next month', async () => {
    const other = await world.people.createOrganization(owner, 'Busy')
    const book = () =>
      owner.ask('POST', financesOf(other)('expenses'), expenseBody({ spentOn: '2026-10-20', amountMinor: 100 }))
    const sumOf = async (month: string) =>
      Number(
        (
          await world.database.query(
            `select coalesce(sum(amount_minor), 0) as minor from ledger_month_totals
             where organization_id = $1 and account = 'expenses' and month = $2`,
            [other, `${month}-01`],
          )
        ).rows[0].minor,
      )
    const booking = await allAtOnce(
      world.database,
      'expenses',
      Array.from({ length: 8 }, () => book),
    )
    const closed = await owner.ask('POST', financesOf(other)('accounting/closing'), { month: '2026-10' })
    // The total of the month at closing is final.
    const atClosing = await sumOf('2026-10')
    const answers = await Promise.all(booking)
    expect([closed.statusCode, ...answers.map(({ statusCode }) => statusCode)]).toEqual([200, ...Array(8).fill(201)])
    expect(await sumOf('2026-10')).toBe(atClosing)
    expect(atClosing + (await sumOf('2026-11'))).toBe(800)
    await book()
    expect([await sumOf('2026-10'), atClosing + (await sumOf('2026-11'))]).toEqual([atClosing, 900])
  })

  test('wait for running bookings before closing', async () => {
    const other = await world.people.createOrganization(owner, 'Slow')
    const expense = (
      await owner.ask('POST', financesOf(other)('expenses'), expenseBody({ spentOn: '2026-11-02' }))
    ).json() as ExpenseRow
    const booking = await world.serving.connect()
    await booking.query('begin')
    await booking.query("select set_config('app.organization', $1, true)", [other])
    await postEntries(booking, { organization: other, by: owner.id }, [
      {
        cause: 'expense',
        of: { expense: expense.id },
        occurredOn: '2026-10-20',
        lines: pair('expenses', 'bank', { currency: 'USD', amountMinor: 77 }),
      },
    ])
    let isClosed = false
    const closing = owner.ask('POST', financesOf(other)('accounting/closing'), { month: '2026-10' }).then((answer) => {
      isClosed = true
      return answer
    })
    const isWaiting = async () =>
      (
        await world.database.query(
          "select from pg_locks where locktype = 'advisory' and not granted and mode = 'ExclusiveLock' and database = (select oid from pg_database where datname = current_database())",
        )
      ).rowCount
    await expect.poll(isWaiting, { timeout: 5000 }).toBe(1)
    expect(isClosed).toBe(false)
    await booking.query('commit')
    booking.release()
    expect((await closing).statusCode).toBe(200)
    const { rows } = await world.database.query(
      "select posted_on from entries where organization_id = $1 and occurred_on = '2026-10-20'",
      [other],
    )
    expect(rows).toEqual([{ posted_on: '2026-10-20' }])
  })
})
