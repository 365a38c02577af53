import { randomUUID } from 'node:crypto'
import type { AccountDeletion, HandoverAssignments } from '@sherpa/contracts/handover'
import { roles } from '@sherpa/contracts/labels'
import {
  mayHandOut,
  type NewOrganization,
  type Permission,
  permissionsOf,
  type Role,
} from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import { type Database, enterOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { notify } from '../notifications/notifications.ts'
import type { HandoverService } from './handover.ts'
import {
  findMember,
  insertMember,
  insertOrganization,
  lockOrganization,
  lockWithPermission,
  roleOf,
  settingsOf,
  startTrial,
} from './organizations.ts'

export type MembershipParts = {
  database: Database
  /** Serializes membership changes of a person. Rejects a deleted account. */
  lockPerson: (client: Queryable, person: string) => Promise<void>
  /** Rejects if the plan has no free seat for this role. */
  requireRoomInPlan: (client: Queryable, organization: string, role: Role) => Promise<void>
  /** Deletes a person's private views or, without a person, all views of the organization. */
  deleteViews: (client: Queryable, organization: string, person?: string) => Promise<void>
  handover: Pick<HandoverService, 'collect' | 'complete' | 'releaseUnreachable'>
  endSubscription: (client: Queryable, organization: string) => Promise<void>
  /** Null for a person who had a trial before. */
  computeTrialEnd: (client: Queryable, organization: string, person: string) => Promise<Date | null>
}

export function createMembershipService({
  database,
  lockPerson,
  requireRoomInPlan,
  deleteViews,
  handover,
  endSubscription,
  computeTrialEnd,
}: MembershipParts) {
  return {
    async create(person: Person, { name, kind }: NewOrganization): Promise<string> {
      return inTransaction(database, async (client) => {
        await lockPerson(client, person.id)
        const organization = randomUUID()
        await enterOrganization(client, organization)
        await insertOrganization(client, { id: organization, name, kind })
        await insertMember(client, organization, person.id, 'owner')
        const trialEnd = await computeTrialEnd(client, organization, person.id)
        if (trialEnd) await startTrial(client, organization, person.id, trialEnd)
        await recordEvent(client, { event: 'organization-created', actor: person.id, organization })
        return organization
      })
    },

    async changeRole(
      actor: Person,
      { organization }: Member,
      person: string,
      { role, handover: assignments }: { role: Role; handover?: HandoverAssignments | undefined },
    ) {
      await withLock(actor, organization, 'people.manage', async (client, member) => {
        const before = await requireManageable(client, actor, member, person)
        if (before === role) return
        await requireMayGrant(client, member, role)
        if (before === 'owner') await requireOtherOwner(client, organization, person)
        if ((before === 'athlete') !== (role === 'athlete')) await requireRoomInPlan(client, organization, role)
        await giveRole(client, { person: actor, member }, person, role, assignments)
        await recordEvent(client, {
          event: 'role-changed',
          actor: actor.id,
          organization,
          person,
          details: `${roles[before]} → ${roles[role]}`,
          changes: [{ field: 'role', before: roles[before], after: roles[role] }],
        })
        await notify(client, { organization, person, kind: 'role-changed', actor: actor.id, details: { role } })
      })
    },

    async remove(actor: Person, { organization }: Member, person: string, assignments?: HandoverAssignments) {
      await withLock(actor, organization, 'people.manage', async (client, member) => {
        const before = await requireManageable(client, actor, member, person)
        if (before === 'owner') await requireOtherOwner(client, organization, person)
        await endMembership(client, organization, person, { viewer: { person: actor, member }, assignments })
        await recordEvent(client, {
          event: 'removed',
          actor: actor.id,
          organization,
          person,
          details: roles[before],
        })
      })
    },

    async leave(person: Person, { organization }: Member, assignments?: HandoverAssignments) {
      const { id } = person
      await withLock(person, organization, undefined, async (client, member) => {
        const { role } = member
        if (role === 'owner') await requireOtherOwner(client, organization, id)
        await endMembership(client, organization, id, { viewer: { person, member }, assignments })
        await recordEvent(client, { event: 'left', actor: id, organization, details: roles[role] })
      })
    },

    async handOver(actor: Person, { organization }: Member, person: string, roleAfterwards: Role) {
      await withLock(actor, organization, 'ownership.hand-over', async (client, member) => {
        const before = await roleOf(client, organization, person)
        if (!before || person === actor.id) throw new Refusal('not-found')
        if (before === 'athlete') await requireRoomInPlan(client, organization, 'owner')
        if (roleAfterwards === 'athlete') await requireRoomInPlan(client, organization, 'athlete')
        await setRole(client, organization, person, 'owner')
        await giveRole(client, { person: actor, member }, actor.id, roleAfterwards)
        await recordEvent(client, {
          event: 'handed-over',
          actor: actor.id,
          organization,
          person,
          details: `${roles[before]} → ${roles.owner}`,
          changes: [{ field: 'role', before: roles[before], after: roles.owner }],
        })
        await notify(client, { organization, person, kind: 'ownership-received', actor: actor.id })
      })
    },

    /** For an athlete who may no longer have an account. Members with another role stay. */
    async endForAthlete(client: Queryable, organization: string, person: string) {
      if ((await roleOf(client, organization, person)) !== 'athlete') return
      await endMembership(client, organization, person, {})
    },

    /** Part of account deletion. Closes organizations without other members. */
    async leaveAll(client: Queryable, person: Person, handovers: AccountDeletion['handovers'] = []) {
      const { id, email } = person
      const invited = await rowsOf(
        client,
        query
          .selectFrom('all_invitations')
          .select('organization_id as organization')
          .where('email', '=', email)
          .orderBy('organization'),
      )
      for (const { organization } of invited) {
        await enterOrganization(client, organization)
        await run(
          client,
          query.deleteFrom('invitations').where('organization_id', '=', organization).where('email', '=', email),
        )
      }
      const joined = await rowsOf(
        client,
        query
          .selectFrom('all_memberships')
          .select('organization_id as organization')
          .where('user_id', '=', id)
          .orderBy('organization'),
      )
      for (const { organization } of joined) {
        await enterOrganization(client, organization)
        await lockOrganization(client, organization)
        const member = await findMember(client, organization, id)
        if (!member) continue
        const { role } = member
        const others = await rowsOf(client, selectOtherRoles(organization, id))
        const isLastOwner = role === 'owner' && !others.some((other) => other.role === 'owner')
        if (isLastOwner && others.length > 0) throw new Refusal('last-owner')
        const assignments = handovers.find((one) => one.organization === organization)?.assignments
        await endMembership(client, organization, id, { viewer: { person, member }, assignments })
        if (others.length === 0) await closeOrganization(client, organization)
        await recordEvent(client, { event: 'left', actor: id, organization, details: roles[role] })
      }
    },
  }

  function withLock(
    actor: Person,
    organization: string,
    permission: Permission | undefined,
    work: (client: Queryable, member: Member) => Promise<void>,
  ) {
    return inTransaction(database, async (client) =>
      work(client, await lockWithPermission(client, actor, organization, permission)),
    )
  }

  async function giveRole(
    client: Queryable,
    viewer: { person: Person; member: Member },
    person: string,
    role: Role,
    assignments?: HandoverAssignments,
  ) {
    const { organization } = viewer.member
    await setRole(client, organization, person, role)
    await handover.releaseUnreachable(client, organization, { person, actor: viewer.person.id, viewer, assignments })
  }

  /** Rejects changes to oneself and to members with more permissions. */
  async function requireManageable(client: Queryable, actor: Person, member: Member, person: string): Promise<Role> {
    const role = await roleOf(client, member.organization, person)
    if (!role) throw new Refusal('not-found')
    if (person === actor.id) throw new Refusal('not-permitted')
    await requireMayGrant(client, member, role)
    return role
  }

  async function closeOrganization(client: Queryable, organization: string) {
    await run(client, query.updateTable('organizations').set({ closed_at: sql`now()` }).where('id', '=', organization))
    await run(client, query.deleteFrom('invitations').where('organization_id', '=', organization))
    await run(client, query.deleteFrom('permission_settings').where('organization_id', '=', organization))
    await deleteViews(client, organization)
    await endSubscription(client, organization)
  }

  /** Also deletes the member's open invitations and private views. */
  async function endMembership(
    client: Queryable,
    organization: string,
    person: string,
    {
      viewer,
      assignments,
    }: { viewer?: { person: Person; member: Member }; assignments?: HandoverAssignments | undefined },
  ) {
    // Waits for transactions that give the person work, and blocks new ones.
    await run(
      client,
      query
        .selectFrom('memberships')
        .where('organization_id', '=', organization)
        .where('user_id', '=', person)
        .forUpdate(),
    )
    const collected = await handover.collect(client, { organization, person, after: undefined }, viewer)
    await run(
      client,
      query.deleteFrom('invitations').where('organization_id', '=', organization).where('invited_by', '=', person),
    )
    await deleteViews(client, organization, person)
    const left = await rowOf(
      client,
      query
        .deleteFrom('memberships')
        .where('organization_id', '=', organization)
        .where('user_id', '=', person)
        .returning('folded'),
    )
    await client.query('select forget_unused_words_of_memberships($1)', [left?.folded ?? ''])
    await handover.complete(client, collected, { actor: viewer?.person.id ?? person, assignments })
  }
}

export type Membership = ReturnType<typeof createMembershipService>

export async function requireMayGrant(client: Queryable, member: Member, role: Role) {
  const rolePermissions = permissionsOf(role, await settingsOf(client, member.organization))
  if (!mayHandOut(member.permissions, role, rolePermissions)) throw new Refusal('not-permitted')
  // Ownership changes always need a second factor.
  if (role === 'owner' && member.lacksSecondFactor) throw new Refusal('second-factor-required')
}

async function requireOtherOwner(client: Queryable, organization: string, person: string) {
  const other = await rowOf(client, selectOtherRoles(organization, person).where('role', '=', 'owner'))
  if (!other) throw new Refusal('last-owner')
}

function selectOtherRoles(organization: string, person: string) {
  return query
    .selectFrom('memberships')
    .select('role')
    .where('organization_id', '=', organization)
    .where('user_id', '<>', person)
}

async function setRole(client: Queryable, organization: string, person: string, role: Role) {
  await run(
    client,
    query
      .updateTable('memberships')
      .set({ role })
      .where('organization_id', '=', organization)
      .where('user_id', '=', person),
  )
}
