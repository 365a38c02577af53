import type { Permission } from '@sherpa/contracts/organization'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { notify } from '../notifications/notifications.ts'
import { publicMemberships } from '../organizations/organizations.ts'
import { lockDealUnchecked } from './deal-access.ts'
import { addTimelineEntry, bumpActivity } from './deal-timeline.ts'

type Departure = { organization: string; person: string; actor: string }

/** A member whose role no longer approves or views deals neither decides nor leads them. */
export async function adjustToRole(
  client: Queryable,
  { permissions, ...change }: Departure & { permissions: readonly Permission[] },
) {
  if (!permissions.includes('deals.approve')) await withdrawOpenApprovals(client, change)
  if (permissions.includes('deals.view')) return
  const { organization, person, actor } = change
  const led = await rowsOf(
    client,
    query
      .updateTable('deals')
      .set({ lead_id: null, version: sql<number>`version + 1`, last_active_at: sql<Date>`now()` })
      .where('organization_id', '=', organization)
      .where('lead_id', '=', person)
      .returning('id'),
  )
  for (const { id } of led) {
    const author = { person: { id: actor }, member: { organization } }
    await addTimelineEntry(client, author, id, { kind: 'changed', changes: ['lead'] })
  }
}

/**
 * Withdraws open approval requests of a leaving member; decisions stay. If a step has no approver left, the lead, else
 * the owners, are notified. The deal does not advance by itself, since the step was never approved.
 */
export async function withdrawOpenApprovals(client: Queryable, { organization, person, actor }: Departure) {
  const open = await rowsOf(
    client,
    query
      .selectFrom('deal_approvals as p')
      .innerJoin('deals as d', (join) =>
        join
          .onRef('d.organization_id', '=', 'p.organization_id')
          .onRef('d.id', '=', 'p.deal_id')
          .onRef('d.newest_version', '=', 'p.number'),
      )
      .innerJoin('deal_versions as v', (join) =>
        join
          .onRef('v.organization_id', '=', 'p.organization_id')
          .onRef('v.deal_id', '=', 'p.deal_id')
          .onRef('v.number', '=', 'p.number'),
      )
      .select('d.id')
      .distinct()
      .where('p.organization_id', '=', organization)
      .where('p.user_id', '=', person)
      .where('p.decision', 'is', null)
      .where('v.stage', '=', 'in-review')
      .orderBy('d.id'),
  )
  for (const { id } of open) {
    const deal = await lockDealUnchecked(client, organization, id)
    if (!deal) continue
    const { rows: orphanedSteps } = await client.query<{ step_name: string }>(
      `with gone as (delete from deal_approvals where organization_id = $1 and deal_id = $2 and number = $3 and user_id = $4
         and decision is null returning id, step, step_name)
       select distinct g.step_name from gone g where not exists (select from deal_approvals p
         where p.organization_id = $1 and p.deal_id = $2 and p.number = $3 and p.step = g.step and p.id not in (select id from gone)
           and (p.decision is null or p.needs = 'any' and p.decision = 'approved'))`,
      [organization, id, deal.newest_version, person],
    )
    if (orphanedSteps.length === 0) continue
    const about = orphanedSteps.map(({ step_name }) => step_name).join(', ')
    await addTimelineEntry(client, { person: { id: person }, member: { organization } }, id, {
      kind: 'approver-left',
      about,
    })
    await bumpActivity(client, organization, id)
    for (const recipient of await findRecipients(client, organization, deal.lead_id, person)) {
      const details = { deal: id, title: deal.title }
      await notify(client, { organization, person: recipient, actor, kind: 'approver-missing', details })
    }
  }
}

async function findRecipients(client: Queryable, organization: string, lead: string | null, leaving: string) {
  if (lead && lead !== leaving) return [lead]
  const owners = await rowsOf(
    client,
    query
      .selectFrom(publicMemberships.as('m'))
      .select('user_id')
      .where('organization_id', '=', organization)
      .where('role', '=', 'owner')
      .where('user_id', '<>', leaving),
  )
  return owners.map(({ user_id }) => user_id)
}
