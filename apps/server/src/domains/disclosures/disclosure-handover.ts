import { type DisclosureKind, disclosureKinds } from '@sherpa/contracts/disclosure-state'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import type { HandoverPart, Move } from '../organizations/organizations.ts'
import { isDisclosureVisible, type Viewer } from './disclosure-access.ts'

const mayFile = ({ member }: Viewer) => member.role !== 'athlete' && member.permissions.includes('disclosures.edit')

/** Disclosures that a person prepares and that are not closed. */
export const disclosureHandover: HandoverPart = {
  kind: 'disclosures',
  neededToAct: 'disclosures.edit',

  async holders(client, organization) {
    const rows = await rowsOf(
      client,
      query
        .selectFrom('disclosures')
        .select('preparer_id as id')
        .distinct()
        .where('organization_id', '=', organization)
        .where('work', '<>', 'closed')
        .where('preparer_id', 'is not', null)
        .$narrowType<{ id: string }>(),
    )
    return rows.map(({ id }) => id)
  },

  async find(client, { organization, person, after }, viewer) {
    const isAble = after && mayFile({ person: { id: person }, member: after })
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
      }>`select x.id, x.kind, x.name,
          x.athlete_id as athlete, ${viewer ? isDisclosureVisible(viewer) : sql`false`} as seen
        from disclosures x where x.organization_id = ${organization} and x.preparer_id = ${person}
          and x.work <> 'closed' and ${lost} order by x.id`,
    )
    return rows.map(({ kind, name, ...item }) => ({ ...item, name: `${disclosureKinds[kind]}, ${name ?? ''}` }))
  },

  async filterAble(client, viewer, ids) {
    if (!mayFile(viewer)) return []
    const rows = await rowsOf(
      client,
      sql<{ id: string }>`select x.id from disclosures x where x.organization_id = ${viewer.member.organization}
        and x.id = any(${ids}::uuid[]) and ${isDisclosureVisible(viewer)}`,
    )
    return rows.map(({ id }) => id)
  },

  assign: (client, { organization, person }, moves) =>
    setPreparers(client, organization, moves, sql`(x.preparer_id is null or x.preparer_id = ${person})`),

  async moveBack(client, { organization, person }, moves) {
    const back = moves.map((move) => ({ ...move, to: person, holder: move.to }))
    const untouched = sql<boolean>`x.preparer_id = y.holder and x.version = y.version`
    return (await setPreparers(client, organization, back, untouched)).length
  },
}

/** Assigns disclosures `x` under a condition. */
function setPreparers(
  client: Queryable,
  organization: string,
  moves: readonly (Move & { holder?: string })[],
  condition: RawBuilder<boolean>,
): Promise<Move[]> {
  return rowsOf(
    client,
    sql<{
      id: string
      to: string
      version: number
    }>`update disclosures x set preparer_id = y.receiver, version = x.version + 1
      from unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ to }) => to)}::uuid[],
        ${moves.map(({ holder }) => holder ?? null)}::uuid[], ${moves.map(({ version }) => version ?? null)}::integer[])
        as y (id, receiver, holder, version)
      where x.organization_id = ${organization} and x.id = y.id and x.work <> 'closed' and ${condition}
      returning x.id, x.preparer_id as to, x.version`,
  )
}
