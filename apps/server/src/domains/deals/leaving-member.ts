import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { notify } from '../notifications/notifications.ts'
import { memberFacts } from '../organizations/organizations.ts'
import { lockDealOf } from './deal-access.ts'
import { noteActivity, noteOnDeal } from './deal-timeline.ts'

type Leaving = { organization: string; person: string; actor: string }

/**
 * Requests that a leaving member has not answered are withdrawn; answers stay. Where nobody is left to decide a step, the lead is told, or
 * the owners: the deal does not move on by itself, since nobody knows what the answer would have been.
 */
export async function withdrawOpenApprovals(client: Queryable, { organization, person, actor }: Leaving) {
  const open = await rowsOf(
    client,
    query
      .selectFrom('deal_approvals as p')
      .innerJoin('deals as d', (join) =>
        join
          .onRef('d.organization_id', '=', 'p.organization_id')
          .onRef('d.id', '=', 'p.deal_id')
          .onRef('d.newest', '=', 'p.number'),
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
    const deal = await lockDealOf(client, organization, id)
    if (!deal) continue
    const { rows: left } = await client.query<{ step_name: string }>(
      `with gone as (delete from deal_approvals where organization_id = $1 and deal_id = $2 and number = $3 and user_id = $4
         and decision is null returning id, step, step_name)
       select distinct g.step_name from gone g where not exists (select from deal_approvals p
         where p.organization_id = $1 and p.deal_id = $2 and p.number = $3 and p.step = g.step and p.id not in (select id from gone)
           and (p.decision is null or p.needs = 'any' and p.decision = 'approved'))`,
      [organization, id, deal.newest, person],
    )
    if (left.length === 0) continue
    const about = left.map(({ step_name }) => step_name).join(', ')
    await noteOnDeal(client, { person: { id: person }, member: { organization } }, id, { kind: 'approver-left', about })
    await noteActivity(client, organization, id)
    for (const told of await whomToTell(client, organization, deal.lead_id, person)) {
      const details = { deal: id, title: deal.title }
      await notify(client, { organization, person: told, actor, kind: 'approver-missing', details })
    }
  }
}

async function whomToTell(client: Queryable, organization: string, lead: string | null, leaving: string) {
  if (lead && lead !== leaving) return [lead]
  const owners = await rowsOf(
    client,
    query
      .selectFrom(memberFacts.as('m'))
      .select('user_id')
      .where('organization_id', '=', organization)
      .where('role', '=', 'owner')
      .where('user_id', '<>', leaving),
  )
  return owners.map(({ user_id }) => user_id)
}
