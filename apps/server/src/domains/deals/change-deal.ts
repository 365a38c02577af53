import type { Deal, DealChange, DealTerms, NewDeal } from '@sherpa/contracts/deal'
import { isOpen } from '@sherpa/contracts/deal-stage'
import { Refusal } from '@sherpa/contracts/problem'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import type { DependentOn } from '../../persistence/dependents.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, run } from '../../persistence/queries.ts'
import { athleteOfDeal } from '../athletes/athletes.ts'
import { noteEvent } from '../audit/audit.ts'
import { companyOfDeal } from '../companies/companies.ts'
import { memberNow, organizationFacts } from '../organizations/organizations.ts'
import { feeForDeal } from './agreements.ts'
import { type LockedDeal, lockDeal, type Viewer } from './deal-access.ts'
import { wholeDeal } from './deal-record.ts'
import { noteOnDeal, touchDeal } from './deal-timeline.ts'
import { moveDeal } from './life-cycle.ts'
import { removeDeal } from './remove-deal.ts'
import type { RequireSameMoney } from './same-money.ts'
import { changedTerms, emptyTerms, requireSensibleTerms, withChanges, writableTerms } from './terms.ts'
import { columnsOf, insertVersion, loadVersion, newestVersion, noteEditor, type Version } from './versions.ts'

type Parts = {
  database: Database
  clock: () => Date
  requireSameMoney: RequireSameMoney
  onDeals: readonly DependentOn<'deal'>[]
}

export function changingDeals({ database, clock, requireSameMoney, onDeals }: Parts) {
  return {
    async add(viewer: Viewer, { athleteId, companyId, kind, title, leadId, terms = {} }: NewDeal): Promise<Deal> {
      const { organization } = viewer.member
      const id = newId(clock().getTime())
      return inTransaction(database, async (client) => {
        const athlete = await athleteOfDeal(client, viewer, athleteId, clock())
        const company = await companyOfDeal(client, organization, companyId)
        const { currency } = await oneRowOf(
          client,
          query.selectFrom(organizationFacts.as('o')).select('currency').where('id', '=', organization),
        )
        const fee = await feeForDeal(client, organization, { athlete: athleteId, kind, now: clock() })
        const category = company.category as DealTerms['category']
        const empty = { ...emptyTerms(currency), category, fee }
        const begun = withChanges(empty, writableTerms(viewer, empty, terms))
        requireSensibleTerms(begun)
        const lead = leadId === undefined ? viewer.person.id : leadId
        if (lead) await requireMayLead(client, organization, lead)
        const content = { title: title ?? `${athlete.name} × ${company.name}`, company_id: companyId, terms: begun }
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
            athlete_name: athlete.name,
            company_name: company.name,
            ...columnsOf(begun),
          }),
        )
        const deal = { organization_id: organization, id }
        await insertVersion(client, deal, { ...content, number: 1, by: viewer.person.id })
        await noteEditor(client, deal, 1, viewer.person.id)
        await noteOnDeal(client, viewer, id, { kind: 'added' })
        await noteEvent(client, { event: 'deal-added', actor: viewer.person.id, organization, athlete: athleteId })
        return wholeDeal(client, viewer, id, clock())
      })
    },

    /** Whoever has not seen the present state changes nothing: they get it, to decide again. */
    async change(viewer: Viewer, id: string, { version, changes }: DealChange): Promise<Deal> {
      const { title, companyId, leadId, terms = {} } = changes
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        if (deal.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await wholeDeal(client, viewer, id, clock()) })
        }
        if (leadId) await requireMayLead(client, organization, leadId)
        const newest = await newestVersion(client, deal)
        const base = await baseOf(client, deal, newest)
        const isOther = companyId !== undefined && companyId !== base.company_id
        if (isOther) await companyOfDeal(client, organization, companyId)
        const after = withChanges(base.terms, writableTerms(viewer, base.terms, terms))
        requireSensibleTerms(after)
        const fields = [
          ...(title === undefined || title === base.title ? [] : ['title']),
          ...(isOther ? ['company'] : []),
          ...changedTerms(base.terms, after),
        ]
        if (fields.length > 0) {
          const content = { title: title ?? base.title, company_id: companyId ?? base.company_id, terms: after }
          await requireSameMoney(client, deal, content)
          await moveDeal(client, viewer, deal, newest, 'edit', { now: clock(), content })
        }
        if (leadId !== undefined) {
          fields.push('lead')
          await touchDeal(client, organization, id, { lead_id: leadId })
        }
        if (fields.length > 0) {
          await noteOnDeal(client, viewer, id, { kind: 'changed', changes: fields })
          await noteEvent(client, {
            event: 'deal-changed',
            actor: viewer.person.id,
            organization,
            athlete: deal.athlete_id,
            details: fields.join(', '),
          })
        }
        return wholeDeal(client, viewer, id, clock())
      })
    },

    /** Athlete and guardians see the newest version before it is approved. */
    async share(viewer: Viewer, id: string, version: number): Promise<Deal> {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        if (deal.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await wholeDeal(client, viewer, id, clock()) })
        }
        const newest = await newestVersion(client, deal)
        if (deal.shared || !isOpen(newest.stage)) throw new Refusal('deal-move-not-possible')
        await touchDeal(client, organization, id, { shared: true })
        await noteOnDeal(client, viewer, id, { kind: 'shared', about: String(deal.newest) })
        const about = { actor: viewer.person.id, organization, athlete: deal.athlete_id }
        await noteEvent(client, { event: 'deal-shared', ...about })
        return wholeDeal(client, viewer, id, clock())
      })
    },

    /** What nobody has signed may go; the rest is terminated, and stays. */
    async remove(viewer: Viewer, id: string) {
      const { organization } = viewer.member
      await inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        const blocked = await removeDeal(client, onDeals, deal)
        if (blocked) throw new Refusal(blocked)
        await noteEvent(client, {
          event: 'deal-removed',
          actor: viewer.person.id,
          organization,
          athlete: deal.athlete_id,
        })
      })
    },
  }
}
export type ChangingDeals = ReturnType<typeof changingDeals>

/** An amendment that was declined or withdrawn is no part of the next one: that begins with what is in force. */
async function baseOf(client: Queryable, deal: LockedDeal, newest: Version): Promise<Version> {
  if (deal.in_force === null || isOpen(newest.stage)) return newest
  return loadVersion(client, deal, deal.in_force)
}

/** Whoever answers for a deal is told of it, and opens it. */
async function requireMayLead(client: Queryable, organization: string, person: string) {
  const member = await memberNow(client, organization, person)
  if (member?.role === 'athlete' || !member?.permissions.includes('deals.view')) {
    throw new Refusal('invalid-fields', {
      errors: [{ field: 'leadId', message: 'Choose a member who can view deals' }],
    })
  }
}
