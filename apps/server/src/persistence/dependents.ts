import type { ProblemCode } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'
import type { Tables } from './database-types.ts'
import { rowOf, rowsOf, run } from './queries.ts'

type Condition = RawBuilder<boolean>

/** Erasure of a person: deletes rows, clears columns, or keeps them for the given reason. */
type Erasure = { delete?: true | Condition; clear?: Record<string, null> } | { keep: string }

type OnAthlete = {
  on: 'athlete'
  /** `add`: unique per key, copies missing rows. `refuse`: the record with such rows must survive the merge. */
  merge: 'move' | { add: string } | 'refuse' | 'keep'
  erase: Erasure
  /** Work of people: undoing an import keeps athletes with such rows. Imports write the others themselves. */
  touched: boolean
}
type OnCompany = { on: 'company'; remove: ProblemCode | 'delete' | 'keep'; merge: 'move' | 'keep' }
type OnDeal = {
  on: 'deal'
  remove: ProblemCode | 'delete'
  /** Rows that rules wrote and nobody worked on: they block nothing, and are deleted with the deal. */
  unworked?: Condition
  erase: Erasure
}
/** When a member leaves, assignments, open requests and preferences are deleted; decisions stay with the user. */
type OnMember = { on: 'member'; leave: 'delete' | 'clear' | 'keep' }

/**
 * Reference to an athlete, company, deal or member, with the effect of merge, erasure and removal on its rows.
 * Domains declare theirs in `<domain>-dependents.ts`; a test finds undeclared columns.
 */
export type Dependent = {
  table: keyof Tables
  column: string
  /** Intermediate table of an indirect reference. */
  through?: keyof Tables
} & (OnAthlete | OnCompany | OnDeal | OnMember)

type RecordKind = Dependent['on']
export type DependentOn<Kind extends RecordKind> = Extract<Dependent, { on: Kind }>

export function dependentsOn<Kind extends RecordKind>(dependents: readonly Dependent[], kind: Kind) {
  return dependents.filter((one): one is DependentOn<Kind> => one.on === kind)
}

/** Decisions, signatures and bookings: they reference the user and stay when the member leaves. */
export function workOfMembers(tables: Partial<Record<keyof Tables, readonly string[]>>) {
  return Object.entries(tables).flatMap(([table, columns]) =>
    columns.map((column): Dependent => ({ on: 'member', table: table as keyof Tables, column, leave: 'keep' })),
  )
}

/** Condition for rows of a dependent that belong to the records. */
function belongsTo({ on, column, through }: Dependent, organization: string, ids: RawBuilder<unknown>): Condition {
  const own = sql.ref(column)
  if (!through) return sql`organization_id = ${organization} and ${own} = any(${ids})`
  return sql`organization_id = ${organization} and ${own} in (select id from ${sql.table(through)}
    where organization_id = ${organization} and ${sql.ref(`${on}_id`)} = any(${ids}))`
}

const uuidArray = (ids: readonly string[]) => sql`${ids}::uuid[]`

/** First dependent with rows of the record. */
export async function firstWithRows<One extends Dependent>(
  client: Queryable,
  dependents: readonly One[],
  organization: string,
  id: string,
): Promise<One | undefined> {
  if (dependents.length === 0) return undefined
  const found = dependents.map(
    (one, at) => sql`select ${sql.lit(at)}::integer as at where exists (
      select from ${sql.table(one.table)} where ${belongsTo(one, organization, uuidArray([id]))})`,
  )
  const first = sql<{ at: number }>`${sql.join(found, sql` union all `)} order by at limit 1`
  const row = await rowOf(client, first)
  return row && dependents[row.at]
}

/** Problem code of the first dependent that blocks removal. */
export async function removalBlockedBy(
  client: Queryable,
  dependents: readonly (DependentOn<'company'> | DependentOn<'deal'>)[],
  organization: string,
  id: string,
): Promise<ProblemCode | undefined> {
  const blocking = dependents.filter(({ remove }) => remove !== 'delete' && remove !== 'keep')
  const found = await firstWithRows(client, blocking, organization, id)
  return found?.remove as ProblemCode | undefined
}

/** Deletes what rules wrote about a deal and nobody worked on. */
export async function deleteUnworked(
  client: Queryable,
  dependents: readonly DependentOn<'deal'>[],
  organization: string,
  id: string,
) {
  for (const one of dependents) {
    if (!one.unworked) continue
    const own = belongsTo(one, organization, uuidArray([id]))
    await run(client, sql`delete from ${sql.table(one.table)} where ${own} and ${one.unworked}`)
  }
}

/** Athletes with work of people. */
export const touchedAmong = (
  client: Queryable,
  dependents: readonly DependentOn<'athlete'>[],
  organization: string,
  ids: readonly string[],
) =>
  referredAmong(
    client,
    dependents.filter((one) => one.touched),
    organization,
    ids,
  )

/** Records that rows of these dependents refer to. */
export async function referredAmong(
  client: Queryable,
  dependents: readonly Dependent[],
  organization: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const found = dependents.map(
    ({ table, column }) => sql`select ${sql.ref(column)} as id from ${sql.table(table)}
      where organization_id = ${organization} and ${sql.ref(column)} = any(${uuidArray(ids)})`,
  )
  const all = sql<{ id: string }>`${sql.join(found, sql` union `)}`
  const rows = await rowsOf(client, all)
  return new Set(rows.map(({ id }) => id))
}

/** Applies the declared erasure to the records. */
export async function eraseDependents(
  client: Queryable,
  dependents: readonly (DependentOn<'athlete'> | DependentOn<'deal'>)[],
  organization: string,
  ids: readonly string[],
) {
  for (const one of dependents) {
    const { table, erase } = one
    if ('keep' in erase) continue
    const own = belongsTo(one, organization, uuidArray(ids))
    if (erase.delete) {
      const only = erase.delete === true ? sql`` : sql` and ${erase.delete}`
      await run(client, sql`delete from ${sql.table(table)} where ${own}${only}`)
    }
    if (erase.clear) {
      const set = Object.entries(erase.clear).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
      const cleared = sql`update ${sql.table(table)} set ${sql.join(set)} where ${own}`
      await run(client, cleared)
    }
  }
}
