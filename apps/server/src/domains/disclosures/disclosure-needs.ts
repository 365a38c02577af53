import type { MissingInput } from '@sherpa/contracts/compliance/judgment'
import { addDays } from '@sherpa/contracts/days'
import type { DueBefore } from '@sherpa/contracts/disclosure'
import {
  BEFORE_SIGNING,
  type DisclosureKind,
  type DisclosureState,
  disclosureKinds,
  disclosureStates,
  isBeforeSigning,
  isUnfiled,
} from '@sherpa/contracts/disclosure-state'
import { NEED_DAYS_AHEAD, type NeedScope } from '@sherpa/contracts/home'
import { factName, groupInWords } from '@sherpa/contracts/missing-facts'
import { sql } from 'kysely'
import { oneRowOf, rowsOf } from '../../persistence/queries.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { publicDeals, reportedDeals } from '../deals/deals.ts'
import { type HousekeepingSource, isAboutAthlete, type NeedDetails, type NeedSource } from '../home/home.ts'
import { publicOrganizations, todayIn } from '../organizations/organizations.ts'
import { isDisclosureVisible, mayFile, type Viewer } from './disclosure-access.ts'
import { isOwn, isUnjudged } from './missing-facts.ts'

const maySeeNeeds = (member: Viewer['member']) => mayFile(member) && member.permissions.includes('deals.view')

/** Disclosures to file within a week, and outcomes to answer, which wait since their day. */
export const disclosureNeeds: NeedSource = {
  kinds: ['disclosure'],

  async select(_, viewer, { scope, today, about }) {
    const { organization } = viewer.member
    if (!maySeeNeeds(viewer.member)) return []
    const own = scope === 'mine' ? isOwn(viewer) : sql`true`
    const mayDo = sql`x.organization_id = ${organization} and x.work = 'due' and ${own}
      and ${isAboutAthlete(about, 'x.athlete_id')} and ${isDisclosureVisible(viewer)}`
    return [
      sql`select 'disclosure' as kind, x.id, null::uuid as deal, x.due_on as day, null::timestamptz as since
        from disclosures x where ${mayDo} and x.state in ('draft', 'ready')
          and x.missing = '{}' and x.due_before is null
          and x.due_on <= ${addDays(today, NEED_DAYS_AHEAD)}::date`,
      // Without a day: before anyone signs.
      sql`select 'disclosure' as kind, x.id, null::uuid as deal, null::date as day, x.created_at as since
        from disclosures x where ${mayDo} and x.state in ('draft', 'ready') and x.due_on = ${BEFORE_SIGNING.dueOn}::date`,
      sql`select 'disclosure' as kind, x.id, null::uuid as deal, null::date as day,
          x.outcome_on::timestamp at time zone o.time_zone as since
        from disclosures x join ${publicOrganizations} o on o.id = x.organization_id
        where ${mayDo} and x.state in ('flagged', 'not-cleared')`,
    ]
  },

  async describe(database, { member }, found) {
    const rows = await rowsOf(
      database,
      sql<Row>`select x.id, x.kind, x.state, x.title, x.due_on as "dueOn", a.id as "athleteId", a.name as "athleteName", d.company_name as company
        from disclosures x
        join ${athleteFacts} a on a.organization_id = x.organization_id and a.id = x.athlete_id
        left join ${publicDeals} d on d.organization_id = x.organization_id and d.id = x.deal_id
        where x.organization_id = ${member.organization} and x.id = any(${found.map(({ id }) => id)}::uuid[])`,
    )
    return rows.map(({ id, kind, state, title, dueOn, athleteId, athleteName, company }) => ({
      kind: 'disclosure' as const,
      id,
      title: title ?? disclosureKinds[kind],
      about: [
        company ? `${athleteName} × ${company}` : athleteName,
        disclosureStates[state],
        ...(isUnfiled(state) && isBeforeSigning({ dueOn }) ? ['before anyone signs'] : []),
      ].join(', '),
      deal: null,
      athlete: { id: athleteId, name: athleteName },
      company: null,
      amount: null,
      trail: [],
      remindedAt: null,
    }))
  },
}
type Row = {
  id: string
  kind: DisclosureKind
  state: DisclosureState
  title: string | null
  dueOn: string
  athleteId: string
  athleteName: string
  company: string | null
}

type FactGroup = { id: string; fact: MissingInput; athletes: number; deals: number; day: string }

/** Reports that nobody can judge, by missing fact. A need has the id of its fact and scope. */
const selectFactGroups = (viewer: Viewer, scope: NeedScope) => sql<FactGroup>`select
    overlay(overlay(md5(${scope}::text || fact) placing '4' from 13) placing '8' from 17)::uuid as id, fact,
    count(distinct x.athlete_id)::integer as athletes, count(distinct x.deal_id)::integer as deals, min(x.due_on) as day
  from disclosures x, unnest(x.missing) as fact where ${isOfViewer(viewer, scope)} group by fact`

const isOfViewer = (viewer: Viewer, scope: NeedScope) => sql<boolean>`x.organization_id = ${viewer.member.organization}
  and ${isUnjudged} and ${scope === 'mine' ? isOwn(viewer) : sql`true`} and ${isDisclosureVisible(viewer)}`

/** One for each missing fact, on the earliest day of its reports. Records have their own list. */
export const missingFactNeeds: NeedSource = {
  kinds: ['missing-fact'],
  select: async (_, viewer, { scope, about }) =>
    about || !maySeeNeeds(viewer.member)
      ? []
      : [
          sql`select 'missing-fact' as kind, g.id, null::uuid as deal, g.day, null::timestamptz as since
            from (${selectFactGroups(viewer, scope)}) g`,
        ],
  async describe(database, viewer, found) {
    const ids = new Set(found.map(({ id }) => id))
    const groups = await rowsOf(
      database,
      sql<FactGroup>`${selectFactGroups(viewer, 'mine')} union all ${selectFactGroups(viewer, 'everyone')}`,
    )
    return groups
      .filter(({ id }) => ids.has(id))
      .map(
        ({ id, fact, day, ...group }): NeedDetails => ({
          kind: 'missing-fact',
          id,
          title: `${factName(fact)} missing`,
          about: groupInWords(group),
          deal: null,
          athlete: null,
          company: null,
          amount: null,
          trail: [],
          remindedAt: null,
          fact,
        }),
      )
  },
}

/** Reports that nobody can judge and whose facts are not among the needs: their earliest day is later. */
export const countLaterUnjudged: HousekeepingSource = async (database, viewer, now) => {
  const { organization } = viewer.member
  if (!maySeeNeeds(viewer.member)) return []
  const until = addDays(await todayIn(database, organization, now), NEED_DAYS_AHEAD)
  const isOpen = isOfViewer(viewer, 'mine')
  const { count } = await oneRowOf(
    database,
    sql<{ count: number }>`select count(*)::integer as count from disclosures x where ${isOpen}
      and not x.missing && array(select unnest(x.missing) from disclosures x where ${isOpen} and x.due_on <= ${until}::date)`,
  )
  return [{ kind: 'unjudged-reports', count, athlete: null, name: null }]
}

/** Reports whose day had passed before the organization joined, or before an update. Never late, and in no badge. */
export const disclosureHousekeeping: HousekeepingSource = async (database, viewer) => {
  if (!maySeeNeeds(viewer.member)) return []
  const { organization } = viewer.member
  const rows = await rowsOf(
    database,
    sql<{ before: DueBefore; count: number }>`select x.due_before as before, count(*)::integer as count
      from disclosures x where x.organization_id = ${organization} and x.due_before is not null
        and x.state in ('draft', 'ready') and ${isDisclosureVisible(viewer)} group by x.due_before order by x.due_before`,
  )
  return rows.map(({ before, count }) => ({
    kind: `reports-before-${before}` as const,
    count,
    athlete: null,
    name: null,
  }))
}

/** Deals that athletes reported, for their lead, else for everyone who files disclosures. */
export const reportNeeds: NeedSource = {
  kinds: ['reported-deal'],
  select: async (_, viewer, { scope, about }) =>
    about && 'company' in about
      ? []
      : reportedDeals.selectNeeds(viewer, scope, (column) => isAboutAthlete(about, column)),
  async describe(database, viewer, found) {
    const reports = await reportedDeals.list(database, viewer)
    return found.flatMap(({ id }) => {
      const report = reports.find((one) => one.id === id)
      if (!report) return []
      return [
        {
          kind: 'reported-deal' as const,
          id,
          title: report.title,
          about: report.agreedOn ? 'Agreed already' : null,
          deal: null,
          athlete: report.athlete,
          company: null,
          amount: null,
          trail: [],
          remindedAt: null,
        },
      ]
    })
  },
}
