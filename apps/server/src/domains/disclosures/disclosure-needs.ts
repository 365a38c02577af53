import { addDays } from '@sherpa/contracts/days'
import {
  type DisclosureKind,
  type DisclosureState,
  disclosureKinds,
  disclosureStates,
  isUnfiled,
} from '@sherpa/contracts/disclosure-state'
import { NEED_DAYS_AHEAD } from '@sherpa/contracts/home'
import { sql } from 'kysely'
import { rowsOf } from '../../persistence/queries.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { publicDeals, reportedDeals } from '../deals/deals.ts'
import { isAboutAthlete, type NeedSource } from '../home/home.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { isDisclosureVisible } from './disclosure-access.ts'

/** Disclosures to file within a week, and outcomes to answer, which wait since their day. */
export const disclosureNeeds: NeedSource = {
  kinds: ['disclosure'],

  async select(_, viewer, { scope, today, about }) {
    const { organization, role, permissions } = viewer.member
    if (role === 'athlete' || !permissions.includes('disclosures.edit') || !permissions.includes('deals.view'))
      return []
    const own = scope === 'mine' ? sql`(x.preparer_id = ${viewer.person.id} or x.preparer_id is null)` : sql`true`
    const mayDo = sql`x.organization_id = ${organization} and x.work = 'due' and ${own}
      and ${isAboutAthlete(about, 'x.athlete_id')} and ${isDisclosureVisible(viewer)}`
    return [
      sql`select 'disclosure' as kind, x.id, null::uuid as deal, x.due_on as day, null::timestamptz as since
        from disclosures x where ${mayDo} and x.state in ('draft', 'ready')
          and x.due_on <= ${addDays(today, NEED_DAYS_AHEAD)}::date`,
      sql`select 'disclosure' as kind, x.id, null::uuid as deal, null::date as day,
          x.outcome_on::timestamp at time zone o.time_zone as since
        from disclosures x join ${publicOrganizations} o on o.id = x.organization_id
        where ${mayDo} and x.state in ('flagged', 'not-cleared')`,
    ]
  },

  async describe(database, { member }, found) {
    const rows = await rowsOf(
      database,
      sql<Row>`select x.id, x.kind, x.state, x.title, x.missing, a.id as "athleteId", a.name as "athleteName", d.company_name as company
        from disclosures x
        join ${athleteFacts} a on a.organization_id = x.organization_id and a.id = x.athlete_id
        left join ${publicDeals} d on d.organization_id = x.organization_id and d.id = x.deal_id
        where x.organization_id = ${member.organization} and x.id = any(${found.map(({ id }) => id)}::uuid[])`,
    )
    return rows.map(({ id, kind, state, title, missing, athleteId, athleteName, company }) => ({
      kind: 'disclosure' as const,
      id,
      title: title ?? disclosureKinds[kind],
      about: [
        company ? `${athleteName} × ${company}` : athleteName,
        isUnfiled(state) && missing.length > 0 ? 'Cannot tell yet' : disclosureStates[state],
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
  missing: string[]
  athleteId: string
  athleteName: string
  company: string | null
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
