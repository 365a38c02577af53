import {
  mayHandOut,
  type NewOrganisation,
  type Permission,
  permissionsOf,
  type Role,
  roles,
} from '@sherpa/contracts/organisation'
import { Refusal } from '@sherpa/contracts/problem'
import { noteEvent } from '../audit/audit-events.ts'
import type { Member, Person } from '../http/access.ts'
import { type Database, inTransaction, type Queryable } from '../persistence/database.ts'
import { lockFor, lockOrganisation, roleOf, settingsOf } from './organisations.ts'

export type MembershipParts = {
  database: Database
  /** Waits until nothing else changes what someone belongs to; refuses if they are gone. */
  lockPerson: (client: Queryable, person: string) => Promise<void>
  /** Refuses if the organisation's plan has no room for one more in this role. */
  requireRoom: (client: Queryable, organisation: string, role: Role) => Promise<void>
  /** Ends the subscription of an organisation that nobody belongs to any more. */
  endSubscription: (client: Queryable, organisation: string) => Promise<void>
}

/** Who belongs to an organisation, and as what. */
export function membership({ database, lockPerson, requireRoom, endSubscription }: MembershipParts) {
  return {
    async found(person: Person, { name, kind }: NewOrganisation): Promise<string> {
      return inTransaction(database, async (client) => {
        await lockPerson(client, person.id)
        const { rows } = await client.query('insert into organisations (name, kind) values ($1, $2) returning id', [
          name,
          kind,
        ])
        const organisation: string = rows[0].id
        await client.query('insert into memberships (organisation_id, user_id, role) values ($1, $2, $3)', [
          organisation,
          person.id,
          'owner',
        ])
        await noteEvent(client, { event: 'organisation-created', actor: person.id, organisation })
        return organisation
      })
    },

    async changeRole(actor: Person, { organisation }: Member, person: string, role: Role) {
      await changing(actor, organisation, 'people.manage', async (client, member) => {
        const before = await reachable(client, actor, member, person)
        if (before === role) return
        await requireMayHandOut(client, member, role)
        if (before === 'owner') await requireOtherOwner(client, organisation, person)
        if ((before === 'athlete') !== (role === 'athlete')) await requireRoom(client, organisation, role)
        await setRole(client, organisation, person, role)
        await noteEvent(client, {
          event: 'role-changed',
          actor: actor.id,
          organisation,
          person,
          details: `${roles[before]} → ${roles[role]}`,
        })
      })
    },

    async remove(actor: Person, { organisation }: Member, person: string) {
      await changing(actor, organisation, 'people.manage', async (client, member) => {
        const before = await reachable(client, actor, member, person)
        if (before === 'owner') await requireOtherOwner(client, organisation, person)
        await end(client, organisation, person)
        await noteEvent(client, {
          event: 'removed',
          actor: actor.id,
          organisation,
          person,
          details: roles[before],
        })
      })
    },

    async leave(person: Person, { organisation }: Member) {
      const { id } = person
      await changing(person, organisation, undefined, async (client, { role }) => {
        if (role === 'owner') await requireOtherOwner(client, organisation, id)
        await end(client, organisation, id)
        await noteEvent(client, { event: 'left', actor: id, organisation, details: roles[role] })
      })
    },

    async handOver(actor: Person, { organisation }: Member, person: string, roleAfterwards: Role) {
      await changing(actor, organisation, 'ownership.hand-over', async (client) => {
        const before = await roleOf(client, organisation, person)
        if (!before || person === actor.id) throw new Refusal('not-found')
        if (before === 'athlete') await requireRoom(client, organisation, 'owner')
        if (roleAfterwards === 'athlete') await requireRoom(client, organisation, 'athlete')
        await setRole(client, organisation, person, 'owner')
        await setRole(client, organisation, actor.id, roleAfterwards)
        await noteEvent(client, {
          event: 'handed-over',
          actor: actor.id,
          organisation,
          person,
          details: `${roles[before]} → ${roles.owner}`,
        })
      })
    },

    /** Whoever deletes their account leaves everywhere. What nobody else belongs to is closed. */
    async leaveAll(client: Queryable, { id, email }: Person) {
      await client.query('delete from invitations where email = $1', [email])
      const { rows } = await client.query(
        'select organisation_id as organisation from memberships where user_id = $1 order by 1',
        [id],
      )
      for (const { organisation } of rows) {
        await lockOrganisation(client, organisation)
        const role = await roleOf(client, organisation, id)
        if (!role) continue
        const { rows: others } = await client.query(
          'select role from memberships where organisation_id = $1 and user_id <> $2',
          [organisation, id],
        )
        const deserted = role === 'owner' && !others.some((other) => other.role === 'owner')
        if (deserted && others.length > 0) throw new Refusal('last-owner')
        await end(client, organisation, id)
        if (others.length === 0) await close(client, organisation)
        await noteEvent(client, { event: 'left', actor: id, organisation, details: roles[role] })
      }
    },
  }

  function changing(
    actor: Person,
    organisation: string,
    permission: Permission | undefined,
    work: (client: Queryable, member: Member) => Promise<void>,
  ) {
    return inTransaction(database, async (client) =>
      work(client, await lockFor(client, actor, organisation, permission)),
    )
  }

  /** The role of someone else whom the actor may touch: nobody reaches above themselves, and oneself one leaves. */
  async function reachable(client: Queryable, actor: Person, member: Member, person: string): Promise<Role> {
    const role = await roleOf(client, member.organisation, person)
    if (!role) throw new Refusal('not-found')
    if (person === actor.id) throw new Refusal('not-permitted')
    await requireMayHandOut(client, member, role)
    return role
  }

  async function close(client: Queryable, organisation: string) {
    await client.query('update organisations set closed_at = now() where id = $1', [organisation])
    await client.query('delete from invitations where organisation_id = $1', [organisation])
    await client.query('delete from permission_settings where organisation_id = $1', [organisation])
    await endSubscription(client, organisation)
  }
}

export type Membership = ReturnType<typeof membership>

export async function requireMayHandOut(client: Queryable, { organisation, permissions }: Member, role: Role) {
  const ofTheRole = permissionsOf(role, await settingsOf(client, organisation))
  if (!mayHandOut(permissions, ofTheRole)) throw new Refusal('not-permitted')
}

async function requireOtherOwner(client: Queryable, organisation: string, person: string) {
  const { rowCount } = await client.query(
    "select from memberships where organisation_id = $1 and user_id <> $2 and role = 'owner'",
    [organisation, person],
  )
  if (!rowCount) throw new Refusal('last-owner')
}

async function setRole(client: Queryable, organisation: string, person: string, role: Role) {
  await client.query('update memberships set role = $3 where organisation_id = $1 and user_id = $2', [
    organisation,
    person,
    role,
  ])
}

/** What they handed out and nobody has taken yet goes with them. */
async function end(client: Queryable, organisation: string, person: string) {
  await client.query('delete from invitations where organisation_id = $1 and invited_by = $2', [organisation, person])
  await client.query('delete from memberships where organisation_id = $1 and user_id = $2', [organisation, person])
}
