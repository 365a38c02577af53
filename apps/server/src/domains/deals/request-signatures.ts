import type { SigningSide } from '@sherpa/contracts/deal'
import type { Delivery } from '@sherpa/contracts/notification'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { queueMail } from '../../mail/outbox.ts'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import {
  type AgeFacts,
  isMemberSeeing,
  isMinorOn,
  loadAthleteFacts,
  type SigningGuardian,
  signingGuardians,
} from '../athletes/athletes.ts'
import { requireCompany } from '../companies/companies.ts'
import { notifyByMail } from '../notifications/notifications.ts'
import { loadRolesWith, publicOrganizations } from '../organizations/organizations.ts'
import { type LockedDeal, signatoryPermissions } from './deal-access.ts'
import { guardianSignatureAskedMail, signatureAskedMail } from './deal-mail.ts'
import type { Author } from './deal-timeline.ts'
import { loadFrozenNames } from './frozen-names.ts'
import { membersWithOrganization } from './responsible.ts'
import { loadNewestVersion, type Version } from './versions.ts'

/** Parties who must sign; minors need a guardian. */
export const requiredSides = (minor: boolean): SigningSide[] =>
  minor ? ['athlete', 'guardian', 'company'] : ['athlete', 'company']

/**
 * Determines who must sign a version today, from the frozen and the current birth date and level. Coming of age affects
 * both. If a correction makes them disagree, signing stops until the version is reviewed again.
 */
export async function determineSigners(client: Queryable, deal: AthleteOfDeal, version: Frozen, now: Date) {
  const athlete = await loadAthleteFacts(client, deal.organization_id, deal.athlete_id, now)
  if (!version.frozen_at) return { athlete, minor: athlete.minor, reviewAgain: false }
  const frozen = version.athlete_facts as AgeFacts | null
  const wasMinor = frozen ? isMinorOn(athlete.today, frozen) : athlete.minor
  const isBirthDateLost = frozen?.birthDate && !athlete.ageFacts.birthDate
  const reviewAgain = !frozen || wasMinor !== athlete.minor || Boolean(isBirthDateLost)
  return { athlete, minor: athlete.minor || wasMinor, reviewAgain }
}
type AthleteOfDeal = Pick<LockedDeal, 'organization_id' | 'athlete_id'>
type Frozen = Pick<Version, 'frozen_at' | 'athlete_facts'>

/** Refuses if the version needs another review, or a minor has no verified guardian. */
export async function requireSigners(client: Queryable, deal: AthleteOfDeal, version: Frozen, now: Date) {
  const { athlete, minor, reviewAgain } = await determineSigners(client, deal, version, now)
  if (reviewAgain) throw new Refusal('age-corrected')
  const guardians = minor ? await signingGuardians(client, deal.organization_id, athlete.id) : []
  if (minor && guardians.length === 0) throw new Refusal('guardian-needed')
  return { athlete, minor, guardians }
}

/** Signatures of a version, without superseded ones. */
export function loadValidSignatures(
  client: Queryable,
  deal: Pick<LockedDeal, 'organization_id' | 'id' | 'newest_version'>,
  number = deal.newest_version,
) {
  return rowsOf(
    client,
    query
      .selectFrom('deal_signatures')
      .select(['id', 'side', 'method', 'signer_name', 'user_id'])
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where('number', '=', number)
      .where('superseded_at', 'is', null)
      .$narrowType<{ side: SigningSide }>(),
  )
}

/** Parties who have not signed the newest version, and those whose turn it is and who have an account. */
export async function findMissingSigners(client: Queryable, deal: LockedDeal, now: Date) {
  const { organization_id: organization } = deal
  const version = await loadNewestVersion(client, deal)
  const { athlete, minor, guardians } = await requireSigners(client, deal, version, now)
  const signed = (await loadValidSignatures(client, deal)).map(({ side }) => side)
  const missing = requiredSides(minor).filter((side) => !signed.includes(side))
  const signers: Signer[] = []
  // The guardian signs before the athlete.
  if (athlete.userId && missing.includes('athlete') && !missing.includes('guardian')) {
    const { name, email, organizationName } = await oneRowOf(
      client,
      query
        .selectFrom([publicUsers.as('u'), publicOrganizations.as('o')])
        .select(['u.name', 'u.email', 'o.name as organizationName'])
        .where('u.id', '=', athlete.userId)
        .where('o.id', '=', organization)
        .$narrowType<{ email: string }>(),
    )
    signers.push({ as: 'athlete', person: athlete.userId, name, email, organizationName })
  }
  if (missing.includes('guardian')) {
    for (const guardian of guardians) {
      const { userId: person, name, email } = guardian
      signers.push({ as: 'guardian', person, name, email, guardian })
    }
  }
  const { isSelf } = await requireCompany(client, organization, version.company_id)
  if (isSelf && missing.includes('company')) {
    for (const { id: person, ...member } of await findSignatories(client, deal, version)) {
      signers.push({ as: 'signatory', person, ...member })
    }
  }
  return { athlete, missing, signers, signsInside: isSelf }
}
export type Signer = { person: string; name: string; email: string } & (
  | { as: 'athlete' | 'signatory'; organizationName: string }
  | { as: 'guardian'; guardian: SigningGuardian }
)

/** Members who may sign for the organization where it is the company: the one named in the terms, else all. */
async function findSignatories(client: Queryable, { organization_id, athlete_id }: LockedDeal, { terms }: Version) {
  const roles = await loadRolesWith(client, organization_id, signatoryPermissions)
  const members = await rowsOf(
    client,
    membersWithOrganization(organization_id).where(isMemberSeeing(roles, sql`${athlete_id}::uuid`)),
  )
  const named = members.filter(({ email }) => email === terms.payor?.email)
  return named.length > 0 ? named : members
}

/** Asks missing signers who have an account; nobody while an objection pauses signing. */
export async function requestSignatures(
  client: Queryable,
  { person }: Author,
  deal: LockedDeal,
  now: Date,
  only?: Signer['as'],
) {
  const { signers } = await findMissingSigners(client, deal, now)
  if (deal.objection) return
  const asked = only ? signers.filter((signer) => signer.as === only) : signers
  for (const signer of asked) await askSigner(client, deal, signer, person ? { actor: person.id } : {})
}

/** Asks a signer of the newest version, or reminds them. */
export async function askSigner(
  client: Queryable,
  deal: LockedDeal,
  signer: Signer,
  { actor, reminder }: { actor?: string; reminder?: true },
): Promise<Delivery> {
  const { organization_id: organization, id, newest_version: number } = deal
  if (signer.as === 'guardian') {
    await askGuardians(client, deal, number, [signer.guardian], { reminder })
    return 'mail'
  }
  const { title } = await loadFrozenNames(client, deal, number)
  const { person, name, email, organizationName } = signer
  const details = { deal: id, title, ...(signer.as === 'signatory' && { side: 'company' as const }) }
  return notifyByMail(
    client,
    { organization, person, ...(actor && { actor }), kind: 'signature-asked', details },
    {
      mail: signatureAskedMail,
      recipient: email,
      words: { name, title, organization, organizationName, deal: id, ...(reminder && { reminder }) },
    },
  )
}

/** Asks guardians to sign a version, which may be in force already. */
export async function askGuardians(
  client: Queryable,
  deal: Pick<LockedDeal, 'organization_id' | 'id'>,
  number: number,
  guardians: readonly SigningGuardian[],
  { reminder }: { reminder?: true | undefined } = {},
) {
  const { title, athlete } = await loadFrozenNames(client, deal, number)
  for (const { id: guardianship, userId, name, email } of guardians) {
    await queueMail(client, guardianSignatureAskedMail, {
      recipient: email,
      person: userId,
      details: {
        name,
        title,
        athlete,
        guardianship,
        deal: deal.id,
        organization: deal.organization_id,
        ...(reminder && { reminder }),
      },
    })
  }
}
