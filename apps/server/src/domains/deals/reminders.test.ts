import { addDays } from '@sherpa/contracts/days'
import type { Deal, DealTerms } from '@sherpa/contracts/deal'
import type { DeliverableRow } from '@sherpa/contracts/deal-work'
import type { Delivery, MailedKind } from '@sherpa/contracts/notification'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { runJob } from '../../../test/jobs.ts'
import { composerWith } from '../../../test/mail.ts'
import { goodPassword, platformForTests, type Someone } from '../../../test/people.ts'
import { markRefused } from '../../mail/refused-addresses.ts'
import { inTransaction } from '../../persistence/database.ts'

/** 10:00 in New York. */
const noon = (day: string) => new Date(`${day}T15:00:00Z`)
const START = '2030-03-04'
let now = noon(START)
const world = platformForTests({ clock: () => now })

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
})

beforeEach(async () => {
  now = noon(START)
  for (const table of ['disclosures', 'deals', 'athletes', 'notifications', 'notification_settings']) {
    await world.database.query(`delete from ${table} where organization_id = $1`, [organization])
  }
  await world.database.query('delete from outgoing_mail')
  await world.database.query('delete from refused_addresses')
  athlete = (
    await owner.ask('POST', at('athletes'), {
      givenName: 'Jonah',
      familyName: 'Okoye',
      birthDate: '2004-03-03',
      level: 'college',
      stage: 'signed',
    })
  ).json().id
  await linkAccount(player.id)
})

const linkAccount = (user: string | null) =>
  world.database.query('update athletes set user_id = $1 where id = $2', [user, athlete])

const payOn = (day: string) => ({
  id: crypto.randomUUID(),
  kind: 'base' as const,
  title: 'Fee',
  amountMinor: 98_765,
  inKind: false,
  schedule: { kind: 'day' as const, day },
})
const terms = (more: Partial<DealTerms> = {}): Partial<DealTerms> => ({
  startsOn: '2030-03-01',
  endsOn: '2031-02-28',
  businessPurpose: 'Promotion of the spring line',
  payor: { name: 'Sofia Brandt', title: 'VP', email: 'sofia@halden.example' },
  payments: [payOn('2030-12-01')],
  deliverables: [
    { id: crypto.randomUUID(), title: 'One story', platform: null, count: 1, dueOn: '2030-03-10', disclosureTag: null },
  ],
  keyDates: [],
  ...more,
})
const newDeal = (more: Partial<DealTerms> = {}) => ({
  athleteId: athlete,
  companyId: company,
  kind: 'nil' as const,
  terms: terms(more),
})
const addSigned = (more: Partial<DealTerms> = {}): Promise<Deal> => driver.signed(newDeal(more))
const addApproved = async (): Promise<Deal> => driver.approve((await driver.draft(newDeal())).id)

/** Runs the hourly job at 10:00 on a day. */
async function runOn(day: string | Date) {
  now = typeof day === 'string' ? noon(day) : day
  await runJob(world.app, world.database, 'remind-of-deal-dates')
}

/** Kinds and recipients of mail since the last call. */
async function takeMail(...kinds: string[]) {
  const { rows } = await world.database.query<{ kind: string; recipient: string }>(
    'delete from outgoing_mail where kind = any($1) returning kind, recipient',
    [kinds],
  )
  return rows.map(({ kind, recipient }) => `${kind} ${nameOf(recipient)}`).sort()
}
const nameOf = (email: string) => [owner, agent, approver, player].find((one) => one.email === email)?.name ?? email

async function firstDeliverable(deal: Deal): Promise<DeliverableRow> {
  return (await agent.ask('GET', at(`deliverables?deal=${deal.id}`))).json().rows[0]
}
const timelineOf = async (deal: Deal): Promise<{ kind: string; about: string | null }[]> =>
  (await agent.ask('GET', at(`deals/${deal.id}/timeline`))).json().rows
const choose = (someone: Someone, kinds: MailedKind[], delivery: Delivery) =>
  someone.ask('PUT', at('notification-settings'), { kinds, delivery })

describe('a reminder by a colleague', () => {
  test('to sign answers whom it reached, once a day', async () => {
    const deal = await addApproved()
    await takeMail('signature-asked')
    const answer = await driver.remind(deal.id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ reached: [{ name: 'Jonah Okoye', as: 'athlete', how: 'mail' }] })
    expect((await timelineOf(deal))[0]).toMatchObject({ kind: 'reminded', about: 'Jonah Okoye' })
    const second = await clerk.ask('POST', at(`deals/${deal.id}/reminders`))
    expect([second.statusCode, second.json().code, second.json().detail]).toEqual([
      409,
      'reminded-recently',
      'A reminder was already sent today at 10:00 AM by Amara Cole. You can send another one tomorrow.',
    ])
    expect(await takeMail('signature-asked')).toEqual(['signature-asked Jonah Okoye'])
    now = noon(addDays(START, 1))
    expect((await driver.remind(deal.id)).statusCode).toBe(200)
  })

  test('reaches nobody without an account: it is refused with the reason and not on the timeline', async () => {
    await linkAccount(null)
    const deal = await addApproved()
    const answer = await driver.remind(deal.id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'nobody-reachable',
      detail: 'Jonah Okoye has no account. No reminder was sent.',
      present: { athlete },
    })
    expect((await timelineOf(deal)).map(({ kind }) => kind)).not.toContain('reminded')
    const isUnreachable = async (someone: Someone) =>
      (await someone.ask('GET', at(`deals/${deal.id}`))).json().athleteUnreachable
    expect([await isUnreachable(agent), await isUnreachable(approver)]).toEqual([true, false])
    await linkAccount(player.id)
    expect(await isUnreachable(agent)).toBe(false)
  })

  test('is refused if only the company is missing, which gets a link instead', async () => {
    const deal = await addApproved()
    expect((await driver.athleteSigns(deal.id)).statusCode).toBe(200)
    expect((await driver.remind(deal.id)).json()).toMatchObject({
      code: 'nobody-reachable',
      detail: expect.stringContaining('Halden Sportswear has not signed.'),
    })
  })

  test('is refused if the mail server refuses the address', async () => {
    const deal = await addApproved()
    await inTransaction(world.database, (client) => markRefused(client, player.email))
    expect((await driver.remind(deal.id)).json()).toMatchObject({
      code: 'nobody-reachable',
      detail: 'Email to Jonah Okoye is refused by their mail server. No reminder was sent.',
    })
  })

  test('to review names approvers only with money.view', async () => {
    const deal = await driver.draft(newDeal())
    await driver.submit(deal.id)
    await owner.ask('PUT', at('permissions'), { role: 'support-staff', permission: 'deals.edit', allowed: true })
    const assistant = await world.people.registerMember(organization, 'Ada Assistant', 'support-staff')
    const hidden = await assistant.ask('POST', at(`deals/${deal.id}/reminders`))
    expect(hidden.json()).toEqual({ reached: [{ name: null, as: 'approver', how: 'mail' }] })
    now = noon(addDays(START, 1))
    const { reached } = (await driver.remind(deal.id)).json()
    expect(reached).toContainEqual({ name: 'Lin Zhao', as: 'approver', how: 'mail' })
    expect((await timelineOf(deal))[0]).toMatchObject({ kind: 'reminded', about: null })
  })

  test('to review reaches nobody if it moved to the owner who reminds', async () => {
    const deal = await driver.draft(newDeal())
    await driver.submit(deal.id)
    const permission = { role: 'compliance', permission: 'athletes.all' }
    await owner.ask('PUT', at('permissions'), { ...permission, allowed: false })
    const answer = await owner.ask('POST', at(`deals/${deal.id}/reminders`))
    const { reached } = (await driver.remind(deal.id)).json()
    await owner.ask('PUT', at('permissions'), { ...permission, allowed: true })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'nobody-reachable',
      detail: 'This deal waits only for your own review. No reminder was sent.',
    })
    expect(reached).toEqual([{ name: 'Olive Owner', as: 'approver', how: 'mail' }])
  })

  test('of a deliverable answers whom it reached and how', async () => {
    const deal = await addSigned()
    const { id, actions } = await firstDeliverable(deal)
    expect(actions).toContain('remind')
    const remind = () => agent.ask('POST', at(`deliverables/${id}/reminders`))
    await choose(player, ['deliverable-due'], 'bell')
    expect((await remind()).json()).toEqual({ reached: [{ name: 'Jonah Okoye', as: 'athlete', how: 'bell' }] })
    expect((await remind()).json().code).toBe('reminded-recently')
    expect(await takeMail('deliverable-due')).toEqual([])
    const { rows } = (await player.ask('GET', at('notifications'))).json()
    expect(rows[0]).toMatchObject({ kind: 'deliverable-due', details: { deliverable: id, day: '2030-03-10' } })
    await player.ask('POST', at(`deliverables/${id}/proofs`), { link: 'https://social.example/p/1', note: null })
    now = noon(addDays(START, 1))
    expect((await remind()).json().code).toBe('deal-move-not-possible')
    expect((await player.ask('POST', at(`deliverables/${id}/reminders`))).statusCode).toBe(403)
  })
})

describe('by schedule', () => {
  const sent = () => takeMail('deliverable-due', 'deliverable-late')

  test('athletes are reminded of a deliverable on five days, the lead on two, each once', async () => {
    await addSigned()
    const byDay: Record<number, string[]> = {}
    for (const after of [-4, -3, -2, 0, 1, 2, 3, 7, 8]) {
      // As on the next hour, or on a second server.
      for (const _ of [1, 2]) await runOn(addDays('2030-03-10', after))
      byDay[after] = await sent()
    }
    const athlete = 'deliverable-due Jonah Okoye'
    const lead = 'deliverable-late Amara Cole'
    expect(byDay).toEqual({
      '-4': [],
      '-3': [athlete],
      '-2': [],
      0: [athlete],
      1: [athlete, lead],
      2: [],
      3: [athlete],
      7: [athlete, lead],
      8: [],
    })
  })

  test('owners are reminded instead of a lead who cannot see the athlete', async () => {
    await addSigned()
    const permission = { role: 'agent', permission: 'athletes.all' }
    await owner.ask('PUT', at('permissions'), { ...permission, allowed: false })
    await runOn('2030-03-11')
    await owner.ask('PUT', at('permissions'), { ...permission, allowed: true })
    expect(await sent()).toEqual(['deliverable-due Jonah Okoye', 'deliverable-late Olive Owner'])
  })

  test('nobody is reminded at night in the time zone of the organization', async () => {
    await addSigned()
    await runOn(new Date('2030-03-10T10:59:00Z'))
    // Daylight saving time starts on this day: 7:00 is 11:00 UTC.
    expect(await sent()).toEqual([])
    await runOn(new Date('2030-03-11T01:00:00Z'))
    expect(await sent()).toEqual([])
    await runOn(new Date('2030-03-10T11:00:00Z'))
    expect(await sent()).toEqual(['deliverable-due Jonah Okoye'])
  })

  test('a colleague’s reminder counts for the day', async () => {
    const deal = await addSigned()
    now = noon('2030-03-10')
    await agent.ask('POST', at(`deliverables/${(await firstDeliverable(deal)).id}/reminders`))
    await runOn('2030-03-10')
    expect(await sent()).toEqual(['deliverable-due Jonah Okoye'])
  })

  test('reminders stop with proof, termination, or when the athlete leaves', async () => {
    const [proven, terminated] = [await addSigned(), await addSigned()]
    const { id } = await firstDeliverable(proven)
    await player.ask('POST', at(`deliverables/${id}/proofs`), { link: 'https://social.example/p/1', note: null })
    expect((await driver.move(terminated.id, 'terminate', { comment: 'Over' })).statusCode).toBe(200)
    await runOn('2030-03-10')
    expect(await sent()).toEqual([])
    await addSigned()
    await linkAccount(null)
    await runOn('2030-03-11')
    expect(await sent()).toEqual(['deliverable-late Amara Cole'])
  })

  test('nothing due before the deal was entered is reminded', async () => {
    now = noon('2030-03-11')
    await addSigned()
    for (const day of ['2030-03-11', '2030-03-13', '2030-03-17']) await runOn(day)
    expect(await sent()).toEqual([])
  })

  test('signers are reminded every three days, four times, then the lead', async () => {
    await addApproved()
    await takeMail('signature-asked')
    const byDay: string[][] = []
    for (const days of [1, 3, 6, 9, 12, 15, 18]) {
      await runOn(addDays(START, days))
      byDay.push(await takeMail('signature-asked', 'signature-late'))
    }
    const athlete = ['signature-asked Jonah Okoye']
    expect(byDay).toEqual([[], athlete, athlete, athlete, athlete, ['signature-late Amara Cole'], []])
  })

  test('the lead is told early if nobody who is missing has an account', async () => {
    await linkAccount(null)
    await addApproved()
    await runOn(addDays(START, 3))
    expect(await takeMail('signature-asked', 'signature-late')).toEqual(['signature-late Amara Cole'])
  })

  test('late payments are reported to the lead on days 1, 7 and 30, never to the payor', async () => {
    await addSigned({ payments: [payOn('2030-03-10')], deliverables: [] })
    const days: number[] = []
    for (const after of [0, 1, 2, 7, 29, 30, 31]) {
      await runOn(addDays('2030-03-10', after))
      const mail = await takeMail('payment-late', 'payment-reminder')
      if (mail.length > 0) expect(mail).toEqual(['payment-late Amara Cole'])
      if (mail.length > 0) days.push(after)
    }
    expect(days).toEqual([1, 7, 30])
  })
})

describe('the guardian of a minor', () => {
  let guardian: Someone

  beforeEach(async () => {
    await world.database.query("update athletes set birth_date = '2014-01-01', level = 'high-school' where id = $1", [
      athlete,
    ])
    guardian = await world.people.register('Mari Okoye')
    await world.database.query(
      `insert into guardianships (organization_id, athlete_id, reach, user_id, confirmed_at, verified_at, verified_how)
       values ($1, $2, 'full', $3, now(), now(), 'call')`,
      [organization, athlete, guardian.id],
    )
  })
  const toGuardian = async (kind: string) =>
    (await takeMail(kind)).filter((line) => line.endsWith(guardian.email)).length

  test('is reminded to sign before the athlete, and not once the guardianship ends', async () => {
    const deal = await addApproved()
    await takeMail('guardian-signature-asked')
    expect((await driver.remind(deal.id)).json().reached).toEqual([{ name: 'Mari Okoye', as: 'guardian', how: 'mail' }])
    expect(await toGuardian('guardian-signature-asked')).toBe(1)
    await runOn(addDays(START, 3))
    expect(await toGuardian('guardian-signature-asked')).toBe(1)
    await world.database.query('update guardianships set ended_at = now() where user_id = $1', [guardian.id])
    await runOn(addDays(START, 6))
    expect(await toGuardian('guardian-signature-asked')).toBe(0)
  })

  test('is reminded of deliverables', async () => {
    const deal = await addApproved()
    const signature = {
      number: 1,
      hash: deal.versions[0]?.hash,
      name: 'Mari Okoye',
      agrees: true,
      password: goodPassword,
    }
    const { rows } = await world.database.query('select id from guardianships where user_id = $1', [guardian.id])
    const signed = await guardian.ask('POST', `/api/guardianships/${rows[0].id}/deals/${deal.id}/signatures`, signature)
    expect(signed.statusCode).toBe(204)
    expect((await driver.athleteSigns(deal.id)).statusCode).toBe(200)
    expect((await driver.companySigns(deal.id)).statusCode).toBe(201)
    await runOn('2030-03-10')
    expect(await toGuardian('guardian-deliverable-due')).toBe(1)
  })
})

describe('also told by bell and mail', () => {
  test('the lead of proof, and the athlete of its acceptance or return', async () => {
    const deal = await addSigned()
    const { id } = await firstDeliverable(deal)
    const told = () => takeMail('proof-submitted', 'proof-decided')
    await player.ask('POST', at(`deliverables/${id}/proofs`), { link: 'https://social.example/p/1', note: null })
    expect(await told()).toEqual(['proof-submitted Amara Cole'])
    const { version } = await firstDeliverable(deal)
    await agent.ask('POST', at(`deliverables/${id}/decision`), { version, decision: 'returned', comment: 'Blurry' })
    expect(await told()).toEqual(['proof-decided Jonah Okoye'])
    const { rows } = (await player.ask('GET', at('notifications'))).json()
    expect(rows[0]).toMatchObject({ kind: 'deliverable-decided', details: { decision: 'declined', deliverable: id } })
  })
})

describe('the daily digest', () => {
  /** Notifications have the time of the database. */
  const age = (from: string) =>
    world.database.query('update notifications set created_at = $1 where digest', [new Date(from)])

  test('has one mail at 7:00 instead of single ones, with what the person may still see', async () => {
    await choose(player, ['signature-asked', 'deliverable-due'], 'digest')
    const deal = await addApproved()
    expect(await takeMail('signature-asked')).toEqual([])
    await age('2030-03-04T20:00:00Z')
    await runOn(new Date('2030-03-05T11:59:00Z'))
    expect(await takeMail('daily-digest')).toEqual([])
    for (const _ of [1, 2]) await runOn(new Date('2030-03-05T12:00:00Z'))
    const { rows } = await world.database.query("select * from outgoing_mail where kind = 'daily-digest'")
    expect(rows.map(({ recipient }) => recipient)).toEqual([player.email])
    const { digestRows } = world.app.platform
    const compose = () =>
      composerWith({ digestRows }).compose({ ...rows[0], person: rows[0].user_id, demoRequest: null })
    const mail = await compose()
    expect(mail?.subject).toBe('Your day at Ridgeline: 1 update')
    expect(mail?.text).toContain(`/deals/${deal.id}/sign`)
    expect(mail?.text).not.toContain('Halden')
    await driver.withdraw(deal.id)
    expect(await compose()).toBeUndefined()
  })

  test('is not sent for notifications after 7:00 until the next day', async () => {
    await choose(player, ['signature-asked'], 'digest')
    await addApproved()
    await age('2030-03-04T12:01:00Z')
    await runOn(START)
    expect(await takeMail('daily-digest')).toEqual([])
    await runOn(addDays(START, 1))
    expect(await takeMail('daily-digest')).toEqual(['daily-digest Jonah Okoye'])
  })
})

test('settings are per member and cover the kinds that the member can receive', async () => {
  const load = async (someone: Someone) => (await someone.ask('GET', at('notification-settings'))).json().settings
  const defaults = await load(player)
  expect(defaults.filter(({ delivery }: { delivery: string }) => delivery === 'digest')).toEqual([
    { kind: 'task-due', delivery: 'digest' },
  ])
  const answer = await choose(player, ['signature-asked'], 'digest')
  expect(answer.json().settings).toContainEqual({ kind: 'signature-asked', delivery: 'digest' })
  const ofAgent = await load(agent)
  expect(ofAgent).toContainEqual({ kind: 'payment-late', delivery: 'mail' })
  expect(ofAgent).not.toContainEqual(expect.objectContaining({ kind: 'signature-asked' }))
  await owner.ask('PUT', at('permissions'), { role: 'athlete', permission: 'money.view', allowed: false })
  const kinds = (await load(player)).map(({ kind }: { kind: string }) => kind)
  expect(kinds).toContain('deliverable-due')
  expect(kinds).not.toContain('payment-recorded')
  await owner.ask('PUT', at('permissions'), { role: 'athlete', permission: 'money.view', allowed: true })
  expect((await choose(player, ['role-changed' as MailedKind], 'bell')).statusCode).toBe(422)
})

// Last: booked deals cannot be deleted before the next test.
test('the athlete is told of a recorded payment, without its amount', async () => {
  const deal = await addSigned()
  const receipt = {
    receivedOn: START,
    payer: 'Halden',
    companyId: null,
    reference: null,
    currency: 'USD',
    amountMinor: 98_765,
    note: null,
    bankLineId: null,
    allocations: [{ dealId: deal.id, amountMinor: 98_765 }],
  }
  expect((await owner.ask('POST', at('finances/receipts'), receipt)).statusCode).toBe(201)
  const { rows } = await world.database.query("select * from outgoing_mail where kind = 'payment-recorded'")
  expect(rows.map(({ recipient }) => recipient)).toEqual([player.email])
  expect(JSON.stringify(rows[0].details)).not.toMatch(/98,?765|987\.65|Halden/)
  const bell = (await player.ask('GET', at('notifications'))).json().rows[0]
  expect(bell).toMatchObject({ kind: 'payment-recorded', details: { deal: deal.id } })
})
