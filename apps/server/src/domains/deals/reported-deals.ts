import type { DealTerms } from '@sherpa/contracts/deal'
import type { NewReportedDeal, ReportDecision, ReportedDeal } from '@sherpa/contracts/disclosure'
import type { NeedScope } from '@sherpa/contracts/home'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts, isVisibleAthlete, publicAssignments } from '../athletes/athletes.ts'
import { recordEvent } from '../audit/audit.ts'
import { findMember } from '../organizations/organizations.ts'
import { mayNameAmount, type Reported, toAthleteReport } from './athlete-report.ts'
import { addDraft } from './change-deal.ts'
import { type LockedDeal, lockDeal, lockDealUnchecked, type Viewer } from './deal-access.ts'
import { addTimelineEntry, touchDeal } from './deal-timeline.ts'
import { moveDeal } from './life-cycle.ts'
import { describeChangedTerms } from './terms.ts'
import { loadNewestVersion } from './versions.ts'

/** Adds a draft in the athlete's words. Their first manager who sees deals leads it. */
export async function addReportedDeal(
  client: Queryable,
  viewer: Viewer,
  { athleteId, companyId, report }: { athleteId: string; companyId: string; report: NewReportedDeal },
  now: Date,
): Promise<{ id: string; leadId: string | null }> {
  const { organization } = viewer.member
  const leadId = await findReportLead(client, organization, athleteId)
  const id = await addDraft(client, viewer, { athleteId, companyId, kind: 'nil', leadId, terms: {} }, now)
  const { currency } = await oneRowOf(
    client,
    query
      .selectFrom('deals')
      .select('currency')
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .$narrowType<{ currency: DealTerms['currency'] }>(),
  )
  const reported: Reported = { ...report, at: now.toISOString(), state: 'open', comment: null, currency }
  await touchDeal(client, organization, id, { source: 'athlete', reported: JSON.stringify(reported) })
  await addTimelineEntry(client, viewer, id, { kind: 'reported' })
  await recordEvent(client, {
    event: 'deal-reported',
    actor: viewer.person.id,
    organization,
    athlete: athleteId,
    deal: id,
  })
  return { id, leadId }
}

async function findReportLead(client: Queryable, organization: string, athlete: string) {
  const managers = await rowsOf(
    client,
    query
      .selectFrom(publicAssignments.as('s'))
      .select('s.user_id as id')
      .where('s.organization_id', '=', organization)
      .where('s.athlete_id', '=', athlete)
      .orderBy('s.user_id'),
  )
  for (const { id } of managers) {
    const member = await findMember(client, organization, id)
    if (member && member.role !== 'athlete' && member.permissions.includes('deals.view')) return id
  }
  return null
}

/** What athletes said about these deals, as long as nobody refuted it. */
export async function loadReportedFacts(client: Queryable, organization: string, deals: readonly string[]) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('deals')
      .select(['id', 'reported', 'stage'])
      .where('organization_id', '=', organization)
      .where(sql<boolean>`id = any(${deals}::uuid[])`)
      .where(sql<boolean>`reported ->> 'state' <> 'returned'`)
      .$narrowType<{ reported: Reported }>(),
  )
  return rows.map(({ id, reported, stage }) => {
    // The terms of a submitted deal have the amount.
    const amountUnknown = stage === 'draft' && reported.amountMinor === null
    return [id, { agreedOn: reported.agreedOn, amountUnknown }] as const
  })
}

/** The athlete's own reports; for others with `deals.view`, the open ones of athletes they see. */
export async function listReportedDeals(client: Queryable, viewer: Viewer): Promise<ReportedDeal[]> {
  const isAthlete = viewer.member.role === 'athlete'
  if (!isAthlete && !viewer.member.permissions.includes('deals.view')) throw new Refusal('not-permitted')
  const rows = await rowsOf(
    client,
    selectReports(viewer.member.organization)
      .where(isVisibleAthlete(viewer, sql.ref('d.athlete_id')))
      .where(isAthlete ? sql<boolean>`true` : sql<boolean>`d.stage = 'draft' and d.reported ->> 'state' = 'open'`)
      .orderBy('d.id', 'desc')
      .limit(100),
  )
  return rows.map((row) => toReport(viewer, row))
}

export async function loadReportedDeal(client: Queryable, viewer: Viewer, id: string): Promise<ReportedDeal> {
  const row = await rowOf(
    client,
    selectReports(viewer.member.organization)
      .where(isVisibleAthlete(viewer, sql.ref('d.athlete_id')))
      .where('d.id', '=', id),
  )
  if (!row) throw new Refusal('not-found')
  return toReport(viewer, row)
}

/** Accepts or returns a report, as its lead or with permission to file disclosures. */
export async function decideReportedDeal(
  client: Queryable,
  viewer: Viewer,
  id: string,
  { decision, comment }: ReportDecision,
  now: Date,
) {
  const { organization } = viewer.member
  const deal = await lockDeal(client, viewer, id)
  const reported = deal.reported as Reported | null
  if (!reported) throw new Refusal('not-found')
  if (!mayDecide(viewer, deal.lead_id)) throw new Refusal('not-permitted')
  if (reported.state !== 'open') throw new Refusal('report-decided')
  const decided: Reported = { ...reported, state: decision, comment }
  // An accepted report without a lead is led by the person who accepts it.
  const lead = decision === 'accepted' && !deal.lead_id ? { lead_id: viewer.person.id } : {}
  await touchDeal(client, organization, id, { reported: JSON.stringify(decided), ...lead })
  if (decision === 'accepted') await fillDraft(client, viewer, deal, reported, now)
  const kind = decision === 'accepted' ? 'report-accepted' : 'report-returned'
  await addTimelineEntry(client, viewer, id, { kind, text: comment })
  await recordEvent(client, {
    event: 'deal-report-decided',
    actor: viewer.person.id,
    organization,
    athlete: deal.athlete_id,
    deal: id,
    details: decision,
  })
  return deal
}

/** Puts the athlete's amount and purpose into a draft that lacks them. The athlete is the editor, not who accepts. */
async function fillDraft(client: Queryable, viewer: Viewer, deal: LockedDeal, reported: Reported, now: Date) {
  const { organization } = viewer.member
  const newest = await loadNewestVersion(client, deal)
  if (newest.stage !== 'draft') return
  const { payments, years, businessPurpose, currency } = newest.terms
  const isSameCurrency = (reported.currency ?? currency) === currency
  const payment = {
    id: newId(),
    kind: 'base' as const,
    title: 'Fee',
    amountMinor: reported.amountMinor ?? 0,
    inKind: false,
    schedule: { kind: 'signing' as const, offset: { amount: 0, unit: 'days' as const } },
  }
  const terms: DealTerms = {
    ...newest.terms,
    ...(reported.amountMinor !== null && isSameCurrency && payments.length === 0 && !years && { payments: [payment] }),
    // People without money.view read the purpose of a deal, but not the athlete's words.
    ...(!businessPurpose && !mayNameAmount(reported.purpose) && { businessPurpose: reported.purpose }),
  }
  const changes = describeChangedTerms(newest.terms, terms)
  if (changes.length === 0) return
  const content = { title: newest.title, company_id: newest.company_id, terms }
  await moveDeal(client, { person: null, member: viewer.member }, deal, newest, 'edit', { now, content })
  const details = changes.map(({ field }) => field).join(', ')
  const about = { actor: viewer.person.id, organization, athlete: deal.athlete_id, deal: deal.id }
  await recordEvent(client, { event: 'deal-changed', ...about, details, changes })
}

/** For a file of the athlete, who does not see drafts. */
export async function requireOwnReport(client: Queryable, viewer: Viewer, id: string) {
  const { organization } = viewer.member
  const report = await loadReportedDeal(client, viewer, id)
  const deal = report.state === 'open' ? await lockDealUnchecked(client, organization, id) : undefined
  if (!deal || viewer.member.role !== 'athlete') throw new Refusal('not-found')
  return deal
}

/** Select of open reports for Home: of the lead, else of everyone who files disclosures. */
export function selectReportNeeds(
  viewer: Viewer,
  scope: NeedScope,
  isAbout: (column: string) => RawBuilder<boolean>,
): RawBuilder<unknown>[] {
  const { role, organization, permissions } = viewer.member
  if (role === 'athlete' || !permissions.includes('deals.view')) return []
  const files = permissions.includes('disclosures.edit')
  const own = sql`(d.lead_id = ${viewer.person.id} or ${files ? sql`d.lead_id is null` : sql`false`})`
  return [
    sql`select 'reported-deal' as kind, d.id, d.id as deal, null::date as day, (d.reported ->> 'at')::timestamptz as since
      from deals d where d.organization_id = ${organization} and d.source = 'athlete' and d.stage = 'draft'
        and d.removed_at is null and d.reported ->> 'state' = 'open' and ${scope === 'mine' || !files ? own : sql`true`}
        and ${isAbout('d.athlete_id')} and ${isVisibleAthlete(viewer, sql.ref('d.athlete_id'))}`,
  ]
}

function mayDecide({ person, member }: Viewer, lead: string | null) {
  return member.role !== 'athlete' && (lead === person.id || member.permissions.includes('disclosures.edit'))
}

function selectReports(organization: string) {
  return query
    .selectFrom('deals as d')
    .innerJoin(athleteFacts.as('a'), (join) =>
      join.onRef('a.organization_id', '=', 'd.organization_id').onRef('a.id', '=', 'd.athlete_id'),
    )
    .leftJoin(publicUsers.as('u'), (join) => join.onRef('u.id', '=', 'd.lead_id').on('u.deleted_at', 'is', null))
    .select(['d.id', 'd.title', 'd.currency', 'd.reported', 'd.company_name as companyName'])
    .select(['a.id as athleteId', 'a.name as athleteName', 'u.id as leadId', 'u.name as leadName'])
    .where('d.organization_id', '=', organization)
    .where('d.source', '=', 'athlete')
    .where('d.removed_at', 'is', null)
    .$narrowType<{ reported: Reported; currency: NonNullable<ReportedDeal['amount']>['currency'] }>()
}

type Row = {
  id: string
  title: string
  currency: NonNullable<ReportedDeal['amount']>['currency']
  reported: Reported
  companyName: string
  athleteId: string
  athleteName: string
  leadId: string | null
  leadName: string | null
}

function toReport(viewer: Viewer, row: Row): ReportedDeal {
  const report = toAthleteReport(viewer, row.reported, row.currency)
  return {
    ...report,
    id: row.id,
    title: row.title,
    athlete: { id: row.athleteId, name: row.athleteName },
    company: row.companyName,
    comment: row.reported.comment,
    lead: row.leadId && row.leadName ? { id: row.leadId, name: row.leadName } : null,
    decidable: report.state === 'open' && mayDecide(viewer, row.leadId),
  }
}
