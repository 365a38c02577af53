import { Refusal } from '@sherpa/contracts/problem'
import type {
  AthleteProgram,
  NewAthleteProgram,
  NewProgramMember,
  ProgramDays,
  ProgramMember,
  ProgramMemberList,
  ProgramMembersQuery,
} from '@sherpa/contracts/program'
import { type RawBuilder, sql } from 'kysely'
import type { Member } from '../../http/access.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordEvent } from '../audit/audit.ts'
import { currentDay, publicMemberships, releaseUnreachableWork } from '../organizations/organizations.ts'
import { lockAthlete, type Viewer } from './athlete-access.ts'
import { isVisibleProgram, lockProgram } from './program-access.ts'

const MOST_MEMBERS = 2000

/** Days of athletes and members in programs. */
export function createProgramDayService(database: Database) {
  return {
    async addAthlete(
      viewer: Viewer,
      athlete: string,
      { programId, ...days }: NewAthleteProgram,
    ): Promise<AthleteProgram> {
      return inTransaction(database, async (client) => {
        await lockAthlete(client, viewer, athlete)
        const program = await lockProgram(client, viewer, programId)
        const key = { program_id: programId, athlete_id: athlete }
        await requireNoOverlap(client, viewer, 'program_athletes', key, days)
        const { id } = await oneRowOf(
          client,
          query
            .insertInto('program_athletes')
            .values({
              organization_id: viewer.member.organization,
              ...key,
              starts_on: days.startsOn,
              ends_on: days.endsOn,
            })
            .returning('id'),
        )
        await recordAthleteEvent(client, viewer, athlete, program.name)
        return { id, program, ...days }
      })
    },

    async changeAthlete(viewer: Viewer, athlete: string, id: string, days: ProgramDays) {
      await inTransaction(database, async (client) => {
        await lockAthlete(client, viewer, athlete)
        const key = await findAthleteDays(client, viewer, athlete, id)
        const { name } = await lockProgram(client, viewer, key.program_id)
        await requireNoOverlap(client, viewer, 'program_athletes', key, days, id)
        await setDays(client, viewer, 'program_athletes', id, days)
        await recordAthleteEvent(client, viewer, athlete, name)
      })
    },

    async removeAthlete(viewer: Viewer, athlete: string, id: string) {
      await inTransaction(database, async (client) => {
        await lockAthlete(client, viewer, athlete)
        const { name } = await findAthleteDays(client, viewer, athlete, id)
        await deleteDays(client, viewer, 'program_athletes', id)
        await recordAthleteEvent(client, viewer, athlete, name)
      })
    },

    async listMembers(viewer: Viewer, { person, program }: ProgramMembersQuery): Promise<ProgramMemberList> {
      const rows = selectMembers(viewer)
        .where(sql<boolean>`(${person ?? null}::uuid is null or x.user_id = ${person ?? null})`)
        .where(sql<boolean>`(${program ?? null}::uuid is null or x.program_id = ${program ?? null})`)
      return { members: (await rowsOf(database, rows)).map(toProgramMember) }
    },

    async addMember(viewer: Viewer, { programId, userId, ...days }: NewProgramMember): Promise<ProgramMember> {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const program = await lockProgram(client, viewer, programId)
        const key = { program_id: programId, user_id: userId }
        await requireMember(client, organization, userId)
        await requireNoOverlap(client, viewer, 'program_members', key, days)
        const { id } = await oneRowOf(
          client,
          query
            .insertInto('program_members')
            .values({ organization_id: organization, ...key, starts_on: days.startsOn, ends_on: days.endsOn })
            .returning('id'),
        )
        await recordMemberEvent(client, viewer, userId, program.name)
        return toProgramMember(await oneRowOf(client, selectMembers(viewer).where('x.id', '=', id)))
      })
    },

    async changeMember(viewer: Viewer, id: string, days: ProgramDays) {
      await inTransaction(database, async (client) => {
        const found = await findMemberDays(client, viewer, id)
        await lockProgram(client, viewer, found.programId)
        const key = { program_id: found.programId, user_id: found.userId }
        await requireNoOverlap(client, viewer, 'program_members', key, days, id)
        await setDays(client, viewer, 'program_members', id, days)
        await recordMemberEvent(client, viewer, found.userId, found.programName)
      })
    },

    async removeMember(viewer: Viewer, id: string) {
      await inTransaction(database, async (client) => {
        const found = await findMemberDays(client, viewer, id)
        await deleteDays(client, viewer, 'program_members', id)
        await recordMemberEvent(client, viewer, found.userId, found.programName)
      })
    },
  }
}
export type ProgramDayService = ReturnType<typeof createProgramDayService>

/** All days of an athlete in programs that the viewer sees, newest first. */
export function athleteProgramsColumn(viewer: Viewer): RawBuilder<AthleteProgram[]> {
  return sql`(select coalesce(json_agg(json_build_object('id', x.id, 'program', json_build_object('id', p.id, 'name', p.name),
      'startsOn', x.starts_on, 'endsOn', x.ends_on) order by x.starts_on desc, p.folded), '[]')
    from program_athletes x join programs p on p.organization_id = x.organization_id and p.id = x.program_id
    where x.organization_id = a.organization_id and x.athlete_id = a.id and ${isVisibleProgram(viewer, sql.ref('p.id'))})`
}

/** Whoever invites someone to programs gives them access to athletes. */
export async function requirePrograms(
  client: Queryable,
  member: Pick<Member, 'organization' | 'permissions'>,
  ids: readonly string[],
) {
  const { organization, permissions } = member
  if (!permissions.includes('athletes.all') || !permissions.includes('athletes.view'))
    throw new Refusal('not-permitted')
  const found = await rowsOf(
    client,
    query
      .selectFrom('programs')
      .select('id')
      .where('organization_id', '=', organization)
      .where('archived_at', 'is', null)
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  )
  if (found.length === new Set(ids).size) return
  throw new Refusal('invalid-fields', { errors: [{ field: 'programs', message: 'Choose programs that exist' }] })
}

export async function joinPrograms(client: Queryable, organization: string, person: string, ids: readonly string[]) {
  const joining = sql`insert into program_members (organization_id, program_id, user_id, starts_on)
    select organization_id, id, ${person}::uuid, ${currentDay(organization)} from programs
    where organization_id = ${organization} and archived_at is null and id = any(${ids}::uuid[])`
  await run(client, joining)
}

type Table = 'program_athletes' | 'program_members'
type Key = { program_id: string; athlete_id: string } | { program_id: string; user_id: string }

async function requireNoOverlap(
  client: Queryable,
  viewer: Viewer,
  table: Table,
  key: Key,
  { startsOn, endsOn }: ProgramDays,
  except: string | null = null,
) {
  const [column, value] = 'athlete_id' in key ? ['athlete_id', key.athlete_id] : ['user_id', key.user_id]
  const overlap = sql<{
    id: string
  }>`select id from ${sql.table(table)} where organization_id = ${viewer.member.organization}
    and program_id = ${key.program_id} and ${sql.ref(column)} = ${value} and id is distinct from ${except}::uuid
    and starts_on <= coalesce(${endsOn}::date, 'infinity') and coalesce(ends_on, 'infinity') >= ${startsOn}::date limit 1`
  if (!(await rowOf(client, overlap))) return
  const message = 'Already in this program on some of these days'
  throw new Refusal('invalid-fields', { errors: [{ field: 'startsOn', message }] })
}

async function setDays(
  client: Queryable,
  { member: { organization } }: Viewer,
  table: Table,
  id: string,
  { startsOn, endsOn }: ProgramDays,
) {
  await run(
    client,
    query
      .updateTable(table)
      .set({ starts_on: startsOn, ends_on: endsOn })
      .where('organization_id', '=', organization)
      .where('id', '=', id),
  )
  await releaseUnreachableWork(client, organization)
}

async function deleteDays(client: Queryable, { member: { organization } }: Viewer, table: Table, id: string) {
  await run(client, query.deleteFrom(table).where('organization_id', '=', organization).where('id', '=', id))
  await releaseUnreachableWork(client, organization)
}

async function findAthleteDays(client: Queryable, viewer: Viewer, athlete: string, id: string) {
  const found = await rowOf(
    client,
    query
      .selectFrom('program_athletes as x')
      .innerJoin('programs as p', (join) =>
        join.onRef('p.organization_id', '=', 'x.organization_id').onRef('p.id', '=', 'x.program_id'),
      )
      .select(['x.program_id', 'x.athlete_id', 'p.name'])
      .where('x.organization_id', '=', viewer.member.organization)
      .where('x.athlete_id', '=', athlete)
      .where('x.id', '=', id)
      .where(isVisibleProgram(viewer, sql.ref('p.id'))),
  )
  if (!found) throw new Refusal('not-found')
  return found
}

function selectMembers(viewer: Viewer) {
  return query
    .selectFrom('program_members as x')
    .innerJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'x.organization_id').onRef('p.id', '=', 'x.program_id'),
    )
    .innerJoin(publicUsers.as('u'), 'u.id', 'x.user_id')
    .select(['x.id', 'x.program_id as programId', 'p.name as programName', 'x.user_id as userId', 'u.name'])
    .select(['x.starts_on as startsOn', 'x.ends_on as endsOn'])
    .where('x.organization_id', '=', viewer.member.organization)
    .where(isVisibleProgram(viewer, sql.ref('p.id')))
    .orderBy('p.folded')
    .orderBy('u.name')
    .orderBy('x.starts_on', 'desc')
    .limit(MOST_MEMBERS)
}

type StoredMember = {
  id: string
  programId: string
  programName: string
  userId: string
  name: string | null
  startsOn: string
  endsOn: string | null
}
function toProgramMember({ programId, programName, userId, name, ...days }: StoredMember): ProgramMember {
  return { ...days, program: { id: programId, name: programName }, person: { id: userId, name: name ?? '' } }
}

async function findMemberDays(client: Queryable, viewer: Viewer, id: string) {
  const found = await rowOf(client, selectMembers(viewer).where('x.id', '=', id))
  if (!found) throw new Refusal('not-found')
  return found
}

async function requireMember(client: Queryable, organization: string, person: string) {
  const member = await rowOf(
    client,
    query
      .selectFrom(publicMemberships.as('m'))
      .select('m.user_id')
      .where('m.organization_id', '=', organization)
      .where('m.user_id', '=', person),
  )
  if (!member) throw new Refusal('invalid-fields', { errors: [{ field: 'userId', message: 'Choose a member' }] })
}

/** Not on the timeline: its readers may not see the program. */
function recordAthleteEvent(client: Queryable, { person, member }: Viewer, athlete: string, details: string) {
  const { organization } = member
  return recordEvent(client, { event: 'athlete-program-changed', actor: person.id, organization, athlete, details })
}

function recordMemberEvent(client: Queryable, viewer: Viewer, person: string, details: string) {
  const { organization } = viewer.member
  return recordEvent(client, {
    event: 'program-member-changed',
    actor: viewer.person.id,
    organization,
    person,
    details,
  })
}
