import { guardianRelations } from '@sherpa/contracts/athlete'
import { type Guardian, type NewVerification, type SendingAgain, verifications } from '@sherpa/contracts/guardian'
import type { Permission } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import { hashOfLinkToken, newLinkToken } from '../../mail/link-token.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import {
  isMailboxOfMember,
  lockOrganization,
  mayDecideAlone,
  membersOf,
  publicOrganizations,
  requireNoSample,
} from '../organizations/organizations.ts'
import { type LockedAthlete, lockAthlete, viewersOf } from './athlete-access.ts'
import { guardianInvitationMail } from './guardian-mail.ts'
import {
  type EndParts,
  endGuardianship,
  formatContact,
  isMinorNow,
  recordGuardianEvent,
  selectGuardianships,
  shortName,
} from './guardianship.ts'

const VALID_DAYS = 14

export type GuardianParts = EndParts & { database: Database; clock: () => Date }
type Colleague = { person: Person; member: Member }

/** Member actions on guardians: invite, verify, end. */
export function createGuardianService(parts: GuardianParts) {
  const { database, clock, guardiansChanged } = parts
  /** Lock order: organization, then athlete. */
  function withLockedAthlete(
    colleague: Colleague,
    athlete: string,
    work: (client: Queryable, locked: LockedAthlete) => Promise<void>,
  ) {
    return inTransaction(database, async (client) => {
      await lockOrganization(client, colleague.member.organization)
      await work(client, await lockAthlete(client, colleague, athlete))
    })
  }

  return {
    async invite(colleague: Colleague, athleteId: string, contactId: string, { replace = false }: SendingAgain) {
      const { person, member } = colleague
      const { organization } = member
      await withLockedAthlete(colleague, athleteId, async (client, athlete) => {
        const contact = await rowOf(
          client,
          query
            .selectFrom('athlete_contacts')
            .select(['name', 'relation', 'reach', 'email'])
            .where('organization_id', '=', organization)
            .where('athlete_id', '=', athleteId)
            .where('id', '=', contactId),
        )
        if (!contact) throw new Refusal('not-found')
        if (!(await isMinorNow(client, athlete, clock()))) throw new Refusal('not-a-minor')
        if (!guardianRelations.has(contact.relation)) throw new Refusal('not-a-guardian')
        const { email } = contact
        if (!email) throw new Refusal('contact-without-email')
        await requireGuardianAddress(client, organization, athlete, email)
        await requireNotConfirmed(client, organization, athleteId, contactId, email)
        const removedInvitations = await run(
          client,
          query
            .deleteFrom('guardianships')
            .where('organization_id', '=', organization)
            .where('athlete_id', '=', athleteId)
            .where('confirmed_at', 'is', null)
            .where((eb) => eb.or([eb('contact_id', '=', contactId), eb('email', '=', email)]))
            .where((eb) => (replace ? eb.lit(true) : eb('expires_at', '<=', sql<Date>`now()`))),
        )
        const open = selectGuardianships(organization, athleteId)
          .select('g.id')
          .where('g.confirmed_at', 'is', null)
          .where((eb) => eb.or([eb('g.contact_id', '=', contactId), eb('g.email', '=', email)]))
        if (!removedInvitations && (await rowOf(client, open))) throw new Refusal('already-invited')
        const token = newLinkToken(organization)
        await requireNoSample(client, organization)
        await run(
          client,
          query.insertInto('guardianships').values({
            organization_id: organization,
            athlete_id: athleteId,
            contact_id: contactId,
            reach: contact.reach,
            email,
            token_hash: hashOfLinkToken(token),
            invited_by: person.id,
            expires_at: sql`now() + make_interval(days => ${VALID_DAYS})`,
          }),
        )
        const { name } = await oneRowOf(
          client,
          query.selectFrom(publicOrganizations.as('o')).select('name').where('id', '=', organization),
        )
        await queueMail(client, guardianInvitationMail, {
          recipient: email,
          details: { organization: name, athlete: shortName(athlete), invitedBy: person.name, token },
        })
        await recordGuardianEvent(client, colleague, athleteId, 'guardian-invited', formatContact(contact), { email })
      })
    },

    async verify(colleague: Colleague, athleteId: string, id: string, { how, reason }: NewVerification) {
      const { person, member } = colleague
      await withLockedAthlete(colleague, athleteId, async (client, athlete) => {
        const guardianship = await requireGuardianship(client, member.organization, athleteId, id)
        if (!guardianship.confirmed) throw new Refusal('not-confirmed')
        if (!(await isMinorNow(client, athlete, clock()))) throw new Refusal('not-a-minor')
        const verifying = await getVerifyingState(client, colleague, athleteId, guardianship.invitedBy)
        if (verifying === 'by-colleague') throw new Refusal('another-may-verify')
        const isAlone = verifying === 'alone'
        if (isAlone && !reason) {
          const message = 'Enter why you are verifying them yourself'
          throw new Refusal('invalid-fields', { errors: [{ field: 'reason', message }] })
        }
        await run(
          client,
          query
            .updateTable('guardianships')
            .set({
              verified_by: person.id,
              verified_at: clock(),
              verified_how: how,
              self_verification_reason: isAlone ? (reason ?? null) : null,
            })
            .where('organization_id', '=', member.organization)
            .where('id', '=', id),
        )
        await recordGuardianEvent(client, colleague, athleteId, 'guardian-verified', guardianship.about, {
          details: isAlone ? `${verifications[how]}, self-verified` : verifications[how],
          ...(isAlone && reason && { text: reason }),
        })
        await guardiansChanged(client, colleague, athleteId, id)
      })
    },

    async remove(colleague: Colleague, athleteId: string, id: string) {
      await withLockedAthlete(colleague, athleteId, async (client, athlete) => {
        const guardianship = await requireGuardianship(client, colleague.member.organization, athleteId, id)
        await endGuardianship(client, colleague, athlete, guardianship, clock(), parts)
      })
    },
  }
}
export type Guardians = ReturnType<typeof createGuardianService>

async function requireGuardianship(client: Queryable, organization: string, athlete: string, id: string) {
  const row = await rowOf(
    client,
    selectGuardianships(organization, athlete)
      .select(['g.id', 'g.confirmed_at', 'g.invited_by', 'c.name', 'c.relation'])
      .where('g.id', '=', id),
  )
  if (!row) throw new Refusal('not-found')
  const { name, relation, confirmed_at, invited_by: invitedBy } = row
  const about = name && relation ? formatContact({ name, relation }) : null
  return { id, confirmed: confirmed_at !== null, invitedBy, about }
}

/** Verifying needs the contact data of guardians. */
export const VERIFYING: Permission = 'athletes.sensitive'
export function mayVerify(permissions: readonly Permission[]) {
  return permissions.includes(VERIFYING)
}

/** The inviter could own the mailbox, so another member must verify if possible. */
export async function getVerifyingState(
  client: Queryable,
  { person, member: { organization } }: { person: Pick<Person, 'id'>; member: Member },
  athlete: string,
  invitedBy: string | null,
): Promise<Guardian['verifying']> {
  if (invitedBy !== person.id) return 'open'
  const viewers = await viewersOf(client, organization, athlete)
  const others = (await membersOf(client, organization)).filter(
    ({ id, permissions }) =>
      id !== person.id && mayVerify(permissions) && (permissions.includes('athletes.all') || viewers.includes(id)),
  )
  return others.length === 0 && (await mayDecideAlone(client, organization)) ? 'alone' : 'by-colleague'
}

/** A guardian must be neither the athlete nor a member. */
export async function requireGuardianAddress(
  client: Queryable,
  organization: string,
  athlete: LockedAthlete,
  email: string,
) {
  if (athlete.email === email) throw new Refusal('address-of-athlete')
  if (await isMailboxOfMember(client, organization, email)) throw new Refusal('address-of-member')
}

async function requireNotConfirmed(
  client: Queryable,
  organization: string,
  athlete: string,
  contact: string,
  email: string,
) {
  const confirmed = selectGuardianships(organization, athlete)
    .innerJoin(publicUsers.as('u'), 'u.id', 'g.user_id')
    .select('g.id')
    .where((eb) => eb.or([eb('g.contact_id', '=', contact), eb('u.email', '=', email)]))
  if (await rowOf(client, confirmed)) throw new Refusal('already-a-guardian')
}
