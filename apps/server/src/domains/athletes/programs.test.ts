import { randomUUID } from 'node:crypto'
import type { Athlete } from '@sherpa/contracts/athlete'
import { addDays } from '@sherpa/contracts/days'
import type { Program } from '@sherpa/contracts/program'
import { beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'

const world = platformForTests()

let owner: Someone
let coach: Someone
let organization: string
/** In the organization's time zone, by the database's clock. */
let today: string
const at = (path: string) => `/api/organizations/${organization}/${path}`

beforeEach(async () => {
  owner = await world.people.register('Amara Cole')
  organization = await world.people.createOrganization(owner)
  coach = await world.people.registerMember(organization, 'Tunde Bello', 'coach')
  await owner.ask('PUT', at('permissions'), { role: 'coach', permission: 'athletes.all', allowed: false })
  const { rows } = await world.database.query(
    'select ((now() at time zone time_zone)::date)::text as day from organizations where id = $1',
    [organization],
  )
  today = rows[0].day
})

async function must(asked: ReturnType<Someone['ask']>) {
  const answer = await asked
  expect([answer.statusCode < 400, answer.body]).toEqual([true, answer.body])
  return answer.statusCode === 204 ? undefined : answer.json()
}
const addProgram = (name: string): Promise<Program> =>
  must(owner.ask('POST', at('programs'), { name, sport: null, gender: null }))
async function addAthlete(familyName: string): Promise<Athlete> {
  const facts = { givenName: 'Kaia', familyName, level: 'college', stage: 'signed', birthDate: '2004-03-03' }
  return must(owner.ask('POST', at('athletes'), { ...facts, lookedAfterBy: [] }))
}
const putInto = (athlete: Athlete, { id: programId }: Program, startsOn = today, endsOn: string | null = null) =>
  owner.ask('POST', at(`athletes/${athlete.id}/programs`), { programId, startsOn, endsOn })
const join = (person: Someone, { id: programId }: Program, startsOn = today, endsOn: string | null = null) =>
  owner.ask('POST', at('program-members'), { programId, userId: person.id, startsOn, endsOn })
const namesSeenBy = async (person: Someone, query = ''): Promise<string[]> =>
  (await must(person.ask('GET', at(`athletes?sort=name&${query}`)))).rows.map((row: Athlete) => row.familyName)
const problemOf = async (asked: ReturnType<Someone['ask']>) => {
  const answer = await asked
  const { code, errors } = answer.json()
  return [answer.statusCode, code, ...(errors ?? []).map(({ field }: { field: string }) => field)]
}

describe('a program', () => {
  test('has a unique name of at most 100 characters, and there are at most 200', async () => {
    const rowing = await addProgram('Women’s rowing')
    const add = (name: string) => owner.ask('POST', at('programs'), { name, sport: null, gender: 'women' })
    expect(await problemOf(add('WOMEN’S ROWING'))).toEqual([422, 'invalid-fields', 'name'])
    expect(await problemOf(add('x'.repeat(200)))).toEqual([422, 'invalid-fields', 'name'])
    const diving = await addProgram('Diving')
    const rename = (name: string) => owner.ask('PATCH', at(`programs/${diving.id}`), { name })
    expect(await problemOf(rename('women’s Rowing'))).toEqual([422, 'invalid-fields', 'name'])
    await must(rename('DIVING'))
    await world.database.query(
      "insert into programs (organization_id, name) select $1, 'Program ' || n from generate_series(1, 198) n",
      [organization],
    )
    expect(await problemOf(add('One more'))).toEqual([409, 'too-many-programs'])
    const { programs } = await must(owner.ask('GET', at('programs')))
    expect(programs).toHaveLength(200)
    expect(programs.at(-1)).toMatchObject({ id: rowing.id, name: 'Women’s rowing' })
  })

  test('is removed while unused, and archived afterwards', async () => {
    const [rowing, diving] = [await addProgram('Rowing'), await addProgram('Diving')]
    await must(owner.ask('DELETE', at(`programs/${diving.id}`)))
    const athlete = await addAthlete('Nakamura')
    await must(putInto(athlete, rowing))
    await must(join(coach, rowing))
    expect(await problemOf(owner.ask('DELETE', at(`programs/${rowing.id}`)))).toEqual([409, 'program-in-use'])
    expect(await namesSeenBy(coach)).toEqual(['Nakamura'])
    await must(owner.ask('PATCH', at(`programs/${rowing.id}`), { archived: true }))
    expect(await namesSeenBy(coach)).toEqual([])
    expect(await problemOf(putInto(await addAthlete('Lind'), rowing))).toEqual([422, 'invalid-fields', 'programId'])
    await must(owner.ask('PATCH', at(`programs/${rowing.id}`), { archived: false }))
    expect(await namesSeenBy(coach)).toEqual(['Nakamura'])
  })

  test('that is archived hands over work that members can no longer open', async () => {
    const rowing = await addProgram('Rowing')
    const athlete = await addAthlete('Nakamura')
    await must(putInto(athlete, rowing))
    await must(join(coach, rowing))
    const about = { kind: 'athlete', id: athlete.id }
    const { id } = await must(owner.ask('POST', at('tasks'), { title: 'Call', about, assigneeId: coach.id }))
    await must(owner.ask('PATCH', at(`programs/${rowing.id}`), { archived: true }))
    await runJob(world.app, world.database, 'announce-program-days')
    expect((await must(owner.ask('GET', at(`tasks/${id}`)))).assignee).toMatchObject({ name: 'Amara Cole' })
  })

  test('has each athlete and member once on a day, from a first to a later last day', async () => {
    const rowing = await addProgram('Rowing')
    const athlete = await addAthlete('Nakamura')
    const yesterday = addDays(today, -1)
    for (const add of [
      (startsOn: string, endsOn: string | null) => putInto(athlete, rowing, startsOn, endsOn),
      (startsOn: string, endsOn: string | null) => join(coach, rowing, startsOn, endsOn),
    ]) {
      expect(await problemOf(add(today, yesterday))).toEqual([422, 'invalid-fields', 'endsOn'])
      const { id } = await must(add('2020-01-01', yesterday))
      expect(await problemOf(add(yesterday, null))).toEqual([422, 'invalid-fields', 'startsOn'])
      expect(await problemOf(add('2019-01-01', null))).toEqual([422, 'invalid-fields', 'startsOn'])
      await must(add(today, null))
      const path =
        (await problemOf(owner.ask('PUT', at(`program-members/${id}`), { startsOn: today, endsOn: null })))[0] === 404
          ? `athletes/${athlete.id}/programs/${id}`
          : `program-members/${id}`
      const correct = (endsOn: string | null) => owner.ask('PUT', at(path), { startsOn: '2020-01-01', endsOn })
      expect(await problemOf(correct(null))).toEqual([422, 'invalid-fields', 'startsOn'])
      expect(await problemOf(correct('2019-12-31'))).toEqual([422, 'invalid-fields', 'endsOn'])
      await must(correct('2024-12-31'))
    }
    expect((await must(owner.ask('GET', at(`athletes/${athlete.id}`)))).programDays).toMatchObject([
      { program: { id: rowing.id, name: 'Rowing' }, startsOn: today, endsOn: null },
      { startsOn: '2020-01-01', endsOn: '2024-12-31' },
    ])
  })

  test('has members of the organization only, and shows athletes nobody else', async () => {
    const rowing = await addProgram('Rowing')
    expect(await problemOf(join(await world.people.register(), rowing))).toEqual([422, 'invalid-fields', 'userId'])
    await must(putInto(await addAthlete('Rower'), rowing))
    const athlete = await world.people.registerMember(organization, 'Kaia Nakamura', 'athlete')
    await must(join(athlete, rowing))
    expect((await must(athlete.ask('GET', at('programs')))).programs).toEqual([])
    expect(await namesSeenBy(athlete)).toEqual([])
  })
})

describe('a coach limited to assigned athletes', () => {
  test('sees the athletes of common current programs and those assigned to them', async () => {
    const [rowing, diving] = [await addProgram('Rowing'), await addProgram('Diving')]
    const [rower, diver, both, direct] = [
      await addAthlete('Rower'),
      await addAthlete('Diver'),
      await addAthlete('Both'),
      await addAthlete('Direct'),
    ]
    for (const one of [rower, both]) await must(putInto(one, rowing))
    for (const one of [diver, both]) await must(putInto(one, diving))
    const assign = { selection: { ids: [direct.id] }, change: { assign: coach.id } }
    await must(owner.ask('POST', at('athletes/changes'), assign))
    await must(join(coach, rowing))
    expect(await namesSeenBy(coach)).toEqual(['Both', 'Direct', 'Rower'])
    expect(await namesSeenBy(coach, `program=${rowing.id}`)).toEqual(['Both', 'Rower'])
    expect(await namesSeenBy(owner, `program=${diving.id}`)).toEqual(['Both', 'Diver'])
    // Nothing of the other program.
    expect(await namesSeenBy(coach, `program=${diving.id}`)).toEqual([])
    expect(await namesSeenBy(coach, 'assignee=me')).toEqual(['Direct'])
    expect((await must(coach.ask('GET', at('programs')))).programs).toMatchObject([
      { name: 'Rowing', athletes: 2, members: 1 },
    ])
    const record = await must(coach.ask('GET', at(`athletes/${both.id}`)))
    expect([record.programs, record.programDays]).toMatchObject([
      [{ name: 'Rowing' }],
      [{ program: { name: 'Rowing' } }],
    ])
    expect((await coach.ask('GET', at(`athletes/${diver.id}`))).statusCode).toBe(404)
    expect(
      (await must(coach.ask('GET', at('program-members')))).members.map(
        ({ program }: { program: { name: string } }) => program.name,
      ),
    ).toEqual(['Rowing'])
  })

  test.each([
    ['member until yesterday', -10, -1, -10, null, false],
    ['member until today', -10, 0, -10, null, true],
    ['member from today', 0, null, -10, null, true],
    ['member from tomorrow', 1, null, -10, null, false],
    ['athlete until yesterday', -10, null, -10, -1, false],
    ['athlete until today', -10, null, -10, 0, true],
    ['athlete from tomorrow', -10, null, 1, null, false],
    ['never at the same time', -10, -5, -4, null, false],
  ] as const)('%s', async (_, memberFrom, memberUntil, athleteFrom, athleteUntil, seen) => {
    const rowing = await addProgram('Rowing')
    const athlete = await addAthlete('Rower')
    const day = (offset: number | null) => (offset === null ? null : addDays(today, offset))
    await must(putInto(athlete, rowing, addDays(today, athleteFrom), day(athleteUntil)))
    await must(join(coach, rowing, addDays(today, memberFrom), day(memberUntil)))
    expect(await namesSeenBy(coach)).toEqual(seen ? ['Rower'] : [])
    expect((await coach.ask('GET', at(`athletes/${athlete.id}`))).statusCode).toBe(seen ? 200 : 404)
  })

  test('cannot add anyone to programs, nor athletes to programs of others', async () => {
    for (const permission of ['athletes.edit', 'people.manage', 'organization.edit']) {
      await must(owner.ask('PUT', at('permissions'), { role: 'coach', permission, allowed: true }))
    }
    const [rowing, diving] = [await addProgram('Rowing'), await addProgram('Diving')]
    const athlete = await addAthlete('Rower')
    await must(putInto(athlete, rowing))
    await must(join(coach, rowing))
    const body = { programId: diving.id, userId: coach.id, startsOn: today, endsOn: null }
    expect(await problemOf(coach.ask('POST', at('program-members'), body))).toEqual([403, 'not-permitted'])
    const days = { programId: diving.id, startsOn: today, endsOn: null }
    const unknown = { ...days, programId: randomUUID() }
    const add = async (one: object) => (await coach.ask('POST', at(`athletes/${athlete.id}/programs`), one)).json()
    expect(await add(days)).toEqual(await add(unknown))
    const bulk = { selection: { ids: [athlete.id] }, change: { addProgram: diving.id } }
    expect(await problemOf(coach.ask('POST', at('athletes/changes'), bulk))).toEqual([
      422,
      'invalid-fields',
      'programId',
    ])
  })
})

describe('many athletes', () => {
  test('join a program from today and leave it again', async () => {
    const rowing = await addProgram('Rowing')
    const athletes = [await addAthlete('Bell'), await addAthlete('Cruz'), await addAthlete('Diaz')]
    await must(putInto(athletes[0] as Athlete, rowing, '2024-01-01'))
    const change = (one: object) =>
      must(owner.ask('POST', at('athletes/changes'), { selection: { ids: athletes.map(({ id }) => id) }, change: one }))
    const added = await change({ addProgram: rowing.id })
    expect(added.changed).toBe(2)
    expect(await namesSeenBy(owner, `program=${rowing.id}`)).toEqual(['Bell', 'Cruz', 'Diaz'])
    for (const undo of added.undo) await must(owner.ask('POST', at('athletes/changes'), undo))
    expect(await namesSeenBy(owner, `program=${rowing.id}`)).toEqual(['Bell'])
    expect((await change({ removeProgram: rowing.id })).changed).toBe(1)
    expect((await must(owner.ask('GET', at(`athletes/${athletes[0]?.id}`)))).programDays).toMatchObject([
      { startsOn: '2024-01-01', endsOn: addDays(today, -1) },
    ])
  })
})

test('merged records unite their days, and undo separates them', async () => {
  const [rowing, diving] = [await addProgram('Rowing'), await addProgram('Diving')]
  const [survivor, other] = [await addAthlete('Bell'), await addAthlete('Belle')]
  await must(putInto(survivor, rowing, '2024-01-01', '2024-12-31'))
  await must(putInto(other, rowing, '2024-06-01', '2025-06-30'))
  await must(putInto(other, rowing, '2026-01-01'))
  await must(putInto(other, diving, '2023-01-01'))
  const merged = await must(owner.ask('POST', at(`athletes/${survivor.id}/merges`), { other: other.id }))
  const daysOf = (athlete: Athlete) =>
    athlete.programDays.map(({ program, startsOn, endsOn }) => [program.name, startsOn, endsOn])
  expect(daysOf(merged)).toEqual([
    ['Rowing', '2026-01-01', null],
    ['Rowing', '2024-01-01', '2025-06-30'],
    ['Diving', '2023-01-01', null],
  ])
  const { merged: merges } = await must(owner.ask('GET', at(`athletes/${survivor.id}/duplicates`)))
  await must(owner.ask('DELETE', at(`athletes/${survivor.id}/merges/${merges[0].id}`)))
  expect(daysOf(await must(owner.ask('GET', at(`athletes/${survivor.id}`))))).toEqual([
    ['Rowing', '2024-01-01', '2024-12-31'],
  ])
  expect(daysOf(await must(owner.ask('GET', at(`athletes/${other.id}`))))).toHaveLength(3)
})

test('an invited person is in the named programs from the day they join', async () => {
  const [rowing, diving] = [await addProgram('Rowing'), await addProgram('Diving')]
  await must(putInto(await addAthlete('Rower'), rowing))
  const newcomer = await world.people.register('Nia Odell')
  const invitation = { email: newcomer.email, role: 'coach' }
  const invite = (programs: string[]) => owner.ask('POST', at('invitations'), { ...invitation, programs })
  expect(await problemOf(invite([randomUUID()]))).toEqual([422, 'invalid-fields', 'programs'])
  await must(owner.ask('PUT', at('permissions'), { role: 'coach', permission: 'people.invite', allowed: true }))
  const limited = coach.ask('POST', at('invitations'), { ...invitation, programs: [rowing.id] })
  expect(await problemOf(limited)).toEqual([403, 'not-permitted'])
  expect((await invite([rowing.id, diving.id])).statusCode).toBe(201)
  await must(owner.ask('PATCH', at(`programs/${diving.id}`), { archived: true }))
  const { invitations } = await must(newcomer.ask('GET', '/api/account'))
  await must(newcomer.ask('POST', `/api/invitations/${invitations[0].id}/acceptance`))
  expect(await namesSeenBy(newcomer)).toEqual(['Rower'])
  const { members } = await must(owner.ask('GET', at(`program-members?person=${newcomer.id}`)))
  expect(members).toMatchObject([{ program: { name: 'Rowing' }, startsOn: today, endsOn: null }])
})

test('a removed member is in no program anymore', async () => {
  const rowing = await addProgram('Rowing')
  await must(join(coach, rowing))
  await must(owner.ask('DELETE', at(`people/${coach.id}`)))
  expect((await must(owner.ask('GET', at('program-members')))).members).toEqual([])
})

test('a job announces the days that begin or end at midnight', async () => {
  const rowing = await addProgram('Rowing')
  await must(putInto(await addAthlete('Rower'), rowing, today))
  await must(join(coach, rowing, '2024-01-01'))
  // A zone where midnight was at most an hour ago.
  const { rows } = await world.database.query(
    "select 'Etc/GMT' || to_char(case when h <= 12 then h else h - 24 end, 'SGFM99') as zone from (select extract(hour from now() at time zone 'utc')::int as h) x",
  )
  await world.database.query('update organizations set time_zone = $2 where id = $1', [organization, rows[0].zone])
  await world.database.query(
    'update program_athletes set starts_on = (now() at time zone $2)::date where organization_id = $1',
    [organization, rows[0].zone],
  )
  const client = await world.database.connect()
  const heard: string[] = []
  client.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await client.query('listen live_updates')
  await world.database.query('select announce_program_days(61)')
  await expect.poll(() => heard.filter((one) => one.includes('scope'))).toHaveLength(1)
  expect(JSON.parse(heard.find((one) => one.includes('scope')) ?? '')).toEqual({ scope: [coach.id], organization })
  await client.query('unlisten *')
  client.release()
  await runJob(world.app, world.database, 'announce-program-days')
})
