import { createHash, randomBytes } from 'node:crypto'
import type { Account, NewAccount, User } from '@sherpa/contracts/account'
import type { Invitation, NewInvitation } from '@sherpa/contracts/invitation'
import { mayHandOut, permissionsOf, type Role, roles } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import type { Member, Person } from '../../http/access.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, enterOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { noteEvent } from '../audit/audit.ts'
import { invitationMail } from './invitation-mail.ts'
import { requireMayHandOut } from './membership.ts'
import { lockFor, lockOrganization, roleOf, settingsOf } from './organizations.ts'

const VALID_DAYS = 7

export type InvitationParts = {
  database: Database
  requireRoom: (client: Queryable, organization: string, role: Role) => Promise<void>
  /** Waits until nothing else changes what someone belongs to; refuses if they are gone. */
  lockPerson: (client: Queryable, person: string) => Promise<void>
  /** Refuses what is easy to guess, and hashes the rest. */
  preparePassword: (password: string, field: string, personal: string[]) => Promise<string>
  /** The id of a new account; none, if the address has one. */
  insertAccount: (
    client: Queryable,
    account: { name: string; email: string; passwordHash: string },
  ) => Promise<string | undefined>
}

/** Invitations go by email. Whoever has the link has shown that the address is theirs: it can make their account as well. */
export function invitations({ database, requireRoom, lockPerson, preparePassword, insertAccount }: InvitationParts) {
  return {
    /** To replace an open invitation one has to say so: its old link ends, a new one is mailed. */
    async invite(actor: Person, { organization }: Member, { email, role, replace = false }: NewInvitation) {
      const token = randomBytes(24).toString('base64url')
      await inTransaction(database, async (client) => {
        const member = await lockFor(client, actor, organization, 'people.invite')
        await requireMayHandOut(client, member, role)
        const { rowCount: belongs } = await client.query(
          'select from memberships m join users u on u.id = m.user_id where m.organization_id = $1 and u.email = $2',
          [organization, email],
        )
        if (belongs) throw new Refusal('already-a-member')
        const { rows: replaced } = await client.query(
          'delete from invitations where organization_id = $1 and email = $2 returning role, expires_at > now() as open',
          [organization, email],
        )
        if (replaced[0]) await requireMayHandOut(client, member, replaced[0].role)
        if (replaced[0]?.open && !replace) throw new Refusal('already-invited')
        await requireRoom(client, organization, role)
        const { rows: created } = await client.query(
          `insert into invitations (organization_id, email, role, token_hash, invited_by, expires_at)
           values ($1, $2, $3, $4, $5, now() + make_interval(days => ${VALID_DAYS})) returning id`,
          [organization, email, role, hashOf(token), actor.id],
        )
        const { rows } = await client.query('select name from organizations where id = $1', [organization])
        await queueMail(client, invitationMail, {
          recipient: email,
          invitation: { organization, id: created[0].id },
          details: { organization: rows[0].name, role, invitedBy: actor.name, token },
        })
        await noteEvent(client, { event: 'invited', actor: actor.id, organization, whom: email, details: roles[role] })
      })
    },

    async withdraw(actor: Person, { organization }: Member, invitation: string) {
      await inTransaction(database, async (client) => {
        const member = await lockFor(client, actor, organization, 'people.invite')
        const { rows } = await client.query(
          'delete from invitations where id = $1 and organization_id = $2 returning role, email',
          [invitation, organization],
        )
        const [withdrawn] = rows
        if (!withdrawn) throw new Refusal('not-found')
        await requireMayHandOut(client, member, withdrawn.role)
        const details = roles[withdrawn.role as keyof typeof roles]
        const { email: whom } = withdrawn
        await noteEvent(client, { event: 'invitation-withdrawn', actor: actor.id, organization, whom, details })
      })
    },

    async lookUp(token: string): Promise<Invitation> {
      const { rows } = await database.query(
        `select i.id, o.name as organization, o.kind, i.role, i.email, u.name as "invitedBy",
           exists (select from users known where known.email = i.email) as "hasAccount"
         from all_invitations i join all_organizations o on o.id = i.organization_id left join users u on u.id = i.invited_by
         where i.token_hash = $1 and i.expires_at > now()`,
        [hashOf(token)],
      )
      if (!rows[0]) throw new Refusal('link-expired')
      return rows[0]
    },

    async openTo(email: string): Promise<Account['invitations']> {
      const { rows } = await database.query(
        `select i.id, o.name as organization, i.role from all_invitations i join all_organizations o on o.id = i.organization_id
         where i.email = $1 and i.expires_at > now() order by i.sent_at`,
        [email],
      )
      return rows
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

    async forgetExpired() {
      await database.query('select forget_expired_invitations()')
    },
  }
}

export type Invitations = ReturnType<typeof invitations>

type Taken = { organization: string; role: Role; invitedBy: string | null }

/** Takes the organization's turn, and removes the invitation for good: of two who answer it at once, one comes too late. */
async function spend(client: Queryable, { email }: Pick<User, 'email'>, invitation: string): Promise<Taken> {
  const { rows: places } = await client.query('select organization_id as id from all_invitations where id = $1', [
    invitation,
  ])
  if (!places[0]) throw new Refusal('link-expired')
  await enterOrganization(client, places[0].id)
  await lockOrganization(client, places[0].id)
  const { rows } = await client.query<Taken>(
    `delete from invitations where id = $1 and email = $2 and expires_at > now()
     returning organization_id as organization, role, invited_by as "invitedBy"`,
    [invitation, email],
  )
  if (!rows[0]) throw new Refusal('link-expired')
  return rows[0]
}

/** An invitation is worth what its sender may still do today. */
async function join(client: Queryable, person: string, { organization, role, invitedBy }: Taken) {
  if (!invitedBy || !(await mayStillInvite(client, organization, invitedBy, role))) throw new Refusal('link-expired')
  await client.query(
    'insert into memberships (organization_id, user_id, role) values ($1, $2, $3) on conflict do nothing',
    [organization, person, role],
  )
  await noteEvent(client, { event: 'joined', actor: person, organization, details: roles[role] })
  return { organization }
}

async function mayStillInvite(client: Queryable, organization: string, inviter: string, role: Role) {
  const own = await roleOf(client, organization, inviter)
  if (!own) return false
  const settings = await settingsOf(client, organization)
  const permissions = permissionsOf(own, settings)
  return permissions.includes('people.invite') && mayHandOut(permissions, permissionsOf(role, settings))
}

function hashOf(token: string) {
  return createHash('sha256').update(token).digest()
}
