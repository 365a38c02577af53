import type { Currency } from '@sherpa/contracts/currency'
import type { DealCountsQuery, DealRow, DealsQuery, DealTerms, VersionStage } from '@sherpa/contracts/deal'
import { allDealStages, type DealStage } from '@sherpa/contracts/deal-stage'
import { type ListPage, MOST_COUNTED } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Queryable } from '../../persistence/database.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { isSelective } from '../../persistence/lists/search.ts'
import { totalOf } from '../../persistence/lists/totals.ts'
import { oneRowOf, query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { seesAllAthletes } from '../athletes/athletes.ts'
import { newestSeenBy, requireSeenDeal, seenDeals, seesMoney, type Viewer } from './deal-access.ts'
import { paymentObligations } from './terms.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a statement reads from makes no difference here, and its type is slow to check.
type Statement<Row> = SelectQueryBuilder<any, any, Row>

/** The list of deals, and each column of the board. */
export async function listDeals(database: Database, viewer: Viewer, asked: DealsQuery): Promise<ListPage<DealRow>> {
  const { stage, kind, athlete, company, lead, ...list } = asked
  if (list.sort?.endsWith('amount') && !seesMoney(viewer)) {
    throw new Refusal('invalid-fields', {
      errors: [{ field: 'sort', message: 'You don’t have permission to see amounts' }],
    })
  }
  const page = await listRows(
    database,
    {
      table: 'deals',
      rows: (source) => dealRows(viewer, source),
      filters: conditionsOf(viewer, { stage, kind, athlete, company, lead }),
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
      search: { column: 'd.folded', indexed: true },
    },
    list,
  )
  return { ...page, rows: page.rows.map((row) => dealRowOf(row, viewer)) }
}

/**
 * How many there are of each stage, as far as anybody needs to know. Nothing is said of a search that finds a great many, or only what is
 * similar: to count those would take longer than to show them.
 */
export async function countDeals(database: Database, viewer: Viewer, asked: DealCountsQuery) {
  const { search, ...filters } = asked
  const conditions = [...conditionsOf(viewer, filters), seenDeals(viewer)]
  const rows = search ? await countFound(database, search, conditions) : await countEach(database, viewer, conditions)
  return { stages: rows.map(({ stage, count }) => ({ stage, ...totalOf(count) })) }
}

type Counted = { stage: DealStage; count: number }

/** Each stage by itself, in an index of its own: so none is counted further than needed. */
function countEach(database: Database, { member }: Viewer, conditions: readonly RawBuilder<boolean>[]) {
  const counted = allDealStages.map(
    (stage) => sql`select ${stage}::text as stage, count(*)::integer as count from (select from deals d
      where d.organization_id = ${member.organization} and d.removed_at is null and d.stage = ${stage} and ${sql.join(conditions, sql` and `)}
      limit ${MOST_COUNTED + 1}) as counted`,
  )
  const statement = sql<Counted>`${sql.join(counted, sql` union all `)}`
  return rowsOf(database, { compile: () => statement.compile(query) })
}

async function countFound(database: Database, search: string, conditions: readonly RawBuilder<boolean>[]) {
  if (!(await isSelective(database, 'deals', search))) return []
  const statement = sql<Counted>`select d.stage, count(*) filter (where ${sql.join(conditions, sql` and `)})::integer as count
    from find_deals(${search}, null) d where d.removed_at is null group by d.stage`
  const rows = await rowsOf(database, { compile: () => statement.compile(query) })
  const countOf = (stage: DealStage) => rows.find((row) => row.stage === stage)?.count ?? 0
  return rows.length === 0 ? [] : allDealStages.map((stage) => ({ stage, count: countOf(stage) }))
}

export type Row = {
  id: string
  kind: DealRow['kind']
  title: string
  stage: DealStage
  stageSince: Date
  newest: number
  inForce: number | null
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
  lastActiveAt: Date
  version: number
}

// No joins, so that rows that are only counted or passed do without them.
const leadName = sql<string | null>`(select u.name from users u where u.id = d.lead_id)`
const newestStage = sql<VersionStage>`(select v.stage from deal_versions v
  where v.organization_id = d.organization_id and v.deal_id = d.id and v.number = d.newest)`

/** Those that the viewer sees. */
export function dealRows(viewer: Viewer, source: Source<'deals'> = sql.raw('deals')): Statement<Row> {
  return query
    .selectFrom(source.as('d'))
    .select([
      'd.id',
      'd.kind',
      'd.title',
      'd.stage',
      'd.stage_since as stageSince',
      'd.newest',
      'd.in_force as inForce',
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
      'd.last_active_at as lastActiveAt',
      'd.version',
    ])
    .where('d.organization_id', '=', viewer.member.organization)
    .where('d.removed_at', 'is', null)
    .where(seenDeals(viewer)) as unknown as Statement<Row>
}

export function dealRowOf(row: Row, viewer: Viewer): DealRow {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    stage: row.stage,
    stageSince: row.stageSince.toISOString(),
    amendment: row.inForce !== null && newestSeenBy(viewer, row) > row.inForce ? row.newestStage : null,
    athlete: { id: row.athleteId, name: row.athleteName },
    company: { id: row.companyId, name: row.companyName },
    lead: row.leadId && row.leadName ? { id: row.leadId, name: row.leadName } : null,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    amount: seesMoney(viewer) ? { minor: Number(row.amountMinor), currency: row.currency } : null,
    nextDueOn: row.nextDueOn,
    lastActiveAt: row.lastActiveAt.toISOString(),
    version: row.version,
  }
}

type Filters = Pick<DealsQuery, 'stage' | 'kind' | 'athlete' | 'company' | 'lead'>

function conditionsOf({ person }: Viewer, { stage, kind, athlete, company, lead }: Filters): RawBuilder<boolean>[] {
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
  ]
}

/** Refuses if the deal does not exist for the viewer. */
export const requireDeal = requireSeenDeal

/** For a column with the id of a deal: whether it is one that the viewer sees. */
export function ofSeenDeals(viewer: Viewer, deal: RawBuilder<string>): RawBuilder<boolean> {
  if (seesAllAthletes(viewer)) return sql`true`
  return sql`exists (select from deals d where d.organization_id = ${viewer.member.organization} and d.id = ${deal} and ${seenDeals(viewer)})`
}

/** How many deals there are with each company, of those that the viewer sees. */
export async function dealsByCompany(database: Queryable, viewer: Viewer, companies: readonly string[]) {
  const rows = await rowsOf(
    database,
    query
      .selectFrom('deals as d')
      .select(['d.company_id as company', sql<number>`count(*)::integer`.as('count')])
      .where('d.organization_id', '=', viewer.member.organization)
      .where(sql<boolean>`d.company_id = any(${companies}::uuid[])`)
      .where('d.removed_at', 'is', null)
      .where(seenDeals(viewer))
      .groupBy('d.company_id'),
  )
  return new Map(rows.map(({ company, count }) => [company, count]))
}

/** Locks a deal: its stage, and the payments that its version in force promises, by rule. */
export async function lockStage(client: Queryable, organization: string, deal: string) {
  const { stage, terms } = await oneRowOf(
    client,
    query
      .selectFrom('deals as d')
      .leftJoin('deal_versions as v', (join) =>
        join
          .onRef('v.organization_id', '=', 'd.organization_id')
          .onRef('v.deal_id', '=', 'd.id')
          .onRef('v.number', '=', 'd.in_force'),
      )
      .select(['d.stage', sql<DealTerms | null>`v.terms`.as('terms')])
      .where('d.organization_id', '=', organization)
      .where('d.id', '=', deal)
      .forNoKeyUpdate('d'),
  )
  return { stage, promised: terms ? paymentObligations(terms).map(({ ruleId }) => ruleId) : [] }
}

export async function hasSignedDeals(client: Queryable, organization: string, athlete: string) {
  const signed = await rowOf(
    client,
    query
      .selectFrom('deal_signatures as s')
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 's.organization_id').onRef('d.id', '=', 's.deal_id'),
      )
      .select('s.id')
      .where('d.organization_id', '=', organization)
      .where('d.athlete_id', '=', athlete)
      .where('s.superseded_at', 'is', null),
  )
  return signed !== undefined
}

/** Whether any of the deals was signed by a side. */
export async function areSigned(client: Queryable, organization: string, deals: readonly string[]) {
  const signed = await rowOf(
    client,
    query
      .selectFrom('deal_signatures')
      .select('id')
      .where('organization_id', '=', organization)
      .where(sql<boolean>`deal_id = any(${deals}::uuid[])`)
      .limit(1),
  )
  return signed !== undefined
}

/** Whether the viewer sees a deal with the company that the column names. */
export function seesDealsWith(viewer: Viewer, company: RawBuilder<string>): RawBuilder<boolean> {
  return sql`${company} = any(array(select d.company_id from deals d where d.organization_id = ${viewer.member.organization}
    and d.removed_at is null and ${seenDeals(viewer)}))`
}

/** Whether a version with the company was put to anybody, also if the viewer does not see it. */
export async function hasFrozenVersions(client: Queryable, organization: string, company: string) {
  const version = await rowOf(
    client,
    query
      .selectFrom('deal_versions')
      .select('deal_id')
      .where('organization_id', '=', organization)
      .where('company_id', '=', company)
      .where('frozen', 'is not', null)
      .limit(1),
  )
  return version !== undefined
}

/** Those of which any version is with one of the companies. */
export async function lockDealsWith(client: Queryable, organization: string, companies: readonly string[]) {
  await client.query(
    `select from deals d where d.organization_id = $1 and d.id in (
       select v.deal_id from deal_versions v where v.organization_id = $1 and v.company_id = any($2::uuid[]))
     order by d.id for no key update of d`,
    [organization, companies],
  )
}

/**
 * All versions with one company, or some of them, are with another one then. What was frozen keeps the name that it had. Tells which:
 * `deal:number`. A deal alone stands for all of its versions.
 */
export async function moveDeals(
  client: Queryable,
  organization: string,
  { from, to, only = null }: { from: string; to: string; only?: readonly string[] | null },
): Promise<string[]> {
  const { rows } = await client.query<{ deal_id: string; number: number }>(
    `update deal_versions set company_id = $3 where organization_id = $1 and company_id = $2::uuid
       and ($4::text[] is null or deal_id::text = any($4) or deal_id || ':' || number = any($4))
       -- A merge that is undone leaves what people were asked about since with the company that it names.
       and ($4::text[] is null or frozen -> 'company' ->> 'id' is distinct from $2::text)
     returning deal_id, number`,
    [organization, from, to, only],
  )
  await client.query(
    `update deals d set company_id = c.id, company_name = c.name, version = d.version + 1
     from deal_versions v join companies c on c.organization_id = v.organization_id and c.id = v.company_id
     where d.organization_id = $1 and d.id = any($2::uuid[]) and v.organization_id = $1 and v.deal_id = d.id
       and v.number = coalesce(d.in_force, d.newest) and d.company_id <> v.company_id`,
    [organization, rows.map(({ deal_id }) => deal_id)],
  )
  return rows.map(({ deal_id, number }) => `${deal_id}:${number}`)
}
