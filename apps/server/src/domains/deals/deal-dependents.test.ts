// slow: every record of a deal, at every change of the deal; represented by apps/server/src/domains/deals/life-cycle.test.ts
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deal, DealTerms, NewDeal } from '@sherpa/contracts/deal'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dealDriver } from '../../../test/deal-driver.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { diskFiles } from '../../files/file-store.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-deal-dependents-test-'))
afterAll(() => rm(directory, { recursive: true }))
const world = platformForTests({ files: diskFiles(directory), clock: () => new Date('2026-11-16T15:00:00Z') })

let owner: Someone
let agent: Someone
let compliance: Someone
let clerk: Someone
let player: Someone
let organization: string
let athlete: string
let company: string
const at = (path: string) => `/api/organizations/${organization}/${path}`
const drive = dealDriver(() => ({ organization, agent, approver: compliance, player, clerk }))

const nil = (terms: Partial<DealTerms> = {}, more: Partial<NewDeal> = {}): NewDeal => ({
  athleteId: athlete,
  companyId: company,
  kind: 'nil',
  terms: {
    startsOn: '2026-08-03',
    endsOn: '2027-06-30',
    businessPurpose: 'Fall line',
    payments: [
      {
        id: crypto.randomUUID(),
        kind: 'base',
        title: 'Fee',
        amountMinor: 1_000_000,
        inKind: false,
        schedule: { kind: 'day', day: '2026-12-01' },
      },
    ],
    ...terms,
  },
  ...more,
})
const addAthlete = async (givenName = 'Jonah', familyName = 'Okoye') =>
  (
    await owner.ask('POST', at('athletes'), {
      givenName,
      familyName,
      birthDate: '2004-03-03',
      level: 'college',
      stage: 'signed',
    })
  ).json().id
const addExpense = (about: { athleteId: string | null; dealId: string | null }, note: string | null = null) =>
  owner.ask('POST', at('finances/expenses'), {
    spentOn: '2026-11-02',
    category: 'travel',
    vendor: 'Delta',
    note,
    currency: 'USD',
    amountMinor: 20_000,
    paidBy: 'organization',
    recoupRate: null,
    ...about,
  })
const remove = async (person: Someone) =>
  expect((await owner.ask('DELETE', at(`people/${person.id}`))).statusCode).toBe(204)
const approvalsOf = ({ approvals }: Deal) => approvals.map(({ person, decision }) => [person?.name, decision])
const notificationKinds = async (person: Someone) =>
  (await person.ask('GET', at('notifications'))).json().rows.map(({ kind }: { kind: string }) => kind)

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
})
beforeEach(async () => {
  organization = await world.people.createOrganization(owner)
  agent = await world.people.registerMember(organization, 'Amara Cole', 'agent')
  compliance = await world.people.registerMember(organization, 'Lin Zhao', 'compliance')
  player = await world.people.registerMember(organization, 'Jonah Okoye', 'athlete')
  clerk = await world.people.registerMember(organization, 'Cleo Clerk', 'agent')
  await world.people.assumeSecondFactor(clerk, false)
  athlete = await addAthlete()
  await world.database.query('update athletes set user_id = $2 where id = $1', [athlete, player.id])
  company = (await owner.ask('POST', at('companies'), { name: 'Halden', kind: 'brand', category: 'apparel' })).json().id
})

test('a draft deal with an expense cannot be removed', async () => {
  const deal = await drive.draft(nil())
  expect((await addExpense({ athleteId: athlete, dealId: deal.id })).statusCode).toBe(201)
  const refused = await drive.remove(deal.id)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'deal-has-expenses', title: expect.stringContaining('Decline it instead') },
  ])
  expect((await drive.move(deal.id, 'decline')).statusCode).toBe(200)
})

test('a company with a submitted deal cannot be merged into the organization itself', async () => {
  const companies = (await owner.ask('GET', at('companies'))).json().rows
  const self = companies.find(({ isSelf }: { isSelf: boolean }) => isSelf).id
  const merge = (other: string) => owner.ask('POST', at(`companies/${self}/merges`), { other })
  const { id } = await drive.draft(nil())
  expect((await drive.submit(id)).statusCode).toBe(200)
  const refused = await merge(company)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'own-company-pays'])
  expect(await drive.load(id)).toMatchObject({ company: { id: company } })
  const { rows } = await world.database.query('select merged_into from companies where id = $1', [company])
  expect(rows).toEqual([{ merged_into: null }])
  const unused = (await owner.ask('POST', at('companies'), { name: 'Ridgeline LLC', kind: 'brand' })).json().id
  expect((await merge(unused)).statusCode).toBe(200)
})

test('an athlete with expenses cannot be merged into another one', async () => {
  const other = await addAthlete()
  await addExpense({ athleteId: other, dealId: null })
  const refused = await owner.ask('POST', at(`athletes/${athlete}/merges`), { other })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'other-has-signed-deals'])
})

describe('removing a member', () => {
  test('keeps decisions, signatures and agreements on record', async () => {
    const agreementAdded = await owner.ask('POST', at(`athletes/${athlete}/agreements`), {
      startsOn: '2026-01-01',
      endsOn: null,
      scope: ['nil'],
      agents: [agent.id],
      note: null,
    })
    expect(agreementAdded.statusCode).toBe(201)
    const deal = await drive.signed(nil())
    const approvals = approvalsOf(deal)
    expect(approvals).toContainEqual(['Lin Zhao', 'approved'])
    await remove(compliance)
    await remove(agent)
    const after: Deal = (await owner.ask('GET', at(`deals/${deal.id}`))).json()
    expect(approvalsOf(after)).toEqual(approvals)
    expect(after.signatures).toEqual(deal.signatures)
    const [agreement] = (await owner.ask('GET', at(`athletes/${athlete}/agreements`))).json().agreements
    expect(agreement.agents).toEqual([{ id: agent.id, name: 'Amara Cole' }])
    // Former agents may stay on the agreement when it is changed.
    const changed = await owner.ask('PATCH', at(`athletes/${athlete}/agreements/${agreement.id}`), {
      version: agreement.version,
      changes: { agents: [agent.id, owner.id] },
    })
    expect(changed.json().agents).toHaveLength(2)
    const stranger = await owner.ask('PATCH', at(`athletes/${athlete}/agreements/${agreement.id}`), {
      version: changed.json().version,
      changes: { agents: [compliance.id] },
    })
    expect(stranger.statusCode).toBe(422)
  })

  test('asks another approver, also in the chain that named the member', async () => {
    const chain = (person: Someone) => ({
      kind: null,
      fromMinor: 0,
      steps: [{ name: 'Compliance', people: [person.id], roles: [], needs: 'all' }],
    })
    await owner.ask('PUT', at('approval-chains'), { chains: [chain(compliance)] })
    const { id } = await drive.draft(nil())
    expect((await drive.submit(id)).statusCode).toBe(200)
    await remove(compliance)
    const waiting = await drive.load(id)
    expect([waiting.stage, approvalsOf(waiting)]).toEqual(['in-review', [['Olive Owner', null]]])
    expect((await owner.ask('GET', at('approval-chains'))).json().chains).toEqual([chain(owner)])
    const decision = { number: 1, decision: 'approved', comment: null }
    expect((await owner.ask('POST', at(`deals/${id}/decisions`), decision)).json()).toMatchObject({ stage: 'approved' })
  })

  test('notifies the lead if everyone who may approve edited the deal; the lead can withdraw it', async () => {
    // Small organizations may approve alone.
    await world.people.registerMember(organization, 'Nils Berg', 'agent')
    await owner.ask('PUT', at('approval-chains'), {
      chains: [
        { kind: null, fromMinor: 0, steps: [{ name: 'Compliance', people: [compliance.id], roles: [], needs: 'all' }] },
      ],
    })
    const { id, version } = await drive.draft(nil())
    const edit = { version, changes: { title: 'Edited by the owner' } }
    expect((await owner.ask('PATCH', at(`deals/${id}`), edit)).statusCode).toBe(200)
    expect((await drive.submit(id)).statusCode).toBe(200)
    await remove(compliance)
    const stuck = await drive.load(id)
    expect([stuck.stage, approvalsOf(stuck)]).toEqual(['in-review', []])
    expect(await notificationKinds(agent)).toContain('approver-missing')
    const { rows } = (await agent.ask('GET', at(`deals/${id}/timeline`))).json()
    expect(rows[0]).toMatchObject({ kind: 'approver-left', about: 'Compliance', actor: { name: 'Lin Zhao' } })
    const { housekeeping } = (await owner.ask('GET', at('needs'))).json()
    expect(housekeeping).toContainEqual({ kind: 'reviews-without-approver', count: 1, athlete: null, name: null })
    expect((await drive.withdraw(id)).json()).toMatchObject({ stage: 'draft' })
  })

  test('does the same for a member whose new role cannot approve', async () => {
    await owner.ask('PUT', at('approval-chains'), {
      chains: [
        { kind: null, fromMinor: 0, steps: [{ name: 'Compliance', people: [compliance.id], roles: [], needs: 'all' }] },
      ],
    })
    const { id } = await drive.draft(nil())
    await drive.submit(id)
    await owner.ask('PATCH', at(`people/${compliance.id}`), { role: 'coach' })
    expect(approvalsOf(await drive.load(id))).toEqual([['Olive Owner', null]])
  })

  test('a new role without deals hands the lead to the athlete’s manager', async () => {
    const { id } = await drive.draft({ ...nil(), leadId: agent.id })
    const leadOf = async (deal: string) => (await owner.ask('GET', at(`deals/${deal}`))).json().lead
    await owner.ask('PATCH', at(`people/${agent.id}`), { role: 'support-staff' })
    expect(await leadOf(id)).toMatchObject({ id: agent.id })
    await owner.ask('PATCH', at(`people/${agent.id}`), { role: 'coach' })
    expect(await leadOf(id)).toMatchObject({ id: owner.id })
    const { rows } = (await owner.ask('GET', at(`deals/${id}/timeline`))).json()
    expect(rows[0]).toMatchObject({ kind: 'changed', changes: ['lead'], actor: { id: owner.id } })
  })

  test('never completes a step', async () => {
    const second = await world.people.registerMember(organization, 'Nils Berg', 'compliance')
    await owner.ask('PUT', at('approval-chains'), {
      chains: [
        {
          kind: null,
          fromMinor: 0,
          steps: [{ name: 'Compliance', people: [compliance.id, second.id], roles: [], needs: 'all' }],
        },
      ],
    })
    const { id } = await drive.draft(nil())
    await drive.submit(id)
    await drive.decide(id, 'approved')
    await remove(second)
    const waiting = await drive.load(id)
    const approvals = [
      ['Lin Zhao', 'approved'],
      ['Olive Owner', null],
    ]
    expect([waiting.stage, approvalsOf(waiting)]).toEqual(['in-review', approvals])
  })

  test('leaves the step to the other approvers', async () => {
    const second = await world.people.registerMember(organization, 'Nils Berg', 'compliance')
    const { id } = await drive.draft(nil())
    await drive.submit(id)
    await remove(second)
    expect(await notificationKinds(agent)).not.toContain('approver-missing')
    expect((await drive.decide(id, 'approved')).json()).toMatchObject({ stage: 'approved' })
  })
})

describe('erasing an athlete', () => {
  const rareName = 'zebulon'
  async function tablesWith(text: string) {
    const { rows: tables } = await world.database.query(
      "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    )
    const found: string[] = []
    for (const { relname } of tables) {
      const { rowCount } = await world.database.query(`select from ${relname} t where t::text ~* '${text}'`)
      if (rowCount) found.push(relname)
    }
    return found.sort()
  }

  async function erase() {
    await world.people.assumeSecondFactor(owner, false)
    const erased = await owner.ask('POST', at(`athletes/${athlete}/erasure`), owner.proof())
    await world.people.assumeSecondFactor(owner)
    expect(erased.statusCode).toBe(204)
  }

  /** Adds a note and a review comment that name the athlete. */
  async function writeAbout(id: string) {
    const note = 'Zebulon asked for more'
    expect((await agent.ask('POST', at(`deals/${id}/notes`), { text: note })).statusCode).toBe(201)
    await drive.submit(id)
    const decision = { number: (await drive.load(id)).newestVersion, decision: 'changes', comment: note }
    expect((await compliance.ask('POST', at(`deals/${id}/decisions`), decision)).statusCode).toBe(200)
  }

  beforeEach(async () => {
    athlete = await addAthlete('Zebulon', 'Quagmire')
    await world.database.query('update athletes set user_id = null where organization_id = $1', [organization])
    await world.database.query('update athletes set user_id = $2 where id = $1', [athlete, player.id])
    await owner.ask('POST', at(`athletes/${athlete}/agreements`), {
      startsOn: '2026-01-01',
      endsOn: null,
      scope: ['nil'],
      agents: [],
      note: 'Zebulon signs at home',
    })
  })

  test('deletes unsigned deals with notes and comments', async () => {
    const deal = await drive.draft(nil())
    expect(deal.title).toContain('Zebulon')
    await writeAbout(deal.id)
    await erase()
    expect(await tablesWith(rareName)).toEqual([])
    const { rows } = await world.database.query('select from deals where organization_id = $1', [organization])
    expect(rows).toEqual([])
    // The agreement stays, without its note.
    expect((await world.database.query('select note from agreements where athlete_id = $1', [athlete])).rows).toEqual([
      { note: null },
    ])
  })

  test('keeps signed versions and bookings, but no other record with the name', async () => {
    const deal = await drive.draft(nil({}, { title: 'Zebulon for Halden' }))
    await writeAbout(deal.id)
    await drive.signAll(deal.id)
    await addExpense({ athleteId: athlete, dealId: deal.id }, 'Flight of Zebulon')
    await erase()
    // Frozen versions keep the name of the athlete.
    expect(await tablesWith(rareName)).toEqual(['deal_versions'])
    const { rows } = await world.database.query(
      'select title, stage from deals where organization_id = $1 and removed_at is null',
      [organization],
    )
    expect(rows).toEqual([{ title: 'Erased athlete × Halden', stage: 'active' }])
    const { rows: kept } = await world.database.query(
      `select (select count(*)::int from deal_signatures where deal_id = $1) as signatures,
         (select count(*)::int from deal_documents where deal_id = $1 and kind = 'paper') as papers,
         (select count(*)::int from deal_approvals where deal_id = $1 and decision is not null) as decisions,
         (select count(*)::int from expenses where deal_id = $1) as expenses`,
      [deal.id],
    )
    expect(kept).toEqual([{ signatures: 2, papers: 1, decisions: 2, expenses: 1 }])
  })
})
