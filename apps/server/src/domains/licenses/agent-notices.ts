import type { AgentNotice, AgentNoticesQuery } from '@sherpa/contracts/agent-notice'
import type { ListPage } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import type { Source, Statement } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { filterIds, query } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts, isVisibleAthlete, seesAllAthletes } from '../athletes/athletes.ts'
import type { Viewer } from './license-access.ts'
import { fileColumns, type StoredFile, toScan } from './scans.ts'

type Row = {
  id: string
  athlete_id: string
  athleteName: string | null
  agent: string
  agency: string | null
  received_on: string
  contract_on: string | null
  note: string | null
  added_at: Date
  added_by: string | null
  adder: string | null
  version: number
} & StoredFile

/** Condition on notices `n`. */
export const isVisibleNotice = (viewer: Viewer) =>
  viewer.member.role === 'athlete' ? sql<boolean>`false` : isVisibleAthlete(viewer, sql.ref('n.athlete_id'))

/** Notices about visible athletes. */
export async function listAgentNotices(
  database: Queryable,
  viewer: Viewer,
  { athlete, from, until, ...params }: AgentNoticesQuery,
): Promise<ListPage<AgentNotice>> {
  const page = await listRows(
    database,
    {
      table: 'agent_notices',
      rows: (source) => selectNotices(viewer, source),
      filters: [
        ...(athlete ? [sql<boolean>`n.athlete_id = any(${athlete}::uuid[])`] : []),
        ...(from ? [sql<boolean>`n.received_on >= ${from}::date`] : []),
        ...(until ? [sql<boolean>`n.received_on <= ${until}::date`] : []),
      ],
      restricted: !seesAllAthletes(viewer),
      sorts: {
        received: { column: 'n.received_on', type: 'date' },
        contract: { column: 'n.contract_on', type: 'date', nullable: true },
        agent: { column: 'n.folded', type: 'text' },
      },
      sort: '-received',
      id: { column: 'n.id', type: 'uuid' },
      search: { column: 'n.folded', indexed: true },
      rangeColumn: from || until ? 'n.received_on' : undefined,
    },
    params,
  )
  return { ...page, rows: page.rows.map(toNotice) }
}

export async function loadAgentNotice(database: Queryable, viewer: Viewer, id: string): Promise<AgentNotice> {
  const { rows } = await listAgentNotices(database, viewer, { ids: [id] })
  if (!rows[0]) throw new Refusal('not-found')
  return rows[0]
}

/** Filters ids to visible notices. */
export function filterVisibleNotices(database: Queryable, viewer: Viewer, ids: readonly string[]) {
  const { organization } = viewer.member
  return filterIds(database, { table: 'agent_notices', as: 'n', organization }, ids, isVisibleNotice(viewer))
}

function selectNotices(viewer: Viewer, source: Source<'agent_notices'>): Statement<Row> {
  return query
    .selectFrom(source.as('n'))
    .leftJoin(athleteFacts.as('a'), (join) =>
      join.onRef('a.organization_id', '=', 'n.organization_id').onRef('a.id', '=', 'n.athlete_id'),
    )
    .leftJoin(publicUsers.as('u'), (join) => join.onRef('u.id', '=', 'n.added_by').on('u.deleted_at', 'is', null))
    .select(['n.id', 'n.athlete_id', 'a.name as athleteName', 'n.agent', 'n.agency', 'n.received_on', 'n.contract_on'])
    .select(['n.note', 'n.added_at', 'n.added_by', 'u.name as adder', 'n.version', ...fileColumns('n')])
    .where('n.organization_id', '=', viewer.member.organization)
    .where(isVisibleNotice(viewer)) as unknown as Statement<Row>
}

function toNotice(row: Row): AgentNotice {
  return {
    id: row.id,
    athlete: { id: row.athlete_id, name: row.athleteName ?? '' },
    agent: row.agent,
    agency: row.agency,
    receivedOn: row.received_on,
    contractOn: row.contract_on,
    note: row.note,
    file: toScan(row),
    addedAt: row.added_at.toISOString(),
    addedBy: row.added_by && row.adder !== null ? { id: row.added_by, name: row.adder } : null,
    version: row.version,
  }
}
