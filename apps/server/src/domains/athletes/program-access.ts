import { Refusal } from '@sherpa/contracts/problem'
import type { ProgramName } from '@sherpa/contracts/program'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf } from '../../persistence/queries.ts'
import { currentDay } from '../organizations/organizations.ts'
import { seesAll, seesOnlyThemselves, type Viewer } from './athlete-access.ts'

/** Condition on a column with a program id. Members with scope "assigned" see their programs of today, athletes none. */
export function isVisibleProgram(viewer: Viewer, column: RawBuilder<string>): RawBuilder<boolean> {
  if (seesAll(viewer)) return sql`true`
  if (seesOnlyThemselves(viewer)) return sql`false`
  return sql`${column} = any(array(select program_id from current_program_members
    where organization_id = ${viewer.member.organization} and user_id = ${viewer.person.id}))`
}

/** Condition on a table with `starts_on` and `ends_on`: includes today in the organization. */
export function includesToday({ member }: Viewer, table: string): RawBuilder<boolean> {
  const today = currentDay(member.organization)
  return sql`${sql.ref(`${table}.starts_on`)} <= ${today}
    and (${sql.ref(`${table}.ends_on`)} is null or ${sql.ref(`${table}.ends_on`)} >= ${today})`
}

/** Names of the current programs of athletes `a` that the viewer sees. */
export function programsColumn(viewer: Viewer): RawBuilder<ProgramName[]> {
  // Read once per page. Organizations without programs skip the rest.
  const names = sql`(select json_object_agg(p.id, p.name) from programs p where p.organization_id = ${viewer.member.organization}
    and p.archived_at is null and ${isVisibleProgram(viewer, sql.ref('p.id'))})`
  return sql`case when ${names} is null then '[]'::json else (
    select coalesce(json_agg(json_build_object('id', x.program_id, 'name', ${names} ->> x.program_id::text)
      order by ${names} ->> x.program_id::text), '[]')
    from program_athletes x where x.organization_id = a.organization_id and x.athlete_id = a.id
      and ${includesToday(viewer, 'x')} and ${names} -> x.program_id::text is not null) end`
}

/** Serializes changes of days in the program. Rejects an archived or invisible one. */
export async function lockProgram(client: Queryable, viewer: Viewer, id: string): Promise<ProgramName> {
  const program = await rowOf(
    client,
    query
      .selectFrom('programs as p')
      .select(['p.id', 'p.name'])
      .where('p.organization_id', '=', viewer.member.organization)
      .where('p.id', '=', id)
      .where('p.archived_at', 'is', null)
      .where(isVisibleProgram(viewer, sql.ref('p.id')))
      .forNoKeyUpdate(),
  )
  if (program) return program
  throw new Refusal('invalid-fields', { errors: [{ field: 'programId', message: 'Choose a program' }] })
}
