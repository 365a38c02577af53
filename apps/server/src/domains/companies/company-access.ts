import type { ChangedValue, EventName } from '@sherpa/contracts/activity'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'

export type Viewer = { person: Pick<Person, 'id'>; member: Member }

/** Injected, because deals import companies. */
export type DealsOfCompanies = {
  /** Counts the visible deals of each company. */
  count: (client: Queryable, viewer: Viewer, companies: readonly string[]) => Promise<Map<string, number>>
  /** What people at a company do in visible deals, by email address in lower case. */
  contactDuties: (
    client: Queryable,
    viewer: Viewer,
    company: string,
  ) => Promise<Map<string, { signs: boolean; getsReminders: boolean }>>
  /** SQL condition: the viewer sees a deal with the company in this column. */
  areSeen: (viewer: Viewer, column: RawBuilder<string>) => RawBuilder<boolean>
  /** Whether a deal with the company has been submitted for review. */
  areSubmitted: (client: Queryable, organization: string, company: string) => Promise<boolean>
  /** Call before locking companies: the lock order is athlete, deal, company. */
  lock: (client: Queryable, organization: string, companies: readonly string[]) => Promise<void>
  /** Moves all or some deals to another company. Returns their ids. */
  move: (
    client: Queryable,
    organization: string,
    companies: { from: string; to: string; only?: readonly string[] },
  ) => Promise<string[]>
}

/** Injected, because tasks import companies. */
export type TasksOfCompanies = {
  /** Moves all or some tasks to another company. Returns their ids. */
  move: DealsOfCompanies['move']
  /** Removal keeps the tasks, without their company. */
  detach: (client: Queryable, organization: string, company: string) => Promise<void>
}

/** SQL condition: athletes see only companies they have deals with. */
export function isCompanyVisible(deals: DealsOfCompanies, viewer: Viewer, column: string): RawBuilder<boolean> {
  return viewer.member.role === 'athlete' ? deals.areSeen(viewer, sql.ref(column)) : sql`true`
}

/**
 * `for update` also blocks new deals. A rename must not use it: its trigger locks deals, and a transaction that holds
 * one of them may reference the company next, which would deadlock.
 */
export async function lockCompany(client: Queryable, organization: string, id: string, lock?: 'for update') {
  const statement = query
    .selectFrom('companies')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
  const company = await rowOf(client, lock ? statement.forUpdate() : statement.forNoKeyUpdate())
  if (!company) throw new Refusal('not-found')
  return company
}
export type LockedCompany = Awaited<ReturnType<typeof lockCompany>>

/** The company itself, then its ancestors up to the top. */
export async function loadAncestors(client: Queryable, organization: string, company: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with recursive up as (
       select id, parent_id, 1 as steps from companies where organization_id = $1 and id = $2
       union all
       select c.id, c.parent_id, up.steps + 1 from up join companies c on c.organization_id = $1 and c.id = up.parent_id)
     select id from up order by steps`,
    [organization, company],
  )
  return rows.map(({ id }) => id)
}

/** Raises the version, which sends a live update. */
export async function touchCompany(client: Queryable, organization: string, id: string, set: object = {}) {
  await rowOf(
    client,
    query
      .updateTable('companies')
      .set({ ...set, version: sql<number>`version + 1` })
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .returning('id'),
  )
}

/** Gives all or some subsidiaries a new parent, or none. Returns their ids. */
export async function moveSubsidiaries(
  client: Queryable,
  company: LockedCompany,
  parent: string | null,
  only?: readonly string[],
): Promise<string[]> {
  let subsidiaries = query
    .updateTable('companies')
    .set({ parent_id: parent, version: sql<number>`version + 1` })
    .where('organization_id', '=', company.organization_id)
    .where('parent_id', '=', company.id)
    // The caller sets the new parent's own parent.
    .where('id', 'is distinct from', parent)
  if (only) subsidiaries = subsidiaries.where(sql<boolean>`id = any(${only}::uuid[])`)
  return (await rowsOf(client, subsidiaries.returning('id'))).map(({ id }) => id)
}

export function recordCompanyEvent(
  client: Queryable,
  { person, member }: Viewer,
  event: EventName,
  details: string,
  changes?: ChangedValue[],
) {
  return recordEvent(client, { event, actor: person.id, organization: member.organization, details, changes })
}
