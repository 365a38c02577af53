import type { Deal, DealChange, DealTerms, NewDeal } from '@sherpa/contracts/deal'
import { isOpen } from '@sherpa/contracts/deal-stage'
import { Refusal } from '@sherpa/contracts/problem'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import type { DependentOn } from '../../persistence/dependents.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, run } from '../../persistence/queries.ts'
import { requireAthleteFacts } from '../athletes/athletes.ts'
import { changedValues, recordEvent } from '../audit/audit.ts'
import { companyNames, requireCompany } from '../companies/companies.ts'
import { findMember, publicOrganizations } from '../organizations/organizations.ts'
import { findAgreementFee } from './agreements.ts'
import type { RequireSameMoney } from './booked-terms.ts'
import { lockDeal, type Viewer } from './deal-access.ts'
import { loadDeal } from './deal-record.ts'
import { addTimelineEntry, touchDeal } from './deal-timeline.ts'
import { moveDeal } from './life-cycle.ts'
import { removeDeal } from './remove-deal.ts'
import { applyChanges, describeChangedTerms, emptyTerms, requireValidTerms, writableTerms } from './terms.ts'
import { baseOf, columnsOf, insertVersion, loadNewestVersion, loadVersion, recordEditor } from './versions.ts'

type Parts = {
  database: Database
  clock: () => Date
  requireBookedTermsUnchanged: RequireSameMoney
  onDeals: readonly DependentOn<'deal'>[]
}

export function createDealChangeService({ database, clock, requireBookedTermsUnchanged, onDeals }: Parts) {
  return {
    add: (viewer: Viewer, deal: NewDeal): Promise<Deal> =>
      inTransaction(database, async (client) => {
        const id = await addDraft(client, viewer, deal, clock())
        return loadDeal(client, viewer, id, clock())
      }),

    /** Optimistic locking: a stale version is refused, with the current deal in the response. */
    async change(viewer: Viewer, id: string, { version, changes }: DealChange): Promise<Deal> {
      const { title, companyId, leadId, terms = {} } = changes
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        if (deal.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await loadDeal(client, viewer, id, clock()) })
        }
        if (leadId) await requireMayLead(client, organization, leadId)
        const newest = await loadNewestVersion(client, deal)
        const base = await loadVersion(client, deal, baseOf(deal, newest))
        const isNewCompany = companyId !== undefined && companyId !== base.company_id
        if (isNewCompany) await requireCompany(client, organization, companyId)
        const after = applyChanges(base.terms, writableTerms(viewer, base.terms, terms))
        requireValidTerms(after)
        const names = isNewCompany ? await companyNames(client, organization, [base.company_id, companyId]) : new Map()
        const changed = [
          ...changedValues({ title: base.title }, { title }),
          ...(isNewCompany
            ? [{ field: 'company', before: names.get(base.company_id) ?? null, after: names.get(companyId) ?? null }]
            : []),
          ...describeChangedTerms(base.terms, after),
        ]
        if (changed.length > 0) {
          const content = { title: title ?? base.title, company_id: companyId ?? base.company_id, terms: after }
          await requireBookedTermsUnchanged(client, deal, content)
          await moveDeal(client, viewer, deal, newest, 'edit', { now: clock(), content })
        }
        if (leadId !== undefined) {
          changed.push({ field: 'lead', before: deal.lead_id, after: leadId })
          await touchDeal(client, organization, id, { lead_id: leadId })
        }
        if (changed.length > 0) {
          const fields = changed.map(({ field }) => field)
          await addTimelineEntry(client, viewer, id, { kind: 'changed', changes: fields })
          await recordEvent(client, {
            event: 'deal-changed',
            actor: viewer.person.id,
            organization,
            athlete: deal.athlete_id,
            deal: id,
            details: fields.join(', '),
            changes: changed,
          })
        }
        return loadDeal(client, viewer, id, clock())
      })
    },

    /** Shows the newest version to athlete and guardians before approval. */
    async share(viewer: Viewer, id: string, version: number): Promise<Deal> {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        if (deal.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await loadDeal(client, viewer, id, clock()) })
        }
        const newest = await loadNewestVersion(client, deal)
        if (deal.shared || !isOpen(newest.stage)) throw new Refusal('deal-move-not-possible')
        await touchDeal(client, organization, id, { shared: true })
        await addTimelineEntry(client, viewer, id, { kind: 'shared', about: String(deal.newest_version) })
        const about = { actor: viewer.person.id, organization, athlete: deal.athlete_id, deal: id }
        await recordEvent(client, { event: 'deal-shared', ...about })
        return loadDeal(client, viewer, id, clock())
      })
    },

    /** Only unsigned deals can be removed; signed ones are terminated instead. */
    async remove(viewer: Viewer, id: string) {
      const { organization } = viewer.member
      await inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        const blocked = await removeDeal(client, onDeals, deal)
        if (blocked) throw new Refusal(blocked)
        await recordEvent(client, {
          event: 'deal-removed',
          actor: viewer.person.id,
          organization,
          athlete: deal.athlete_id,
          deal: id,
        })
      })
    },
  }
}
export type DealChanges = ReturnType<typeof createDealChangeService>

/** Adds a draft. */
export async function addDraft(
  client: Queryable,
  viewer: Viewer,
  { athleteId, companyId, kind, title, leadId, terms = {} }: NewDeal,
  now: Date,
): Promise<string> {
  const { organization } = viewer.member
  const id = newId(now.getTime())
  const athlete = await requireAthleteFacts(client, viewer, athleteId, now)
  const company = await requireCompany(client, organization, companyId)
  const { currency } = await oneRowOf(
    client,
    query.selectFrom(publicOrganizations.as('o')).select('currency').where('id', '=', organization),
  )
  const agreed = await findAgreementFee(client, organization, { athlete: athleteId, kind, now })
  const category = company.category as DealTerms['category']
  const empty = { ...emptyTerms(currency), category, fee: agreed?.fee ?? null }
  const initialTerms = applyChanges(empty, writableTerms(viewer, empty, terms))
  requireValidTerms(initialTerms)
  const lead = leadId === undefined ? viewer.person.id : leadId
  if (lead) await requireMayLead(client, organization, lead)
  const content = {
    title: title ?? `${athlete.name} × ${company.name}`,
    company_id: companyId,
    terms: initialTerms,
  }
  await run(
    client,
    query.insertInto('deals').values({
      organization_id: organization,
      id,
      athlete_id: athleteId,
      company_id: companyId,
      kind,
      title: content.title,
      stage: 'draft',
      lead_id: lead,
      created_by: viewer.person.id,
      created_at: now,
      athlete_name: athlete.name,
      company_name: company.name,
      ...columnsOf(initialTerms),
    }),
  )
  const deal = { organization_id: organization, id }
  await insertVersion(client, deal, { ...content, number: 1, by: viewer.person.id })
  await recordEditor(client, deal, 1, viewer.person.id)
  await addTimelineEntry(client, viewer, id, { kind: 'added' })
  await recordEvent(client, {
    event: 'deal-added',
    actor: viewer.person.id,
    organization,
    athlete: athleteId,
    deal: id,
  })
  return id
}

/** A lead is notified about the deal, so must be able to open it. */
async function requireMayLead(client: Queryable, organization: string, person: string) {
  const member = await findMember(client, organization, person)
  if (member?.role === 'athlete' || !member?.permissions.includes('deals.view')) {
    throw new Refusal('invalid-fields', {
      errors: [{ field: 'leadId', message: 'Choose a member who can view deals' }],
    })
  }
}
