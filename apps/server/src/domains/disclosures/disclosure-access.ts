import { type DisclosureKind, type DisclosureState, dependsOnAmount } from '@sherpa/contracts/disclosure-state'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import { filterIds, query, rowOf } from '../../persistence/queries.ts'
import { isVisibleAthlete, seesAllAthletes } from '../athletes/athletes.ts'
import { isVisibleDeal, lockDeals } from '../deals/deals.ts'

export type Viewer = { person: Pick<Person, 'id'>; member: Member }

/** Reports that depend on an amount are for people with `money.view`, and the athlete they are about. */
export function seesKind(viewer: Viewer, kind: DisclosureKind) {
  return !dependsOnAmount(kind) || seesAmounts(viewer)
}

export function seesAmounts({ member }: Viewer) {
  return member.role === 'athlete' || member.permissions.includes('money.view')
}

export const mayFile = ({ role, permissions }: Pick<Member, 'role' | 'permissions'>) =>
  role !== 'athlete' && permissions.includes('disclosures.edit')

/** Email and NCAA ID of the athlete. Athletes see their own. */
export function seesSensitive({ member }: Viewer) {
  return member.role === 'athlete' || member.permissions.includes('athletes.sensitive')
}

/** Condition on disclosures `x`. Athletes see reports about deals that they see. */
export function isDisclosureVisible(viewer: Viewer): RawBuilder<boolean> {
  const ofAthlete = isVisibleAthlete(viewer, sql.ref('x.athlete_id'))
  const ofDeal =
    viewer.member.role === 'athlete'
      ? sql`(x.deal_id is null or ${isVisibleDeal(viewer, sql.ref('x.deal_id'))})`
      : sql`true`
  const ofKind = seesKind(viewer, 'nil-go') ? sql`true` : sql`x.kind <> 'nil-go'`
  return sql`(${ofAthlete} and ${ofDeal} and ${ofKind})`
}

export const seesAllDisclosures = (viewer: Viewer) => seesAllAthletes(viewer) && seesKind(viewer, 'nil-go')

/** Whether the viewer sees the disclosure with this id. */
export function isVisibleDisclosure(viewer: Viewer, id: RawBuilder<unknown>): RawBuilder<boolean> {
  const { organization, permissions } = viewer.member
  if (!permissions.includes('deals.view')) return sql`false`
  return sql`exists (select from disclosures x where x.organization_id = ${organization} and x.id = ${id}
    and ${isDisclosureVisible(viewer)})`
}

/** Filters ids to visible disclosures. */
export function filterVisibleDisclosures(database: Queryable, viewer: Viewer, ids: readonly string[]) {
  const { organization } = viewer.member
  return filterIds(database, { table: 'disclosures', as: 'x', organization }, ids, isDisclosureVisible(viewer))
}

/** Locks the deal, then a disclosure that the viewer sees: the lock order of deals. */
export async function lockDisclosure(client: Queryable, viewer: Viewer, id: string) {
  const { organization } = viewer.member
  const deals = sql`array(select deal_id from disclosures where organization_id = ${organization} and id = ${id})`
  await lockDeals(client, organization, deals)
  const row = await rowOf(
    client,
    query
      .selectFrom('disclosures as x')
      .selectAll('x')
      .where('x.organization_id', '=', viewer.member.organization)
      .where('x.id', '=', id)
      .where(isDisclosureVisible(viewer))
      .forUpdate('x')
      .$narrowType<{ kind: DisclosureKind; state: DisclosureState }>(),
  )
  if (!row) throw new Refusal('not-found')
  return row
}

export type LockedDisclosure = Awaited<ReturnType<typeof lockDisclosure>>
