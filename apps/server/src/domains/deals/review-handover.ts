import type { ApprovalChain, ApprovalStep } from '@sherpa/contracts/deal'
import type { Role } from '@sherpa/contracts/organization'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { notify, settleNotifications } from '../notifications/notifications.ts'
import { type HandoverPart, membersOf, ownersOf } from '../organizations/organizations.ts'
import { findApprovers, loadChains, replaceChainSteps } from './approval-chains.ts'
import { askApprover } from './ask-approver.ts'
import { type LockedDeal, lockDealUnchecked, type Viewer } from './deal-access.ts'
import { isReachable } from './deal-handover.ts'
import { addTimelineEntry, bumpActivity } from './deal-timeline.ts'
import { findMemberOf } from './responsible.ts'
import { loadNewestVersion } from './versions.ts'

/** Undecided requests `p` of deals `d` in review. */
const openReviews = sql`deal_approvals p join deals d on d.organization_id = p.organization_id and d.id = p.deal_id
    and d.newest_version = p.number
  join deal_versions v on v.organization_id = p.organization_id and v.deal_id = p.deal_id and v.number = p.number
    and v.stage = 'in-review' and p.decision is null and d.removed_at is null`

/** Whether the role reviews deals, or a chain names the person or the role. */
function mayReview(chains: readonly ApprovalChain[], { person, member }: Viewer) {
  const { role, permissions } = member
  if (role === 'athlete' || !permissions.includes('deals.view')) return false
  const isNamed = chains.some(({ steps }) =>
    steps.some(({ people, roles }) => people.includes(person.id) || (roles as readonly Role[]).includes(role)),
  )
  return isNamed || permissions.includes('deals.approve')
}

/**
 * Open requests to review. People who edited a version do not receive its review. Decisions stay with whoever made them.
 */
export const reviewHandover: HandoverPart = {
  kind: 'reviews',
  neededToAct: 'deals.approve',

  async holders(client, organization) {
    const rows = await rowsOf(
      client,
      sql<{
        id: string
      }>`select distinct p.user_id as id from ${openReviews} where p.organization_id = ${organization}`,
    )
    return rows.map(({ id }) => id)
  },

  async find(client, { organization, person, after }, viewer) {
    const own = after && { person: { id: person }, member: after }
    const lost =
      own && mayReview(await loadChains(client, organization), own) ? sql`not ${isReachable(own)}` : sql`true`
    return rowsOf(
      client,
      sql<{ id: string; name: string; athlete: string; seen: boolean }>`select p.id, d.title as name,
          d.athlete_id as athlete, ${viewer ? isReachable(viewer) : sql`false`} as seen
        from ${openReviews} where p.organization_id = ${organization} and p.user_id = ${person} and ${lost}
        order by d.id, p.step, p.id`,
    )
  },

  async filterAble(client, viewer, ids) {
    const { organization } = viewer.member
    if (!mayReview(await loadChains(client, organization), viewer)) return []
    const rows = await rowsOf(
      client,
      sql<{ id: string }>`select p.id from ${openReviews} where p.organization_id = ${organization}
        and p.id = any(${ids}::uuid[]) and ${isReachable(viewer)} and v.frozen_by is distinct from ${viewer.person.id}
        and not exists (select from deal_version_editors e where e.organization_id = p.organization_id
          and e.deal_id = p.deal_id and e.number = p.number and e.user_id = ${viewer.person.id})
        and not exists (select from deal_approvals x where x.organization_id = p.organization_id
          and x.deal_id = p.deal_id and x.number = p.number and x.step = p.step and x.user_id = ${viewer.person.id})`,
    )
    return rows.map(({ id }) => id)
  },

  async assign(client, { organization, actor, person }, moves) {
    for (const { id, to } of moves) await moveReview(client, { organization, actor }, { id, from: person, to })
    return [...moves]
  },

  /** Other approvers of the step go on. If there are none, it is asked again. */
  async assignByRule(client, { organization, actor, person }, ids) {
    const receivers: { id: string; to: string }[] = []
    for (const { id, deal: dealId } of await findDeals(client, organization, ids)) {
      const deal = await lockDealUnchecked(client, organization, dealId)
      if (!deal) continue
      const [withdrawn] = await rowsOf(
        client,
        query
          .deleteFrom('deal_approvals')
          .where('organization_id', '=', organization)
          .where('id', '=', id)
          .where('decision', 'is', null)
          .returning(['step', 'step_name', 'asked_at']),
      )
      if (!withdrawn) continue
      await settleNotifications(client, { organization, kind: 'approval-asked', about: { deal: dealId }, person })
      if (await hasApprover(client, deal, withdrawn.step)) continue
      const asked = await askAgain(client, { organization, actor }, deal, withdrawn)
      receivers.push(...asked.map(({ id, person: to }) => ({ id, to })))
      if (asked.length === 0) await reportMissing(client, { organization, actor, person }, deal, withdrawn.step_name)
    }
    return receivers
  },

  /** Steps that name only this person go to the receiver, else to the owner who joined first. */
  async replaceInSettings(client, { organization, person, after }, receiver) {
    // Chains may name everyone who sees deals.
    if (after && after.role !== 'athlete' && after.permissions.includes('deals.view')) return
    const [owner] = await ownersOf(client, organization)
    const replacement = receiver ?? owner?.id
    await replaceChainSteps(client, organization, (step: ApprovalStep) => {
      if (!step.people.includes(person)) return step
      const others = step.people.filter((id) => id !== person)
      const isNeeded = receiver !== undefined || others.length + step.roles.length === 0
      return { ...step, people: isNeeded && replacement ? [...new Set([...others, replacement])] : others }
    })
  },

  async moveBack(client, { organization, actor, person }, moves) {
    let count = 0
    for (const { id, to } of moves) {
      // A step that was asked again of several people goes back once.
      if (await hasSameReview(client, organization, id, person)) await withdrawReview(client, organization, id, to)
      else if (await moveReview(client, { organization, actor }, { id, from: to, to: person })) count++
    }
    return count
  },
}

type By = { organization: string; actor: string | undefined }

/** Whether the person is asked in the same step already. */
async function hasSameReview(client: Queryable, organization: string, id: string, person: string) {
  const rows = await rowsOf(
    client,
    sql`select x.id from deal_approvals p join deal_approvals x on x.organization_id = p.organization_id
        and x.deal_id = p.deal_id and x.number = p.number and x.step = p.step and x.user_id = ${person}
      where p.organization_id = ${organization} and p.id = ${id}`,
  )
  return rows.length > 0
}

async function withdrawReview(client: Queryable, organization: string, id: string, person: string) {
  const [withdrawn] = await rowsOf(
    client,
    query
      .deleteFrom('deal_approvals')
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .where('user_id', '=', person)
      .where('decision', 'is', null)
      .returning('deal_id'),
  )
  if (!withdrawn) return
  const about = { deal: withdrawn.deal_id }
  await settleNotifications(client, { organization, kind: 'approval-asked', about, person })
}

async function findDeals(client: Queryable, organization: string, ids: readonly string[]) {
  return rowsOf(
    client,
    sql<{ id: string; deal: string }>`select p.id, p.deal_id as deal from deal_approvals p
      where p.organization_id = ${organization} and p.id = any(${ids}::uuid[]) order by p.deal_id, p.step, p.id`,
  )
}

/** Returns whether it was still open. */
async function moveReview(
  client: Queryable,
  { organization, actor }: By,
  { id, from, to }: { id: string; from: string; to: string },
) {
  const [found] = await findDeals(client, organization, [id])
  const deal = found && (await lockDealUnchecked(client, organization, found.deal))
  if (!deal) return false
  const [moved] = await rowsOf(
    client,
    query
      .updateTable('deal_approvals')
      .set({ user_id: to, mark: null })
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .where('user_id', '=', from)
      .where('decision', 'is', null)
      .returning('asked_at'),
  )
  if (!moved) return false
  const about = { deal: deal.id }
  await settleNotifications(client, { organization, kind: 'approval-asked', about, person: from })
  const approver = moved.asked_at && (await findMemberOf(client, organization, to))
  if (approver) await askApprover(client, deal, approver, actor ? { actor } : {})
  await bumpActivity(client, organization, deal.id)
  return true
}

/** Whether somebody can still complete the step. */
async function hasApprover(client: Queryable, deal: LockedDeal, step: number) {
  const [found] = await rowsOf(
    client,
    sql<{ id: string }>`select p.id from deal_approvals p where p.organization_id = ${deal.organization_id}
      and p.deal_id = ${deal.id} and p.number = ${deal.newest_version} and p.step = ${step}
      and (p.decision is null or p.needs = 'any' and p.decision = 'approved') limit 1`,
  )
  return found !== undefined
}

/** Asks people who may approve and did not edit the version. One of them is enough. */
async function askAgain(
  client: Queryable,
  { organization, actor }: By,
  deal: LockedDeal,
  { step, step_name, asked_at }: { step: number; step_name: string; asked_at: Date | null },
) {
  const { people, mark } = await findApprovers(client, deal, await loadNewestVersion(client, deal), step)
  const asked: { id: string; person: string }[] = []
  for (const person of people) {
    const id = newId()
    await run(
      client,
      query.insertInto('deal_approvals').values({
        organization_id: organization,
        id,
        deal_id: deal.id,
        number: deal.newest_version,
        step,
        step_name,
        needs: 'any',
        user_id: person,
        mark,
        asked_at,
      }),
    )
    const approver = asked_at && (await findMemberOf(client, organization, person))
    if (approver) await askApprover(client, deal, approver, actor ? { actor } : {})
    asked.push({ id, person })
  }
  if (asked.length > 0) await bumpActivity(client, organization, deal.id)
  return asked
}

/** The deal does not advance by itself, since the step was never approved. */
async function reportMissing(
  client: Queryable,
  { organization, actor, person }: By & { person: string },
  deal: LockedDeal,
  step: string,
) {
  const author = { person: { id: person }, member: { organization } }
  await addTimelineEntry(client, author, deal.id, { kind: 'approver-left', about: step })
  await bumpActivity(client, organization, deal.id)
  const members = await membersOf(client, organization)
  const isPresent = members.some(({ id }) => id === deal.lead_id && id !== person)
  const recipients =
    deal.lead_id && isPresent ? [deal.lead_id] : (await ownersOf(client, organization)).map(({ id }) => id)
  const details = { deal: deal.id, title: deal.title }
  for (const recipient of recipients) {
    await notify(client, {
      organization,
      person: recipient,
      ...(actor && { actor }),
      kind: 'approver-missing',
      details,
    })
  }
}
