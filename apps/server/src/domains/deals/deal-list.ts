import type { Currency } from '@sherpa/contracts/currency'
import type { DealCounts, DealCountsQuery, DealRow, DealsQuery, VersionStage } from '@sherpa/contracts/deal'
import { allDealStages, type DealStage } from '@sherpa/contracts/deal-stage'
import { type ListPage, type ListQuery, MOST_COUNTED } from '@sherpa/contracts/list'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { requireForFilters } from '../../http/access.ts'
import type { Database } from '../../persistence/database.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { isInRange, isOnDays } from '../../persistence/lists/ranges.ts'
import { containsAnywhere, isSelective } from '../../persistence/lists/search.ts'
import { hasFewRows, totalOf } from '../../persistence/lists/totals.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { seesAllAthletes } from '../athletes/athletes.ts'
import { isDealVisible, newestVisibleVersion, seesMoney, type Viewer } from './deal-access.ts'
import { dealsWithoutPaydays } from './installments.ts'
import { END_OF_DEAL } from './obligations.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tables of a statement do not matter here, and its full type is slow to check.
type Statement<Row> = SelectQueryBuilder<any, any, Row>

/** Used by the list and by each column of the board. */
export async function listDeals(database: Database, viewer: Viewer, params: DealsQuery): Promise<ListPage<DealRow>> {
  const { search, sort, after, ids, limit, ...filters } = params
  requireMoneyFor(viewer, filters, sort)
  const page = await listRows(
    database,
    {
      table: 'deals',
      rows: (source) => selectDeals(viewer, source),
      filters: buildConditions(viewer, filters),
      rangeColumn: rangeColumnOf(filters, sort),
      semiJoins: filters.paydays ? [dealsWithoutPaydays(viewer)] : [],
      restricted: !seesAllAthletes(viewer),
      sorts: {
        name: { column: 'd.folded', type: 'text' },
        active: { column: 'd.last_active_at', type: 'timestamptz' },
        amount: { column: 'd.amount_minor', type: 'bigint' },
        end: { column: 'd.ends_on', type: 'date', nullable: true },
        due: { column: 'd.next_due_on', type: 'date', nullable: true },
      },
      sort: '-active',
      id: { column: 'd.id', type: 'uuid' },
      search: searched,
    },
    { search, sort, after, ids, limit },
  )
  return { ...page, rows: page.rows.map((row) => toDealRow(row, viewer)) }
}

function requireMoneyFor({ member }: Viewer, { paydays, amount }: Filters, sort?: string) {
  const fields = { sort: sort?.endsWith('amount'), paydays, amount }
  const used = Object.entries(fields).filter(([, value]) => value)
  requireForFilters(
    member,
    'money.view',
    used.map(([field]) => field),
  )
}

const rangeColumns = {
  amount: 'd.amount_minor',
  start: 'd.starts_on',
  end: 'd.ends_on',
  due: 'd.next_due_on',
  amendment: 'd.amendment',
} as const

/** A range in another order than the sort. */
function rangeColumnOf(filters: Filters, sort = ''): string | undefined {
  const used = (Object.keys(rangeColumns) as (keyof typeof rangeColumns)[]).filter((name) => filters[name])
  const name = used.find((one) => !sort.endsWith(one)) ?? used[0]
  return name && rangeColumns[name]
}

/**
 * Counts deals of every stage, up to a cap. Null for a search with so many or only similar deals that counting would take
 * longer than showing the rows. No part of the answer depends on deals that the viewer may not see.
 */
export async function countDeals(database: Database, viewer: Viewer, params: DealCountsQuery): Promise<DealCounts> {
  const { search, ...filters } = params
  requireMoneyFor(viewer, filters)
  const conditions = [
    ...buildConditions(viewer, filters),
    ...(filters.paydays ? [sql<boolean>`d.id in (${dealsWithoutPaydays(viewer)})`] : []),
    isDealVisible(viewer),
  ]
  const counts = search
    ? await countMatches(database, viewer, search, conditions)
    : await countByStage(database, viewer, conditions)
  return {
    stages: allDealStages.map((stage) => {
      if (!counts) return { stage, count: null, exact: false }
      return { stage, ...totalOf(counts.find((one) => one.stage === stage)?.count ?? 0) }
    }),
  }
}

type StageCount = { stage: DealStage | null; count: number }

/** One index scan per stage, each with its own cap. */
function countByStage(database: Database, { member }: Viewer, conditions: readonly RawBuilder<boolean>[]) {
  const counted = allDealStages.map(
    (stage) => sql`select ${stage}::text as stage, count(*)::integer as count from (select from deals d
      where d.organization_id = ${member.organization} and d.removed_at is null and d.stage = ${stage} and ${sql.join(conditions, sql` and `)}
      limit ${MOST_COUNTED + 1}) as counted`,
  )
  return rowsOf(database, sql<StageCount>`${sql.join(counted, sql` union all `)}`)
}

/** Of the deals that the list finds. Undefined: too many, or similar ones only. */
async function countMatches(
  database: Database,
  viewer: Viewer,
  search: string,
  conditions: readonly RawBuilder<boolean>[],
) {
  const isCountable = seesAllAthletes(viewer)
    ? await isSelective(database, 'deals', search)
    : await hasFewRows(database, selectDeals(viewer))
  if (!isCountable) return undefined
  const statement = sql<StageCount>`with found as materialized (${findDeals(viewer, search)})
    select null as stage, count(*)::integer as count from found
    union all select d.stage, count(*)::integer from found d where ${sql.join(conditions, sql` and `)} group by d.stage`
  const counts = await rowsOf(database, statement)
  return counts.some(({ stage, count }) => stage === null && count > 0) ? counts : undefined
}

/** Visible deals that match a search. */
const findDeals = (viewer: Viewer, search: string) =>
  seesAllAthletes(viewer)
    ? sql`select d.* from find_deals(${search}, null) d where d.removed_at is null`
    : sql`select d.* from deals d where d.organization_id = ${viewer.member.organization} and d.removed_at is null
        and ${isDealVisible(viewer)} and ${containsAnywhere(searched, search)}`

/** Ids of deals that match a search, for lists of their records. */
export const selectMatchingDeals = (viewer: Viewer, search: string): RawBuilder<{ id: string }> =>
  sql`select found.id from (${findDeals(viewer, search)}) found`

const searched = { column: 'd.folded', indexed: true } as const

export type Row = {
  id: string
  kind: DealRow['kind']
  title: string
  stage: DealStage
  stageSince: Date
  newestVersion: number
  versionInForce: number | null
  shared: boolean
  newestStage: VersionStage
  athleteId: string
  athleteName: string
  companyId: string
  companyName: string
  leadId: string | null
  leadName: string | null
  startsOn: string | null
  endsOn: string | null
  currency: Currency
  amountMinor: string
  nextDueOn: string | null
  nextDueTitle: string | null
  lastActiveAt: Date
  version: number
}

// Subqueries instead of joins: rows that are only counted or skipped do not need them.
const leadName = sql<string | null>`(select u.name from ${publicUsers} u where u.id = d.lead_id)`
const newestStage = sql<VersionStage>`(select v.stage from deal_versions v
  where v.organization_id = d.organization_id and v.deal_id = d.id and v.number = d.newest_version)`

const nextDueTitle = sql<string | null>`coalesce(
  (select min(l.title) from deliverables l where l.organization_id = d.organization_id and l.deal_id = d.id
    and l.due_on = d.next_due_on and l.state in ('planned', 'returned')),
  (select min(k.title) from key_dates k where k.organization_id = d.organization_id and k.deal_id = d.id
    and k.day = d.next_due_on and k.done_at is null and not k.canceled and k.rule_id <> ${sql.lit(END_OF_DEAL)}))`

/** Deals visible to the viewer. */
export function selectDeals(viewer: Viewer, source: Source<'deals'> = sql.raw('deals')): Statement<Row> {
  return query
    .selectFrom(source.as('d'))
    .select([
      'd.id',
      'd.kind',
      'd.title',
      'd.stage',
      'd.stage_since as stageSince',
      'd.newest_version as newestVersion',
      'd.version_in_force as versionInForce',
      'd.shared',
      newestStage.as('newestStage'),
      'd.athlete_id as athleteId',
      'd.athlete_name as athleteName',
      'd.company_id as companyId',
      'd.company_name as companyName',
      'd.lead_id as leadId',
      leadName.as('leadName'),
      'd.starts_on as startsOn',
      'd.ends_on as endsOn',
      'd.currency',
      'd.amount_minor as amountMinor',
      'd.next_due_on as nextDueOn',
      nextDueTitle.as('nextDueTitle'),
      'd.last_active_at as lastActiveAt',
      'd.version',
    ])
    .where('d.organization_id', '=', viewer.member.organization)
    .where('d.removed_at', 'is', null)
    .where(isDealVisible(viewer)) as unknown as Statement<Row>
}

export function toDealRow(row: Row, viewer: Viewer): DealRow {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    stage: row.stage,
    stageSince: row.stageSince.toISOString(),
    amendment:
      row.versionInForce !== null && newestVisibleVersion(viewer, row) > row.versionInForce ? row.newestStage : null,
    athlete: { id: row.athleteId, name: row.athleteName },
    company: { id: row.companyId, name: row.companyName },
    lead: row.leadId && row.leadName ? { id: row.leadId, name: row.leadName } : null,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    // A deal without payments has no amount yet.
    amount:
      seesMoney(viewer) && Number(row.amountMinor) > 0
        ? { minor: Number(row.amountMinor), currency: row.currency }
        : null,
    nextDueOn: row.nextDueOn,
    nextDueTitle: row.nextDueTitle,
    lastActiveAt: row.lastActiveAt.toISOString(),
    version: row.version,
  }
}

type Filters = Omit<DealsQuery, keyof ListQuery>

function buildConditions({ person, member }: Viewer, filters: Filters): RawBuilder<boolean>[] {
  const { stage, kind, athlete, company, lead, amount, start, end, due, category, exclusivity, amendment } = filters
  const anyOf = (column: string, values: readonly string[] | undefined, type: string): RawBuilder<boolean>[] =>
    values ? [sql`${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`] : []
  const people = lead?.filter((one) => one !== 'none').map((one) => (one === 'me' ? person.id : one))
  const byLead: RawBuilder<boolean>[] = lead
    ? [
        !lead.includes('none')
          ? sql`d.lead_id = any(${people}::uuid[])`
          : lead.length === 1
            ? sql`d.lead_id is null`
            : sql`(d.lead_id is null or d.lead_id = any(${people}::uuid[]))`,
      ]
    : []
  return [
    ...anyOf('d.stage', stage, 'text'),
    ...anyOf('d.kind', kind, 'text'),
    ...anyOf('d.athlete_id', athlete, 'uuid'),
    ...anyOf('d.company_id', company, 'uuid'),
    ...byLead,
    ...(amount ?? []).flatMap(({ key, range }) => [
      sql<boolean>`d.currency = ${key}`,
      ...isInRange(sql.ref('d.amount_minor'), range, 'bigint'),
    ]),
    ...(start ? isOnDays(sql.ref('d.starts_on'), start) : []),
    ...(end ? isOnDays(sql.ref('d.ends_on'), end) : []),
    ...(due ? isOnDays(sql.ref('d.next_due_on'), due) : []),
    ...anyOf('d.category', category, 'text'),
    ...anyOf('d.exclusivity', exclusivity, 'text'),
    ...anyOf('d.amendment', amendment, 'text'),
    // Athletes see an amendment once it is shared.
    ...(amendment && member.role === 'athlete' ? [sql<boolean>`d.shared`] : []),
  ]
}
