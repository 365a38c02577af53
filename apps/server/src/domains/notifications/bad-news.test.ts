import { addDays } from '@sherpa/contracts/days'
import type { Deal } from '@sherpa/contracts/deal'
import type { EndingAction, Told } from '@sherpa/contracts/deal-work'
import { goodNews } from '@sherpa/contracts/notification'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'

const START = '2030-03-04'
const world = platformForTests({ clock: () => new Date(`${START}T15:00:00Z`) })

let organization: string
let owner: Someone
let agent: Someone
let approver: Someone
let player: Someone
let clerk: Someone
let athlete: string
let company: string
const at = (path: string) => `/api/organizations/${organization}/${path}`
const driver = dealDriver(() => ({ organization, agent, approver, player, clerk }))

beforeAll(async () => {
  ;({ organization, owner, agent, approver, player, clerk } = await registerCast(world))
  company = (await agent.ask('POST', at('companies'), { name: 'Halden Sportswear', kind: 'brand' })).json().id
  const record = { givenName: 'Jonah', familyName: 'Okoye', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  athlete = (await owner.ask('POST', at('athletes'), record)).json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, athlete])
  // Expenses need approval.
  await world.database.query('insert into accounting_settings (organization_id, expense_limit_minor) values ($1, 0)', [
    organization,
  ])
})
beforeEach(async () => {
  await world.database.query('delete from notifications')
  await world.database.query('delete from outgoing_mail')
})

const newDeal = () => ({
  athleteId: athlete,
  companyId: company,
  kind: 'nil' as const,
  terms: {
    startsOn: '2030-03-01',
    endsOn: '2031-02-28',
    businessPurpose: 'Promotion of the spring line',
    payor: { name: 'Sofia Brandt', title: 'VP', email: 'sofia@halden.example' },
    payments: [
      {
        id: crypto.randomUUID(),
        kind: 'base' as const,
        title: 'Fee',
        amountMinor: 98_765,
        inKind: false,
        schedule: { kind: 'day' as const, day: addDays(START, 30) },
      },
    ],
  },
})
const approve = async () => driver.approve((await driver.draft(newDeal())).id)

/** By the owner, whom nothing was told. */
async function move({ id }: Pick<Deal, 'id'>, move: string, more: object = {}) {
  const { version } = await driver.load(id)
  const answer = await owner.ask('POST', at(`deals/${id}/moves`), { version, move, comment: null, ...more })
  expect(answer.statusCode).toBe(200)
}
const decline = (deal: Deal) => move(deal, 'decline')

/** How each kind of good news comes about, and what takes it back. */
const stories: Record<keyof typeof goodNews, () => Promise<() => Promise<unknown>>> = {
  async 'approval-decided'() {
    const deal = await approve()
    return () => decline(deal)
  },
  async 'signature-asked'() {
    const deal = await approve()
    return () => decline(deal)
  },
  async 'company-signed'() {
    const deal = await approve()
    expect((await driver.companySigns(deal.id)).statusCode).toBe(201)
    return () => decline(deal)
  },
  async 'deal-signed'() {
    const deal = await driver.signed(newDeal())
    return () => move(deal, 'terminate')
  },
  async 'payment-recorded'() {
    const { id: dealId } = await driver.signed(newDeal())
    const booked = await owner.ask('POST', at('finances/receipts'), {
      receivedOn: START,
      payer: 'Halden',
      companyId: null,
      reference: null,
      currency: 'USD',
      amountMinor: 98_765,
      note: null,
      bankLineId: null,
      allocations: [{ dealId, amountMinor: 98_765 }],
    })
    expect(booked.statusCode).toBe(201)
    return async () => {
      const reversal = await owner.ask('POST', at(`finances/receipts/${booked.json().id}/reversal`), { reason: 'Typo' })
      expect(reversal.statusCode).toBe(200)
    }
  },
  async 'expense-decided'() {
    const expense = await agent.ask(
      'POST',
      at('finances/expenses'),
      {
        spentOn: START,
        category: 'travel',
        vendor: 'Cascade Air',
        currency: 'USD',
        amountMinor: 30_000,
        athleteId: null,
        dealId: null,
        paidBy: 'organization',
        recoupRate: null,
        note: null,
      },
      { 'idempotency-key': crypto.randomUUID() },
    )
    expect(expense.json()).toMatchObject({ state: 'waiting' })
    const path = at(`finances/expenses/${expense.json().id}`)
    expect((await owner.ask('POST', `${path}/decision`, { decision: 'approved' })).statusCode).toBe(200)
    return async () => {
      expect((await owner.ask('POST', `${path}/reversal`, { reason: 'Booked twice' })).statusCode).toBe(200)
    }
  },
}

/** People with a notification of the kind, and how many of them are unread. */
async function told(kind: string) {
  const { rows } = await world.database.query<{ name: string; unread: boolean }>(
    `select u.name, n.read_at is null as unread from notifications n join users u on u.id = n.user_id
     where n.organization_id = $1 and n.kind = $2 order by u.name`,
    [organization, kind],
  )
  return { people: [...new Set(rows.map(({ name }) => name))], unread: rows.filter(({ unread }) => unread).length }
}
async function mailed() {
  const { rows } = await world.database.query<{ kind: string; recipient: string; details: object }>(
    'delete from outgoing_mail returning kind, recipient, details',
  )
  return rows
}

describe('whoever heard good news hears what takes it back, once', () => {
  test.each(Object.entries(goodNews) as [keyof typeof goodNews, (typeof goodNews)[keyof typeof goodNews]][])(
    '%s, then %s',
    async (good, bad) => {
      const takeBack = await stories[good]()
      const { people } = await told(good)
      expect(people.length).toBeGreaterThan(0)
      await mailed()
      await takeBack()
      const after = await told(bad)
      expect(after.people).toEqual(expect.arrayContaining(people))
      expect(after.unread).toBe(after.people.length)
      expect((await told(good)).unread).toBe(0)
      const mails = await mailed()
      // An expense is told by bell only, as its approval was.
      expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(
        bad === 'expense-reversed' ? 0 : after.people.length,
      )
      expect(mails.every(({ kind }) => kind === bad)).toBe(true)
      expect(JSON.stringify(mails)).not.toMatch(/98,?765|987\.65/)
      expect(JSON.stringify(mails)).not.toContain('sofia@halden.example')
    },
  )
})

/** Who would be told, by name. */
async function toldOf({ id }: Pick<Deal, 'id'>, action: EndingAction, by = owner) {
  const { told }: { told: Told } = (await by.ask('GET', at(`deals/${id}/ending?action=${action}`))).json()
  return told.toSorted((one, other) => ((one.name ?? '') < (other.name ?? '') ? -1 : 1))
}

test.each(['decline', 'expire'] as const)('%s: the dialog lists whoever is then told', async (action) => {
  const deal = await approve()
  const listed = await toldOf(deal, action)
  await mailed()
  await move(deal, action)
  expect(listed.map(({ name }) => name)).toEqual(['Amara Cole', 'Jonah Okoye'])
  const recipients = (await mailed()).filter(({ kind }) => kind === 'deal-ended').map(({ recipient }) => recipient)
  expect(recipients.toSorted()).toEqual([agent.email, player.email].toSorted())
  const again = await owner.ask('GET', at(`deals/${deal.id}/ending?action=${action}`))
  expect(again.json().code).toBe('deal-move-not-possible')
})

describe('a termination', () => {
  test('lists who is told, and tells the company only if it is ticked', async () => {
    const [silent, told] = [await driver.signed(newDeal()), await driver.signed(newDeal())]
    const preview = (await owner.ask('GET', at(`deals/${told.id}/termination`))).json()
    expect(
      preview.told.toSorted((one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)),
    ).toEqual([
      { name: 'Amara Cole', as: 'colleague' },
      { name: 'Jonah Okoye', as: 'athlete' },
    ])
    expect(preview.company).toEqual({ name: 'Sofia Brandt', email: 'sofia@halden.example' })
    await mailed()
    await move(silent, 'terminate')
    expect((await mailed()).map(({ kind }) => kind)).toEqual(['deal-ended', 'deal-ended'])
    await move(told, 'terminate', { tellCompany: true })
    expect(await mailed()).toContainEqual(
      expect.objectContaining({ kind: 'company-deal-ended', recipient: 'sofia@halden.example' }),
    )
  })

  test('is told to the company by people with money.view only, and never of a deal that was not signed', async () => {
    const deal = await approve()
    const { version } = await driver.load(deal.id)
    const answer = await owner.ask('POST', at(`deals/${deal.id}/moves`), {
      version,
      move: 'decline',
      comment: null,
      tellCompany: true,
    })
    expect(answer.json().code).toBe('invalid-fields')
  })
})

test('changes that nobody was asked to sign are declined in silence, others are not', async () => {
  const deal = await driver.signed(newDeal())
  await driver.amend(deal.id, { businessPurpose: 'Another line' })
  await driver.submit(deal.id)
  await mailed()
  const lead = { name: 'Amara Cole', as: 'colleague' }
  expect(await toldOf(deal, 'decide', approver)).toEqual([lead])
  await driver.decide(deal.id, 'declined')
  expect((await mailed()).map(({ kind }) => kind)).toEqual(['approval-decided'])

  await driver.amend(deal.id, { businessPurpose: 'A third line' })
  await driver.approve(deal.id)
  await mailed()
  expect(await toldOf(deal, 'decline')).toEqual([lead, { name: 'Jonah Okoye', as: 'athlete' }])
  await decline(await driver.load(deal.id))
  const mails = await mailed()
  expect(mails.map(({ recipient }) => recipient)).toContain(player.email)
  expect(mails[0]?.details).toMatchObject({ ending: 'amendment-declined' })
})
