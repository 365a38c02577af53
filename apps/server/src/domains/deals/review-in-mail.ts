import { dayIn, shortDay } from '@sherpa/contracts/days'
import type { Approval, DealKind } from '@sherpa/contracts/deal'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { mayReadDeal } from './deal-access.ts'
import { trailOf } from './deal-needs.ts'
import type { FrozenDeal } from './terms.ts'

/** A version in review, as its mail shows it to one approver. */
export type ReviewInMail = {
  /** The submitter; null if their account is deleted. */
  asker: { name: string; email: string } | null
  athlete: string
  company: string
  kind: DealKind
  number: number
  trail: { name: string; done: boolean; when?: string }[]
}

/** Undefined if the review is over. The chain depends on the amount, so it needs `money.view`. */
export async function loadReviewInMail(
  client: Queryable,
  organization: string,
  deal: string,
  approver: string,
): Promise<ReviewInMail | undefined> {
  const version = await rowOf(
    client,
    query
      .selectFrom('deal_versions as v')
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'v.organization_id')
      .leftJoin(publicUsers.as('u'), (join) => join.onRef('u.id', '=', 'v.frozen_by').on('u.deleted_at', 'is', null))
      .select(['v.number', 'v.frozen', 'o.time_zone', 'u.name', 'u.email', sql<Date>`v.frozen_at`.as('submittedAt')])
      .where('v.organization_id', '=', organization)
      .where('v.deal_id', '=', deal)
      .where('v.stage', '=', 'in-review'),
  )
  if (!version) return undefined
  const { number, time_zone: zone, name, email, submittedAt } = version
  const { athlete, company, kind } = version.frozen as FrozenDeal
  const seesMoney = await mayReadDeal(client, organization, approver, { deal, money: true })
  const dayOf = (moment: Date) => shortDay(dayIn(moment.toISOString(), zone))
  return {
    asker: name && email ? { name, email } : null,
    athlete: athlete.name,
    company: company.name,
    kind,
    number,
    trail: [
      { name: 'Submitted', done: true, when: dayOf(submittedAt) },
      ...(seesMoney
        ? await loadSteps(client, organization, deal, number, dayOf)
        : [{ name: 'Your review', done: false }]),
      { name: 'Signed', done: false },
    ],
  }
}

async function loadSteps(
  client: Queryable,
  organization: string,
  deal: string,
  number: number,
  dayOf: (moment: Date) => string,
): Promise<ReviewInMail['trail']> {
  const approvals = await rowsOf(
    client,
    query
      .selectFrom('deal_approvals as p')
      .select(['p.step', 'p.step_name as name', 'p.needs', 'p.decision', 'p.decided_at as decidedAt'])
      .select(sql<boolean>`p.asked_at is not null`.as('asked'))
      .where('p.organization_id', '=', organization)
      .where('p.deal_id', '=', deal)
      .where('p.number', '=', number)
      .orderBy('p.step')
      .orderBy('p.decided_at')
      .$narrowType<Pick<Approval, 'needs' | 'decision'>>(),
  )
  const lastOfStep = new Map(approvals.map(({ step, decidedAt }) => [step, decidedAt]))
  const decidedAt = [...lastOfStep.values()]
  return trailOf(approvals).map(({ name, state }, index) => {
    const at = decidedAt[index]
    return { name, done: state === 'done', ...(state === 'done' && at && { when: dayOf(at) }) }
  })
}
