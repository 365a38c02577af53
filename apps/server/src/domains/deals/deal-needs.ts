import type { Currency } from '@sherpa/contracts/currency'
import { addDays } from '@sherpa/contracts/days'
import type { DealKind, DealTerms } from '@sherpa/contracts/deal'
import { NEED_DAYS_AHEAD, type Need, type NeedKind, type Needs } from '@sherpa/contracts/home'
import { explainShownKeyDate, type KeyDateRule } from '@sherpa/contracts/key-date'
import type { Permission } from '@sherpa/contracts/organization'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { isMemberSeeing, isRemovedAthlete, isVisibleAthlete } from '../athletes/athletes.ts'
import { publicCompanies } from '../companies/companies.ts'
import {
  type FoundNeed,
  type HousekeepingSource,
  type NeedDetails,
  type NeedSearch,
  type NeedSource,
  needColumns,
} from '../home/home.ts'
import { loadRolesWith, publicMemberships } from '../organizations/organizations.ts'
import {
  isDealVisible,
  ledDeals,
  maySignForOrganization,
  seesMoney,
  signatoryPermissions,
  type Viewer,
} from './deal-access.ts'
import { newestWithoutPaydays } from './installments.ts'
import { END_OF_DEAL } from './obligations.ts'
import { openPayments } from './payment-bookings.ts'
import { approvedAt, columnsOf } from './versions.ts'

/** Key dates that lapsed longer ago are hidden. */
const DAYS_BACK = 90
/** Signatures are missing after this many days. */
const SIGNING_DAYS = 3

/** Needs about deals, their payments, deliverables and key dates. */
export const dealNeeds: NeedSource = {
  kinds: [
    'approval',
    'returned-deal',
    'to-sign',
    'proof-to-send',
    'late-payment',
    'overdue-deliverable',
    'key-date',
    'proof-to-accept',
    'missing-signature',
    'signer-to-confirm',
    'objection',
  ],

  shared: (viewer, search) => [
    sql`led_deals as materialized (select led.id from ${ledDeals(viewer)} as led)`,
    sql`own_needs as materialized (select ${needColumns} from (
      ${sql.join(
        Object.values(ownNeeds).map((find) => find(viewer, search)),
        sql` union all `,
      )} offset 0) one where ${isLed('one.deal')})`,
  ],

  async select(database, viewer, search) {
    const may = (...permissions: Permission[]) => permissions.every((one) => viewer.member.permissions.includes(one))
    if (!may('deals.view')) return []
    if (viewer.member.role === 'athlete') return aboutOnly(viewer, search, [toSign(viewer), proofsToSend(viewer)])
    return aboutOnly(viewer, search, [
      approvals(viewer),
      ...(may('deals.edit')
        ? [
            returnedDeals(viewer, search),
            ofScope('overdue-deliverable', viewer, search),
            ofScope('proof-to-accept', viewer, search),
            ofScope('key-date', viewer, search),
            missingSignatures(viewer, search, isOwnVersion(search)),
          ]
        : may('deals.approve')
          ? [missingSignatures(viewer, search, isDealVisible(viewer))]
          : []),
      ...(may('deals.edit', 'money.view') ? [signersToConfirm(viewer, search)] : []),
      ...(may('deals.approve') ? [objections(viewer)] : []),
      ...(maySignForOrganization(viewer) ? [await toSignForOrganization(database, viewer)] : []),
      ...(may('money.view', 'money.edit') ? [ofScope('late-payment', viewer, search)] : []),
    ])
  },

  describe: describeNeeds,
}

const select = (
  kind: NeedKind,
  id: RawBuilder<unknown>,
  deal: RawBuilder<unknown>,
  times: { day?: string; since?: string },
) =>
  sql`select ${sql.lit(kind)} as kind, ${id} as id, ${deal} as deal,
    ${times.day ? sql.ref(times.day) : sql`null::date`} as day, ${times.since ? sql.ref(times.since) : sql`null::timestamptz`} as since`

/** Joins `deals d` with its newest version `v`. */
const dealsWithVersion = sql`deals d join deal_versions v on v.organization_id = d.organization_id and v.deal_id = d.id
  and v.number = d.newest_version`

/**
 * Joins `deal_versions v` with their deals `d`. The limit makes PostgreSQL look up deals one by one: otherwise it reads all
 * of them for a few hundred versions.
 */
const versionsWithDeal = sql`deal_versions v cross join lateral (
  select d.organization_id, d.id, d.athlete_id, d.newest_version, d.objection, d.removed_at from deals d
  where d.organization_id = v.organization_id and d.id = v.deal_id and d.newest_version = v.number limit 1) d`

const ofOrganization = ({ member }: Viewer, table: string) =>
  sql<boolean>`${sql.ref(`${table}.organization_id`)} = ${member.organization}`

/**
 * Condition on a deal id: deals that the viewer leads. `is true` makes PostgreSQL hash the deals: otherwise it looks up
 * thousands one by one, most of which need nothing.
 */
const isLed = (deal: string) => sql<boolean>`(${sql.ref(deal)} in (select id from led_deals)) is true`
const isOwn = ({ scope }: NeedSearch, deal: string) => (scope === 'everyone' ? sql<boolean>`true` : isLed(deal))

/** Thousands of rows, most of which are of others: united in `own_needs`, where one hash of the led deals serves all. */
const ownNeeds = {
  'overdue-deliverable': overdueDeliverables,
  'proof-to-accept': proofsToAccept,
  'key-date': keyDates,
  'late-payment': latePayments,
  'missing-signature': approvedVersions,
}

const ofScope = (kind: Exclude<keyof typeof ownNeeds, 'missing-signature'>, viewer: Viewer, search: NeedSearch) =>
  search.scope === 'everyone'
    ? ownNeeds[kind](viewer, search)
    : sql`select ${needColumns} from own_needs where kind = ${sql.lit(kind)}`

/** Condition on approved `deal_versions v`. */
const isOwnVersion = ({ scope }: NeedSearch) =>
  scope === 'everyone'
    ? sql<boolean>`true`
    : sql<boolean>`(v.deal_id in (select deal from own_needs where kind = 'missing-signature')) is true`

/** Keeps the needs of deals with the record that the search is about. */
function aboutOnly({ member }: Viewer, { about }: NeedSearch, selects: RawBuilder<unknown>[]) {
  if (!about) return selects
  const isAbout = 'athlete' in about ? sql`athlete_id = ${about.athlete}` : sql`company_id = ${about.company}`
  return selects.map(
    (select) => sql`select ${needColumns} from (${select}) one where one.deal in (select id from deals
      where organization_id = ${member.organization} and removed_at is null and ${isAbout})`,
  )
}

function approvals(viewer: Viewer) {
  return sql`${select('approval', sql.ref('d.id'), sql.ref('d.id'), { since: 'p.asked_at' })} from deal_approvals p
    join ${dealsWithVersion} on d.organization_id = p.organization_id and d.id = p.deal_id and d.newest_version = p.number
    where ${ofOrganization(viewer, 'p')} and p.user_id = ${viewer.person.id} and p.decision is null
      and p.asked_at is not null and v.stage = 'in-review' and d.removed_at is null and ${isDealVisible(viewer)}`
}

/** Drafts whose previous version was returned with a comment. */
function returnedDeals(viewer: Viewer, search: NeedSearch) {
  return sql`${select('returned-deal', sql.ref('d.id'), sql.ref('d.id'), { since: 'p.decided_at' })} from deal_approvals p
    join ${dealsWithVersion} on d.organization_id = p.organization_id and d.id = p.deal_id and d.newest_version = p.number + 1
    where ${ofOrganization(viewer, 'p')} and p.decision = 'changes' and v.stage = 'draft' and d.removed_at is null
      and ${isDealVisible(viewer)} and ${isOwn(search, 'd.id')}`
}

function latePayments(viewer: Viewer, search: NeedSearch) {
  return sql`${select('late-payment', sql.ref('p.id'), sql.ref('p.deal_id'), { day: 'p.due_on' })} from ${openPayments(viewer)}
    where not p.outgoing and p.due_on < ${search.today}::date`
}

function overdueDeliverables(viewer: Viewer, search: NeedSearch) {
  return sql`${select('overdue-deliverable', sql.ref('l.id'), sql.ref('l.deal_id'), { day: 'l.due_on' })} from deliverables l
    where ${ofOrganization(viewer, 'l')} and l.state in ('planned', 'returned') and l.due_on < ${search.today}::date
      and ${isVisibleAthlete(viewer, sql.ref('l.athlete_id'))} and not ${isRemovedAthlete(viewer, sql.ref('l.athlete_id'))}`
}

function proofsToAccept(viewer: Viewer) {
  return sql`${select('proof-to-accept', sql.ref('l.id'), sql.ref('l.deal_id'), { since: 'l.submitted_at' })} from deliverables l
    where ${ofOrganization(viewer, 'l')} and l.state = 'submitted'
      and ${isVisibleAthlete(viewer, sql.ref('l.athlete_id'))}`
}

function keyDates(viewer: Viewer, search: NeedSearch) {
  return sql`${select('key-date', sql.ref('k.id'), sql.ref('k.deal_id'), { day: 'k.day' })} from key_dates k
    where ${ofOrganization(viewer, 'k')} and not k.canceled and k.done_at is null
      and (k.rule_id <> ${END_OF_DEAL} or k.day >= ${search.today}::date)
      and k.day between ${addDays(search.today, -DAYS_BACK)}::date and ${addDays(search.today, NEED_DAYS_AHEAD)}::date
      and ${isVisibleAthlete(viewer, sql.ref('k.athlete_id'))}`
}

const isSignedBy = (
  side: string,
) => sql<boolean>`exists (select from deal_signatures s where s.organization_id = d.organization_id
  and s.deal_id = d.id and s.number = d.newest_version and s.side = ${sql.lit(side)} and s.superseded_at is null)`

/** Approved versions that nobody objects to, as `found`. `offset 0` computes their time once. An objection pauses signing. */
const toBeSigned = (kind: NeedKind, viewer: Viewer, from: RawBuilder<unknown>, condition: RawBuilder<boolean>) =>
  sql`${select(kind, sql.ref('found.id'), sql.ref('found.id'), { since: 'found.approved_at' })} from (
    select d.id, ${approvedAt} as approved_at from ${from}
    where ${ofOrganization(viewer, 'v')} and v.stage = 'approved' and d.removed_at is null and d.objection is null
      and ${isDealVisible(viewer)} and ${condition} offset 0) found`

/** Candidates, whose approvals are read once it is known who leads the deal. */
function approvedVersions(viewer: Viewer) {
  return sql`${select('missing-signature', sql.ref('v.deal_id'), sql.ref('v.deal_id'), {})} from deal_versions v
    where ${ofOrganization(viewer, 'v')} and v.stage = 'approved'`
}

function missingSignatures(viewer: Viewer, { now }: NeedSearch, ofDeals: RawBuilder<boolean>) {
  const latest = new Date(now.getTime() - SIGNING_DAYS * 86_400_000)
  return sql`${toBeSigned('missing-signature', viewer, versionsWithDeal, ofDeals)} where found.approved_at < ${latest}`
}

function toSign(viewer: Viewer) {
  return toBeSigned('to-sign', viewer, dealsWithVersion, sql`not ${isSignedBy('athlete')}`)
}

/** Deals with the organization itself, for the signatory named in the terms, else for everyone who may sign. */
async function toSignForOrganization(database: Queryable, viewer: Viewer) {
  const { organization } = viewer.member
  const roles = await loadRolesWith(database, organization, signatoryPermissions)
  const named = sql`select m.user_id from ${publicMemberships} m join ${publicUsers} u on u.id = m.user_id
    where m.organization_id = ${organization} and u.email = v.terms -> 'payor' ->> 'email' and ${isMemberSeeing(roles, sql.ref('d.athlete_id'))}`
  return toBeSigned(
    'to-sign',
    viewer,
    versionsWithDeal,
    sql`not ${isSignedBy('company')} and exists (select from ${publicCompanies} c where c.organization_id = d.organization_id
      and c.id = v.company_id and c.is_self) and (not exists (${named}) or ${viewer.person.id} in (${named}))`,
  )
}

/** The recipient of an open link named someone outside of the company's mail domain to sign instead. */
function signersToConfirm(viewer: Viewer, search: NeedSearch) {
  return sql`${select('signer-to-confirm', sql.ref('found.id'), sql.ref('found.id'), { since: 'found.asked_at' })} from (
    select d.id, (k.reassignment->>'askedAt')::timestamptz as asked_at from deal_links k
    join deals d on d.organization_id = k.organization_id and d.id = k.deal_id
    where ${ofOrganization(viewer, 'k')} and ${isSignerNamed} and k.expires_at > ${search.now}
      and d.removed_at is null and d.objection is null
      and ${isDealVisible(viewer)} and ${isOwn(search, 'd.id')}) found`
}

/** Condition on `deal_links k`. */
const isSignerNamed = sql<boolean>`k.closed_at is null and k.reassignment is not null and k.reassignment->>'refusedAt' is null`

function objections(viewer: Viewer) {
  return sql`${select('objection', sql.ref('d.id'), sql.ref('d.id'), {})} from deals d
    where ${ofOrganization(viewer, 'd')} and d.objection is not null and d.removed_at is null and ${isDealVisible(viewer)}`
}

function proofsToSend(viewer: Viewer) {
  return sql`${select('proof-to-send', sql.ref('l.id'), sql.ref('l.deal_id'), { day: 'l.due_on' })} from deliverables l
    where ${ofOrganization(viewer, 'l')} and (l.state = 'returned' or (l.state = 'planned' and l.due_on is not null))
      and ${isVisibleAthlete(viewer, sql.ref('l.athlete_id'))}`
}

type Row = Pick<NeedDetails, 'kind' | 'id' | 'athlete' | 'company'> & {
  deal: { id: string; title: string; kind: DealKind; version: number }
  title: string | null
  comment: string | null
  rule: KeyDateRule | null
  payment: { currency: Currency; minor: number } | null
  /** Of the newest version, for needs about it. */
  terms: DealTerms | null
  approvals: { step: number; name: string; needs: 'all' | 'any'; decision: string | null; asked: boolean }[] | null
  remindedAt: Date | null
}

/** About the newest version, which may not be in force yet. */
const ofNewestVersion: NeedKind[] = [
  'approval',
  'returned-deal',
  'to-sign',
  'missing-signature',
  'signer-to-confirm',
  'objection',
]

async function describeNeeds(database: Queryable, viewer: Viewer, found: readonly FoundNeed[]): Promise<NeedDetails[]> {
  const { person, member } = viewer
  // Athletes must not learn of a hidden draft.
  const version =
    member.role === 'athlete'
      ? sql`case when d.shared then d.newest_version else coalesce(d.version_in_force, d.newest_version) end`
      : sql`d.newest_version`
  // The approval chain depends on the amount.
  const seenApprovals = seesMoney(viewer) ? sql`true` : sql`a.user_id = ${person.id}`
  const statement = sql<Row>`select n.kind, n.id,
      json_build_object('id', d.id, 'title', coalesce(v.title, d.title), 'kind', d.kind, 'version', ${version}) as deal,
      json_build_object('id', d.athlete_id, 'name', d.athlete_name) as athlete,
      json_build_object('id', coalesce(v.company_id, d.company_id), 'name', coalesce(c.name, d.company_name)) as company,
      coalesce(p.title, l.title, k.title) as title, k.rule, v.terms,
      case when n.kind = 'proof-to-send' then l.comment when n.kind = 'signer-to-confirm' then (select k.reassignment->>'name'
        from deal_links k where k.organization_id = d.organization_id and k.deal_id = d.id and ${isSignerNamed} limit 1) when n.kind = 'returned-deal' then (select x.comment from deal_approvals x
        where x.organization_id = d.organization_id and x.deal_id = d.id and x.number = d.newest_version - 1 and x.decision = 'changes'
        order by x.decided_at desc limit 1) end as comment,
      case when p.id is not null then json_build_object('currency', p.currency, 'minor', p.amount_minor - p.received_minor) end as payment,
      case when n.kind = 'approval' then (select json_agg(json_build_object('step', a.step, 'name', a.step_name, 'needs', a.needs,
          'decision', a.decision, 'asked', a.asked_at is not null) order by a.step)
        from deal_approvals a where a.organization_id = d.organization_id and a.deal_id = d.id and a.number = d.newest_version
          and ${seenApprovals}) end as approvals,
      (select max(r.sent_at) from payment_reminders r where r.organization_id = p.organization_id and r.payment_id = p.id) as "remindedAt"
    from unnest(${found.map(({ kind }) => kind)}::text[], ${found.map(({ id }) => id)}::uuid[], ${found.map(({ deal }) => deal)}::uuid[])
      as n (kind, id, deal)
    join deals d on d.organization_id = ${member.organization} and d.id = n.deal
    left join deal_versions v on n.kind = any(${ofNewestVersion}::text[]) and v.organization_id = d.organization_id and v.deal_id = d.id
      and v.number = d.newest_version
    left join ${publicCompanies} c on c.organization_id = v.organization_id and c.id = v.company_id
    left join payments p on n.kind = 'late-payment' and p.organization_id = d.organization_id and p.id = n.id
    left join deliverables l on n.kind in ('overdue-deliverable', 'proof-to-accept', 'proof-to-send')
      and l.organization_id = d.organization_id and l.id = n.id
    left join key_dates k on n.kind = 'key-date' and k.organization_id = d.organization_id and k.id = n.id`
  const rows = await rowsOf(database, statement)
  return rows.map(
    ({ kind, id, deal, athlete, company, title, comment, rule, payment, terms, approvals, remindedAt }) => ({
      kind,
      id,
      deal,
      athlete,
      company,
      title: title ?? deal.title,
      about: rule ? explainShownKeyDate(rule) : comment,
      amount: seesMoney(viewer) ? (payment ?? (terms && amountOf(terms))) : null,
      trail: trailOf(approvals ?? []),
      remindedAt: remindedAt?.toISOString() ?? null,
    }),
  )
}

function amountOf(terms: DealTerms) {
  const { currency, amount_minor } = columnsOf(terms)
  return Number(amount_minor) > 0 ? { currency, minor: Number(amount_minor) } : null
}

/** One entry per approval step. */
export function trailOf(approvals: NonNullable<Row['approvals']>): Need['trail'] {
  return [...Map.groupBy(approvals, ({ step }) => step).values()].map((ofStep) => {
    const approved = ofStep.filter(({ decision }) => decision === 'approved').length
    const isDone = ofStep[0]?.needs === 'any' ? approved > 0 : approved === ofStep.length
    return {
      name: ofStep[0]?.name ?? '',
      state: isDone ? 'done' : ofStep.some(({ asked }) => asked) ? 'now' : 'next',
    }
  })
}

/** Deals that nobody leads, reviews that nobody can decide, and contracts whose pay is never due. */
export const dealHousekeeping: HousekeepingSource = async (database, viewer) => {
  const may = (...permissions: Permission[]) => permissions.every((one) => viewer.member.permissions.includes(one))
  const counted = [
    ...(may('deals.edit', 'athletes.all')
      ? [count('deals-without-lead', withoutLead(viewer)), count('reviews-without-approver', withoutApprover(viewer))]
      : []),
    ...(may('deals.view', 'money.view', 'money.edit')
      ? [count('contracts-without-paydays', newestWithoutPaydays(viewer, MOST_COUNTED))]
      : []),
  ]
  if (counted.length === 0) return []
  const rows = await rowsOf(database, sql<Counted>`${sql.join(counted, sql` union all `)}`)
  return rows.map(({ kind, count }) => ({ kind, count, athlete: null, name: null }))
}
type Counted = Pick<Needs['housekeeping'][number], 'kind' | 'count'>
const MOST_COUNTED = 1000

const count = (kind: Counted['kind'], rows: RawBuilder<unknown>) =>
  sql`select ${sql.lit(kind)} as kind, count(*)::integer as count from (${rows} limit ${MOST_COUNTED}) counted`

const withoutLead = (viewer: Viewer) => sql`select from deals d
  where ${ofOrganization(viewer, 'd')} and d.removed_at is null and d.lead_id is null
    and d.stage in ('draft', 'in-review', 'approved', 'signed', 'active')`

const withoutApprover = (viewer: Viewer) => sql`select from ${versionsWithDeal}
  where ${ofOrganization(viewer, 'v')} and v.stage = 'in-review' and d.removed_at is null and not exists (
    select from deal_approvals p join ${publicMemberships} m on m.organization_id = p.organization_id and m.user_id = p.user_id
    where p.organization_id = v.organization_id and p.deal_id = v.deal_id and p.number = v.number
      and p.decision is null and p.asked_at is not null)`
