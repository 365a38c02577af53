import type { ProblemCode } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'
import type { Tables } from './database-types.ts'
import { query, rowOf, rowsOf, run } from './queries.ts'

type Condition = RawBuilder<boolean>

/** Erasing a person: rows are deleted, columns are cleared, or the reason why all of it stays. */
type Erasure = { delete?: true | Condition; clear?: Record<string, null> } | { keep: string }

type OnAthlete = {
  on: 'athlete'
  /** `add`: at most one per key, the missing ones are copied. `refuse`: the record that has such rows has to survive. */
  merge: 'move' | { add: string } | 'refuse' | 'keep'
  erase: Erasure
  /** Somebody's work: undoing an import keeps an athlete with such rows. An import writes the others itself. */
  touched: boolean
}
type OnCompany = { on: 'company'; remove: ProblemCode | 'delete' | 'keep'; merge: 'move' | 'keep' }
type OnDeal = { on: 'deal'; remove: ProblemCode | 'delete'; erase: Erasure }
/** A member leaves: assignments, open requests and preferences go, decisions stay with the person. */
type OnMember = { on: 'member'; leave: 'delete' | 'clear' | 'keep' }

/**
 * A column that refers to an athlete, a company, a deal or a member, and what happens to its rows with the record. Each domain declares
 * its own in `<domain>-dependents.ts`; dependents.ts puts them together, and its test finds columns that nobody declared.
 */
export type Dependent = {
  table: keyof Tables
  column: string
  /** The column refers to a row of this table, which belongs to the record. */
  through?: keyof Tables
} & (OnAthlete | OnCompany | OnDeal | OnMember)

type RecordKind = Dependent['on']
export type DependentOn<Kind extends RecordKind> = Extract<Dependent, { on: Kind }>

export function dependentsOn<Kind extends RecordKind>(dependents: readonly Dependent[], kind: Kind) {
  return dependents.filter((one): one is DependentOn<Kind> => one.on === kind)
}

/** A person's decisions, signatures and bookings: they refer to the account, and stay when its owner leaves. */
export function workOfMembers(tables: Partial<Record<keyof Tables, readonly string[]>>) {
  return Object.entries(tables).flatMap(([table, columns]) =>
    columns.map((column): Dependent => ({ on: 'member', table: table as keyof Tables, column, leave: 'keep' })),
  )
}

/** For the table of a dependent: the rows that belong to one of the records. */
function belongsTo({ on, column, through }: Dependent, organization: string, ids: RawBuilder<unknown>): Condition {
  const own = sql.ref(column)
  if (!through) return sql`organization_id = ${organization} and ${own} = any(${ids})`
  return sql`organization_id = ${organization} and ${own} in (select id from ${sql.table(through)}
    where organization_id = ${organization} and ${sql.ref(`${on}_id`)} = any(${ids}))`
}

const among = (ids: readonly string[]) => sql`${ids}::uuid[]`

/** The first dependent that has rows for the record. */
export async function firstWithRows<One extends Dependent>(
  client: Queryable,
  dependents: readonly One[],
  organization: string,
  id: string,
): Promise<One | undefined> {
  if (dependents.length === 0) return undefined
  const found = dependents.map(
    (one, at) => sql`select ${sql.lit(at)}::integer as at where exists (
      select from ${sql.table(one.table)} where ${belongsTo(one, organization, among([id]))})`,
  )
  const first = sql<{ at: number }>`${sql.join(found, sql` union all `)} order by at limit 1`
  const row = await rowOf(client, { compile: () => first.compile(query) })
  return row && dependents[row.at]
}

/** Refuses with the reason of the first dependent that keeps the record from being removed. */
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

/** Those of the athletes whom somebody has worked on. */
export async function touchedAmong(
  client: Queryable,
  dependents: readonly DependentOn<'athlete'>[],
  organization: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const touched = dependents
    .filter((one) => one.touched)
    .map(
      ({ table, column }) => sql`select ${sql.ref(column)} as id from ${sql.table(table)}
        where organization_id = ${organization} and ${sql.ref(column)} = any(${among(ids)})`,
    )
  const all = sql<{ id: string }>`${sql.join(touched, sql` union `)}`
  const rows = await rowsOf(client, { compile: () => all.compile(query) })
  return new Set(rows.map(({ id }) => id))
}

/** Deletes and clears what is declared, of some records. */
export async function eraseDependents(
  client: Queryable,
  dependents: readonly (DependentOn<'athlete'> | DependentOn<'deal'>)[],
  organization: string,
  ids: readonly string[],
) {
  for (const one of dependents) {
    const { table, erase } = one
    if ('keep' in erase) continue
    const own = belongsTo(one, organization, among(ids))
    if (erase.delete) {
      const only = erase.delete === true ? sql`` : sql` and ${erase.delete}`
      await run(client, { compile: () => sql`delete from ${sql.table(table)} where ${own}${only}`.compile(query) })
    }
    if (erase.clear) {
      const set = Object.entries(erase.clear).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
      const cleared = sql`update ${sql.table(table)} set ${sql.join(set)} where ${own}`
      await run(client, { compile: () => cleared.compile(query) })
    }
  }
}
