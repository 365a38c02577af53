import { ageOn, isMinor } from '@sherpa/contracts/age'
import { athleteName } from '@sherpa/contracts/athlete'
import { type AthleteInvitations, invitationProblems, MOST_INVITATIONS } from '@sherpa/contracts/bulk-invitation'
import type { SendingAgain } from '@sherpa/contracts/guardian'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { tryEach } from '../../persistence/try-each.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordEvent } from '../audit/audit.ts'
import { lockOrganization, todayIn } from '../organizations/organizations.ts'
import { type LockedAthlete, lockAthlete } from './athlete-access.ts'
import { resolveSelection } from './change-athletes.ts'
import { hasConsent } from './guardianship.ts'
import { ACCOUNT_YEARS } from './minors.ts'
import { addTimelineEntry, touch } from './timeline.ts'

export type AthleteAccountParts = {
  database: Database
  clock: () => Date
  /** Sends an invitation linked to the record. */
  sendInvitation: (
    client: Queryable,
    person: Person,
    organization: string,
    invitation: { email: string; athlete: string; replace: boolean | undefined },
  ) => Promise<void>
}

type Colleague = { person: Person; member: Member }

/** Invitations start from the record, so that the account is linked to it. */
export function createAthleteAccountService({ database, clock, sendInvitation }: AthleteAccountParts) {
  async function send(client: Queryable, colleague: Colleague, id: string, replace?: boolean) {
    const { person, member } = colleague
    await lockOrganization(client, member.organization)
    const athlete = await lockAthlete(client, colleague, id)
    if (athlete.user_id) throw new Refusal('athlete-linked')
    await requireMayHaveAccount(client, athlete, clock())
    const { email } = athlete
    if (!email) throw new Refusal('athlete-without-email')
    await requireOwnAddress(client, athlete, email)
    await sendInvitation(client, person, member.organization, { email, athlete: id, replace })
    await addTimelineEntry(client, colleague, id, { kind: 'athlete-invited' })
    await touch(client, colleague, id)
  }

  return {
    async invite(colleague: Colleague, id: string, { replace }: SendingAgain) {
      await inTransaction(database, (client) => send(client, colleague, id, replace))
    },

    async inviteMany(colleague: Colleague, { selection, dryRun }: AthleteInvitations) {
      const rows = await tryEach(
        database,
        dryRun,
        invitationProblems,
        async (client) => {
          const ids = await resolveSelection(client, colleague, selection)
          if (ids.length > MOST_INVITATIONS) {
            const message = `Select at most ${MOST_INVITATIONS} athletes`
            throw new Refusal('invalid-fields', { errors: [{ field: 'selection', message }] })
          }
          return listNames(client, colleague.member.organization, ids)
        },
        (client, { athlete }) => send(client, colleague, athlete),
      )
      return { rows }
    },
  }
}
/** In lock order. */
async function listNames(client: Queryable, organization: string, ids: string[]) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('athletes')
      .select(['id', 'given_name as givenName', 'family_name as familyName', 'preferred_name as preferredName'])
      .where('organization_id', '=', organization)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .orderBy('id'),
  )
  return rows.map(({ id, ...names }) => ({ athlete: id, name: athleteName(names) }))
}

export type AthleteAccounts = ReturnType<typeof createAthleteAccountService>

/** Checks everything again when the invitation is accepted. */
export function athleteLinker(clock: () => Date) {
  return async (
    client: Queryable,
    {
      organization,
      athlete: id,
      person,
      email,
    }: { organization: string; athlete: string; person: string; email: string },
  ) => {
    const athlete = await rowOf(
      client,
      query
        .selectFrom('athletes')
        .selectAll()
        .where('organization_id', '=', organization)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .where('user_id', 'is', null)
        .where('email', '=', email)
        .forUpdate(),
    )
    if (!athlete) throw new Refusal('link-expired')
    await requireMayHaveAccount(client, athlete, clock())
    const author = { person: { id: person }, member: { organization } }
    await touch(client, author, id, { user_id: person })
    await addTimelineEntry(client, author, id, { kind: 'account-linked' })
    await recordEvent(client, { event: 'athlete-linked', actor: person, organization, athlete: id })
  }
}

async function requireMayHaveAccount(client: Queryable, athlete: LockedAthlete, now: Date) {
  const { organization_id, birth_date: birthDate, level } = athlete
  const today = await todayIn(client, organization_id, now)
  if (!isMinor(today, { birthDate, level })) return
  const age = ageOn(today, birthDate)
  if (age === null) throw new Refusal('birth-date-needed')
  if (age < ACCOUNT_YEARS) throw new Refusal('athlete-under-13')
  if (!(await hasConsent(client, organization_id, athlete.id))) throw new Refusal('guardian-consent-needed')
}

/** Otherwise a minor who reads a parent's mail could consent to their own account. */
async function requireOwnAddress(client: Queryable, athlete: LockedAthlete, email: string) {
  const contact = query
    .selectFrom('athlete_contacts')
    .select('id')
    .where('organization_id', '=', athlete.organization_id)
    .where('athlete_id', '=', athlete.id)
    .where('email', '=', email)
  const guardian = query
    .selectFrom('guardianships as g')
    .innerJoin(publicUsers.as('u'), 'u.id', 'g.user_id')
    .select('g.id')
    .where('g.organization_id', '=', athlete.organization_id)
    .where('g.athlete_id', '=', athlete.id)
    .where('g.ended_at', 'is', null)
    .where('u.email', '=', email)
  if ((await rowOf(client, contact)) || (await rowOf(client, guardian))) throw new Refusal('address-of-contact')
}
