import { contactRelations, type NewContact } from '@sherpa/contracts/athlete'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import { noteEvent } from '../audit/audit.ts'
import { allMemberFacts, todayIn, withdrawInvitation } from '../organizations/organizations.ts'
import type { Author, LockedAthlete } from './athlete-access.ts'
import { isMinor } from './minors.ts'
import { noteOnTimeline, touch } from './timeline.ts'

/** Closes the account that an athlete has in an organization. Whoever has another role there by now stays. */
export type CloseAccount = (client: Queryable, organization: string, person: string) => Promise<void>

/**
 * For deals, in the transaction that ends or verifies a guardianship or changes its reach: signatures of former guardians stop counting,
 * and a verified one is asked to sign.
 */
export type GuardiansChanged = (client: Queryable, author: Author, athlete: string, verified?: string) => Promise<void>

export type EndParts = { closeAccount: CloseAccount; guardiansChanged: GuardiansChanged }

/** As the timeline names a contact. */
export function contactInWords({ name, relation }: Pick<NewContact, 'name' | 'relation'>) {
  return `${name} (${contactRelations[relation].toLowerCase()})`
}

/** For those who have not confirmed yet: first name and initial. */
export function shortName(athlete: { given_name: string; family_name: string; preferred_name: string | null }) {
  const [initial = ''] = athlete.family_name
  return `${athlete.preferred_name || athlete.given_name} ${initial}${initial && '.'}`.trim()
}

/** By the organization's day: an athlete comes of age at its midnight. */
export async function isMinorNow(
  client: Queryable,
  { organization_id, birth_date: birthDate, level }: Pick<LockedAthlete, 'organization_id' | 'birth_date' | 'level'>,
  now: Date,
) {
  return isMinor(await todayIn(client, organization_id, now), { birthDate, level })
}

/** Those of an athlete that have not ended, with the contact that each began with: questions that are too old are none. */
export function guardianshipsOf(organization: string, athlete: string) {
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

/** For a table of guardianships, called `g`: in one organization nobody is both guardian and member. Members of earlier releases may be. */
export const ofNoMember = sql<boolean>`not exists (select from ${allMemberFacts} member
  where member.organization_id = g.organization_id and member.user_id = g.user_id)`

/** For whoever is to become a member: refuses while they are the guardian of a minor there. The organization is locked. */
export function guardianRefuser(clock: () => Date) {
  return async (client: Queryable, organization: string, email: string) => {
    const athletes = await rowsOf(
      client,
      query
        .selectFrom('guardianships as g')
        .innerJoin(userFacts.as('u'), 'u.id', 'g.user_id')
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

/** Whether a guardian allows the athlete to have an account. */
export async function hasConsent(client: Queryable, organization: string, athlete: string) {
  const consenting = guardianshipsOf(organization, athlete)
    .select('g.id')
    .where('g.confirmed_at', 'is not', null)
    .where('g.consents_to_account', '=', true)
  return (await rowOf(client, consenting)) !== undefined
}

/** A question is withdrawn; what was confirmed stays on record as ended. */
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
  await noteOnRecord(client, author, athlete.id, 'guardian-ended', about)
  if (!confirmed) return
  await guardiansChanged(client, author, athlete.id)
  await closeAccountWithoutConsent(client, author, athlete, now, closeAccount)
}

/** What happens to a guardianship is on the timeline, with names, and in the audit trail, without. */
export async function noteOnRecord(
  client: Queryable,
  author: Author,
  athlete: string,
  event: GuardianEvent,
  about: string | null,
  { text, ...more }: { whom?: string; details?: string; text?: string } = {},
) {
  await noteOnTimeline(client, author, athlete, { kind: event, ...(about && { about }), ...(text && { text }) })
  await noteEvent(client, {
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

/** A minor has an account only as long as a guardian allows it. */
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
  await noteOnTimeline(client, author, athlete.id, { kind: 'account-closed' })
  await noteEvent(client, {
    event: 'athlete-account-closed',
    actor: author.person.id,
    organization,
    athlete: athlete.id,
  })
}
