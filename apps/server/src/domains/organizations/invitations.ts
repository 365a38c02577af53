import type { Account, NewAccount, User } from '@sherpa/contracts/account'
import { type BulkInvitation, invitationProblems } from '@sherpa/contracts/bulk-invitation'
import type { Invitation, NewInvitation } from '@sherpa/contracts/invitation'
import { roles } from '@sherpa/contracts/labels'
import { mayHandOut, permissionsOf, type Role } from '@sherpa/contracts/organization'
import { placedIn, placeOf } from '@sherpa/contracts/place'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import { hashOfLinkToken, newLinkToken, refuseLink } from '../../mail/link-token.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, enterOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { tryEach } from '../../persistence/try-each.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordEvent } from '../audit/audit.ts'
import { notify } from '../notifications/notifications.ts'
import { invitationMail } from './invitation-mail.ts'
import { requireMayGrant } from './membership.ts'
import {
  isAddressOfMember,
  lockOrganization,
  lockWithPermission,
  requireNoSample,
  roleOf,
  settingsOf,
} from './organizations.ts'

const VALID_DAYS = 7

/** Across tenants: the invited person is not a member yet. */
const openInvitations = query
  .selectFrom('all_invitations as i')
  .innerJoin('all_organizations as o', 'o.id', 'i.organization_id')
  .where('i.expires_at', '>', sql<Date>`now()`)

export type InvitationParts = {
  database: Database
  requireRoomInPlan: (client: Queryable, organization: string, role: Role) => Promise<void>
  /** Serializes membership changes of a person. Rejects a deleted account. */
  lockPerson: (client: Queryable, person: string) => Promise<void>
  /** Rejects guessable passwords and hashes others. */
  preparePassword: (password: string, field: string, personal: string[]) => Promise<string>
  /** Whether people can register here. In other cells they do so first, and log in. */
  keepsAccounts: boolean
  /** Returns the id, or undefined if the address already has an account. */
  insertAccount: (
    client: Queryable,
    account: { name: string; email: string; passwordHash: string },
  ) => Promise<string | undefined>
  /** Links the member to the athlete's record. Rejects if the athlete may no longer have an account with this address. */
  linkAthlete: (client: Queryable, link: AthleteLink) => Promise<void>
  /** Rejects guardians of the organization: a person is never both guardian and member. */
  refuseGuardian: (client: Queryable, organization: string, email: string) => Promise<void>
  /** Rejects programs that do not exist, and members who may not give access to them. */
  requirePrograms: (client: Queryable, member: Member, programs: readonly string[]) => Promise<void>
  /** Adds a new member to programs that still exist. */
  joinPrograms: (client: Queryable, organization: string, person: string, programs: readonly string[]) => Promise<void>
}
type AthleteLink = { organization: string; athlete: string; person: string; email: string }

/** The mailed link verifies the address, so it can also create the account. */
export function createInvitationService({
  database,
  requireRoomInPlan,
  lockPerson,
  preparePassword,
  insertAccount,
  keepsAccounts,
  linkAthlete,
  refuseGuardian,
  requirePrograms,
  joinPrograms,
}: InvitationParts) {
  /** Replacing an open invitation must be explicit: it invalidates the old link. */
  async function send(
    client: Queryable,
    actor: Person,
    organization: string,
    { email, role, programs = [], replace = false, athlete }: NewInvitation & { athlete?: string },
  ) {
    const token = newLinkToken(organization)
    const member = await lockWithPermission(client, actor, organization, 'people.invite')
    await requireMayGrant(client, member, role)
    await requireNoSample(client, organization)
    if (programs.length > 0) await requirePrograms(client, member, programs)
    if (await isAddressOfMember(client, organization, email)) throw new Refusal('already-a-member')
    await refuseGuardian(client, organization, email)
    const replaced = await rowOf(
      client,
      query
        .deleteFrom('invitations')
        .where('organization_id', '=', organization)
        .where('email', '=', email)
        .returning(['role', 'athlete_id', 'programs', sql<boolean>`expires_at > now()`.as('open')]),
    )
    if (replaced) await requireMayGrant(client, member, replaced.role)
    if (replaced?.open && !replace) throw new Refusal('already-invited')
    // A resent invitation keeps its athlete record.
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
          // A resent invitation keeps its programs, if this inviter could name them.
          programs: programs.length > 0 || !givesAccess(member) ? programs : (replaced?.programs ?? []),
          token_hash: hashOfLinkToken(token),
          invited_by: actor.id,
          expires_at: sql`now() + make_interval(days => ${VALID_DAYS})`,
        })
        .returning('id'),
    )
    const { name, kind } = await oneRowOf(
      client,
      query.selectFrom('organizations').select(['name', 'kind']).where('id', '=', organization),
    )
    await queueMail(client, invitationMail, {
      recipient: email,
      invitation: { organization, id },
      details: { organization: name, kind, role, invitedBy: actor.name, token },
    })
    await recordEvent(client, { event: 'invited', actor: actor.id, organization, email, details: roles[role] })
  }

  /** Checks the inviter's current permissions. */
  async function join(
    client: Queryable,
    person: string,
    { organization, role, invitedBy, athlete, programs, email }: SpentInvitation,
  ) {
    const inviter = invitedBy && (await inviterOf(client, organization, invitedBy, role))
    if (!inviter) throw new Refusal('link-expired')
    await refuseGuardian(client, organization, email)
    const joined = await run(
      client,
      query
        .insertInto('memberships')
        .values({ organization_id: organization, user_id: person, role })
        .onConflict((conflict) => conflict.doNothing()),
    )
    if (athlete) {
      // An existing member cannot become the athlete.
      if (!joined) throw new Refusal('already-a-member')
      await linkAthlete(client, { organization, athlete, person, email })
    }
    if (joined && givesAccess(inviter)) await joinPrograms(client, organization, person, programs)
    await recordEvent(client, { event: 'joined', actor: person, organization, details: roles[role] })
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

    async inviteMany(actor: Person, { organization }: Member, { emails, role, programs, dryRun }: BulkInvitation) {
      const rows = await tryEach(
        database,
        dryRun,
        invitationProblems,
        async () => [...new Set(emails)].map((email) => ({ email })),
        (client, { email }) => send(client, actor, organization, { email, role, programs }),
      )
      return { rows }
    },

    /** Part of the caller's transaction. */
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
        const member = await lockWithPermission(client, actor, organization, 'people.invite')
        const withdrawn = await rowOf(
          client,
          query
            .deleteFrom('invitations')
            .where('id', '=', invitation)
            .where('organization_id', '=', organization)
            .returning(['role', 'email']),
        )
        if (!withdrawn) throw new Refusal('not-found')
        const { role, email } = withdrawn
        await requireMayGrant(client, member, role)
        await recordEvent(client, {
          event: 'invitation-withdrawn',
          actor: actor.id,
          organization,
          email,
          details: roles[role],
        })
      })
    },

    async lookUp(token: string): Promise<Invitation> {
      const invitation = await rowOf(
        database,
        openInvitations
          .leftJoin(publicUsers.as('u'), 'u.id', 'i.invited_by')
          .select([
            'i.id',
            'i.organization_id',
            'o.name as organization',
            'o.kind',
            'i.role',
            'i.email',
            'u.name as invitedBy',
            sql<boolean>`(${!keepsAccounts} or exists (select from ${publicUsers} known where known.email = i.email))`.as(
              'hasAccount',
            ),
            sql`require_here(i.organization_id)`.as('here'),
          ])
          .where('i.token_hash', '=', hashOfLinkToken(token)),
      )
      return invitation ? withPlacedId(invitation) : refuseLink(database, token)
    },

    async listOpen(email: string): Promise<Account['invitations']> {
      const rows = await rowsOf(
        database,
        openInvitations
          .select(['i.id', 'i.organization_id', 'o.name as organization', 'o.kind', 'i.role'])
          .where('i.email', '=', email)
          .orderBy('i.sent_at'),
      )
      return rows.map(withPlacedId)
    },

    async accept(person: Person, invitation: string) {
      return inTransaction(database, async (client) => {
        await lockPerson(client, person.id)
        return join(client, person.id, await spend(client, person, invitation))
      })
    },

    /** Creates account and membership in one step, with the link alone. */
    async join({ token, name, password }: NewAccount): Promise<{ person: string; organization: string }> {
      const { id, email } = await this.lookUp(token)
      const passwordHash = await preparePassword(password, 'password', [name, email])
      return inTransaction(database, async (client) => {
        const spent = await spend(client, { email }, placeOf(id).id)
        const person = keepsAccounts && (await insertAccount(client, { name, email, passwordHash }))
        if (!person) throw new Refusal('account-exists')
        await recordEvent(client, { event: 'registered', actor: person })
        return { person, ...(await join(client, person, spent)) }
      })
    },

    async refuse(person: Person, invitation: string) {
      await inTransaction(database, async (client) => {
        const { organization } = await spend(client, person, invitation)
        await recordEvent(client, { event: 'invitation-refused', organization, email: person.email })
      })
    },
  }
}

const withPlacedId = <Row extends { id: string; organization_id: string }>(row: Row) => ({
  ...row,
  id: placedIn(row.organization_id, row.id),
})

export type Invitations = ReturnType<typeof createInvitationService>

type SpentInvitation = {
  organization: string
  role: Role
  email: string
  invitedBy: string | null
  /** Athlete record to link. */
  athlete: string | null
  programs: string[]
}

/** Locks the organization and deletes the invitation, so that it works only once. */
async function spend(client: Queryable, { email }: Pick<User, 'email'>, invitation: string): Promise<SpentInvitation> {
  const found = await rowOf(
    client,
    query.selectFrom('all_invitations').select('organization_id as id').where('id', '=', invitation),
  )
  if (!found) throw new Refusal('link-expired')
  await enterOrganization(client, found.id)
  await lockOrganization(client, found.id)
  const spent = await rowOf(
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
        'programs',
      ]),
  )
  if (!spent) throw new Refusal('link-expired')
  return spent
}

/** Undefined if the inviter may no longer invite. */
async function inviterOf(client: Queryable, organization: string, inviter: string, role: Role) {
  const inviterRole = await roleOf(client, organization, inviter)
  if (!inviterRole) return undefined
  const settings = await settingsOf(client, organization)
  const permissions = permissionsOf(inviterRole, settings)
  const may = permissions.includes('people.invite') && mayHandOut(permissions, role, permissionsOf(role, settings))
  return may ? { permissions } : undefined
}

/** Programs show athletes: nobody hands out what they do not see. */
const givesAccess = ({ permissions }: Pick<Member, 'permissions'>) => permissions.includes('athletes.all')
