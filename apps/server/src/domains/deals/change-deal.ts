import type { Deal, DealChange, DealTerms, NewDeal } from '@sherpa/contracts/deal'
import { dealTerms } from '@sherpa/contracts/deal'
import { stageAfter } from '@sherpa/contracts/deal-stage'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { athleteOfDeal } from '../athletes/athletes.ts'
import { noteEvent } from '../audit/audit.ts'
import { companyOfDeal } from '../companies/companies.ts'
import { feeForDeal } from './agreements.ts'
import { type LockedDeal, lockDeal, type Viewer } from './deal-access.ts'
import { wholeDeal } from './deal-record.ts'
import { noteOnDeal, touchDeal } from './deal-timeline.ts'
import { amountOf, changedTerms, emptyTerms, requireMayWriteTerms, requireSensibleTerms, withChanges } from './terms.ts'

type Parts = { database: Database; clock: () => Date }

export function changingDeals({ database, clock }: Parts) {
  return {
    async add(viewer: Viewer, { athleteId, companyId, kind, title, leadId, terms = {} }: NewDeal): Promise<Deal> {
      requireMayWriteTerms(viewer, terms)
      const { organization } = viewer.member
      const id = newId(clock().getTime())
      return inTransaction(database, async (client) => {
        const athlete = await athleteOfDeal(client, viewer, athleteId, clock())
        const company = await companyOfDeal(client, organization, companyId)
        const { currency } = await oneRowOf(
          client,
          query.selectFrom('organizations').select('currency').where('id', '=', organization),
        )
        const fee = await feeForDeal(client, organization, { athlete: athleteId, kind, now: clock() })
        const category = company.category as DealTerms['category']
        const begun = withChanges({ ...emptyTerms(currency), category, fee }, terms)
        requireSensibleTerms(begun)
        const lead = leadId === undefined ? viewer.person.id : leadId
        if (lead) await requireMember(client, organization, lead)
        await run(
          client,
          query.insertInto('deals').values({
            organization_id: organization,
            id,
            athlete_id: athleteId,
            company_id: companyId,
            kind,
            title: title ?? `${athlete.name} × ${company.name}`,
            stage: 'draft',
            lead_id: lead,
            created_by: viewer.person.id,
            athlete_name: athlete.name,
            company_name: company.name,
            ...columnsOf(begun),
          }),
        )
        await insertVersion(client, viewer, id, 1, begun)
        await noteOnDeal(client, viewer, id, { kind: 'added' })
        await noteEvent(client, { event: 'deal-added', actor: viewer.person.id, organization, athlete: athleteId })
        return wholeDeal(client, viewer, id, clock())
      })
    },

    /** Whoever has not seen the present state changes nothing: they get it, to decide again. */
    async change(viewer: Viewer, id: string, { version, changes }: DealChange): Promise<Deal> {
      const { title, companyId, leadId, terms = {} } = changes
      requireMayWriteTerms(viewer, terms)
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        if (deal.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await wholeDeal(client, viewer, id, clock()) })
        }
        const company = companyId ? await companyOfDeal(client, organization, companyId) : undefined
        if (leadId) await requireMember(client, organization, leadId)
        const newest = await newestVersion(client, deal)
        const after = withChanges(newest.terms, terms)
        requireSensibleTerms(after)
        const changed = changedTerms(newest.terms, after)
        const isAgreed = changed.length > 0 || title !== undefined || company !== undefined
        if (isAgreed) await draftFor(client, viewer, deal, after)
        if (isAgreed || leadId !== undefined) {
          await touchDeal(client, organization, id, {
            ...(title !== undefined && { title }),
            ...(company && { company_id: company.id, company_name: company.name }),
            ...(leadId !== undefined && { lead_id: leadId }),
            ...columnsOf(after),
          })
          const fields = [
            ...(title === undefined ? [] : ['title']),
            ...(company ? ['company'] : []),
            ...(leadId === undefined ? [] : ['lead']),
            ...changed,
          ]
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

    /** What nobody has signed may go; the rest is terminated, and stays. */
    async remove(viewer: Viewer, id: string) {
      const { organization } = viewer.member
      await inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        const signed = await rowOf(
          client,
          query
            .selectFrom('deal_signatures')
            .select('id')
            .where('organization_id', '=', organization)
            .where('deal_id', '=', id),
        )
        if (signed || deal.in_force !== null) throw new Refusal('deal-in-force')
        await run(client, query.deleteFrom('deals').where('organization_id', '=', organization).where('id', '=', id))
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

/** Where the list shows what the newest version says. */
export function columnsOf(terms: DealTerms) {
  return {
    starts_on: terms.startsOn,
    ends_on: terms.endsOn,
    currency: terms.currency,
    amount_minor: String(amountOf(terms)),
  }
}

export async function newestVersion(client: Queryable, deal: Pick<LockedDeal, 'organization_id' | 'id' | 'newest'>) {
  const version = await oneRowOf(
    client,
    query
      .selectFrom('deal_versions')
      .selectAll()
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where('number', '=', deal.newest),
  )
  return { ...version, terms: dealTerms.parse(version.terms) }
}

/** Writes the terms into the draft. Where the newest version is frozen, a new one begins; what was asked about it is over. */
export async function draftFor(client: Queryable, viewer: Viewer, deal: LockedDeal, terms: DealTerms) {
  const { organization } = viewer.member
  const newest = await newestVersion(client, deal)
  if (newest.stage === 'draft') {
    await run(
      client,
      query
        .updateTable('deal_versions')
        .set({ terms: JSON.stringify(terms), clash_reason: null, clash_accepted_by: null })
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal.id)
        .where('number', '=', deal.newest),
    )
    return
  }
  const isOpen = newest.stage === 'in-review' || newest.stage === 'approved'
  const stage =
    deal.in_force === null ? stageAfter(deal.stage as Deal['stage'], isOpen ? 'revise' : 'reopen') : undefined
  if (deal.in_force === null && !stage) throw new Refusal('deal-move-not-possible')
  if (deal.in_force !== null && !['signed', 'active'].includes(deal.stage)) throw new Refusal('deal-move-not-possible')
  if (isOpen) {
    await run(
      client,
      query
        .updateTable('deal_versions')
        .set({ stage: 'withdrawn' })
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal.id)
        .where('number', '=', deal.newest),
    )
  }
  const number = deal.newest + 1
  await insertVersion(client, viewer, deal.id, number, terms)
  await run(
    client,
    query
      .updateTable('deals')
      .set({ newest: number, ...(stage && { stage, stage_since: sql<Date>`now()` }) })
      .where('organization_id', '=', organization)
      .where('id', '=', deal.id),
  )
  await noteOnDeal(client, viewer, deal.id, { kind: 'version-added', about: String(number) })
}

async function insertVersion(
  client: Queryable,
  { person, member }: Viewer,
  deal: string,
  number: number,
  terms: DealTerms,
) {
  await run(
    client,
    query.insertInto('deal_versions').values({
      organization_id: member.organization,
      deal_id: deal,
      number,
      stage: 'draft',
      terms: JSON.stringify(terms),
      created_by: person.id,
    }),
  )
}

async function requireMember(client: Queryable, organization: string, person: string) {
  const member = await rowOf(
    client,
    query
      .selectFrom('memberships')
      .select('user_id')
      .where('organization_id', '=', organization)
      .where('user_id', '=', person)
      .where('role', '<>', 'athlete'),
  )
  if (!member) {
    throw new Refusal('invalid-fields', { errors: [{ field: 'leadId', message: 'Choose a member' }] })
  }
}
