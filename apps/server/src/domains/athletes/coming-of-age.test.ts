import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Athlete, AthleteRow } from '@sherpa/contracts/athlete'
import { addDays } from '@sherpa/contracts/days'
import type { Guardianship } from '@sherpa/contracts/guardian'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { pdf } from '../../../test/sample-files.ts'
import { diskFiles } from '../../files/file-store.ts'

let now: Date
const directory = await mkdtemp(join(tmpdir(), 'sherpa-age-test-'))
const world = platformForTests({ files: diskFiles(directory), clock: () => now })

const JOB = 'end-guardianships-of-adults'
let owner: Someone
let organization: string
let addresses = 0
const at = (path = '') => `/api/organizations/${organization}/${path}`
const createAddress = (who: string) => `${who}-${++addresses}@home.example`

/** Half an hour around midnight, when the day differs from UTC. */
const moments = {
  'before midnight in Honolulu': { zone: 'Pacific/Honolulu', moment: '2026-11-17T09:30:00Z', today: '2026-11-16' },
  'after midnight in Auckland': { zone: 'Pacific/Auckland', moment: '2026-11-16T11:30:00Z', today: '2026-11-17' },
}

beforeAll(async () => {
  owner = await world.people.register('Amara Cole')
})

async function createOrganization(timeZone: string) {
  organization = await world.people.createOrganization(owner, 'Ridgeline')
  const settings = { name: 'Ridgeline', kind: 'agency', timeZone }
  expect((await owner.ask('PATCH', `/api/organizations/${organization}`, settings)).statusCode).toBe(200)
}

async function add(birthDate: string, facts: object = {}): Promise<Athlete> {
  const defaults = { givenName: 'Kaia', familyName: 'Nakamura', birthDate, level: 'high-school', stage: 'signed' }
  const answer = await owner.ask('POST', at('athletes'), { ...defaults, email: createAddress('kaia'), ...facts })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

async function addContact({ id }: Athlete) {
  const contact = { name: 'Mari Nakamura', relation: 'parent', title: null, reach: 'full', phone: null }
  const answer = await owner.ask('POST', at(`athletes/${id}/contacts`), { ...contact, email: createAddress('mari') })
  expect(answer.statusCode).toBe(201)
  return answer.json() as { id: string; email: string }
}

const loadRecord = async ({ id }: Athlete): Promise<Athlete> => (await owner.ask('GET', at(`athletes/${id}`))).json()
const listKinds = async ({ id }: Athlete): Promise<string[]> =>
  (await owner.ask('GET', at(`athletes/${id}/timeline`))).json().rows.map(({ kind }: { kind: string }) => kind)
const listGuardianships = async (guardian: Someone): Promise<Guardianship[]> =>
  (await guardian.ask('GET', '/api/guardianships')).json().guardianships
const inviteGuardian = async (athlete: Athlete, contact: string) =>
  owner.ask('POST', at(`athletes/${athlete.id}/contacts/${contact}/guardianship`), {})

/** Adds a minor with a verified guardian. */
async function addWithGuardian(birthDate: string) {
  now = new Date('2025-11-16T12:00:00Z')
  const athlete = await add(birthDate)
  const contact = await addContact(athlete)
  expect((await inviteGuardian(athlete, contact.id)).statusCode).toBe(201)
  const { token } = await world.people.mailTo(contact.email, 'guardian-invitation')
  const guardian = await world.people.register('Mari Nakamura', contact.email)
  const { id } = (await guardian.ask('POST', '/api/guardianships/lookup', { token })).json() as { id: string }
  const confirmation = { consentsToAccount: true }
  expect((await guardian.ask('POST', `/api/guardianships/${id}/confirmation`, confirmation)).statusCode).toBe(204)
  const verification = at(`athletes/${athlete.id}/guardians/${id}/verification`)
  expect((await owner.ask('PUT', verification, { how: 'call', reason: 'Alone' })).statusCode).toBe(204)
  return { athlete, guardian, id }
}

describe.each(Object.entries(moments))('%s', (_, { zone, moment, today }) => {
  /** Birth dates that turn 18 today and tomorrow. */
  const adult = `2008${today.slice(4)}`
  const minor = `2008${addDays(today, 1).slice(4)}`
  const both = [
    [adult, false],
    [minor, true],
  ] as const

  beforeEach(async () => {
    now = new Date(moment)
    await createOrganization(zone)
  })

  test('record, list, export and duplicates agree on who is a minor', async () => {
    for (const [birthDate, isMinor] of both) {
      const athlete = await add(birthDate)
      expect(athlete).toMatchObject({ minor: isMinor, age: isMinor ? 17 : 18, reachMasked: isMinor })
      expect(await loadRecord(athlete)).toMatchObject({ minor: isMinor, age: isMinor ? 17 : 18, reachMasked: isMinor })
      const rowOf = (rows: AthleteRow[]) => rows.find(({ id }) => id === athlete.id)
      expect(rowOf((await owner.ask('GET', at('athletes'))).json().rows)?.minor).toBe(isMinor)
      expect(rowOf((await owner.ask('GET', at('athletes/export?format=json'))).json())?.minor).toBe(isMinor)
      const twin = await add(birthDate)
      const same = (await owner.ask('GET', at(`athletes/${twin.id}/duplicates`))).json().duplicates
      expect(rowOf(same)?.minor).toBe(isMinor)
    }
  })

  test('only contacts of minors can be invited as guardians and are notified of new contacts', async () => {
    for (const [birthDate, isMinor] of both) {
      const athlete = await add(birthDate)
      const contact = await addContact(athlete)
      await addContact(athlete)
      expect((await listKinds(athlete)).includes('contacts-told')).toBe(isMinor)
      const invited = await inviteGuardian(athlete, contact.id)
      expect([invited.statusCode, isMinor || invited.json().code]).toEqual(isMinor ? [201, true] : [409, 'not-a-minor'])
    }
  })

  test('a guardian has access only while the athlete is a minor', async () => {
    for (const [birthDate, isMinor] of both) {
      const { athlete, guardian, id } = await addWithGuardian(birthDate)
      now = new Date(moment)
      expect(await listGuardianships(guardian)).toHaveLength(isMinor ? 1 : 0)
      expect((await loadRecord(athlete)).guardians).toHaveLength(isMinor ? 1 : 0)
      const deals = await guardian.ask('GET', `/api/guardianships/${id}/deals`)
      expect(deals.statusCode).toBe(isMinor ? 200 : 404)
      const verification = at(`athletes/${athlete.id}/guardians/${id}/verification`)
      expect((await owner.ask('PUT', verification, { how: 'id-seen', reason: 'Alone' })).statusCode).toBe(
        isMinor ? 204 : 409,
      )
      const consent = { consentsToAccount: false }
      const withdrawn = await guardian.ask('PUT', `/api/guardianships/${id}/consent`, consent)
      expect(withdrawn.statusCode).toBe(isMinor ? 204 : 410)
    }
  })

  test('a guardian controls the account only of a minor', async () => {
    for (const [birthDate, isMinor] of both) {
      const { athlete, id } = await addWithGuardian(birthDate)
      now = new Date(moment)
      expect((await owner.ask('POST', at(`athletes/${athlete.id}/invitation`), {})).statusCode).toBe(201)
      await owner.ask('DELETE', at(`athletes/${athlete.id}/guardians/${id}`))
      expect((await loadRecord(athlete)).account).toBe(isMinor ? 'none' : 'invited')
    }
  })

  test('an account needs age 13 with a guardian, or 18 without', async () => {
    const invite = async (birthDate: string) => {
      const athlete = await add(birthDate)
      const answer = await owner.ask('POST', at(`athletes/${athlete.id}/invitation`), {})
      return answer.statusCode === 201 ? 'invited' : answer.json().code
    }
    expect(await invite(adult)).toBe('invited')
    expect(await invite(minor)).toBe('guardian-consent-needed')
    expect(await invite(adult.replace('2008', '2013'))).toBe('guardian-consent-needed')
    expect(await invite(minor.replace('2008', '2013'))).toBe('athlete-under-13')
  })

  test('accepting an invitation needs no guardian from age 18', async () => {
    for (const [birthDate, isMinor] of both) {
      const athlete = await add('1999-01-01')
      const email = createAddress('kaia')
      const { version } = await loadRecord(athlete)
      await owner.ask('PATCH', at(`athletes/${athlete.id}`), { version, changes: { email } })
      expect((await owner.ask('POST', at(`athletes/${athlete.id}/invitation`), {})).statusCode).toBe(201)
      const changed = { version: version + 2, changes: { birthDate } }
      expect((await owner.ask('PATCH', at(`athletes/${athlete.id}`), changed)).statusCode).toBe(200)
      const person = await world.people.register('Kaia Nakamura', email)
      const { token } = await world.people.mailTo(email, 'invitation')
      const { id } = (await person.ask('POST', '/api/invitations/lookup', { token })).json()
      expect((await person.ask('POST', `/api/invitations/${id}/acceptance`)).statusCode).toBe(isMinor ? 409 : 200)
    }
  })

  test('files of a minor are private by default', async () => {
    for (const [birthDate, isMinor] of both) {
      const { id } = await add(birthDate)
      const octets = { 'content-type': 'application/octet-stream' }
      const file = await owner.ask('POST', at(`athletes/${id}/files?name=Contract.pdf`), pdf, octets)
      expect(file.json()).toMatchObject({ private: isMinor })
    }
  })

  test('a deal of a minor needs a guardian’s signature', async () => {
    const company = { name: 'Halden Sportswear', kind: 'brand', category: 'apparel' }
    const { id: companyId } = (await owner.ask('POST', at('companies'), company)).json()
    for (const [birthDate, isMinor] of both) {
      const { id: athleteId } = await add(birthDate)
      const deal = await owner.ask('POST', at('deals'), { athleteId, companyId, kind: 'nil', terms: {} })
      expect(deal.json()).toMatchObject({ minor: isMinor })
    }
  })

  test('the job ends guardianships on the 18th birthday', async () => {
    const [done, open] = [await addWithGuardian(adult), await addWithGuardian(minor)]
    now = new Date(moment)
    await runJob(world.app, world.serving, JOB)
    expect(await listKinds(done.athlete)).toContain('guardian-ended')
    expect(await listKinds(open.athlete)).not.toContain('guardian-ended')
    now = new Date(Date.parse(moment) + 24 * 60 * 60_000)
    await runJob(world.app, world.serving, JOB)
    expect((await listKinds(open.athlete))[0]).toBe('guardian-ended')
    const { rows } = (await owner.ask('GET', at('activity?kind=athletes'))).json()
    expect(rows.filter(({ event }: { event: string }) => event === 'guardian-ended')).toHaveLength(2)
  })
})

test('the 18th birthday is told once to athlete, parent and manager', async () => {
  await createOrganization('America/New_York')
  const { athlete, guardian } = await addWithGuardian('2008-11-16')
  const [player, agent] = [
    await world.people.registerMember(organization, 'Kaia Nakamura', 'athlete'),
    await world.people.registerMember(organization, 'Ari Agent', 'agent'),
  ]
  await world.database.query('update athletes set user_id = $2 where id = $1', [athlete.id, player.id])
  const { version } = await loadRecord(athlete)
  const managed = await owner.ask('PATCH', at(`athletes/${athlete.id}`), {
    version,
    changes: { lookedAfterBy: [agent.id] },
  })
  expect(managed.statusCode).toBe(200)
  await world.database.query('delete from outgoing_mail')
  for (const day of ['2026-11-15', '2026-11-16', '2026-11-17']) {
    now = new Date(`${day}T15:00:00Z`)
    await runJob(world.app, world.serving, JOB)
  }
  const { rows } = await world.database.query(
    "select kind, recipient from outgoing_mail where kind in ('came-of-age', 'guardianship-ended') order by kind, recipient",
  )
  expect(rows).toEqual([
    ...[agent, player]
      .map(({ email }) => ({ kind: 'came-of-age', recipient: email }))
      .toSorted((one, other) => (one.recipient < other.recipient ? -1 : 1)),
    { kind: 'guardianship-ended', recipient: guardian.email },
  ])
  expect(await world.people.mailTo(guardian.email, 'guardianship-ended')).toMatchObject({ until: '2027-02-14' })
  expect((await player.ask('GET', at('notifications'))).json().rows).toMatchObject([{ kind: 'came-of-age' }])
})

test('a birthday on February 29 counts as March 1 in common years', async () => {
  await createOrganization('America/New_York')
  const { athlete } = await addWithGuardian('2008-02-29')
  // Half an hour before and after midnight in New York.
  now = new Date('2026-03-01T04:30:00Z')
  expect(await loadRecord(athlete)).toMatchObject({ minor: true, age: 17 })
  await runJob(world.app, world.serving, JOB)
  expect(await listKinds(athlete)).not.toContain('guardian-ended')
  now = new Date('2026-03-01T05:30:00Z')
  expect(await loadRecord(athlete)).toMatchObject({ minor: false, age: 18 })
  await runJob(world.app, world.serving, JOB)
  expect(await listKinds(athlete)).toContain('guardian-ended')
  now = new Date('2028-02-29T05:30:00Z')
  expect(await loadRecord(athlete)).toMatchObject({ age: 20 })
})

test('on February 29 of a leap year, ages follow the calendar', async () => {
  await createOrganization('America/New_York')
  const [before, after] = [await addWithGuardian('2010-02-28'), await addWithGuardian('2010-03-01')]
  now = new Date('2028-02-29T17:00:00Z')
  await runJob(world.app, world.serving, JOB)
  expect([await loadRecord(before.athlete), await loadRecord(after.athlete)]).toMatchObject([
    { minor: false },
    { minor: true },
  ])
  expect(await listKinds(before.athlete)).toContain('guardian-ended')
  expect(await listKinds(after.athlete)).not.toContain('guardian-ended')
})

test('a failure in one organization does not block the job in others', async () => {
  const athletes: Athlete[] = []
  for (const _ of [1, 2, 3]) {
    await createOrganization('America/New_York')
    athletes.push((await addWithGuardian('2008-11-16')).athlete)
    if (athletes.length === 2) {
      await world.database.query(
        `create or replace function fail_here() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
         create or replace trigger fail_here before update on guardianships for each row
           when (new.ended_at is not null and new.organization_id = '${organization}') execute function fail_here()`,
      )
    }
  }
  now = new Date('2026-11-16T12:00:00Z')
  await runJob(world.app, world.serving, JOB)
  const listEnded = async () => {
    const ids = athletes.map(({ id }) => id)
    const { rows } = await world.database.query(
      'select ended_at is not null as ended from guardianships where athlete_id = any($1) order by array_position($1, athlete_id)',
      [ids],
    )
    return rows.map((row) => row.ended)
  }
  expect(await listEnded()).toEqual([true, false, true])
  await world.database.query('drop trigger fail_here on guardianships')
  await world.database.query("update jobs set start_after = now() where name like 'end-guardianships%'")
  await runJob(world.app, world.serving, JOB)
  expect(await listEnded()).toEqual([true, true, true])
})
