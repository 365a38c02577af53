import { Refusal } from '@sherpa/contracts/problem'
import {
  type TaskAbout,
  type TaskAssignees,
  type TaskAssigneesQuery,
  type TaskSubject,
  taskSubjects,
} from '@sherpa/contracts/task'
import { sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts, publicViewers } from '../athletes/athletes.ts'
import { publicDeals } from '../deals/deals.ts'
import { membersOf } from '../organizations/organizations.ts'
import { seesRecord, type Viewer } from './task-access.ts'

/** Members who can open the record, by name. Without a record, all. */
export async function listAssignees(
  database: Database,
  viewer: Viewer,
  asked: TaskAssigneesQuery,
): Promise<TaskAssignees> {
  const { organization } = viewer.member
  const [about] = (Object.keys(taskSubjects) as TaskSubject[]).flatMap((kind): TaskAbout[] => {
    const id = asked[kind]
    return id ? [{ kind, id }] : []
  })
  if (about && !(await seesRecord(database, viewer, about))) throw new Refusal('not-found')
  const members = await membersOf(database, organization)
  const able = about ? await filterReaders(database, organization, members, about) : members
  const roles = new Map(able.map(({ id, role }) => [id, role]))
  const rows = await rowsOf(
    database,
    query
      .selectFrom(publicUsers.as('u'))
      .select(['u.id', 'u.name'])
      .where('u.id', 'in', [...roles.keys(), viewer.person.id])
      .orderBy('u.name')
      .orderBy('u.id'),
  )
  return {
    people: rows.flatMap(({ id, name }) => {
      const role = roles.get(id)
      return name && role ? [{ id, name, role }] : []
    }),
  }
}

type Members = Awaited<ReturnType<typeof membersOf>>

/** Roles with all athletes share one answer; of the others, only people who see the athlete are checked. */
async function filterReaders(database: Database, organization: string, members: Members, about: TaskAbout) {
  const check = ({ id, role, permissions }: Members[number]) =>
    seesRecord(
      database,
      { person: { id }, member: { organization, role, permissions, lacksSecondFactor: false } },
      about,
    )
  const isAlike = ({ role, permissions }: Members[number]) =>
    role !== 'athlete' && (permissions.includes('athletes.all') || about.kind === 'company')
  const answers = new Map<string, boolean>()
  for (const member of members.filter(isAlike)) {
    if (!answers.has(member.role)) answers.set(member.role, await check(member))
  }
  const people = await findPeopleOf(database, organization, about)
  const able: Members = []
  for (const member of members) {
    const seen = isAlike(member) ? answers.get(member.role) : people.includes(member.id) && (await check(member))
    if (seen) able.push(member)
  }
  return able
}

/** The viewers of the record's athletes, and the athletes' own accounts. A company has the athletes of its deals. */
async function findPeopleOf(database: Database, organization: string, { kind, id }: TaskAbout): Promise<string[]> {
  const ofDeals = (column: 'id' | 'company_id') =>
    sql`(select d.athlete_id from ${publicDeals} d where d.organization_id = ${organization}
      and ${sql.ref(`d.${column}`)} = ${id} and d.removed_at is null)`
  const athletes = { athlete: sql`(${id}::uuid)`, deal: ofDeals('id'), company: ofDeals('company_id') }[kind]
  const rows = await rowsOf(
    database,
    sql<{
      id: string
    }>`select v.user_id as id from ${publicViewers} v where v.organization_id = ${organization} and v.athlete_id in ${athletes}
      union select a.user_id from ${athleteFacts} a where a.organization_id = ${organization} and a.id in ${athletes} and a.user_id is not null`,
  )
  return rows.map((row) => row.id)
}
