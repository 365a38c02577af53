import { type DisclosureKind, disclosureKinds } from '@sherpa/contracts/disclosure-state'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import type { HandoverPart, Move } from '../organizations/organizations.ts'
import { isDisclosureVisible, mayFile } from './disclosure-access.ts'

/** Disclosures that a person prepares or is meant to submit, and that are not closed. */
export const disclosureHandover: HandoverPart = {
  kind: 'disclosures',
  neededToAct: 'disclosures.edit',

  async holders(client, organization) {
    const rows = await rowsOf(
      client,
      query
        .selectFrom('disclosures')
        .select(sql<string | null>`unnest(array[preparer_id, case when packet is null then submitter_id end])`.as('id'))
        .distinct()
        .where('organization_id', '=', organization)
        .where('work', '<>', 'closed'),
    )
    return rows.flatMap(({ id }) => id ?? [])
  },

  async find(client, { organization, person, after }, viewer) {
    const isAble = after && mayFile(after)
    const lost =
      after && isAble ? sql`not ${isDisclosureVisible({ person: { id: person }, member: after })}` : sql`true`
    const rows = await rowsOf(
      client,
      sql<{
        id: string
        kind: DisclosureKind
        name: string | null
        athlete: string
        seen: boolean
        role: Role
      }>`select x.id, x.kind, x.name,
          x.athlete_id as athlete, ${viewer ? isDisclosureVisible(viewer) : sql`false`} as seen,
          case when x.preparer_id is distinct from ${person} then 'submitter'
            when not ${isPlanned} or x.submitter_id is distinct from ${person} then 'preparer' end as role
        from disclosures x where x.organization_id = ${organization} and (x.preparer_id = ${person} or ${isPlanned} and x.submitter_id = ${person})
          and x.work <> 'closed' and ${lost} order by x.id`,
    )
    return rows.map(({ kind, name, ...item }) => ({ ...item, name: `${disclosureKinds[kind]}, ${name ?? ''}` }))
  },

  async filterAble(client, viewer, ids) {
    if (!mayFile(viewer.member)) return []
    const rows = await rowsOf(
      client,
      sql<{ id: string }>`select x.id from disclosures x where x.organization_id = ${viewer.member.organization}
        and x.id = any(${ids}::uuid[]) and ${isDisclosureVisible(viewer)}`,
    )
    return rows.map(({ id }) => id)
  },

  assign: (client, { organization, person }, moves) =>
    setPeople(
      client,
      organization,
      moves.map((move) => ({ ...move, holder: person })),
    ),

  async moveBack(client, { organization, person }, moves) {
    const back = moves.map((move) => ({ ...move, to: person, holder: move.to }))
    return (await setPeople(client, organization, back)).length
  },
}

/** Null: both, or a handover of an older release. */
type Role = 'preparer' | 'submitter' | null

/** The submitter of a filed disclosure is a fact. */
const isPlanned = sql`x.packet is null`

/** The reference to a preparer who is no longer a member is cleared before. */
const movesPreparer = sql`(y.role is distinct from 'submitter' and (x.preparer_id is null or x.preparer_id = y.holder))`
const movesSubmitter = sql`(y.role is distinct from 'preparer' and ${isPlanned} and x.submitter_id = y.holder)`

/** Replaces the holder of disclosures `x` in the role that is moved. With a version: if nobody touched them since. */
function setPeople(
  client: Queryable,
  organization: string,
  moves: readonly (Move & { holder: string })[],
): Promise<Move[]> {
  return rowsOf(
    client,
    sql<{
      id: string
      to: string
      version: number
      role: Role
    }>`update disclosures x set version = x.version + 1,
        preparer_id = case when ${movesPreparer} then y.receiver else x.preparer_id end,
        submitter_id = case when ${movesSubmitter} then y.receiver else x.submitter_id end
      from unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ to }) => to)}::uuid[],
        ${moves.map(({ holder }) => holder)}::uuid[], ${moves.map(({ version }) => version ?? null)}::integer[],
        ${moves.map(({ role }) => role ?? null)}::text[])
        as y (id, receiver, holder, version, role)
      where x.organization_id = ${organization} and x.id = y.id and x.work <> 'closed' and (${movesPreparer} or ${movesSubmitter})
        and (y.version is null or x.version = y.version)
      returning x.id, y.receiver as to, x.version, y.role`,
  )
}
