import type { Account, NewAccount, User } from '@sherpa/contracts/account'
import type { Invitation, NewInvitation } from '@sherpa/contracts/invitation'
import { mayHandOut, permissionsOf, type Role, roles } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import { hashOfLinkToken, newLinkToken } from '../../mail/link-token.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, enterOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import { noteEvent } from '../audit/audit.ts'
import { notify } from '../notifications/notifications.ts'
import { invitationMail } from './invitation-mail.ts'
import { requireMayHandOut } from './membership.ts'
import { lockFor, lockOrganization, requireNoSample, roleOf, settingsOf } from './organizations.ts'

const VALID_DAYS = 7

/** Of all organizations: whoever looks at an invitation need not belong to the one that it is from. */
const openInvitations = query
  .selectFrom('all_invitations as i')
  .innerJoin('all_organizations as o', 'o.id', 'i.organization_id')
  .where('i.expires_at', '>', sql<Date>`now()`)

export type InvitationParts = {
  database: Database
  requireRoomInPlan: (client: Queryable, organization: string, role: Role) => Promise<void>
  /** Waits until nothing else changes what someone belongs to; refuses if they are gone. */
  lockPerson: (client: Queryable, person: string) => Promise<void>
  /** Refuses what is easy to guess, and hashes the rest. */
  preparePassword: (password: string, field: string, personal: string[]) => Promise<string>
  /** The id of a new account; none, if the address has one. */
  insertAccount: (
    client: Queryable,
    account: { name: string; email: string; passwordHash: string },
  ) => Promise<string | undefined>
  /** Makes the new member the athlete of the record; refuses if the athlete cannot have an account with this address any more. */
  linkAthlete: (client: Queryable, link: AthleteLink) => Promise<void>
  /** Refuses whoever is the guardian of a minor in the organization: nobody is both. */
  refuseGuardian: (client: Queryable, organization: string, email: string) => Promise<void>
}
type AthleteLink = { organization: string; athlete: string; person: string; email: string }

/** Invitations go by email. Whoever has the link has shown that the address is theirs: it can make their account as well. */
export function invitations({
  database,
  requireRoomInPlan,
  lockPerson,
  preparePassword,
  insertAccount,
  linkAthlete,
  refuseGuardian,
}: InvitationParts) {
  /** To replace an open invitation one has to say so: its old link ends, a new one is mailed. */
  async function send(
    client: Queryable,
    actor: Person,
    organization: string,
    { email, role, replace = false, athlete }: NewInvitation & { athlete?: string },
  ) {
    const token = newLinkToken()
    const member = await lockFor(client, actor, organization, 'people.invite')
    await requireMayHandOut(client, member, role)
    await requireNoSample(client, organization)
    const belongs = await rowOf(
      client,
      query
        .selectFrom('memberships as m')
        .innerJoin(userFacts.as('u'), 'u.id', 'm.user_id')
        .select('u.id')
        .where('m.organization_id', '=', organization)
        .where('u.email', '=', email),
    )
    if (belongs) throw new Refusal('already-a-member')
    await refuseGuardian(client, organization, email)
    const replaced = await rowOf(
      client,
      query
        .deleteFrom('invitations')
        .where('organization_id', '=', organization)
        .where('email', '=', email)
        .returning(['role', 'athlete_id', sql<boolean>`expires_at > now()`.as('open')]),
    )
    if (replaced) await requireMayHandOut(client, member, replaced.role)
    if (replaced?.open && !replace) throw new Refusal('already-invited')
    // One that is sent again leads to the same record.
    const record = role === 'athlete' ? (athlete ?? replaced?.athlete_id) : undefined
    if (role === 'athlete' && !record) throw new Refusal('invite-from-record')
    await requireRoomInPlan(client, organization, role)
    const { id } = await oneRowOf(
      client,
      query
        .insertInto('invitations')
        .values({
          organization_id: organization,
          email,
          role,
          athlete_id: record ?? null,
          token_hash: hashOfLinkToken(token),
          invited_by: actor.id,
          expires_at: sql`now() + make_interval(days => ${VALID_DAYS})`,
        })
        .returning('id'),
    )
    const { name } = await oneRowOf(
      client,
      query.selectFrom('organizations').select('name').where('id', '=', organization),
    )
    await queueMail(client, invitationMail, {
      recipient: email,
      invitation: { organization, id },
      details: { organization: name, role, invitedBy: actor.name, token },
    })
    await noteEvent(client, { event: 'invited', actor: actor.id, organization, whom: email, details: roles[role] })
  }

  /** An invitation is worth what its sender may still do today. */
  async function join(client: Queryable, person: string, { organization, role, invitedBy, athlete, email }: Taken) {
    if (!invitedBy || !(await mayStillInvite(client, organization, invitedBy, role))) throw new Refusal('link-expired')
    await refuseGuardian(client, organization, email)
    const joined = await run(
      client,
      query
        .insertInto('memberships')
        .values({ organization_id: organization, user_id: person, role })
        .onConflict((conflict) => conflict.doNothing()),
    )
    if (athlete) {
      // A member has a place already, which is not the athlete's.
      if (!joined) throw new Refusal('already-a-member')
      await linkAthlete(client, { organization, athlete, person, email })
    }
    await noteEvent(client, { event: 'joined', actor: person, organization, details: roles[role] })
    await notify(client, {
      organization,
      person: invitedBy,
      kind: 'invitation-accepted',
      actor: person,
      details: { role },
    })
    return { organization }
  }

  return {
    async invite(actor: Person, { organization }: Member, invitation: NewInvitation) {
      await inTransaction(database, (client) => send(client, actor, organization, invitation))
    },

    /** As part of a transaction, for the athlete of a record. */
    inviteAthlete(
      client: Queryable,
      actor: Person,
      organization: string,
      { email, athlete, replace }: { email: string; athlete: string; replace: boolean | undefined },
    ) {
      return send(client, actor, organization, { email, role: 'athlete', replace, athlete })
    },

    async withdraw(actor: Person, { organization }: Member, invitation: string) {
      await inTransaction(database, async (client) => {
        const member = await lockFor(client, actor, organization, 'people.invite')
        const withdrawn = await rowOf(
          client,
          query
            .deleteFrom('invitations')
            .where('id', '=', invitation)
            .where('organization_id', '=', organization)
            .returning(['role', 'email']),
        )
        if (!withdrawn) throw new Refusal('not-found')
        const { role, email: whom } = withdrawn
        await requireMayHandOut(client, member, role)
        await noteEvent(client, {
          event: 'invitation-withdrawn',
          actor: actor.id,
          organization,
          whom,
          details: roles[role],
        })
      })
    },

    async lookUp(token: string): Promise<Invitation> {
      const invitation = await rowOf(
        database,
        openInvitations
          .leftJoin(userFacts.as('u'), 'u.id', 'i.invited_by')
          .select([
            'i.id',
            'o.name as organization',
            'o.kind',
            'i.role',
            'i.email',
            'u.name as invitedBy',
            sql<boolean>`exists (select from ${userFacts} known where known.email = i.email)`.as('hasAccount'),
          ])
          .where('i.token_hash', '=', hashOfLinkToken(token)),
      )
      if (!invitation) throw new Refusal('link-expired')
      return invitation
    },

    async openTo(email: string): Promise<Account['invitations']> {
      return rowsOf(
        database,
        openInvitations
          .select(['i.id', 'o.name as organization', 'i.role'])
          .where('i.email', '=', email)
          .orderBy('i.sent_at'),
      )
    },

    async accept(person: Person, invitation: string) {
      return inTransaction(database, async (client) => {
        await lockPerson(client, person.id)
        return join(client, person.id, await spend(client, person, invitation))
      })
    },

    /** With the link alone: an account for the address, and a member, in one step. */
    async join({ token, name, password }: NewAccount): Promise<{ person: string; organization: string }> {
      const { id, email } = await this.lookUp(token)
      const passwordHash = await preparePassword(password, 'password', [name, email])
      return inTransaction(database, async (client) => {
        const taken = await spend(client, { email }, id)
        const person = await insertAccount(client, { name, email, passwordHash })
        if (!person) throw new Refusal('account-exists')
        await noteEvent(client, { event: 'registered', actor: person })
        return { person, ...(await join(client, person, taken)) }
      })
    },

    async refuse(person: Person, invitation: string) {
      await inTransaction(database, async (client) => {
        const { organization } = await spend(client, person, invitation)
        await noteEvent(client, { event: 'invitation-refused', organization, whom: person.email })
      })
    },
  }
}

export type Invitations = ReturnType<typeof invitations>

type Taken = {
  organization: string
  role: Role
  email: string
  invitedBy: string | null
  /** Whose record the invitation leads to. */
  athlete: string | null
}

/** Locks the organization and removes the invitation: of two people who answer it at once, the second is refused. */
async function spend(client: Queryable, { email }: Pick<User, 'email'>, invitation: string): Promise<Taken> {
  const place = await rowOf(
    client,
    query.selectFrom('all_invitations').select('organization_id as id').where('id', '=', invitation),
  )
  if (!place) throw new Refusal('link-expired')
  await enterOrganization(client, place.id)
  await lockOrganization(client, place.id)
  const taken = await rowOf(
    client,
    query
      .deleteFrom('invitations')
      .where('id', '=', invitation)
      .where('email', '=', email)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning([
        'organization_id as organization',
        'role',
        'email',
        'invited_by as invitedBy',
        'athlete_id as athlete',
      ]),
  )
  if (!taken) throw new Refusal('link-expired')
  return taken
}

async function mayStillInvite(client: Queryable, organization: string, inviter: string, role: Role) {
  const own = await roleOf(client, organization, inviter)
  if (!own) return false
  const settings = await settingsOf(client, organization)
  const permissions = permissionsOf(own, settings)
  return permissions.includes('people.invite') && mayHandOut(permissions, role, permissionsOf(role, settings))
}
