import { type Athlete, type Duplicates, UNDO_MERGE_DAYS } from '@sherpa/contracts/athlete'
import { ownValue } from '@sherpa/contracts/own-value'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import type { DependentOn } from '../../persistence/dependents.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { todayIn } from '../organizations/organizations.ts'
import { type LockedAthlete, lockAthlete, requireVisible, seesSensitive, type Viewer } from './athlete-access.ts'
import { loadAthlete } from './athlete-record.ts'
import { athleteRows, toAthleteRow } from './athletes.ts'
import { type NoteCorrectedAge, toAgeFacts } from './minors.ts'
import { addTimelineEntry, touch } from './timeline.ts'
import { separateProgramDays, type UnitedDays, uniteProgramDays } from './unite-program-days.ts'

const MAX_DUPLICATES = 20

/** Copied from the other record where the survivor has none. */
const facts = [
  'preferred_name',
  'birth_date',
  'sport',
  'school',
  'class_year',
  'hometown',
  'state',
  'country',
  'email',
  'phone',
] as const satisfies (keyof LockedAthlete)[]

/** Stands for all child tables: moving needs the same columns. */
type Child = 'athlete_contacts' | 'guardianships' | 'athlete_pictures'

type Moved = {
  children: Record<string, string[]>
  added: Record<string, string[]>
  filled: Record<string, string | number>
  /** Days in programs before and after. Missing in merges of earlier releases. */
  programs?: UnitedDays
}

type Parts = {
  database: Database
  clock: () => Date
  /** Signed deals and ledger entries must stay with their record. */
  hasSignedOrBooked: (client: Queryable, organization: string, athlete: string) => Promise<boolean>
  /** The same for moved deals, when a merge is undone. */
  areSignedOrBooked: (client: Queryable, organization: string, deals: readonly string[]) => Promise<boolean>
  onAthletes: readonly DependentOn<'athlete'>[]
  recordAgeCorrection: NoteCorrectedAge
}

/** Child table with one row per key: missing rows are copied. */
type Attribute = { table: string; key: string }

export function createAthleteMergeService(parts: Parts) {
  const { database, clock, hasSignedOrBooked, areSignedOrBooked, onAthletes, recordAgeCorrection } = parts
  const children = onAthletes.filter(({ merge }) => merge === 'move').map(({ table }) => table as Child)
  const attributes = onAthletes.flatMap(({ table, merge }): Attribute[] =>
    typeof merge === 'object' ? [{ table, key: merge.add }] : [],
  )
  return {
    /** Possible duplicates, and merges that can be undone. */
    async findDuplicates(viewer: Viewer, id: string): Promise<Duplicates> {
      await requireVisible(database, viewer, id)
      const { organization } = viewer.member
      const sensitive = seesSensitive(viewer)
      const same = athleteRows(viewer)
        .where('a.id', '<>', id)
        .where(
          sql<boolean>`exists (select from athletes b where b.organization_id = ${organization} and b.id = ${id} and (
            (fold(a.given_name) = fold(b.given_name) and fold(a.family_name) = fold(b.family_name))
            or (${sensitive} and (a.email = b.email or (a.birth_date = b.birth_date and fold(a.family_name) = fold(b.family_name))))))`,
        )
        // Uses an index: the folded text starts with the family name.
        .where(
          sql<boolean>`a.id = any(array(
            select c.id from athletes c join athletes b on b.organization_id = c.organization_id and b.id = ${id}
            where c.organization_id = ${organization} and c.removed_at is null
              and c.folded >= ' ' || fold(b.family_name) || ' ' and c.folded < ' ' || fold(b.family_name) || '!'
            union select c.id from athletes c join athletes b on b.organization_id = c.organization_id and b.email = c.email
            where c.organization_id = ${organization} and b.id = ${id} and c.removed_at is null))`,
        )
        .limit(MAX_DUPLICATES)
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
        duplicates: rows.map((row) => toAthleteRow(row, today, viewer)),
        merged: merges.map((one) => ({ ...one, mergedAt: one.mergedAt.toISOString() })),
      }
    },

    /** The first record survives. */
    async merge(viewer: Viewer, id: string, otherId: string): Promise<Athlete> {
      if (id === otherId) throw invalid('Choose another record')
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        // Fixed lock order prevents deadlocks.
        const locked = new Map<string, LockedAthlete>()
        for (const one of [id, otherId].sort()) locked.set(one, await lockAthlete(client, viewer, one, 'for update'))
        const [athlete, other] = [locked.get(id), locked.get(otherId)]
        if (!athlete || !other) throw new Refusal('not-found')
        if (athlete.user_id && other.user_id) throw new Refusal('both-have-accounts')
        if (await hasSignedOrBooked(client, organization, otherId)) {
          throw new Refusal(
            (await hasSignedOrBooked(client, organization, id)) ? 'both-have-signed-deals' : 'other-has-signed-deals',
          )
        }
        const moved: Moved = { children: {}, added: {}, filled: fillEmptyFacts(athlete, other) }
        for (const table of children)
          moved.children[table] = await moveChildren(client, organization, table, otherId, id)
        for (const attribute of attributes) {
          moved.added[attribute.table] = await addMissing(client, organization, attribute, otherId, id)
        }
        moved.programs = await uniteProgramDays(client, organization, otherId, id)
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
        await addTimelineEntry(client, viewer, id, { kind: 'merged', about })
        await recordEvent(client, { event: 'athletes-merged', actor: viewer.person.id, organization, athlete: id })
        // Deals of both records now depend on the survivor's birth date and level.
        for (const one of [athlete, other])
          await recordAgeCorrection(client, viewer, id, toAgeFacts(one), 'Records merged')
        return loadAthlete(client, viewer, id, clock())
      })
    },

    /** Moves back everything that was not changed or removed since the merge. */
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
        if (await areSignedOrBooked(client, organization, moved.children.deals ?? []))
          throw new Refusal('merged-deals-signed')
        for (const table of children) {
          await run(
            client,
            query
              .updateTable(table)
              .set({ athlete_id: otherId })
              .where('organization_id', '=', organization)
              .where('athlete_id', '=', id)
              .where(sql<boolean>`id = any(${ownValue(moved.children, table) ?? []}::uuid[])`),
          )
        }
        for (const { table, key } of attributes) {
          await client.query(
            `delete from ${table} where organization_id = $1 and athlete_id = $2 and ${key}::text = any($3::text[])`,
            [organization, id, ownValue(moved.added, table) ?? []],
          )
        }
        if (moved.programs) await separateProgramDays(client, organization, id, moved.programs)
        const filledFacts = Object.keys(moved.filled).filter(
          (fact) => String(athlete[fact as keyof LockedAthlete]) === String(ownValue(moved.filled, fact)),
        )
        await touch(client, viewer, id, Object.fromEntries(filledFacts.map((fact) => [fact, null])))
        await run(
          client,
          query
            .updateTable('athletes')
            .set({
              removed_at: null,
              version: sql<number>`version + 1`,
              ...(filledFacts.includes('user_id') && { user_id: String(moved.filled.user_id) }),
            })
            .where('organization_id', '=', organization)
            .where('id', '=', otherId),
        )
        await addTimelineEntry(client, viewer, id, { kind: 'unmerged' })
        await recordEvent(client, { event: 'merge-undone', actor: viewer.person.id, organization, athlete: id })
        await recordAgeCorrection(client, viewer, id, toAgeFacts(athlete), 'Merge undone')
      })
    },
  }
}
export type AthleteMergeService = ReturnType<typeof createAthleteMergeService>

function fillEmptyFacts(athlete: LockedAthlete, other: LockedAthlete): Moved['filled'] {
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
      .where(isMovable(table, organization, to))
      .returning('id'),
  )
  return rows.map(({ id }) => id)
}

/** Guardians and pictures are unique per athlete; duplicates stay with the other record. */
function isMovable(table: Child, organization: string, athlete: string) {
  if (table === 'athlete_pictures') {
    return sql<boolean>`not exists (select from athlete_pictures known where known.organization_id = ${organization}
      and known.athlete_id = ${athlete})`
  }
  if (table !== 'guardianships') return sql<boolean>`true`
  return sql<boolean>`not exists (select from guardianships known where known.organization_id = ${organization}
    and known.athlete_id = ${athlete} and known.user_id = guardianships.user_id and known.ended_at is null)`
}

/** Copies missing rows. Returns their keys. */
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
