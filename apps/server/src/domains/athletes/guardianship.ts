import { isMinor } from '@sherpa/contracts/age'
import { contactRelations, type NewContact } from '@sherpa/contracts/athlete'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordEvent } from '../audit/audit.ts'
import { publicMembershipsOfAll, todayIn, withdrawInvitation } from '../organizations/organizations.ts'
import type { Author, LockedAthlete } from './athlete-access.ts'
import { addTimelineEntry, touch } from './timeline.ts'

/** Ends the athlete's membership. Members with another role stay. */
export type CloseAccount = (client: Queryable, organization: string, person: string) => Promise<void>

/**
 * Runs in the transaction that ends or verifies a guardianship or changes its reach. Voids signatures of former
 * guardians and requests those of verified ones.
 */
export type GuardiansChanged = (client: Queryable, author: Author, athlete: string, verified?: string) => Promise<void>

export type EndParts = { closeAccount: CloseAccount; guardiansChanged: GuardiansChanged }

/** For the timeline. */
export function formatContact({ name, relation }: Pick<NewContact, 'name' | 'relation'>) {
  return `${name} (${contactRelations[relation].toLowerCase()})`
}

/** First name and initial, for unconfirmed guardians. */
export function shortName(athlete: { given_name: string; family_name: string; preferred_name: string | null }) {
  const [initial = ''] = athlete.family_name
  return `${athlete.preferred_name || athlete.given_name} ${initial}${initial && '.'}`.trim()
}

/** By the day in the organization's time zone. */
export async function isMinorNow(
  client: Queryable,
  { organization_id, birth_date: birthDate, level }: Pick<LockedAthlete, 'organization_id' | 'birth_date' | 'level'>,
  now: Date,
) {
  return isMinor(await todayIn(client, organization_id, now), { birthDate, level })
}

/** Current guardianships and open invitations of an athlete, with their contact. */
export function selectGuardianships(organization: string, athlete: string) {
  return query
    .selectFrom('guardianships as g')
    .leftJoin('athlete_contacts as c', (join) =>
      join.onRef('c.organization_id', '=', 'g.organization_id').onRef('c.id', '=', 'g.contact_id'),
    )
    .where('g.organization_id', '=', organization)
    .where('g.athlete_id', '=', athlete)
    .where('g.ended_at', 'is', null)
    .where((eb) => eb.or([eb('g.confirmed_at', 'is not', null), eb('g.expires_at', '>', sql<Date>`now()`)]))
}

/** SQL condition on guardianships `g`: the guardian is not a member. Earlier releases allowed both. */
export const isNotMember = sql<boolean>`not exists (select from ${publicMembershipsOfAll} member
  where member.organization_id = g.organization_id and member.user_id = g.user_id)`

/** Rejects a new member who is the guardian of a minor. Expects a locked organization. */
export function createGuardianRefusal(clock: () => Date) {
  return async (client: Queryable, organization: string, email: string) => {
    const athletes = await rowsOf(
      client,
      query
        .selectFrom('guardianships as g')
        .innerJoin(publicUsers.as('u'), 'u.id', 'g.user_id')
        .innerJoin('athletes as a', (join) =>
          join.onRef('a.organization_id', '=', 'g.organization_id').onRef('a.id', '=', 'g.athlete_id'),
        )
        .select(['a.organization_id', 'a.birth_date', 'a.level'])
        .where('g.organization_id', '=', organization)
        .where('g.ended_at', 'is', null)
        .where('a.removed_at', 'is', null)
        .where('u.email', '=', email),
    )
    for (const athlete of athletes) {
      if (await isMinorNow(client, athlete, clock())) throw new Refusal('guardian-here')
    }
  }
}

/** Whether a guardian consents to the athlete's account. */
export async function hasConsent(client: Queryable, organization: string, athlete: string) {
  const consenting = selectGuardianships(organization, athlete)
    .select('g.id')
    .where('g.confirmed_at', 'is not', null)
    .where('g.consents_to_account', '=', true)
  return (await rowOf(client, consenting)) !== undefined
}

/** Deletes an open invitation; a confirmed guardianship is kept as ended. */
export async function endGuardianship(
  client: Queryable,
  author: Author,
  athlete: LockedAthlete,
  guardianship: { id: string; confirmed: boolean; about: string | null },
  now: Date,
  { closeAccount, guardiansChanged }: EndParts,
) {
  const { organization } = author.member
  const { id, confirmed, about } = guardianship
  await run(
    client,
    confirmed
      ? query
          .updateTable('guardianships')
          .set({ ended_at: sql<Date>`now()` })
          .where('organization_id', '=', organization)
          .where('id', '=', id)
      : query.deleteFrom('guardianships').where('organization_id', '=', organization).where('id', '=', id),
  )
  await recordGuardianEvent(client, author, athlete.id, 'guardian-ended', about)
  if (!confirmed) return
  await guardiansChanged(client, author, athlete.id)
  await closeAccountWithoutConsent(client, author, athlete, now, closeAccount)
}

/** Writes the timeline (with names) and an audit event (without). */
export async function recordGuardianEvent(
  client: Queryable,
  author: Author,
  athlete: string,
  event: GuardianEvent,
  about: string | null,
  { text, ...more }: { email?: string; details?: string; text?: string } = {},
) {
  await addTimelineEntry(client, author, athlete, { kind: event, ...(about && { about }), ...(text && { text }) })
  await recordEvent(client, {
    event,
    actor: author.person.id,
    organization: author.member.organization,
    athlete,
    ...more,
  })
  await touch(client, author, athlete)
}
type GuardianEvent =
  | 'guardian-invited'
  | 'guardian-confirmed'
  | 'guardian-declined'
  | 'guardian-verified'
  | 'guardian-consented'
  | 'guardian-withdrew-consent'
  | 'guardian-ended'

/** A minor's account needs the consent of a guardian. */
export async function closeAccountWithoutConsent(
  client: Queryable,
  author: Author,
  athlete: LockedAthlete,
  now: Date,
  closeAccount: CloseAccount,
) {
  const { organization } = author.member
  if (!(await isMinorNow(client, athlete, now)) || (await hasConsent(client, organization, athlete.id))) return
  const withdrawn = await withdrawInvitation(client, organization, athlete.id)
  if (athlete.user_id) await closeAccount(client, organization, athlete.user_id)
  if (!withdrawn && !athlete.user_id) return
  await addTimelineEntry(client, author, athlete.id, { kind: 'account-closed' })
  await recordEvent(client, {
    event: 'athlete-account-closed',
    actor: author.person.id,
    organization,
    athlete: athlete.id,
  })
}
