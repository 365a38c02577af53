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
const address = (who: string) => `${who}-${++addresses}@home.example`

/** Half an hour around midnight, when the day in UTC is another one. */
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
  const given = { givenName: 'Kaia', familyName: 'Nakamura', birthDate, level: 'high-school', stage: 'signed' }
  const answer = await owner.ask('POST', at('athletes'), { ...given, email: address('kaia'), ...facts })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

async function addContact({ id }: Athlete) {
  const contact = { name: 'Mari Nakamura', relation: 'parent', title: null, reach: 'full', phone: null }
  const answer = await owner.ask('POST', at(`athletes/${id}/contacts`), { ...contact, email: address('mari') })
  expect(answer.statusCode).toBe(201)
  return answer.json() as { id: string; email: string }
}

const record = async ({ id }: Athlete): Promise<Athlete> => (await owner.ask('GET', at(`athletes/${id}`))).json()
const kinds = async ({ id }: Athlete): Promise<string[]> =>
  (await owner.ask('GET', at(`athletes/${id}/timeline`))).json().rows.map(({ kind }: { kind: string }) => kind)
const own = async (guardian: Someone): Promise<Guardianship[]> =>
  (await guardian.ask('GET', '/api/guardianships')).json().guardianships
const inviteGuardian = async (athlete: Athlete, contact: string) =>
  owner.ask('POST', at(`athletes/${athlete.id}/contacts/${contact}/guardianship`), {})

/** Asked, confirmed and verified while the athlete is a minor everywhere. */
async function guarded(birthDate: string) {
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
  expect((await owner.ask('PUT', verification, { how: 'call', because: 'Alone' })).statusCode).toBe(204)
  return { athlete, guardian, id }
}

describe.each(Object.entries(moments))('%s', (_, { zone, moment, today }) => {
  /** Who turns 18 today, and who does tomorrow. */
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

  test('the record, the list, the export and the duplicates show who is a minor', async () => {
    for (const [birthDate, isMinor] of both) {
      const athlete = await add(birthDate)
      expect(athlete).toMatchObject({ minor: isMinor, age: isMinor ? 17 : 18, reachMasked: isMinor })
      expect(await record(athlete)).toMatchObject({ minor: isMinor, age: isMinor ? 17 : 18, reachMasked: isMinor })
      const rowOf = (rows: AthleteRow[]) => rows.find(({ id }) => id === athlete.id)
      expect(rowOf((await owner.ask('GET', at('athletes'))).json().rows)?.minor).toBe(isMinor)
      expect(rowOf((await owner.ask('GET', at('athletes/export?format=json'))).json())?.minor).toBe(isMinor)
      const twin = await add(birthDate)
      const same = (await owner.ask('GET', at(`athletes/${twin.id}/duplicates`))).json().duplicates
      expect(rowOf(same)?.minor).toBe(isMinor)
    }
  })

  test('a contact of a minor is asked to be the guardian, and told of other contacts', async () => {
    for (const [birthDate, isMinor] of both) {
      const athlete = await add(birthDate)
      const contact = await addContact(athlete)
      await addContact(athlete)
      expect((await kinds(athlete)).includes('contacts-told')).toBe(isMinor)
      const asked = await inviteGuardian(athlete, contact.id)
      expect([asked.statusCode, isMinor || asked.json().code]).toEqual(isMinor ? [201, true] : [409, 'not-a-minor'])
    }
  })

  test('a guardian answers for a minor only', async () => {
    for (const [birthDate, isMinor] of both) {
      const { athlete, guardian, id } = await guarded(birthDate)
      now = new Date(moment)
      expect(await own(guardian)).toHaveLength(isMinor ? 1 : 0)
      expect((await record(athlete)).guardians).toHaveLength(isMinor ? 1 : 0)
      const deals = await guardian.ask('GET', `/api/guardianships/${id}/deals`)
      expect(deals.statusCode).toBe(isMinor ? 200 : 404)
      const verification = at(`athletes/${athlete.id}/guardians/${id}/verification`)
      expect((await owner.ask('PUT', verification, { how: 'id-seen', because: 'Alone' })).statusCode).toBe(
        isMinor ? 204 : 409,
      )
      const consent = { consentsToAccount: false }
      const withdrawn = await guardian.ask('PUT', `/api/guardianships/${id}/consent`, consent)
      expect(withdrawn.statusCode).toBe(isMinor ? 204 : 410)
    }
  })

  test('a guardian decides about the account of a minor only', async () => {
    for (const [birthDate, isMinor] of both) {
      const { athlete, id } = await guarded(birthDate)
      now = new Date(moment)
      expect((await owner.ask('POST', at(`athletes/${athlete.id}/invitation`), {})).statusCode).toBe(201)
      await owner.ask('DELETE', at(`athletes/${athlete.id}/guardians/${id}`))
      expect((await record(athlete)).account).toBe(isMinor ? 'none' : 'invited')
    }
  })

  test('an athlete has an account from 13 on with a guardian, and from 18 on without', async () => {
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

  test('an invitation is accepted without a guardian from 18 on', async () => {
    for (const [birthDate, isMinor] of both) {
      const athlete = await add('1999-01-01')
      const email = address('kaia')
      const { version } = await record(athlete)
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

  test('files of a minor are private', async () => {
    for (const [birthDate, isMinor] of both) {
      const { id } = await add(birthDate)
      const octets = { 'content-type': 'application/octet-stream' }
      const file = await owner.ask('POST', at(`athletes/${id}/files?name=Contract.pdf`), pdf, octets)
      expect(file.json()).toMatchObject({ private: isMinor })
    }
  })

  test('a deal of a minor has a guardian’s side', async () => {
    const company = { name: 'Halden Sportswear', kind: 'brand', category: 'apparel' }
    const { id: companyId } = (await owner.ask('POST', at('companies'), company)).json()
    for (const [birthDate, isMinor] of both) {
      const { id: athleteId } = await add(birthDate)
      const deal = await owner.ask('POST', at('deals'), { athleteId, companyId, kind: 'nil', terms: {} })
      expect(deal.json()).toMatchObject({ minor: isMinor })
    }
  })

  test('the job ends guardianships of adults, and those of others after their birthday has begun', async () => {
    const [done, open] = [await guarded(adult), await guarded(minor)]
    now = new Date(moment)
    await runJob(world.app, world.serving, JOB)
    expect(await kinds(done.athlete)).toContain('guardian-ended')
    expect(await kinds(open.athlete)).not.toContain('guardian-ended')
    now = new Date(Date.parse(moment) + 24 * 60 * 60_000)
    await runJob(world.app, world.serving, JOB)
    expect((await kinds(open.athlete))[0]).toBe('guardian-ended')
    const { rows } = (await owner.ask('GET', at('activity?kind=athletes'))).json()
    expect(rows.filter(({ event }: { event: string }) => event === 'guardian-ended')).toHaveLength(2)
  })
})

test('who was born on February 29 comes of age on March 1 of a common year, and on the day itself in a leap year', async () => {
  await createOrganization('America/New_York')
  const { athlete } = await guarded('2008-02-29')
  // Half an hour before and after midnight in New York.
  now = new Date('2026-03-01T04:30:00Z')
  expect(await record(athlete)).toMatchObject({ minor: true, age: 17 })
  await runJob(world.app, world.serving, JOB)
  expect(await kinds(athlete)).not.toContain('guardian-ended')
  now = new Date('2026-03-01T05:30:00Z')
  expect(await record(athlete)).toMatchObject({ minor: false, age: 18 })
  await runJob(world.app, world.serving, JOB)
  expect(await kinds(athlete)).toContain('guardian-ended')
  now = new Date('2028-02-29T05:30:00Z')
  expect(await record(athlete)).toMatchObject({ age: 20 })
})

test('who turns 18 on February 29 is a minor until then', async () => {
  await createOrganization('America/New_York')
  const [before, after] = [await guarded('2010-02-28'), await guarded('2010-03-01')]
  now = new Date('2028-02-29T17:00:00Z')
  await runJob(world.app, world.serving, JOB)
  expect([await record(before.athlete), await record(after.athlete)]).toMatchObject([{ minor: false }, { minor: true }])
  expect(await kinds(before.athlete)).toContain('guardian-ended')
  expect(await kinds(after.athlete)).not.toContain('guardian-ended')
})

test('an organization in which the job fails does not keep others from it', async () => {
  const athletes: Athlete[] = []
  for (const _ of [1, 2, 3]) {
    await createOrganization('America/New_York')
    athletes.push((await guarded('2008-11-16')).athlete)
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
  const ended = async () => {
    const ids = athletes.map(({ id }) => id)
    const { rows } = await world.database.query(
      'select ended_at is not null as ended from guardianships where athlete_id = any($1) order by array_position($1, athlete_id)',
      [ids],
    )
    return rows.map((row) => row.ended)
  }
  expect(await ended()).toEqual([true, false, true])
  await world.database.query('drop trigger fail_here on guardianships')
  await world.database.query("update jobs set start_after = now() where name like 'end-guardianships%'")
  await runJob(world.app, world.serving, JOB)
  expect(await ended()).toEqual([true, true, true])
})
