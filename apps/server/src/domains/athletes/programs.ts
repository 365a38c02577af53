import { Refusal } from '@sherpa/contracts/problem'
import {
  MOST_COUNTED_IN_PROGRAM,
  MOST_PROGRAMS,
  type NewProgram,
  type Program,
  type ProgramChange,
  type ProgramList,
} from '@sherpa/contracts/program'
import type { SportId } from '@sherpa/contracts/sports'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { lockOrganization, releaseUnreachableWork } from '../organizations/organizations.ts'
import type { Viewer } from './athlete-access.ts'
import { includesToday, isVisibleProgram } from './program-access.ts'

export function createProgramService(database: Database) {
  return {
    async list(viewer: Viewer): Promise<ProgramList> {
      return { programs: await listPrograms(database, viewer) }
    },

    async add(viewer: Viewer, facts: NewProgram): Promise<Program> {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        await lockOrganization(client, organization)
        const { count } = await oneRowOf(
          client,
          query
            .selectFrom('programs')
            .select(sql<number>`count(*)::integer`.as('count'))
            .where('organization_id', '=', organization),
        )
        if (count >= MOST_PROGRAMS) throw new Refusal('too-many-programs')
        await requireFreeName(client, organization, facts.name)
        const { id } = await oneRowOf(
          client,
          query
            .insertInto('programs')
            .values({ organization_id: organization, ...facts })
            .returning('id'),
        )
        await recordEvent(client, {
          event: 'program-added',
          actor: viewer.person.id,
          organization,
          details: facts.name,
        })
        return { id, ...facts, archived: false, athletes: 0, members: 0 }
      })
    },

    async change(viewer: Viewer, id: string, { archived, ...facts }: ProgramChange) {
      const { organization } = viewer.member
      await inTransaction(database, async (client) => {
        await lockOrganization(client, organization)
        const before = await findProgram(client, organization, id)
        if (facts.name !== undefined) await requireFreeName(client, organization, facts.name, id)
        const set = {
          ...facts,
          ...(archived !== undefined && { archived_at: archived ? (before.archived_at ?? sql<Date>`now()`) : null }),
        }
        if (Object.keys(set).length === 0) return
        await run(
          client,
          query.updateTable('programs').set(set).where('organization_id', '=', organization).where('id', '=', id),
        )
        if (archived) await releaseUnreachableWork(client, organization)
        await recordEvent(client, {
          event: 'program-changed',
          actor: viewer.person.id,
          organization,
          details: facts.name ?? before.name,
        })
      })
    },

    async remove(viewer: Viewer, id: string) {
      const { organization } = viewer.member
      await inTransaction(database, async (client) => {
        const { name } = await findProgram(client, organization, id)
        const removed = await run(
          client,
          query
            .deleteFrom('programs as p')
            .where('p.organization_id', '=', organization)
            .where('p.id', '=', id)
            .where(
              sql<boolean>`not exists (select from program_athletes x where x.organization_id = p.organization_id and x.program_id = p.id)
                and not exists (select from program_members x where x.organization_id = p.organization_id and x.program_id = p.id)`,
            ),
        )
        if (removed === 0) throw new Refusal('program-in-use')
        await recordEvent(client, { event: 'program-removed', actor: viewer.person.id, organization, details: name })
      })
    },
  }
}
export type Programs = ReturnType<typeof createProgramService>

async function listPrograms(database: Queryable, viewer: Viewer): Promise<Program[]> {
  const isPresent = sql`not exists (select from athletes a where a.organization_id = x.organization_id
    and a.id = x.athlete_id and a.removed_at is not null)`
  const count = (table: 'program_athletes' | 'program_members') => sql<number>`(select count(*)::integer from (
    select from ${sql.table(table)} x where x.organization_id = p.organization_id and x.program_id = p.id
      and ${includesToday(viewer, 'x')} ${table === 'program_athletes' ? sql`and ${isPresent}` : sql``}
    limit ${MOST_COUNTED_IN_PROGRAM + 1}) counted)`
  return rowsOf(
    database,
    query
      .selectFrom('programs as p')
      .select(['p.id', 'p.name', 'p.sport', 'p.gender', sql<boolean>`p.archived_at is not null`.as('archived')])
      .select([count('program_athletes').as('athletes'), count('program_members').as('members')])
      .where('p.organization_id', '=', viewer.member.organization)
      .where(isVisibleProgram(viewer, sql.ref('p.id')))
      .orderBy('p.folded')
      .$narrowType<{ sport: SportId | null }>(),
  )
}

/** Locks against new athletes and members. */
async function findProgram(client: Queryable, organization: string, id: string) {
  const program = await rowOf(
    client,
    query
      .selectFrom('programs')
      .select(['name', 'archived_at'])
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .forUpdate(),
  )
  if (!program) throw new Refusal('not-found')
  return program
}

async function requireFreeName(client: Queryable, organization: string, name: string, except?: string) {
  const same = await rowOf(
    client,
    query
      .selectFrom('programs')
      .select('id')
      .where('organization_id', '=', organization)
      .where('folded', '=', sql<string>`fold(${name})`)
      .where(sql<boolean>`id is distinct from ${except ?? null}::uuid`),
  )
  if (!same) return
  const message = 'A program with this name already exists'
  throw new Refusal('invalid-fields', { errors: [{ field: 'name', message }] })
}
