import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deal, DealTimelineEntry } from '@sherpa/contracts/deal'
import type { Role } from '@sherpa/contracts/organization'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dealDriver } from '../../../test/deal-driver.ts'
import { runJob } from '../../../test/jobs.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { diskFiles } from '../../files/file-store.ts'
import { renderInWorker } from '../../pdf/draw-in-thread.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-self-approval-test-'))
afterAll(() => rm(directory, { recursive: true }))
const world = platformForTests({
  renderPdf: renderInWorker,
  files: diskFiles(directory),
  clock: () => new Date('2026-11-16T15:00:00Z'),
})

let owner: Someone
let agent: Someone
let player: Someone
let organization: string
let athlete: string
let company: string
const at = (path = '') => `/api/organizations/${organization}${path}`
const drive = dealDriver(() => ({ organization, agent, approver: owner, player, clerk: agent }))

async function add(by: Someone): Promise<Deal> {
  const payment = {
    id: crypto.randomUUID(),
    kind: 'base',
    title: 'Retainer',
    amountMinor: 100_000,
    inKind: false,
    schedule: { kind: 'day', day: '2026-12-01' },
  }
  const terms = { startsOn: '2026-08-03', businessPurpose: 'Fall line', payments: [payment] }
  return (await by.ask('POST', at('/deals'), { athleteId: athlete, companyId: company, kind: 'nil', terms })).json()
}
const load = async (by: Someone, { id }: Deal): Promise<Deal> => (await by.ask('GET', at(`/deals/${id}`))).json()
const edit = async (by: Someone, deal: Deal) =>
  by.ask('PATCH', at(`/deals/${deal.id}`), {
    version: (await load(by, deal)).version,
    changes: { terms: { usageRights: `As ${by.name} says` } },
  })
const submit = async (by: Someone, deal: Deal, more: object = {}) =>
  by.ask('POST', at(`/deals/${deal.id}/review`), { version: (await load(by, deal)).version, ...more })
const decide = (by: Someone, deal: Deal, comment: string | null = null, decision = 'approved', number = 1) =>
  by.ask('POST', at(`/deals/${deal.id}/decisions`), { number, decision, comment })
const newMember = (name: string, role: Role) => world.people.registerMember(organization, name, role)
const approversOf = ({ approvals }: Deal) => approvals.map(({ person, mark }) => [person?.name, mark])

beforeEach(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  agent = await newMember('Amara Cole', 'agent')
  await world.people.assumeSecondFactor(agent, true)
  player = await newMember('Jonah Okoye', 'athlete')
  const facts = { givenName: 'Jonah', familyName: 'Okoye', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  athlete = (await owner.ask('POST', at('/athletes'), facts)).json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, athlete])
  company = (await owner.ask('POST', at('/companies'), { name: 'Halden', kind: 'brand', category: 'apparel' })).json()
    .id
})

describe('an editor of a version', () => {
  test('cannot approve it, even if someone else created and submitted it', async () => {
    const compliance = await newMember('Lin Zhao', 'compliance')
    const deal = await add(agent)
    expect((await edit(owner, deal)).statusCode).toBe(200)
    const submitted = (await submit(agent, deal)).json()
    expect(approversOf(submitted)).toEqual([['Lin Zhao', null]])
    expect((await decide(owner, deal)).json().code).toBe('not-your-turn')
    expect((await decide(compliance, deal)).json().stage).toBe('approved')
  })

  test('cannot approve the next version with the same terms', async () => {
    const compliance = await newMember('Lin Zhao', 'compliance')
    const deal = await add(agent)
    await edit(owner, deal)
    await submit(agent, deal)
    await decide(compliance, deal, 'Shorter', 'changes')
    expect(approversOf((await submit(agent, deal)).json())).toEqual([['Lin Zhao', null]])
  })

  test('may approve it if all approvers edited it and another one submitted it, which is marked', async () => {
    const second = await newMember('Oscar Owner', 'compliance')
    const deal = await add(agent)
    await edit(owner, deal)
    await owner.ask('PUT', at('/permissions'), { role: 'compliance', permission: 'deals.edit', allowed: true })
    await edit(second, deal)
    const submitted = (await submit(owner, deal)).json()
    expect(approversOf(submitted)).toEqual([['Oscar Owner', 'edited-by-approver']])
    expect((await decide(second, deal)).json()).toMatchObject({
      stage: 'approved',
      approvals: [{ decision: 'approved', mark: 'edited-by-approver' }],
    })
  })
})

describe('a sole approver', () => {
  test('approves an own submission with a comment, marked on record, activity and certificate', async () => {
    const deal = await add(owner)
    expect((await load(owner, deal)).selfApproval).toBe(true)
    expect((await load(agent, deal)).selfApproval).toBe(false)
    const approved = await submit(owner, deal, { approval: 'I negotiated it myself' })
    expect(approved.json()).toMatchObject({
      stage: 'approved',
      approvals: [{ decision: 'approved', mark: 'self-approved', comment: 'I negotiated it myself' }],
    })
    const timeline = (await owner.ask('GET', at(`/deals/${deal.id}/timeline`))).json().rows as DealTimelineEntry[]
    expect(timeline).toContainEqual(expect.objectContaining({ kind: 'self-approved', text: 'I negotiated it myself' }))
    expect((await owner.ask('GET', at('/activity'))).body).toContain('approved, self-approved')
    await world.people.assumeSecondFactor(agent, false)
    await drive.athleteSigns(deal.id)
    expect((await drive.companySigns(deal.id)).statusCode).toBe(201)
    await runJob(world.app, world.database, 'remind-of-deal-dates')
    const { documents } = (await owner.ask('GET', at(`/deals/${deal.id}/documents`))).json()
    const { id } = documents.find(({ kind }: { kind: string }) => kind === 'signed')
    const { address } = (await owner.ask('POST', at(`/deals/${deal.id}/documents/${id}/address`))).json()
    const text = readPdf((await world.app.inject(address)).rawPayload).lines.join('\n')
    expect(text).toContain('Self-approved')
  })

  test('needs a comment if they edited a colleague’s submission', async () => {
    const deal = await add(agent)
    await edit(owner, deal)
    expect(approversOf((await submit(agent, deal)).json())).toEqual([['Olive Owner', 'self-approved']])
    expect((await decide(owner, deal)).json().errors).toMatchObject([{ field: 'comment' }])
    expect((await decide(owner, deal, 'Only the usage')).json().stage).toBe('approved')
  })

  test('cannot self-approve once another approver exists', async () => {
    const deal = await add(owner)
    const loaded = await load(owner, deal)
    const compliance = await newMember('Lin Zhao', 'compliance')
    const body = { version: loaded.version, approval: 'Mine' }
    const refused = await owner.ask('POST', at(`/deals/${deal.id}/review`), body)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'another-may-approve'])
    expect(refused.json().present).toMatchObject({ stage: 'draft', selfApproval: false })
    expect(approversOf((await submit(owner, deal)).json())).toEqual([['Lin Zhao', null]])
    expect((await decide(compliance, deal)).json().stage).toBe('approved')
  })

  test('cannot self-approve if another approver was added after submission', async () => {
    const deal = await add(owner)
    expect(approversOf((await submit(owner, deal)).json())).toEqual([['Olive Owner', 'self-approved']])
    const compliance = await newMember('Lin Zhao', 'compliance')
    const refused = await decide(owner, deal, 'Mine')
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'another-may-approve'])
    expect(approversOf(refused.json().present)).toEqual([['Lin Zhao', null]])
    expect((await decide(compliance, deal)).json().stage).toBe('approved')
  })

  test('cannot self-approve above three members until an owner allows it', async () => {
    await newMember('Carl Clerk', 'agent')
    await newMember('Cory Coach', 'coach')
    const deal = await add(owner)
    expect((await load(owner, deal)).selfApproval).toBe(false)
    expect((await submit(owner, deal)).json().code).toBe('nobody-can-approve')
    expect((await agent.ask('PUT', at('/self-approval'), { allowed: true })).statusCode).toBe(403)
    expect((await owner.ask('GET', at('/approval-chains'))).json().selfApproval).toBe(false)
    expect((await owner.ask('PUT', at('/self-approval'), { allowed: true })).statusCode).toBe(204)
    expect((await submit(owner, deal, { approval: 'Mine' })).json().stage).toBe('approved')
  })

  test('cannot self-approve if the chain names people', async () => {
    const steps = [{ name: 'Owner', people: [owner.id], roles: [], needs: 'any' }]
    await owner.ask('PUT', at('/approval-chains'), { chains: [{ kind: null, fromMinor: 0, steps }] })
    const deal = await add(owner)
    expect((await submit(owner, deal, { approval: 'Mine' })).json().code).toBe('nobody-can-approve')
  })
})

describe('approval chains', () => {
  test('ask only approvers who can see the athlete', async () => {
    const compliance = await newMember('Lin Zhao', 'compliance')
    await owner.ask('PUT', at('/permissions'), { role: 'compliance', permission: 'athletes.all', allowed: false })
    const steps = [{ name: 'Both', people: [], roles: ['owner', 'compliance'], needs: 'all' }]
    await owner.ask('PUT', at('/approval-chains'), { chains: [{ kind: null, fromMinor: 0, steps }] })
    const deal = await add(agent)
    expect(approversOf((await submit(agent, deal)).json())).toEqual([['Olive Owner', null]])
    expect((await decide(owner, deal)).json().stage).toBe('approved')
    await world.database.query(
      'insert into athlete_assignments (organization_id, athlete_id, user_id) values ($1, $2, $3)',
      [organization, athlete, compliance.id],
    )
    expect(approversOf((await submit(agent, await add(agent))).json())).toHaveLength(2)
  })

  test('are hidden from athletes and accept only members as approvers', async () => {
    expect((await player.ask('GET', at('/approval-chains'))).statusCode).toBe(403)
    const stranger = await world.people.register('Sonja Stranger')
    for (const { id } of [player, stranger]) {
      const steps = [{ name: 'Step', people: [id], roles: [], needs: 'any' }]
      const refused = await owner.ask('PUT', at('/approval-chains'), { chains: [{ kind: null, fromMinor: 0, steps }] })
      expect(refused.json().errors).toMatchObject([{ field: 'chains' }])
    }
  })
})

describe('for athletes', () => {
  const idsOf = async (path: string) =>
    (await player.ask('GET', at(path))).json().rows.map(({ id }: { id: string }) => id) as string[]
  const visibilityOf = async (deal: Deal) => {
    const { stages } = (await player.ask('GET', at('/deals/counts'))).json()
    return {
      record: (await player.ask('GET', at(`/deals/${deal.id}`))).statusCode,
      list: (await idsOf('/deals')).length,
      search: (await idsOf('/deals?search=okoye')).length,
      companies: (await idsOf('/companies')).length,
      counted: stages.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
      timeline: (await player.ask('GET', at(`/deals/${deal.id}/timeline`))).statusCode,
      documents: (await player.ask('GET', at(`/deals/${deal.id}/documents`))).statusCode,
    }
  }
  const hidden = { record: 404, list: 0, search: 0, companies: 0, counted: 0, timeline: 404, documents: 404 }
  const visible = { record: 200, list: 1, search: 1, companies: 1, counted: 1, timeline: 200, documents: 200 }

  test('deals are hidden until approval', async () => {
    const deal = await add(agent)
    expect(await visibilityOf(deal)).toEqual(hidden)
    await submit(agent, deal)
    expect(await visibilityOf(deal)).toEqual(hidden)
    await decide(owner, deal)
    expect(await visibilityOf(deal)).toEqual(visible)
    await edit(agent, deal)
    expect(await visibilityOf(deal)).toEqual(hidden)
  })

  test('a draft is visible once a colleague shares it, which is logged', async () => {
    const deal = await add(agent)
    expect((await load(agent, deal)).actions).toContain('share')
    expect((await player.ask('POST', at(`/deals/${deal.id}/sharing`), { version: deal.version })).statusCode).toBe(403)
    const shared = await agent.ask('POST', at(`/deals/${deal.id}/sharing`), { version: deal.version })
    expect(shared.json()).toMatchObject({ shared: true })
    expect(await visibilityOf(deal)).toEqual(visible)
    const { rows } = await world.database.query(
      "select event from audit_events where organization_id = $1 and event = 'deal-shared'",
      [organization],
    )
    expect(rows).toHaveLength(1)
  })

  test('notifications about a deal are hidden while the deal is hidden', async () => {
    const deal = await add(agent)
    await submit(agent, deal)
    await decide(owner, deal)
    const loadNotifications = async () => (await player.ask('GET', at('/notifications'))).json()
    const request = { rows: [{ kind: 'signature-asked', details: { deal: deal.id }, read: false }], unread: 1 }
    expect(await loadNotifications()).toMatchObject(request)
    await edit(agent, deal)
    expect(await loadNotifications()).toMatchObject({ rows: [], unread: 0 })
    await submit(agent, deal)
    await decide(owner, deal, null, 'approved', 2)
    expect((await loadNotifications()).rows).toHaveLength(2)
  })

  test('no expense, date or payment reveals a draft', async () => {
    const deal = await add(agent)
    await world.people.assumeSecondFactor(agent, true)
    const expense = {
      spentOn: '2026-11-02',
      category: 'travel',
      vendor: 'Airline',
      currency: 'USD',
      amountMinor: 50_000,
      athleteId: null,
      dealId: deal.id,
      paidBy: 'organization',
      recoupRate: 200_000,
      note: null,
    }
    const key = { 'idempotency-key': crypto.randomUUID() }
    expect((await agent.ask('POST', at('/finances/expenses'), expense, key)).statusCode).toBe(201)
    const mentionsDeal = async (someone: Someone, path: string) =>
      (await someone.ask('GET', at(path))).body.includes(deal.id)
    expect(await mentionsDeal(agent, '/finances/expenses')).toBe(true)
    for (const path of [
      '/finances/expenses',
      '/finances/ledger',
      '/payables',
      `/finances/statements/${athlete}?from=2026-01-01&until=2026-12-31`,
      '/calendar?from=2026-01-01&until=2027-12-31',
      '/key-dates',
      '/deliverables',
      '/needs',
      '/notifications',
    ]) {
      expect([path, await mentionsDeal(player, path)]).toEqual([path, false])
    }
    const money = (someone: Someone) => someone.ask('GET', at(`/finances/deals/${deal.id}`))
    expect([(await money(agent)).statusCode, (await money(player)).statusCode]).toEqual([200, 404])
  })

  test('an unshared amendment is hidden, the version in force visible', async () => {
    const deal = await add(agent)
    await world.people.assumeSecondFactor(agent, false)
    await drive.signAll(deal.id)
    await edit(agent, deal)
    await submit(agent, deal)
    await runJob(world.app, world.database, 'remind-of-deal-dates')
    const visibleDeal = await load(player, deal)
    expect(visibleDeal).toMatchObject({
      newestVersion: 1,
      versionInForce: 1,
      amendment: null,
      versions: [{ number: 1 }],
    })
    expect((await player.ask('GET', at('/deals'))).json().rows).toMatchObject([{ amendment: null }])
    const { documents } = (await player.ask('GET', at(`/deals/${deal.id}/documents`))).json()
    expect(documents.filter(({ number }: { number: number | null }) => number === 2)).toEqual([])
    const timeline = (await player.ask('GET', at(`/deals/${deal.id}/timeline`))).json().rows as DealTimelineEntry[]
    expect(timeline.filter(({ kind }) => ['changed', 'submitted', 'version-added'].includes(kind))).toEqual([])
    await decide(owner, deal, null, 'approved', 2)
    expect(await load(player, deal)).toMatchObject({ newestVersion: 2, amendment: 'approved' })
  })
})
