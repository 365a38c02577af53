import { type Athlete, type Duplicates, UNDO_MERGE_DAYS } from '@sherpa/contracts/athlete'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import type { DependentOn } from '../../persistence/dependents.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { todayIn } from '../organizations/organizations.ts'
import { type LockedAthlete, lockAthlete, requireSeen, seesSensitive, type Viewer } from './athlete-access.ts'
import { wholeAthlete } from './athlete-record.ts'
import { athleteRowOf, athleteRows } from './athletes.ts'
import { ageFactsOf, type NoteCorrectedAge } from './minors.ts'
import { noteOnTimeline, touch } from './timeline.ts'

const MOST_DUPLICATES = 20

/** Filled from the other record where the surviving one knows nothing. */
const facts = [
  'preferred_name',
  'birth_date',
  'sport',
  'school',
  'class_year',
  'hometown',
  'state',
  'email',
  'phone',
] as const satisfies (keyof LockedAthlete)[]

/** A table with the columns that moving needs: the same for all of them. */
type Child = 'athlete_contacts' | 'guardianships' | 'athlete_pictures'

type Moved = {
  children: Record<string, string[]>
  added: Record<string, string[]>
  filled: Record<string, string | number>
}

type Parts = {
  database: Database
  clock: () => Date
  /** What was signed or booked names its athlete: it stays with the record. */
  isBound: (client: Queryable, organization: string, athlete: string) => Promise<boolean>
  /** The same of deals: what was signed or booked since a merge stays where it is. */
  areBound: (client: Queryable, organization: string, deals: readonly string[]) => Promise<boolean>
  onAthletes: readonly DependentOn<'athlete'>[]
  noteCorrectedAge: NoteCorrectedAge
}

/** A dependent with at most one row per key: what the surviving record lacks is copied. */
type Attribute = { table: string; key: string }

export function mergingAthletes(parts: Parts) {
  const { database, clock, isBound, areBound, onAthletes, noteCorrectedAge } = parts
  const children = onAthletes.filter(({ merge }) => merge === 'move').map(({ table }) => table as Child)
  const attributes = onAthletes.flatMap(({ table, merge }): Attribute[] =>
    typeof merge === 'object' ? [{ table, key: merge.add }] : [],
  )
  return {
    /** Those who might be the same person, and those who were merged into this one lately. */
    async duplicates(viewer: Viewer, id: string): Promise<Duplicates> {
      await requireSeen(database, viewer, id)
      const { organization } = viewer.member
      const sensitive = seesSensitive(viewer)
      const same = athleteRows(viewer)
        .where('a.id', '<>', id)
        .where(
          sql<boolean>`exists (select from athletes b where b.organization_id = ${organization} and b.id = ${id} and (
            (fold(a.given_name) = fold(b.given_name) and fold(a.family_name) = fold(b.family_name))
            or (${sensitive} and (a.email = b.email or (a.birth_date = b.birth_date and fold(a.family_name) = fold(b.family_name))))))`,
        )
        // Found by an index: the family name is what the folded text begins with.
        .where(
          sql<boolean>`a.id = any(array(
            select c.id from athletes c join athletes b on b.organization_id = c.organization_id and b.id = ${id}
            where c.organization_id = ${organization} and c.removed_at is null
              and c.folded >= ' ' || fold(b.family_name) || ' ' and c.folded < ' ' || fold(b.family_name) || '!'
            union select c.id from athletes c join athletes b on b.organization_id = c.organization_id and b.email = c.email
            where c.organization_id = ${organization} and b.id = ${id} and c.removed_at is null))`,
        )
        .limit(MOST_DUPLICATES)
      const merged = query
        .selectFrom('athlete_merges as m')
        .innerJoin('athletes as o', (join) =>
          join.onRef('o.organization_id', '=', 'm.organization_id').onRef('o.id', '=', 'm.other_id'),
        )
        .select(['m.id', 'm.merged_at as mergedAt', 'o.given_name as givenName', 'o.family_name as familyName'])
        .where('m.organization_id', '=', organization)
        .where('m.athlete_id', '=', id)
        .where('m.merged_at', '>', sql<Date>`now() - make_interval(days => ${UNDO_MERGE_DAYS})`)
        .orderBy('m.merged_at', 'desc')
      const [rows, merges, today] = await Promise.all([
        rowsOf(database, same),
        rowsOf(database, merged),
        todayIn(database, organization, clock()),
      ])
      return {
        duplicates: rows.map((row) => athleteRowOf(row, today, viewer)),
        merged: merges.map((one) => ({ ...one, mergedAt: one.mergedAt.toISOString() })),
      }
    },

    /** The first one survives, with everything of both. */
    async merge(viewer: Viewer, id: string, otherId: string): Promise<Athlete> {
      if (id === otherId) throw invalid('Choose another record')
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        // In one order, so that two who merge the same records do not wait for each other.
        const locked = new Map<string, LockedAthlete>()
        for (const one of [id, otherId].sort()) locked.set(one, await lockAthlete(client, viewer, one, 'for update'))
        const [athlete, other] = [locked.get(id), locked.get(otherId)]
        if (!athlete || !other) throw new Refusal('not-found')
        if (athlete.user_id && other.user_id) throw new Refusal('both-have-accounts')
        if (await isBound(client, organization, otherId)) {
          throw new Refusal(
            (await isBound(client, organization, id)) ? 'both-have-signed-deals' : 'other-has-signed-deals',
          )
        }
        const moved: Moved = { children: {}, added: {}, filled: filledFrom(athlete, other) }
        for (const table of children)
          moved.children[table] = await moveChildren(client, organization, table, otherId, id)
        for (const attribute of attributes) {
          moved.added[attribute.table] = await addMissing(client, organization, attribute, otherId, id)
        }
        await run(
          client,
          query
            .updateTable('athletes')
            .set({ removed_at: sql<Date>`now()`, user_id: null, version: sql<number>`version + 1` })
            .where('organization_id', '=', organization)
            .where('id', '=', otherId),
        )
        const account = other.user_id ? { user_id: other.user_id } : {}
        await touch(client, viewer, id, { ...moved.filled, ...account })
        if (other.user_id) moved.filled.user_id = other.user_id
        await run(
          client,
          query
            .insertInto('athlete_merges')
            .values({ organization_id: organization, athlete_id: id, other_id: otherId, moved: JSON.stringify(moved) }),
        )
        const about = `${other.given_name} ${other.family_name}`
        await noteOnTimeline(client, viewer, id, { kind: 'merged', about })
        await noteEvent(client, { event: 'athletes-merged', actor: viewer.person.id, organization, athlete: id })
        // Deals of both are judged by the facts of the one that survives.
        for (const one of [athlete, other])
          await noteCorrectedAge(client, viewer, id, ageFactsOf(one), 'Records merged')
        return wholeAthlete(client, viewer, id, clock())
      })
    },

    /** Takes a merge back: what came from the other record goes there again, unless it was removed or changed meanwhile. */
    async undo(viewer: Viewer, id: string, merge: string) {
      const { organization } = viewer.member
      await inTransaction(database, async (client) => {
        const athlete = await lockAthlete(client, viewer, id, 'for update')
        const found = await rowOf(
          client,
          query
            .deleteFrom('athlete_merges')
            .where('organization_id', '=', organization)
            .where('athlete_id', '=', id)
            .where('id', '=', merge)
            .where('merged_at', '>', sql<Date>`now() - make_interval(days => ${UNDO_MERGE_DAYS})`)
            .returning(['other_id', 'moved'])
            .$narrowType<{ moved: Moved }>(),
        )
        if (!found) throw new Refusal('not-found')
        const { other_id: otherId, moved } = found
        if (await areBound(client, organization, moved.children.deals ?? [])) throw new Refusal('merged-deals-signed')
        for (const table of children) {
          await run(
            client,
            query
              .updateTable(table)
              .set({ athlete_id: otherId })
              .where('organization_id', '=', organization)
              .where('athlete_id', '=', id)
              .where(sql<boolean>`id = any(${moved.children[table] ?? []}::uuid[])`),
          )
        }
        for (const { table, key } of attributes) {
          await client.query(
            `delete from ${table} where organization_id = $1 and athlete_id = $2 and ${key}::text = any($3::text[])`,
            [organization, id, moved.added[table] ?? []],
          )
        }
        const emptied = Object.keys(moved.filled).filter(
          (fact) => String(athlete[fact as keyof LockedAthlete]) === String(moved.filled[fact]),
        )
        await touch(client, viewer, id, Object.fromEntries(emptied.map((fact) => [fact, null])))
        await run(
          client,
          query
            .updateTable('athletes')
            .set({
              removed_at: null,
              version: sql<number>`version + 1`,
              ...(emptied.includes('user_id') && { user_id: String(moved.filled.user_id) }),
            })
            .where('organization_id', '=', organization)
            .where('id', '=', otherId),
        )
        await noteOnTimeline(client, viewer, id, { kind: 'unmerged' })
        await noteEvent(client, { event: 'merge-undone', actor: viewer.person.id, organization, athlete: id })
        await noteCorrectedAge(client, viewer, id, ageFactsOf(athlete), 'Merge undone')
      })
    },
  }
}
export type MergingAthletes = ReturnType<typeof mergingAthletes>

function filledFrom(athlete: LockedAthlete, other: LockedAthlete): Moved['filled'] {
  return Object.fromEntries(
    facts
      .filter((fact) => athlete[fact] === null && other[fact] !== null)
      .map((fact) => [fact, other[fact] as string | number]),
  )
}

async function moveChildren(client: Queryable, organization: string, table: Child, from: string, to: string) {
  const rows = await rowsOf(
    client,
    query
      .updateTable(table)
      .set({ athlete_id: to })
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', from)
      .where(mayMove(table, organization, to))
      .returning('id'),
  )
  return rows.map(({ id }) => id)
}

/** Nobody is the guardian of one athlete twice, and no athlete has two pictures: what cannot be moved stays with the other record. */
function mayMove(table: Child, organization: string, athlete: string) {
  if (table === 'athlete_pictures') {
    return sql<boolean>`not exists (select from athlete_pictures known where known.organization_id = ${organization}
      and known.athlete_id = ${athlete})`
  }
  if (table !== 'guardianships') return sql<boolean>`true`
  return sql<boolean>`not exists (select from guardianships known where known.organization_id = ${organization}
    and known.athlete_id = ${athlete} and known.user_id = guardianships.user_id and known.ended_at is null)`
}

/** Copies what the surviving record lacks, and tells which. */
async function addMissing(
  client: Queryable,
  organization: string,
  { table, key }: Attribute,
  from: string,
  to: string,
) {
  const { rows } = await client.query(
    `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('athlete_id', $3::uuid))).* from ${table} t
     where organization_id = $1 and athlete_id = $2 on conflict do nothing returning ${key}::text as key`,
    [organization, from, to],
  )
  return rows.map((row: { key: string }) => row.key)
}

function invalid(message: string) {
  return new Refusal('invalid-fields', { errors: [{ field: 'other', message }] })
}
