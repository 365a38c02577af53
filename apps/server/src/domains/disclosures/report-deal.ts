import { REPORTED_FROM_MINOR } from '@sherpa/contracts/compliance/clearinghouse'
import { IN_FUTURE } from '@sherpa/contracts/days'
import type { NewReportedDeal, ReportDecision, ReportedDeal } from '@sherpa/contracts/disclosure'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { athleteFacts, lockAthleteOf } from '../athletes/athletes.ts'
import { findCompaniesByName, insertCompany, loadTopParents } from '../companies/companies.ts'
import { publicDeals, reportedDeals } from '../deals/deals.ts'
import { notify, notifyPermitted, settleNotifications } from '../notifications/notifications.ts'
import { todayIn } from '../organizations/organizations.ts'
import type { Viewer } from './disclosure-access.ts'
import type { DisclosureOpening } from './open-disclosures.ts'

type Parts = {
  database: Database
  clock: () => Date
  opening: DisclosureOpening
  /** Stores an upload as a document of the deal. */
  addDocument: (
    organization: string,
    deal: string,
    about: { name: string | undefined; person: string },
    upload: AsyncIterable<Buffer>,
    check: (client: Queryable) => Promise<void>,
  ) => Promise<void>
}

const isBelowThreshold = ({ minor, currency }: NonNullable<ReportedDeal['amount']>) =>
  currency === 'USD' && minor < REPORTED_FROM_MINOR

/** Deals that athletes report from their phone. */
export function createReportService({ database, clock, opening, addDocument }: Parts) {
  /** The record of the athlete who asks. */
  async function requireOwnRecord(client: Queryable, { person, member }: Viewer) {
    if (member.role !== 'athlete') throw new Refusal('only-athletes-report')
    const own = await rowOf(
      client,
      query
        .selectFrom(athleteFacts.as('a'))
        .select(['a.id'])
        .where('a.organization_id', '=', member.organization)
        .where('a.user_id', '=', person.id),
    )
    if (!own) throw new Refusal('not-found')
    await lockAthleteOf(client, member.organization, sql`${own.id}::uuid`)
    return own.id
  }

  /** The company with this name, apart from legal forms, or a new one. */
  async function resolveCompany(client: Queryable, organization: string, name: string) {
    const [same] = (await findCompaniesByName(client, organization, [name])).get(name)?.exact ?? []
    if (same) return same.id
    const id = newId()
    await insertCompany(client, { organization_id: organization, id, name, kind: 'brand' })
    return id
  }

  /** The athlete's other deals with this payor or its group, which may add up. */
  async function loadPayorDeals(
    client: Queryable,
    organization: string,
    { athlete, deal, companyId }: { athlete: string; deal: string; companyId: string },
  ) {
    const others = await rowsOf(
      client,
      query
        .selectFrom(publicDeals.as('d'))
        .select(['d.id', 'd.stage', 'd.company_id as company', 'd.lead_id as leadId'])
        .where('d.organization_id', '=', organization)
        .where('d.athlete_id', '=', athlete)
        .where('d.id', '<>', deal)
        .where('d.removed_at', 'is', null)
        .orderBy('d.id'),
    )
    const companies = others.map(({ company }) => company)
    const owners = await loadTopParents(client, organization, [companyId, ...companies])
    return others.filter(({ company }) => owners.get(company) === owners.get(companyId))
  }

  /** Rules do not judge drafts: the later report opens disclosures of earlier ones that were exempt alone. */
  async function openExempted(
    client: Queryable,
    viewer: Viewer,
    others: Awaited<ReturnType<typeof loadPayorDeals>>,
    { athlete, reachedOn }: { athlete: string; reachedOn: string },
  ) {
    const { organization } = viewer.member
    const drafts = others.filter(({ stage }) => stage === 'draft')
    const ids = drafts.map(({ id }) => id)
    const facts = new Map(await reportedDeals.loadFacts(client, organization, ids))
    const disclosed = await rowsOf(
      client,
      query
        .selectFrom('disclosures')
        .select('deal_id')
        .where('organization_id', '=', organization)
        .where('kind', '=', 'nil-go')
        .where(sql<boolean>`deal_id = any(${ids}::uuid[])`)
        // Unlike a rule, which asks daily, a further report outdates the reason of a withdrawal.
        .where(sql<boolean>`not (state = 'withdrawn' and packet is null)`),
    )
    for (const { id, leadId } of drafts) {
      const agreedOn = facts.get(id)?.agreedOn
      if (!agreedOn || disclosed.some(({ deal_id }) => deal_id === id)) continue
      const from = agreedOn > reachedOn ? agreedOn : reachedOn
      await opening.openFromReport(client, viewer, { deal: id, athlete, agreedOn: from, lead: leadId })
    }
  }

  return {
    report: (viewer: Viewer, report: NewReportedDeal, idempotency?: Idempotency): Promise<ReportedDeal> =>
      inTransaction(database, (client) =>
        answerOnce(client, idempotency, async () => {
          const { organization } = viewer.member
          const athlete = await requireOwnRecord(client, viewer)
          if (report.agreedOn && report.agreedOn > (await todayIn(client, organization, clock()))) {
            throw new Refusal('invalid-fields', { errors: [{ field: 'agreedOn', message: IN_FUTURE }] })
          }
          const companyId = await resolveCompany(client, organization, report.company)
          const stored = { ...report, link: report.link || null }
          const { id, leadId } = await reportedDeals.add(
            client,
            viewer,
            { athleteId: athlete, companyId, report: stored },
            clock(),
          )
          const reported = await reportedDeals.load(client, viewer, id)
          const isSmall = reported.amount !== null && isBelowThreshold(reported.amount)
          const others = await loadPayorDeals(client, organization, { athlete, deal: id, companyId })
          const isExempt = isSmall && others.length === 0
          if (report.agreedOn && !isExempt) {
            const agreed = { deal: id, athlete, agreedOn: report.agreedOn, lead: leadId }
            await opening.openFromReport(client, viewer, agreed)
            await openExempted(client, viewer, others, { athlete, reachedOn: report.agreedOn })
          }
          const notice = { organization, kind: 'deal-reported' as const, details: { deal: id, title: reported.title } }
          if (leadId) await notify(client, { ...notice, person: leadId, actor: viewer.person.id })
          else await notifyPermitted(client, 'disclosures.edit', notice)
          return reported
        }),
      ),

    list: async (viewer: Viewer) => ({ reports: await reportedDeals.list(database, viewer) }),

    addFile: (viewer: Viewer, deal: string, name: string | undefined, upload: AsyncIterable<Buffer>) =>
      addDocument(viewer.member.organization, deal, { name, person: viewer.person.id }, upload, async (client) => {
        await reportedDeals.requireOwn(client, viewer, deal)
      }),

    decide: (viewer: Viewer, deal: string, decision: ReportDecision): Promise<ReportedDeal> =>
      inTransaction(database, async (client) => {
        const { organization } = viewer.member
        const { created_by, title } = await reportedDeals.decide(client, viewer, deal, decision, clock())
        await settleNotifications(client, { organization, kind: 'deal-reported', about: { deal } })
        if (created_by) {
          const answer = decision.decision === 'accepted' ? ('approved' as const) : ('changes' as const)
          await notify(client, {
            organization,
            person: created_by,
            actor: viewer.person.id,
            kind: 'report-decided',
            details: { title, decision: answer },
          })
        }
        return reportedDeals.load(client, viewer, deal)
      }),
  }
}
export type Reports = ReturnType<typeof createReportService>
