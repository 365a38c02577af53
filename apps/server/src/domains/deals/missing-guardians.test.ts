// slow: every stage of a minor’s deal without a guardian; represented by apps/server/src/domains/deals/minors.test.ts
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Athlete } from '@sherpa/contracts/athlete'
import type { Deal, DealTimelineEntry } from '@sherpa/contracts/deal'
import type { GuardianDeal } from '@sherpa/contracts/deal-work'
import type { Notification } from '@sherpa/contracts/notification'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { verifiedGuardian } from '../../../test/guardian.ts'
import { goodPassword, platformForTests, type Someone } from '../../../test/people.ts'
import { addSignedCopy } from '../../../test/signed-copy.ts'
import { diskFiles } from '../../files/file-store.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-missing-guardians-test-'))
afterAll(() => rm(directory, { recursive: true }))
const today = new Date('2026-11-16T15:00:00Z')
let now = today
const world = platformForTests({ files: diskFiles(directory), clock: () => now })

const MINOR = '2010-01-01'
const ADULT = '2000-01-01'
const reason = 'Passport shows another year'
let owner: Someone
let agent: Someone
let approver: Someone
let player: Someone
let clerk: Someone
let guardian: Someone
let guardianship: string
let organization: string
let athlete: string
let company: string
const at = (path: string) => `/api/organizations/${organization}/${path}`
const drive = dealDriver(() => ({ organization, agent, approver, player, clerk }))
const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code

beforeAll(async () => {
  ;({ organization, owner, agent, approver, player, clerk } = await registerCast(world))
  company = (await owner.ask('POST', at('companies'), { name: 'Halden', kind: 'brand', category: 'apparel' })).json().id
})
beforeEach(async () => {
  now = today
  const facts = { givenName: 'Jonah', familyName: 'Okoye', level: 'college', stage: 'signed', birthDate: MINOR }
  athlete = ((await agent.ask('POST', at('athletes'), facts)).json() as Athlete).id
  await world.database.query('update athletes set user_id = null where user_id = $1', [player.id])
  await world.database.query(
    "insert into memberships (organization_id, user_id, role) values ($1, $2, 'athlete') on conflict do nothing",
    [organization, player.id],
  )
  await world.database.query('update athletes set user_id = $2 where id = $1', [athlete, player.id])
  ;({ guardian, guardianship } = await addGuardian())
})

const addGuardian = (name = 'Mari Okoye') =>
  verifiedGuardian({ people: world.people, organization, athlete, asker: agent, verifier: owner, name })

async function correct(changes: object, more: object = {}, by = agent) {
  const { version } = (await by.ask('GET', at(`athletes/${athlete}`))).json()
  return by.ask('PATCH', at(`athletes/${athlete}`), { version, changes, ...more })
}

const payment = {
  id: crypto.randomUUID(),
  kind: 'base',
  title: 'Fee',
  amountMinor: 100_000,
  inKind: false,
  schedule: { kind: 'day', day: '2026-12-01' },
} as const
const draft = () =>
  drive.draft({
    athleteId: athlete,
    companyId: company,
    kind: 'nil',
    terms: { startsOn: '2026-08-03', endsOn: '2029-06-30', businessPurpose: 'Fall line', payments: [payment] },
  })
const addApproved = async () => drive.approve((await draft()).id)
const addPaperCopy = ({ id, newestVersion: number }: Deal, copy: object = {}, by = clerk) =>
  addSignedCopy(by, at(`deals/${id}`), { side: 'guardian', signer: 'Mari Okoye', number, ...copy })
const guardianSigns = (
  { id, newestVersion: number, versions }: Deal,
  by = guardian,
  ofGuardianship = guardianship,
  name = by.name,
) =>
  by.ask('POST', `/api/guardianships/${ofGuardianship}/deals/${id}/signatures`, {
    number,
    hash: versions[0]?.hash,
    name,
    agrees: true,
    password: goodPassword,
  })
const dealsOfGuardian = async (by = guardian, ofGuardianship = guardianship): Promise<GuardianDeal[]> =>
  (await by.ask('GET', `/api/guardianships/${ofGuardianship}/deals`)).json().deals
const notificationsOf = async (person: Someone, kind: Notification['kind'], deal: string): Promise<Notification[]> =>
  (await person.ask('GET', at('notifications')))
    .json()
    .rows.filter((one: Notification) => one.kind === kind && one.details.deal === deal)
const timelineOf = async (id: string): Promise<DealTimelineEntry[]> =>
  (await agent.ask('GET', at(`deals/${id}/timeline`))).json().rows
const eventsOf = async (): Promise<string[]> =>
  (await owner.ask('GET', at('activity'))).json().rows.map(({ event }: { event: string }) => event)

/** Creates a deal signed by athlete and company while the record had an adult's birth date. */
async function addSignedAsAdult() {
  expect((await correct({ birthDate: ADULT }, { reason })).statusCode).toBe(200)
  const { id } = await addApproved()
  await drive.athleteSigns(id)
  await drive.companySigns(id)
  expect(await drive.load(id)).toMatchObject({ stage: 'active', guardianMissing: false })
  expect((await correct({ birthDate: MINOR })).statusCode).toBe(200)
  return drive.load(id)
}

describe('a deal signed while the birth date was wrong', () => {
  test('is flagged on the record, to owners and compliance, and in the audit trail', async () => {
    const deal = await addSignedAsAdult()
    expect(deal).toMatchObject({ stage: 'active', guardianMissing: true, sides: ['athlete', 'guardian', 'company'] })
    expect(deal.actions).toContain('add-paper')
    for (const person of [owner, approver]) {
      expect(await notificationsOf(person, 'guardian-missing', deal.id)).toMatchObject([
        { actor: { name: 'Amara Cole' }, details: { title: deal.title }, read: false },
      ])
    }
    expect((await timelineOf(deal.id))[0]).toMatchObject({ kind: 'guardian-missing', about: '1' })
    expect(await eventsOf()).toContain('guardian-signature-missing')
    expect(await world.people.mailTo(guardian.email, 'guardian-signature-asked')).toMatchObject({ deal: deal.id })
  })

  test('can still be signed by the guardian, which clears the flag', async () => {
    const deal = await addSignedAsAdult()
    expect(await dealsOfGuardian()).toMatchObject([{ id: deal.id, waits: true, signedAt: null }])
    expect((await guardianSigns(deal)).statusCode).toBe(204)
    const signed = await drive.load(deal.id)
    expect(signed).toMatchObject({ stage: 'active', guardianMissing: false, versionInForce: 1 })
    expect(signed.signatures.map(({ side }) => side).toSorted()).toEqual(['athlete', 'company', 'guardian'])
    expect(signed.actions).not.toContain('add-paper')
    expect(await notificationsOf(owner, 'guardian-missing', deal.id)).toMatchObject([{ read: true }])
    expect(await dealsOfGuardian()).toMatchObject([{ waits: false }])
    expect(codeOf(await guardianSigns(deal))).toBe('deal-move-not-possible')
  })

  test('accepts the guardian’s paper copy, but no other signature', async () => {
    const deal = await addSignedAsAdult()
    expect(codeOf(await addPaperCopy(deal, { side: 'company', signer: 'Sofia Brandt' }))).toBe('deal-move-not-possible')
    expect((await addPaperCopy(deal)).statusCode).toBe(201)
    expect(await drive.load(deal.id)).toMatchObject({ stage: 'active', guardianMissing: false })
  })

  test('accepts the signature for the version in force during a draft amendment', async () => {
    const deal = await addSignedAsAdult()
    expect(await drive.amend(deal.id, { endsOn: '2028-06-30' })).toMatchObject({
      newestVersion: 2,
      guardianMissing: true,
    })
    expect((await guardianSigns(deal)).statusCode).toBe(204)
    expect(await drive.load(deal.id)).toMatchObject({ newestVersion: 2, guardianMissing: false })
  })

  test('asks a guardian who is verified later', async () => {
    const deal = await addSignedAsAdult()
    const later = await addGuardian('Dayo Okoye')
    expect(await world.people.mailTo(later.guardian.email, 'guardian-signature-asked')).toMatchObject({ deal: deal.id })
    expect((await guardianSigns(deal, later.guardian, later.guardianship)).statusCode).toBe(204)
  })

  test('is not flagged if the guardian signed and the athlete comes of age', async () => {
    expect((await correct({ birthDate: '2009-01-01' })).statusCode).toBe(200)
    const deal = await addApproved()
    await guardianSigns(deal)
    await drive.athleteSigns(deal.id)
    await drive.companySigns(deal.id)
    expect(await drive.load(deal.id)).toMatchObject({ stage: 'active', guardianMissing: false })
    now = new Date('2028-01-02T15:00:00Z')
    expect(await drive.load(deal.id)).toMatchObject({ guardianMissing: false })
  })
})

describe('changing a minor with a verified guardian to an adult', () => {
  test.each([
    ['the birth date', { birthDate: ADULT }],
    ['the level', { birthDate: null, level: 'pro' }],
  ])('by %s needs a reason', async (_, changes) => {
    const refused = await correct(changes)
    expect(codeOf(refused)).toBe('age-reason-needed')
    expect((await agent.ask('GET', at(`athletes/${athlete}`))).json().birthDate).toBe(MINOR)
    expect((await correct(changes, { reason })).statusCode).toBe(200)
  })

  test('needs a reason even if the guardian was removed first', async () => {
    await owner.ask('DELETE', at(`athletes/${athlete}/guardians/${guardianship}`))
    expect(codeOf(await correct({ birthDate: ADULT }))).toBe('age-reason-needed')
  })

  test('is mailed to the owners and recorded on the timeline with the reason', async () => {
    await correct({ birthDate: ADULT }, { reason })
    expect(await world.people.mailTo(owner.email, 'owner-notice')).toMatchObject({
      action: 'athlete-made-adult',
      by: 'Amara Cole',
    })
    const { rows } = (await owner.ask('GET', at(`athletes/${athlete}/timeline`))).json()
    expect(rows).toContainEqual(expect.objectContaining({ kind: 'made-adult', text: reason }))
    expect(await eventsOf()).toContain('athlete-made-adult')
  })

  test('is shown to the approver of a submitted deal', async () => {
    await correct({ birthDate: ADULT }, { reason })
    const { id } = await draft()
    await drive.submit(id)
    const loaded = (await approver.ask('GET', at(`deals/${id}`))).json()
    expect(loaded.ageCorrection).toMatchObject({ by: { name: 'Amara Cole' }, reason })
    await drive.decide(id, 'approved')
    expect((await player.ask('GET', at(`deals/${id}`))).json().ageCorrection).toBeNull()
  })

  test('needs no reason if no guardian was ever verified', async () => {
    await world.database.query('delete from guardianships where athlete_id = $1', [athlete])
    expect((await correct({ birthDate: ADULT })).statusCode).toBe(200)
    const { id } = await draft()
    expect((await drive.submit(id)).json().ageCorrection).toBeNull()
  })
})

describe('removing a guardian before the deal is in force', () => {
  const remove = (ofGuardianship = guardianship) =>
    owner.ask('DELETE', at(`athletes/${athlete}/guardians/${ofGuardianship}`))

  test.each([
    ['on the platform', guardianSigns],
    ['on paper', addPaperCopy],
  ])('supersedes their signature %s and asks the next guardian', async (_, sign) => {
    const deal = await addApproved()
    expect((await sign(deal)).statusCode).toBeLessThan(300)
    await remove()
    expect((await drive.load(deal.id)).signatures).toEqual([])
    expect((await timelineOf(deal.id))[0]).toMatchObject({ kind: 'signature-superseded', about: 'Mari Okoye' })
    expect(await eventsOf()).toContain('guardian-signature-superseded')
    const next = await addGuardian('Dayo Okoye')
    expect(await world.people.mailTo(next.guardian.email, 'guardian-signature-asked')).toMatchObject({ deal: deal.id })
    await world.database.query(
      "insert into memberships (organization_id, user_id, role) values ($1, $2, 'athlete') on conflict do nothing",
      [organization, player.id],
    )
    await drive.companySigns(deal.id)
    expect((await drive.load(deal.id)).stage).toBe('approved')
    expect((await guardianSigns(deal, next.guardian, next.guardianship)).statusCode).toBe(204)
    const stored = await world.database.query(
      'select signer_name, superseded_at from deal_signatures where deal_id = $1',
      [deal.id],
    )
    expect(stored.rows.filter(({ superseded_at }) => superseded_at)).toMatchObject([{ signer_name: 'Mari Okoye' }])
  })

  test('keeps the signature of another guardian', async () => {
    const other = await addGuardian('Dayo Okoye')
    const deal = await addApproved()
    await guardianSigns(deal)
    await remove(other.guardianship)
    expect((await drive.load(deal.id)).signatures).toMatchObject([{ side: 'guardian', name: 'Mari Okoye' }])
  })

  test('asks the other guardian at once', async () => {
    const other = await addGuardian('Dayo Okoye')
    const deal = await addApproved()
    await guardianSigns(deal)
    await world.database.query('delete from outgoing_mail')
    await remove()
    expect(await world.people.mailTo(other.guardian.email, 'guardian-signature-asked')).toMatchObject({ deal: deal.id })
  })

  test('keeps the signature of a version in force', async () => {
    const deal = await addApproved()
    await guardianSigns(deal)
    await drive.athleteSigns(deal.id)
    await drive.companySigns(deal.id)
    await remove()
    expect(await drive.load(deal.id)).toMatchObject({ stage: 'active', guardianMissing: false })
  })
})

describe('the typed name', () => {
  test('must match the account; initials are accepted', async () => {
    const deal = await addApproved()
    const refused = await guardianSigns(deal, guardian, guardianship, 'Donald Duck')
    expect(refused.json().errors).toEqual([{ field: 'name', message: 'Type your name as in your account: Mari Okoye' }])
    expect((await guardianSigns(deal, guardian, guardianship, 'm. okoye')).statusCode).toBe(204)
  })
})

describe('a guardian’s signed copy', () => {
  test('must name a verified guardian, whatever the reason', async () => {
    const deal = await addApproved()
    const refused = await addPaperCopy(deal, { signer: 'Donald Duck', reason: 'He is the uncle' })
    expect(refused.json().errors).toEqual([
      { field: 'signer', message: 'Enter the name of a verified guardian: Mari Okoye' },
    ])
    expect((await addPaperCopy(deal, { signer: 'M. Okoye' })).statusCode).toBe(201)
  })

  /** Uploads as the lead, who confirms identity with a password. */
  async function addCopyAsLead(deal: Deal, copy: object = {}) {
    await world.people.assumeSecondFactor(agent, false)
    const answer = await addPaperCopy(deal, copy, agent)
    await world.people.assumeSecondFactor(agent)
    return answer
  }

  test('cannot be added by the lead or an editor if a colleague can', async () => {
    const deal = await addApproved()
    expect(codeOf(await addCopyAsLead(deal, { reason: 'In a hurry' }))).toBe('another-may-add-copy')
  })

  test('can be added by the lead with a reason if no one else can', async () => {
    const deal = await addApproved()
    const { rows } = await world.database.query(
      "update memberships set role = 'coach' where organization_id = $1 and user_id = $2 returning role",
      [organization, clerk.id],
    )
    expect(rows).toHaveLength(1)
    await world.database.query(
      'insert into deal_version_editors (organization_id, deal_id, number, user_id) values ($1, $2, 1, $3)',
      [organization, deal.id, owner.id],
    )
    const refused = await addCopyAsLead(deal)
    expect(refused.json().errors).toMatchObject([{ field: 'reason' }])
    expect((await addCopyAsLead(deal, { reason: 'No colleague has this right' })).statusCode).toBe(201)
    expect((await drive.load(deal.id)).signatures).toMatchObject([{ reason: 'No colleague has this right' }])
    await world.database.query("update memberships set role = 'agent' where organization_id = $1 and user_id = $2", [
      organization,
      clerk.id,
    ])
  })

  test('is mailed to the guardian with a contact for objections', async () => {
    const deal = await addApproved()
    await world.database.query('delete from outgoing_mail')
    await addPaperCopy(deal)
    expect(await world.people.mailTo(guardian.email, 'signed-for-minor')).toMatchObject({
      signer: 'Mari Okoye',
      side: 'guardian',
      contact: { name: 'Olive Owner', email: owner.email },
    })
  })
})
