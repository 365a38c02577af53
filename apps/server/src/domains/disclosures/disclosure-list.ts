import type { DisclosureRow, DisclosuresQuery } from '@sherpa/contracts/disclosure'
import { isUnfiled } from '@sherpa/contracts/disclosure-state'
import type { ListPage } from '@sherpa/contracts/list'
import { sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { seesAllDisclosures, type Viewer } from './disclosure-access.ts'
import { loadAttestations, loadCompleteness, type PacketParts, selectDisclosures, toRow } from './disclosure-record.ts'

/** By deadline. Without a preparer, a disclosure is everyone's. */
export async function listDisclosures(
  database: Database,
  viewer: Viewer,
  asked: DisclosuresQuery,
  parts: PacketParts,
): Promise<ListPage<DisclosureRow>> {
  const { organization } = viewer.member
  const { scope = 'all', work, kind, state, athlete, deal, preparer, before, from, until, ...paging } = asked
  // Records show all their disclosures, the desk what is due.
  const shownWork = work ?? (athlete || deal || state ? undefined : 'due')
  const isDesk = shownWork === 'due' && !athlete && !deal && !state
  const mine = scope === 'mine' && [
    sql<boolean>`x.preparer_id = ${viewer.person.id}`,
    sql<boolean>`x.preparer_id is null`,
  ]
  const page = await listRows(
    database,
    {
      table: 'disclosures',
      rows: (source) => {
        let rows = selectDisclosures(viewer, source)
        if (athlete) rows = rows.where('x.athlete_id', '=', athlete)
        if (deal) rows = rows.where('x.deal_id', '=', deal)
        return rows
      },
      filters: [
        ...(shownWork ? [sql<boolean>`x.work = ${shownWork}`] : []),
        ...(kind ? [sql<boolean>`x.kind = any(${kind}::text[])`] : []),
        // Only equality keeps the order of the index.
        ...(state
          ? [state.length === 1 ? sql<boolean>`x.state = ${state[0]}` : sql<boolean>`x.state = any(${state}::text[])`]
          : []),
        ...(preparer === 'none' ? [sql<boolean>`x.preparer_id is null`] : []),
        ...(preparer && preparer !== 'none' ? [sql<boolean>`x.preparer_id = ${preparer}`] : []),
        ...(before
          ? [sql<boolean>`x.due_before = ${before}`]
          : isDesk
            ? [sql<boolean>`(x.due_before is null or x.state not in ('draft', 'ready'))`]
            : []),
        ...(from ? [sql<boolean>`x.due_on >= ${from}::date`] : []),
        ...(until ? [sql<boolean>`x.due_on <= ${until}::date`] : []),
      ],
      ...(mine && { anyOf: mine }),
      restricted: !seesAllDisclosures(viewer),
      sorts: { due: { column: 'x.due_at', type: 'timestamptz' } },
      sort: shownWork === 'closed' ? '-due' : 'due',
      id: { column: 'x.id', type: 'uuid' },
      search: { column: 'x.folded', indexed: true },
    },
    paging,
  )
  const ids = page.rows.map(({ id }) => id)
  const attestations = await loadAttestations(database, organization, ids, parts.clock())
  const drafts = page.rows.filter(({ state }) => isUnfiled(state)).map(({ id }) => id)
  const completeness = await loadCompleteness(database, parts, organization, drafts)
  return {
    ...page,
    rows: page.rows.map((row) => toRow(row, attestations.get(row.id) ?? null, completeness.get(row.id) ?? null)),
  }
}
