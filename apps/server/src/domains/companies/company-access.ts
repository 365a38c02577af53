import type { EventName } from '@sherpa/contracts/activity'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'

/** Who asks. */
export type Viewer = { person: Pick<Person, 'id'>; member: Member }

/** What companies need of deals, which know companies: so they are given to each other. */
export type DealsOfCompanies = {
  /** How many deals there are with each, of those that the viewer sees. */
  count: (client: Queryable, viewer: Viewer, companies: readonly string[]) => Promise<Map<string, number>>
  /** Whether the viewer sees a deal with the company that the column names. */
  areSeen: (viewer: Viewer, column: RawBuilder<string>) => RawBuilder<boolean>
  /** Whether a version with it was put to anybody. */
  areSubmitted: (client: Queryable, organization: string, company: string) => Promise<boolean>
  /** Before the companies are locked: the lock order is athlete, deal, company. */
  lock: (client: Queryable, organization: string, companies: readonly string[]) => Promise<void>
  /** All of one company become deals of another one, or only some of them. Tells which. */
  move: (
    client: Queryable,
    organization: string,
    companies: { from: string; to: string; only?: readonly string[] },
  ) => Promise<string[]>
}

/** Athletes see only the companies that they have deals with; everybody else sees all of them. */
export function seenCompanies(deals: DealsOfCompanies, viewer: Viewer, column: string): RawBuilder<boolean> {
  return viewer.member.role === 'athlete' ? deals.areSeen(viewer, sql.ref(column)) : sql`true`
}

/**
 * Until the end of the transaction nobody else changes the company. `for update` also keeps new deals from referring to it. A change that
 * renames must not: its trigger locks deals, and whoever has locked one of them may refer to the company afterwards.
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

/** The company and its owners, from itself to the one at the top. */
export async function ownersOf(client: Queryable, organization: string, company: string): Promise<string[]> {
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

/** Everybody who has it open hears of it. */
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

/** What a company owns, or some of it, belongs to another one then, or to nobody. Tells what. */
export async function giveOwned(
  client: Queryable,
  company: LockedCompany,
  owner: string | null,
  only?: readonly string[],
): Promise<string[]> {
  let owned = query
    .updateTable('companies')
    .set({ parent_id: owner, version: sql<number>`version + 1` })
    .where('organization_id', '=', company.organization_id)
    .where('parent_id', '=', company.id)
    // Who inherits it is given an owner of their own.
    .where('id', 'is distinct from', owner)
  if (only) owned = owned.where(sql<boolean>`id = any(${only}::uuid[])`)
  return (await rowsOf(client, owned.returning('id'))).map(({ id }) => id)
}

export function noteCompanyEvent(client: Queryable, { person, member }: Viewer, event: EventName, details: string) {
  return noteEvent(client, { event, actor: person.id, organization: member.organization, details })
}
