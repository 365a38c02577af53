import type { AccountOrganization } from '@sherpa/contracts/account'
import type { ChangedValue } from '@sherpa/contracts/activity'
import type { Currency } from '@sherpa/contracts/currency'
import { dayIn } from '@sherpa/contracts/days'
import {
  allRoles,
  type NewOrganization,
  organizationKinds,
  type Permission,
  type PermissionChange,
  type PermissionSetting,
  type PermissionTable,
  permissionsOf,
  type Role,
} from '@sherpa/contracts/organization'
import type { Organization, OrganizationSettings } from '@sherpa/contracts/organization-settings'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { z } from 'zod'
import type { Member, Person } from '../../http/access.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { Database, Queryable } from '../../persistence/database.ts'
import { isSameMailbox } from '../../persistence/mailbox.ts'
import { oneRowOf, published, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { changedValues } from '../audit/audit.ts'
import { renameOwnCompany } from '../companies/companies.ts'
import type { HandoverPart, Move } from './handover.ts'
import { ownerNoticeMail, type StrongAction } from './owner-notice-mail.ts'

export type { HandoverPart, Move }

const member = ['organization_id', 'user_id', 'role', 'created_at'] as const
const organization = [
  'id',
  'name',
  'kind',
  'sample',
  'time_zone',
  'currency',
  'fiscal_month',
  'closed_at',
  'trial_ends_at',
  'trial_of',
  'folded',
] as const

/** Columns that other domains may join. */
export const publicMemberships = published('memberships', member)
export const publicOrganizations = published('organizations', [
  ...organization,
  'created_at',
  'self_approval',
  'send_after_approval',
  'guardians_see_payments',
  'review_contact_data',
  'sonar_engine',
])
export const publicInvitations = published('invitations', ['organization_id', 'athlete_id', 'email', 'expires_at'])
/** Across tenants. */
export const publicMembershipsOfAll = published('all_memberships', member)
export const publicOrganizationsOfAll = published('all_organizations', organization)

export type Organizations = ReturnType<typeof createOrganizationService>

/** Moves deadlines that end with a day. Injected, because their domains import this one. */
export type OnTimeZone = (client: Queryable, organization: string) => Promise<void>

export function createOrganizationService(database: Database, onTimeZone: OnTimeZone) {
  return {
    listOfPerson: (person: string) => listOrganizations(database, person),

    async find(id: string): Promise<Omit<Organization, 'people'>> {
      const owners = query
        .selectFrom('memberships as m')
        .innerJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
        .select('u.name')
        .where('m.organization_id', '=', id)
        .where('m.role', '=', 'owner')
        .orderBy('m.created_at')
        .orderBy('u.id')
      const row = await oneRowOf(
        database,
        query
          .selectFrom('organizations')
          .select([
            'id',
            'name',
            'kind',
            'sample',
            'time_zone as timeZone',
            'currency',
            'fiscal_month as fiscalMonth',
            'guardians_see_payments as guardiansSeePayments',
            'review_contact_data as reviewContactData',
            'created_at as createdAt',
            sql<string[]>`array(${owners})`.as('owners'),
          ])
          .where('id', '=', id)
          .$narrowType<{ currency: Currency }>(),
      )
      return { ...row, createdAt: row.createdAt.toISOString() }
    },

    /** Returns the changed values, for the audit trail. */
    async edit(client: Queryable, id: string, settings: OrganizationSettings): Promise<ChangedValue[]> {
      const { name, kind, currency, timeZone, fiscalMonth, guardiansSeePayments, reviewContactData } = settings
      const before = await oneRowOf(
        client,
        query
          .selectFrom('organizations')
          .select(['name', 'kind', 'currency', 'time_zone as timeZone', 'fiscal_month as fiscalMonth'])
          .select(['guardians_see_payments as guardiansSeePayments', 'review_contact_data as reviewContactData'])
          .where('id', '=', id),
      )
      await run(
        client,
        query
          .updateTable('organizations')
          .set({
            name,
            kind,
            ...(currency && { currency }),
            ...(timeZone && { time_zone: timeZone }),
            ...(fiscalMonth && { fiscal_month: fiscalMonth }),
            ...(reviewContactData !== undefined && { review_contact_data: reviewContactData }),
            ...(guardiansSeePayments !== undefined && { guardians_see_payments: guardiansSeePayments }),
          })
          .where('id', '=', id),
      )
      await renameOwnCompany(client, id, name)
      if (timeZone && timeZone !== before.timeZone) await onTimeZone(client, id)
      return changedValues(
        { ...before, kind: organizationKinds[before.kind] },
        { ...settings, kind: organizationKinds[kind] },
      )
    },

    async permissionTable(id: string): Promise<PermissionTable> {
      const settings = await settingsOf(database, id)
      return { roles: allRoles.map((role) => ({ role, permissions: permissionsOf(role, settings) })) }
    },

    setPermission,
  }
}

export async function setPermission(client: Queryable, id: string, { role, permission, allowed }: PermissionChange) {
  await run(
    client,
    query
      .insertInto('permission_settings')
      .values({ organization_id: id, role, permission, allowed })
      .onConflict((conflict) => conflict.columns(['organization_id', 'role', 'permission']).doUpdateSet({ allowed })),
  )
}

export async function settingsOf(database: Queryable, organization: string): Promise<PermissionSetting[]> {
  return rowsOf(
    database,
    query
      .selectFrom('permission_settings')
      .select(['role', 'permission', 'allowed'])
      .where('organization_id', '=', organization)
      .$narrowType<{ permission: Permission }>(),
  )
}

/** Roles by their scope: all athletes, or those they see. */
export type RolesByScope = { all: Role[]; assigned: Role[] }

/** Roles with all of the permissions, except athletes. */
export async function loadRolesWith(
  client: Queryable,
  organization: string,
  needed: readonly Permission[],
): Promise<RolesByScope> {
  const settings = await settingsOf(client, organization)
  const roles = allRoles
    .filter((role) => role !== 'athlete')
    .map((role) => ({ role, permissions: permissionsOf(role, settings) }))
    .filter(({ permissions }) => needed.every((permission) => permissions.includes(permission)))
  const withScope = (seesAll: boolean) =>
    roles.filter(({ permissions }) => permissions.includes('athletes.all') === seesAll).map(({ role }) => role)
  return { all: withScope(true), assigned: withScope(false) }
}

/** Up to this many members, self-approval is on by default. */
const SELF_APPROVAL_MEMBERS = 3

/** Whether the only approver may approve their own work. */
export async function mayDecideAlone(client: Queryable, organization: string): Promise<boolean> {
  const { allowed } = await oneRowOf(
    client,
    query
      .selectFrom('organizations as o')
      .select(
        sql<boolean>`coalesce(o.self_approval, (select count(*) from memberships m where m.organization_id = o.id
          and m.role <> 'athlete') <= ${SELF_APPROVAL_MEMBERS})`.as('allowed'),
      )
      .where('o.id', '=', organization),
  )
  return allowed
}

/** Members with their permissions. */
export async function membersOf(client: Queryable, organization: string) {
  const settings = await settingsOf(client, organization)
  const rows = await rowsOf(
    client,
    query
      .selectFrom('memberships')
      .select(['user_id as id', 'role'])
      .where('organization_id', '=', organization)
      .$narrowType<{ role: Role }>(),
  )
  return rows.map((member) => ({ ...member, permissions: permissionsOf(member.role, settings) }))
}

export type Colleague = { id: string; name: string; email: string }

/** Members but athletes, oldest membership first. Files name them. */
export async function listColleagues(client: Queryable, organization: string): Promise<Colleague[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('memberships as m')
      .innerJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
      .select(['u.id', 'u.name', 'u.email'])
      .where('m.organization_id', '=', organization)
      .where('m.role', '<>', 'athlete')
      .where('u.email', 'is not', null)
      .orderBy('m.created_at')
      .orderBy('u.id')
      .$narrowType<{ email: string }>(),
  )
  return rows
}

/** Organizations of a person, with their permissions. */
async function listOrganizations(database: Queryable, person: string): Promise<AccountOrganization[]> {
  const rows = await rowsOf(
    database,
    query
      .selectFrom('all_memberships as m')
      .innerJoin('all_organizations as o', 'o.id', 'm.organization_id')
      .select((eb) => {
        const settings = eb
          .selectFrom('all_permission_settings as p')
          .select(['p.role', 'p.permission', 'p.allowed'])
          .whereRef('p.organization_id', '=', 'o.id')
          .whereRef('p.role', '=', 'm.role')
          .$narrowType<{ permission: Permission }>()
        return [
          'o.id',
          'o.name',
          'o.kind',
          'o.sample',
          'o.time_zone as timeZone',
          'o.trial_ends_at as trialEndsAt',
          'm.role',
          jsonArrayFrom(settings).as('settings'),
        ]
      })
      .where('m.user_id', '=', person)
      .orderBy('m.created_at'),
    'organizations-of',
  )
  return rows.map(({ settings, trialEndsAt, ...membership }) => {
    const permissions = permissionsOf(membership.role, settings)
    const seesTrial = trialEndsAt && permissions.includes('billing.view')
    return { ...membership, permissions, ...(seesTrial && { trialEndsAt: trialEndsAt.toISOString() }) }
  })
}

/** The same as SQL, by the database's clock. */
export function currentDay(organization: string) {
  return sql<string>`(select (now() at time zone time_zone)::date from organizations where id = ${organization})`
}
/** The same for statements whose first parameter is the organization. */
export const dayOfOrganization = sql`(select (now() at time zone time_zone)::date from organizations where id = $1)`

/** Midnight of a day in the organization's time zone. */
export function startOfDay(organization: string, day: string) {
  return sql<Date>`(select ${day}::date::timestamp at time zone time_zone from organizations where id = ${organization})`
}

export async function loadTimeZone(database: Queryable, organization: string) {
  const { time_zone } = await oneRowOf(
    database,
    query.selectFrom('organizations').select('time_zone').where('id', '=', organization),
    'time-zone',
  )
  return time_zone
}

export async function loadCurrency(database: Queryable, organization: string) {
  const { currency } = await oneRowOf(
    database,
    query.selectFrom('organizations').select('currency').where('id', '=', organization),
  )
  return currency as Currency
}

/** Current day in the organization's time zone. */
export async function todayIn(database: Queryable, organization: string, now: Date) {
  return dayIn(now.toISOString(), await loadTimeZone(database, organization))
}

/** Serializes changes that could leave no owner or exceed the seats. Foreign keys do not wait for `no key update`. */
export async function lockOrganization(client: Queryable, organization: string) {
  return rowOf(
    client,
    query.selectFrom('organizations').select('sample').where('id', '=', organization).forNoKeyUpdate(),
  )
}

/** Serializes changes of one member. */
export async function lockMember(client: Queryable, organization: string, person: string) {
  await run(
    client,
    query
      .selectFrom('memberships')
      .where('organization_id', '=', organization)
      .where('user_id', '=', person)
      .forNoKeyUpdate(),
  )
}

/** Members and open invitations, without athletes. */
export async function countTakenSeats(client: Queryable, organization: string): Promise<number> {
  const count = (table: 'memberships' | 'invitations') =>
    query
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .where('organization_id', '=', organization)
      .where('role', '<>', 'athlete')
  const members = count('memberships')
  const invited = count('invitations').where(sql<boolean>`expires_at > now()`)
  const { taken } = await oneRowOf(
    client,
    query.selectNoFrom(sql<number>`${members}::int + ${invited}::int`.as('taken')),
  )
  return taken
}

export async function setSelfApproval(client: Queryable, organization: string, allowed: boolean) {
  await run(client, query.updateTable('organizations').set({ self_approval: allowed }).where('id', '=', organization))
}

export async function setSendAfterApproval(client: Queryable, organization: string, on: boolean) {
  await run(client, query.updateTable('organizations').set({ send_after_approval: on }).where('id', '=', organization))
}

export async function loadSonarEngine(client: Queryable, organization: string): Promise<boolean> {
  const row = await oneRowOf(
    client,
    query.selectFrom('organizations').select('sonar_engine').where('id', '=', organization),
  )
  return row.sonar_engine
}

export async function setSonarEngine(client: Queryable, organization: string, on: boolean) {
  await run(client, query.updateTable('organizations').set({ sonar_engine: on }).where('id', '=', organization))
}

/** Returns whether there was one. */
export async function withdrawInvitation(client: Queryable, organization: string, athlete: string) {
  const ofAthlete = query
    .deleteFrom('invitations')
    .where('organization_id', '=', organization)
    .where('athlete_id', '=', athlete)
  return (await run(client, ofAthlete)) > 0
}

export async function insertOrganization(
  client: Queryable,
  organization: NewOrganization & { id: string; sample?: boolean },
) {
  await run(client, query.insertInto('organizations').values(organization))
}

/** A person has one trial, even if they hand the organization over. */
export async function startTrial(client: Queryable, organization: string, person: string, ends: Date) {
  const trial = { trial_ends_at: ends, trial_of: person }
  await run(client, query.updateTable('organizations').set(trial).where('id', '=', organization))
}

/** Running trials without a plan that end before the given time. */
export function listEndingTrials(database: Queryable, { from, until }: { from: Date; until: Date }) {
  return rowsOf(
    database,
    query
      .selectFrom('all_organizations')
      .select('id')
      .where('closed_at', 'is', null)
      .where('trial_ends_at', '>', from)
      .where('trial_ends_at', '<=', until),
  )
}

/** Locks the trial that runs without a plan. */
export function lockTrial(client: Queryable, organization: string) {
  return rowOf(
    client,
    query
      .selectFrom('organizations')
      .select(['name', 'trial_ends_at as trialEndsAt', 'trial_notice_days as trialNoticeDays'])
      .where('id', '=', organization)
      .where('closed_at', 'is', null)
      .where('trial_ends_at', 'is not', null)
      .$narrowType<{ trialEndsAt: Date }>()
      .forNoKeyUpdate(),
  )
}

export async function recordTrialNotice(client: Queryable, organization: string, days: number) {
  await run(client, query.updateTable('organizations').set({ trial_notice_days: days }).where('id', '=', organization))
}

/** Once a plan has taken over the trial. */
export async function endTrial(client: Queryable, organization: string) {
  await run(client, query.updateTable('organizations').set({ trial_ends_at: null }).where('id', '=', organization))
}

export async function insertMember(client: Queryable, organization: string, person: string, role: Role) {
  await run(client, query.insertInto('memberships').values({ organization_id: organization, user_id: person, role }))
}

/** Checks the permission after taking the lock, since it may have changed while waiting. */
export async function lockWithPermission(
  client: Queryable,
  person: Person,
  organization: string,
  permission?: Permission,
): Promise<Member> {
  const locked = await lockOrganization(client, organization)
  const role = await roleOf(client, organization, person.id)
  if (!role) throw new Refusal('not-found')
  const permissions = permissionsOf(role, await settingsOf(client, organization))
  if (permission && !permissions.includes(permission)) throw new Refusal('not-permitted')
  return { organization, role, permissions, lacksSecondFactor: !person.secondFactor && !locked?.sample }
}

export async function roleOf(client: Queryable, organization: string, person: string): Promise<Role | undefined> {
  const row = await rowOf(
    client,
    query
      .selectFrom('memberships')
      .select('role')
      .where('organization_id', '=', organization)
      .where('user_id', '=', person),
  )
  return row?.role
}

/** Real people cannot be invited to a sample, which has fictional data. */
export async function requireNoSample(client: Queryable, organization: string) {
  const { sample } = await oneRowOf(
    client,
    query.selectFrom('organizations').select('sample').where('id', '=', organization),
  )
  if (sample) throw new Refusal('sample-stays-inside')
}

/** Whether a member has this email address. */
export async function isAddressOfMember(client: Queryable, organization: string, email: string): Promise<boolean> {
  return hasMember(client, organization, sql<boolean>`u.email = ${email}`)
}

/** Also by another address of the same mailbox, such as `name+other@agency.example`. */
export async function isMailboxOfMember(client: Queryable, organization: string, email: string): Promise<boolean> {
  return hasMember(client, organization, isSameMailbox('u.email', email))
}

async function hasMember(client: Queryable, organization: string, condition: RawBuilder<boolean>): Promise<boolean> {
  const member = await rowOf(
    client,
    query
      .selectFrom('memberships as m')
      .innerJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
      .select('u.id')
      .where('m.organization_id', '=', organization)
      .where(condition),
  )
  return member !== undefined
}

/** Current membership, for work outside a request of the member. */
export async function findMember(client: Queryable, organization: string, person: string): Promise<Member | undefined> {
  const row = await rowOf(
    client,
    query
      .selectFrom('memberships as m')
      .innerJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
      .innerJoin('organizations as o', 'o.id', 'm.organization_id')
      .select(['m.role', 'u.second_factor', 'o.sample'])
      .where('m.organization_id', '=', organization)
      .where('m.user_id', '=', person),
  )
  if (!row) return undefined
  const permissions = permissionsOf(row.role, await settingsOf(client, organization))
  return { organization, role: row.role, permissions, lacksSecondFactor: !row.second_factor && !row.sample }
}

export const releaseWorkJob = { name: 'release-unreachable-work', data: z.object({ organization: z.uuid() }) }

/** After assignments or days in programs ended: work that their holders can no longer open goes to others. */
export function releaseUnreachableWork(client: Queryable, organization: string) {
  return enqueue(client, releaseWorkJob, { organization }, { key: organization })
}

/** Oldest membership first. */
export function ownersOf(client: Queryable, organization: string) {
  return rowsOf(
    client,
    query
      .selectFrom('memberships as m')
      .innerJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
      .select(['u.id', 'u.name', 'u.email', 'u.phone'])
      .where('m.organization_id', '=', organization)
      .where('m.role', '=', 'owner')
      .where('u.deleted_at', 'is', null)
      .orderBy('m.created_at')
      .orderBy('u.id')
      // Only deleted accounts have no name or address.
      .$narrowType<{ name: string; email: string }>(),
  )
}

/** Mails all owners, in the transaction of the action. */
export async function notifyOwners(
  client: Queryable,
  { organization, by, action, at }: { organization: string; by: { name: string }; action: StrongAction; at: Date },
) {
  const { name: organizationName, time_zone } = await oneRowOf(
    client,
    query.selectFrom('organizations').select(['name', 'time_zone']).where('id', '=', organization),
  )
  for (const { id, name, email } of await ownersOf(client, organization)) {
    await queueMail(client, ownerNoticeMail, {
      recipient: email,
      person: id,
      details: {
        name,
        organization: organizationName,
        organizationId: organization,
        action,
        by: by.name,
        at: dayIn(at.toISOString(), time_zone),
      },
    })
  }
}
