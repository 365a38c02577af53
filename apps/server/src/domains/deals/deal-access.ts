import type { DealKind } from '@sherpa/contracts/deal'
import type { DealStage } from '@sherpa/contracts/deal-stage'
import type { Permission } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import type { Tables } from '../../persistence/database-types.ts'
import { filterIds, query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { isVisibleAthlete, lockAthleteOf, publicAssignments } from '../athletes/athletes.ts'
import { findMember } from '../organizations/organizations.ts'

/** The member making the request. */
export type Viewer = { person: Pick<Person, 'id'>; member: Member }

/** Without `money.view`, amounts are never shown, sorted by or exported. */
export function seesMoney({ member }: Viewer) {
  return member.permissions.includes('money.view')
}

/** Where the organization is the company, an approver signs for it. */
export const signatoryPermissions: readonly Permission[] = ['deals.approve', 'deals.view', 'money.view']
export function maySignForOrganization({ member }: Viewer) {
  return signatoryPermissions.every((permission) => member.permissions.includes(permission))
}

/** Condition on `deals d`: deals of visible athletes. Athletes themselves do not see drafts and reviews. */
export function isDealVisible(viewer: Viewer): RawBuilder<boolean> {
  const seen = isVisibleAthlete(viewer, sql.ref('d.athlete_id'))
  return viewer.member.role === 'athlete' ? sql`(${seen} and (d.shared or d.version_in_force is not null))` : seen
}

/** Subquery: deals that the viewer leads, and deals without a lead whose athlete they manage, or all of these for owners. */
export function ledDeals({ person, member }: Viewer) {
  const ofOrganization = sql`select x.organization_id, x.id, x.athlete_id, x.stage, x.removed_at from deals x where x.organization_id = ${member.organization} and x.removed_at is null`
  const isManager = sql`x.athlete_id in (select s.athlete_id from ${publicAssignments} s
    where s.organization_id = ${member.organization} and s.user_id = ${person.id})`
  return sql<LedDeal>`(${ofOrganization} and x.lead_id = ${person.id}
    union all ${ofOrganization} and x.lead_id is null and ${member.role === 'owner' ? sql`true` : isManager})`
}

export type LedDeal = Pick<
  Selectable<Tables['deals']>,
  'organization_id' | 'id' | 'athlete_id' | 'stage' | 'removed_at'
>

/** Condition on a column with a deal id. */
export function isLedBy(viewer: Viewer, deal: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${deal} in (select led.id from ${ledDeals(viewer)} as led)`
}

/** Athletes see the newest version once it is shared; before that, the version in force. */
export function newestVisibleVersion({ member }: Viewer, { newestVersion, versionInForce, shared }: VersionVisibility) {
  return member.role === 'athlete' && !shared && versionInForce !== null ? versionInForce : newestVersion
}
type VersionVisibility = { newestVersion: number; versionInForce: number | null; shared: boolean }

/** Whether the viewer may explain why nothing stops this version: whoever is asked to decide it now, or may approve deals. */
export async function mayAnswerVersion(client: Queryable, { person, member }: Viewer, deal: string, number: number) {
  if (member.role === 'athlete') return false
  if (member.permissions.includes('deals.approve')) return true
  const asked = await rowOf(
    client,
    query
      .selectFrom('deal_approvals')
      .select('id')
      .where('organization_id', '=', member.organization)
      .where('deal_id', '=', deal)
      .where('number', '=', number)
      .where('user_id', '=', person.id)
      .where('asked_at', 'is not', null)
      .where('decision', 'is', null)
      .limit(1),
  )
  return asked !== undefined
}

/**
 * Locks the athlete, then the deal. The fixed lock order prevents deadlocks; the athlete's lock serializes decisions
 * about deals that exclude each other.
 */
export async function lockDeal(client: Queryable, viewer: Viewer, id: string) {
  const { organization } = viewer.member
  const deal = await lockDealUnchecked(client, organization, id)
  const [seen] = deal ? await filterVisibleDeals(client, viewer, [id]) : []
  if (!deal || !seen) throw new Refusal('not-found')
  return deal
}

/** Locks without a visibility check, for jobs and guardians. */
export async function lockDealUnchecked(client: Queryable, organization: string, id: string) {
  for (;;) {
    const athlete = await lockAthleteOf(
      client,
      organization,
      sql`(select athlete_id from deals where organization_id = ${organization} and id = ${id})`,
    )
    const deal = await rowOf(
      client,
      query
        .selectFrom('deals')
        .selectAll()
        .where('organization_id', '=', organization)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .$narrowType<{ stage: DealStage; kind: DealKind }>()
        .forUpdate(),
    )
    // Retry if a merge moved the deal to another athlete before the lock was taken.
    if (!deal || deal.athlete_id === athlete?.id) return deal
  }
}
export type LockedDeal = Awaited<ReturnType<typeof lockDeal>>

export async function requireVisibleDeal(database: Queryable, viewer: Viewer, id: string) {
  if ((await filterVisibleDeals(database, viewer, [id])).length === 0) throw new Refusal('not-found')
}

/** Filters ids to visible deals. */
export function filterVisibleDeals(database: Queryable, viewer: Viewer, ids: readonly string[]) {
  const visible = sql<boolean>`d.removed_at is null and ${isDealVisible(viewer)}`
  return filterIds(database, { table: 'deals', as: 'd', organization: viewer.member.organization }, ids, visible)
}

const tableOf = { deliverables: 'deliverables', 'key-dates': 'key_dates' } as const

/** Filters ids of deliverables or key dates to those of visible deals. */
export async function filterVisibleWork(
  database: Queryable,
  viewer: Viewer,
  topic: keyof typeof tableOf,
  ids: readonly string[],
): Promise<string[]> {
  const statement = sql<{ id: string }>`select x.id from ${sql.table(tableOf[topic])} x
    join deals d on d.organization_id = x.organization_id and d.id = x.deal_id
    where x.organization_id = ${viewer.member.organization} and x.id = any(${ids}::uuid[])
      and d.removed_at is null and ${isDealVisible(viewer)}`
  const rows = await rowsOf(database, statement)
  return rows.map(({ id }) => id)
}

/** Members see all companies (undefined); athletes only companies of their own deals. */
export function filterVisibleCompanies(database: Queryable, viewer: Viewer) {
  if (viewer.member.role !== 'athlete') return undefined
  return async (ids: readonly string[]): Promise<string[]> => {
    const rows = await rowsOf(
      database,
      query
        .selectFrom('deals as d')
        .select('d.company_id as id')
        .distinct()
        .where('d.organization_id', '=', viewer.member.organization)
        .where(sql<boolean>`d.company_id = any(${ids}::uuid[])`)
        .where('d.removed_at', 'is', null)
        .where(isDealVisible(viewer)),
    )
    return rows.map(({ id }) => id)
  }
}

/** Whether a member may see the deal, and its amounts, right now. Checked again when mail is sent. */
export async function mayReadDeal(
  client: Queryable,
  organization: string,
  person: string,
  { deal, money }: { deal: string; money?: true },
) {
  const member = await findMember(client, organization, person)
  if (!member?.permissions.includes('deals.view')) return false
  const viewer = { person: { id: person }, member }
  return (!money || seesMoney(viewer)) && (await filterVisibleDeals(client, viewer, [deal])).length > 0
}

/** The lead of a deal, for replies to mail. */
export function findLead(client: Queryable, organization: string, deal: string) {
  return rowOf(
    client,
    query
      .selectFrom('deals as d')
      .innerJoin(publicUsers.as('u'), 'u.id', 'd.lead_id')
      .select(['u.id', 'u.name', 'u.email'])
      .where('d.organization_id', '=', organization)
      .where('d.id', '=', deal)
      .$narrowType<{ email: string }>(),
  )
}
