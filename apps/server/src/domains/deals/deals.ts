import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, published, query, rowOf, rowsOf, textOf } from '../../persistence/queries.ts'
import { seesAllAthletes } from '../athletes/athletes.ts'
import { publicCompanies } from '../companies/companies.ts'
import { loadContactDuties } from './contact-duties.ts'
import {
  filterVisibleDeals,
  isDealVisible,
  isLedBy,
  type LedDeal,
  ledDeals,
  mayAnswerVersion,
  requireVisibleDeal,
  type Viewer,
} from './deal-access.ts'
import { addTimelineEntry } from './deal-timeline.ts'
import {
  listAthletesToJudge,
  loadAgreementsToJudge,
  loadVersionsToJudge,
  recordRuleAnswer,
  requireAgreement,
  requireVersionToRead,
} from './deals-to-judge.ts'
import { isInsider } from './issue-link.ts'
import { notifyPaid, notifyReversed } from './notify-paid.ts'
import {
  addReceived,
  findPayer,
  listUnposted,
  lockPayable,
  lockUnposted,
  openPayments,
  setOwed,
  wasPaidBefore,
} from './payment-bookings.ts'
import { forecastPayments } from './payment-certainty.ts'
import { lockConditional, meetCondition, reopenCondition } from './payment-conditions.ts'
import { addReminder, findLate, loadReminders } from './payment-reminders.ts'
import { remindedTodayText } from './reminders.ts'
import {
  loadReportableAgreement,
  loadReportableAgreements,
  loadReportableDeal,
  loadReportableDeals,
  type ReportableAgreement,
  type ReportableDeal,
} from './reportable.ts'
import {
  addReportedDeal,
  decideReportedDeal,
  listReportedDeals,
  loadReportedDeal,
  loadReportedFacts,
  requireOwnReport,
  selectReportNeeds,
} from './reported-deals.ts'

/** Published columns, for joins in other domains. */
export const publicDeals = published('deals', [
  'organization_id',
  'id',
  'title',
  'kind',
  'stage',
  'athlete_id',
  'athlete_name',
  'company_id',
  'company_name',
  'lead_id',
  'newest_version',
  'version_in_force',
  'removed_at',
])
export const publicAgreements = published('agreements', ['organization_id', 'id', 'athlete_id', 'last_on'])
export const publicDealVersions = published('deal_versions', [
  'organization_id',
  'deal_id',
  'number',
  'stage',
  'terms',
  'conflict_reason',
  'conflict_allowed_by',
  'conflict_allowed_at',
  'entered',
  'signed_at',
])
export const publicDealApprovals = published('deal_approvals', [
  'organization_id',
  'deal_id',
  'number',
  'user_id',
  'decision',
  'decided_at',
])
export const publicPayments = published('payments', [
  'organization_id',
  'id',
  'deal_id',
  'athlete_id',
  'title',
  'income',
  'currency',
  'amount_minor',
  'received_minor',
  'owed_minor',
  'in_kind',
  'outgoing',
  'state',
  'due_on',
  'owed_since',
])

/** Operations on payments, for finances. */
export const payments = {
  open: openPayments,
  forecast: forecastPayments,
  lockPayable,
  listUnposted,
  lockUnposted,
  setOwed,
  addReceived,
  wasPaidBefore,
  findPayer,
  lockConditional,
  meetCondition,
  reopenCondition,
  findLate,
  loadReminders,
  addReminder,
  notifyPaid,
  notifyReversed,
}
/** Deals by their parties, such as "Kaia Nakamura × Ostra Audio". Without deleted ones. */
export async function dealNames(database: Queryable, organization: string, ids: readonly string[]) {
  const rows = await rowsOf(
    database,
    query
      .selectFrom('deals')
      .select(['id', 'athlete_name as athlete', 'company_name as company'])
      .where('organization_id', '=', organization)
      .where('removed_at', 'is', null)
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  )
  return new Map(rows.map(({ id, athlete, company }) => [id, `${athlete} × ${company}`]))
}

/** What reports to authorities say about deals and agreements. */
export {
  isInsider,
  listAthletesToJudge,
  loadAgreementsToJudge,
  loadReportableAgreement,
  loadReportableAgreements,
  loadReportableDeal,
  loadReportableDeals,
  loadVersionsToJudge,
  mayAnswerVersion,
  type ReportableAgreement,
  type ReportableDeal,
  recordRuleAnswer,
  remindedTodayText,
  requireAgreement,
  requireVersionToRead,
}
/** Deals that athletes reported. */
export const reportedDeals = {
  add: addReportedDeal,
  list: listReportedDeals,
  load: loadReportedDeal,
  loadFacts: loadReportedFacts,
  decide: decideReportedDeal,
  requireOwn: requireOwnReport,
  selectNeeds: selectReportNeeds,
}
export const contactDuties = loadContactDuties
/** Adds an entry to the timeline of a deal, in the transaction of its cause. */
export const addDealEntry = addTimelineEntry

/** Locks in id order, so concurrent bookings cannot deadlock. */
export async function lockDeals(client: Queryable, organization: string, ids: RawBuilder<unknown>, name?: string) {
  await rowsOf(
    client,
    query
      .selectFrom('deals')
      .select('id')
      .where('organization_id', '=', organization)
      .where(sql<boolean>`id = any(${ids})`)
      .orderBy('id')
      .forNoKeyUpdate(),
    name,
  )
}

/** Condition on a column with a deal id: the viewer leads it. */
export const isOwnDeal = isLedBy

/** Deals in force, and those in review. */
export async function countActiveDeals(database: Queryable, viewer: Viewer, scope: 'mine' | 'everyone') {
  const source: RawBuilder<LedDeal> = scope === 'mine' ? ledDeals(viewer) : sql.raw('deals')
  const deals = query
    .selectFrom(source.as('d'))
    .select([
      sql<number>`(count(*) filter (where d.stage in ('signed', 'active')))::integer`.as('active'),
      sql<number>`(count(*) filter (where d.stage = 'in-review'))::integer`.as('inReview'),
    ])
    .where('d.organization_id', '=', viewer.member.organization)
    .where('d.removed_at', 'is', null)
    .where('d.stage', 'in', ['signed', 'active', 'in-review'])
    .where(isDealVisible(viewer))
  return oneRowOf(database, deals)
}

/** Refuses deals that the viewer cannot see. */
export const requireDeal = requireVisibleDeal
/** Keeps the ids of deals that the viewer sees. */
export const filterDeals = filterVisibleDeals

/** Condition on a column with a deal id: the viewer sees that deal. */
export function isVisibleDeal(viewer: Viewer, deal: RawBuilder<string>): RawBuilder<boolean> {
  if (seesAllAthletes(viewer)) return sql`true`
  return sql`exists (select from deals d where d.organization_id = ${viewer.member.organization} and d.id = ${deal} and ${isDealVisible(viewer)})`
}

/** Counts visible deals per company. */
export async function dealsByCompany(database: Queryable, viewer: Viewer, companies: readonly string[]) {
  const rows = await rowsOf(
    database,
    query
      .selectFrom('deals as d')
      .select(['d.company_id as company', sql<number>`count(*)::integer`.as('count')])
      .where('d.organization_id', '=', viewer.member.organization)
      .where(sql<boolean>`d.company_id = any(${companies}::uuid[])`)
      .where('d.removed_at', 'is', null)
      .where(isDealVisible(viewer))
      .groupBy('d.company_id'),
  )
  return new Map(rows.map(({ company, count }) => [company, count]))
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

/** Whether any of the deals has a signature. */
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

/** Condition on a column with a company id: the viewer sees a deal with it. */
export function seesDealsWith(viewer: Viewer, company: RawBuilder<string>): RawBuilder<boolean> {
  return sql`${company} = any(array(select d.company_id from deals d where d.organization_id = ${viewer.member.organization}
    and d.removed_at is null and ${isDealVisible(viewer)}))`
}

/** Whether any version with the company was ever frozen, visible to the viewer or not. */
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

/** Locks deals with any version that names one of the companies. */
export async function lockDealsWith(client: Queryable, organization: string, companies: readonly string[]) {
  await client.query(
    `select from deals d where d.organization_id = $1 and d.id in (
       select v.deal_id from deal_versions v where v.organization_id = $1 and v.company_id = any($2::uuid[]))
     order by d.id for no key update of d`,
    [organization, companies],
  )
}

/**
 * Moves versions to another company and returns them as `deal:number`. Frozen names stay. In `only`, a deal id alone
 * stands for all of its versions.
 */
export async function moveDeals(
  client: Queryable,
  organization: string,
  { from, to, only = null }: { from: string; to: string; only?: readonly string[] | null },
): Promise<string[]> {
  const { rows } = await client.query<{ deal_id: string; number: number }>(
    `update deal_versions set company_id = $3 where organization_id = $1 and company_id = $2::uuid
       and ($4::text[] is null or deal_id::text = any($4) or deal_id || ':' || number = any($4))
       -- Undoing a merge leaves versions that were frozen since with the company they name.
       and ($4::text[] is null or frozen -> 'company' ->> 'id' is distinct from $2::text)
     returning deal_id, number`,
    [organization, from, to, only],
  )
  await client.query(
    `update deals d set company_id = c.id, company_name = c.name, version = d.version + 1
     from deal_versions v join ${textOf(publicCompanies)} c on c.organization_id = v.organization_id and c.id = v.company_id
     where d.organization_id = $1 and d.id = any($2::uuid[]) and v.organization_id = $1 and v.deal_id = d.id
       and v.number = coalesce(d.version_in_force, d.newest_version) and d.company_id <> v.company_id`,
    [organization, rows.map(({ deal_id }) => deal_id)],
  )
  return rows.map(({ deal_id, number }) => `${deal_id}:${number}`)
}
