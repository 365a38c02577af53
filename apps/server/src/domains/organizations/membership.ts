import { randomUUID } from 'node:crypto'
import {
  mayHandOut,
  type NewOrganization,
  type Permission,
  permissionsOf,
  type Role,
  roles,
} from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import { type Database, enterOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { notify } from '../notifications/notifications.ts'
import { insertMember, insertOrganization, lockFor, lockOrganization, roleOf, settingsOf } from './organizations.ts'

export type MembershipParts = {
  database: Database
  /** Waits until nothing else changes what someone belongs to; refuses if they are gone. */
  lockPerson: (client: Queryable, person: string) => Promise<void>
  /** Refuses if the organization's plan has no room for one more in this role. */
  requireRoomInPlan: (client: Queryable, organization: string, role: Role) => Promise<void>
  /** Removes the private views of someone who leaves; without a person, all of an organization that is closed. */
  forgetViews: (client: Queryable, organization: string, person?: string) => Promise<void>
  /** Withdraws what waits for an answer of someone who leaves; what they decided stays. */
  withdrawRequests: (
    client: Queryable,
    leaving: { organization: string; person: string; actor: string },
  ) => Promise<void>
  /** Ends the subscription of an organization that nobody belongs to any more. */
  endSubscription: (client: Queryable, organization: string) => Promise<void>
}

/** Who belongs to an organization, and as what. */
export function membership({
  database,
  lockPerson,
  requireRoomInPlan,
  forgetViews,
  withdrawRequests,
  endSubscription,
}: MembershipParts) {
  return {
    async create(person: Person, { name, kind }: NewOrganization): Promise<string> {
      return inTransaction(database, async (client) => {
        await lockPerson(client, person.id)
        const organization = randomUUID()
        await enterOrganization(client, organization)
        await insertOrganization(client, { id: organization, name, kind })
        await insertMember(client, organization, person.id, 'owner')
        await noteEvent(client, { event: 'organization-created', actor: person.id, organization })
        return organization
      })
    },

    async changeRole(actor: Person, { organization }: Member, person: string, role: Role) {
      await changing(actor, organization, 'people.manage', async (client, member) => {
        const before = await reachable(client, actor, member, person)
        if (before === role) return
        await requireMayHandOut(client, member, role)
        if (before === 'owner') await requireOtherOwner(client, organization, person)
        if ((before === 'athlete') !== (role === 'athlete')) await requireRoomInPlan(client, organization, role)
        await setRole(client, organization, person, role)
        await noteEvent(client, {
          event: 'role-changed',
          actor: actor.id,
          organization,
          person,
          details: `${roles[before]} → ${roles[role]}`,
        })
        await notify(client, { organization, person, kind: 'role-changed', actor: actor.id, details: { role } })
      })
    },

    async remove(actor: Person, { organization }: Member, person: string) {
      await changing(actor, organization, 'people.manage', async (client, member) => {
        const before = await reachable(client, actor, member, person)
        if (before === 'owner') await requireOtherOwner(client, organization, person)
        await end(client, organization, person, actor.id)
        await noteEvent(client, {
          event: 'removed',
          actor: actor.id,
          organization,
          person,
          details: roles[before],
        })
      })
    },

    async leave(person: Person, { organization }: Member) {
      const { id } = person
      await changing(person, organization, undefined, async (client, { role }) => {
        if (role === 'owner') await requireOtherOwner(client, organization, id)
        await end(client, organization, id)
        await noteEvent(client, { event: 'left', actor: id, organization, details: roles[role] })
      })
    },

    async handOver(actor: Person, { organization }: Member, person: string, roleAfterwards: Role) {
      await changing(actor, organization, 'ownership.hand-over', async (client) => {
        const before = await roleOf(client, organization, person)
        if (!before || person === actor.id) throw new Refusal('not-found')
        if (before === 'athlete') await requireRoomInPlan(client, organization, 'owner')
        if (roleAfterwards === 'athlete') await requireRoomInPlan(client, organization, 'athlete')
        await setRole(client, organization, person, 'owner')
        await setRole(client, organization, actor.id, roleAfterwards)
        await noteEvent(client, {
          event: 'handed-over',
          actor: actor.id,
          organization,
          person,
          details: `${roles[before]} → ${roles.owner}`,
        })
        await notify(client, { organization, person, kind: 'ownership-received', actor: actor.id })
      })
    },

    /** An athlete who may no longer have an account here; whoever has another role by now stays. */
    async endForAthlete(client: Queryable, organization: string, person: string) {
      if ((await roleOf(client, organization, person)) !== 'athlete') return
      await end(client, organization, person)
    },

    /** Whoever deletes their account leaves everywhere. What nobody else belongs to is closed. */
    async leaveAll(client: Queryable, { id, email }: Person) {
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
        const role = await roleOf(client, organization, id)
        if (!role) continue
        const others = await rowsOf(client, rolesOfOthers(organization, id))
        const deserted = role === 'owner' && !others.some((other) => other.role === 'owner')
        if (deserted && others.length > 0) throw new Refusal('last-owner')
        await end(client, organization, id)
        if (others.length === 0) await close(client, organization)
        await noteEvent(client, { event: 'left', actor: id, organization, details: roles[role] })
      }
    },
  }

  function changing(
    actor: Person,
    organization: string,
    permission: Permission | undefined,
    work: (client: Queryable, member: Member) => Promise<void>,
  ) {
    return inTransaction(database, async (client) =>
      work(client, await lockFor(client, actor, organization, permission)),
    )
  }

  /** The role of someone else whom the actor may touch: nobody reaches above themselves, and oneself one leaves. */
  async function reachable(client: Queryable, actor: Person, member: Member, person: string): Promise<Role> {
    const role = await roleOf(client, member.organization, person)
    if (!role) throw new Refusal('not-found')
    if (person === actor.id) throw new Refusal('not-permitted')
    await requireMayHandOut(client, member, role)
    return role
  }

  async function close(client: Queryable, organization: string) {
    await run(client, query.updateTable('organizations').set({ closed_at: sql`now()` }).where('id', '=', organization))
    await run(client, query.deleteFrom('invitations').where('organization_id', '=', organization))
    await run(client, query.deleteFrom('permission_settings').where('organization_id', '=', organization))
    await forgetViews(client, organization)
    await endSubscription(client, organization)
  }

  /** What they handed out and nobody has taken yet goes with them, and so does what only they could see. */
  async function end(client: Queryable, organization: string, person: string, actor = person) {
    await withdrawRequests(client, { organization, person, actor })
    await run(
      client,
      query.deleteFrom('invitations').where('organization_id', '=', organization).where('invited_by', '=', person),
    )
    await forgetViews(client, organization, person)
    const left = await rowOf(
      client,
      query
        .deleteFrom('memberships')
        .where('organization_id', '=', organization)
        .where('user_id', '=', person)
        .returning('folded'),
    )
    await client.query('select forget_unused_words_of_memberships($1)', [left?.folded ?? ''])
  }
}

export type Membership = ReturnType<typeof membership>

export async function requireMayHandOut(client: Queryable, member: Member, role: Role) {
  const ofTheRole = permissionsOf(role, await settingsOf(client, member.organization))
  if (!mayHandOut(member.permissions, role, ofTheRole)) throw new Refusal('not-permitted')
  // Who owns the organization is for owners with a second factor, however it is changed.
  if (role === 'owner' && member.lacksSecondFactor) throw new Refusal('second-factor-required')
}

async function requireOtherOwner(client: Queryable, organization: string, person: string) {
  const other = await rowOf(client, rolesOfOthers(organization, person).where('role', '=', 'owner'))
  if (!other) throw new Refusal('last-owner')
}

function rolesOfOthers(organization: string, person: string) {
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
