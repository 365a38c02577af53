import { isInForce } from '@sherpa/contracts/deal-stage'
import { isSameName } from '@sherpa/contracts/signer-name'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import {
  type GuardiansChanged,
  isMinorOn,
  loadAthleteFacts,
  type SigningGuardian,
  signingGuardians,
} from '../athletes/athletes.ts'
import { recordEvent } from '../audit/audit.ts'
import { notify } from '../notifications/notifications.ts'
import { membersOf, todayIn } from '../organizations/organizations.ts'
import { type LockedDeal, lockDealUnchecked } from './deal-access.ts'
import { type Author, addTimelineEntry, bumpActivity, touchDeal } from './deal-timeline.ts'
import { askGuardians, determineSigners, loadValidSignatures } from './request-signatures.ts'
import { loadNewestVersion } from './versions.ts'

type DealOf = Pick<LockedDeal, 'organization_id' | 'id' | 'stage' | 'version_in_force'>
type AthleteOfDeal = Pick<Awaited<ReturnType<typeof loadAthleteFacts>>, 'minor' | 'isRemoved' | 'ageFacts'>

/**
 * Whether a deal is in force without a required guardian's signature: by current birth date and level, the athlete is
 * a minor and was one at signing. Coming of age ends the requirement.
 */
export async function lacksGuardian(client: Queryable, deal: DealOf, athlete: AthleteOfDeal): Promise<boolean> {
  const { organization_id: organization, version_in_force: number } = deal
  if (number === null || !isInForce(deal.stage)) return false
  if (!athlete.minor || athlete.isRemoved) return false
  const unsignedVersion = await rowOf(
    client,
    query
      .selectFrom('deal_versions as v')
      .select('v.signed_at')
      .where('v.organization_id', '=', organization)
      .where('v.deal_id', '=', deal.id)
      .where('v.number', '=', number)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('deal_signatures as s')
              .select('s.id')
              .whereRef('s.organization_id', '=', 'v.organization_id')
              .whereRef('s.deal_id', '=', 'v.deal_id')
              .whereRef('s.number', '=', 'v.number')
              .where('s.side', '=', 'guardian')
              .where('s.superseded_at', 'is', null),
          ),
        ),
      ),
  )
  if (!unsignedVersion?.signed_at) return false
  return isMinorOn(await todayIn(client, organization, unsignedVersion.signed_at), athlete.ageFacts)
}

/** After a correction makes the athlete a minor, requests guardian signatures for deals in force. The athlete is locked. */
export async function requestMissingGuardians(client: Queryable, author: Author, athlete: string, now: Date) {
  const { organization } = author.member
  const facts = await loadAthleteFacts(client, organization, athlete, now)
  const guardians = await signingGuardians(client, organization, athlete)
  const approvers = (await membersOf(client, organization)).filter(({ permissions }) =>
    permissions.includes('deals.approve'),
  )
  for (const deal of await loadDeals(client, organization, athlete)) {
    if (deal.version_in_force === null || !(await lacksGuardian(client, deal, facts))) continue
    await addTimelineEntry(client, author, deal.id, { kind: 'guardian-missing', about: String(deal.version_in_force) })
    await recordEvent(client, { ...eventFields(author, athlete), event: 'guardian-signature-missing' })
    for (const { id: person } of approvers) {
      await notify(client, {
        organization,
        person,
        ...(author.person && { actor: author.person.id }),
        kind: 'guardian-missing',
        details: { deal: deal.id, title: deal.title },
      })
    }
    await askGuardians(client, deal, deal.version_in_force, guardians)
    await bumpActivity(client, organization, deal.id)
  }
}

/**
 * Runs in the transaction that changes an athlete's guardians. Supersedes the signature of a former guardian, unless the
 * version is in force, and asks the current ones. A newly verified guardian is asked for all open signatures.
 */
export function createGuardianChangeHandler(clock: () => Date): GuardiansChanged {
  return async (client, author, athlete, verified) => {
    const { organization } = author.member
    const guardians = await signingGuardians(client, organization, athlete)
    for (const { id } of await loadDeals(client, organization, athlete)) {
      const deal = await lockDealUnchecked(client, organization, id)
      if (!deal) continue
      const isSuperseded = await supersedeFormerGuardian(client, author, deal, guardians, clock())
      const number = await findVersionForGuardian(client, deal, clock())
      const recipients = isSuperseded ? guardians : guardians.filter((one) => one.id === verified)
      if (number !== null && !deal.objection) await askGuardians(client, deal, number, recipients)
    }
  }
}

/** The version that waits for a guardian's signature, if any. */
async function findVersionForGuardian(client: Queryable, deal: LockedDeal, now: Date) {
  const version = await loadNewestVersion(client, deal)
  const { athlete, minor, reviewAgain } = await determineSigners(client, deal, version, now)
  if (await lacksGuardian(client, deal, athlete)) return deal.version_in_force
  if (version.stage !== 'approved') return null
  if (!minor || reviewAgain) return null
  const signatures = await loadValidSignatures(client, deal)
  return signatures.some(({ side }) => side === 'guardian') ? null : deal.newest_version
}

async function supersedeFormerGuardian(
  client: Queryable,
  author: Author,
  deal: LockedDeal,
  guardians: readonly SigningGuardian[],
  now: Date,
) {
  const { stage } = await loadNewestVersion(client, deal)
  const { minor } = await loadAthleteFacts(client, deal.organization_id, deal.athlete_id, now)
  if (stage !== 'approved' || !minor) return false
  const signature = (await loadValidSignatures(client, deal)).find(({ side }) => side === 'guardian')
  if (!signature) return false
  const { id, user_id, signer_name } = signature
  const isStillGuardian = guardians.some(({ userId, name }) =>
    user_id ? userId === user_id : isSameName(name, signer_name),
  )
  if (isStillGuardian) return false
  await supersede(client, deal.organization_id, id, { by: null, at: now })
  await addTimelineEntry(client, author, deal.id, { kind: 'signature-superseded', about: signer_name })
  await recordEvent(client, { ...eventFields(author, deal.athlete_id), event: 'guardian-signature-superseded' })
  await touchDeal(client, deal.organization_id, deal.id)
  return true
}

/** Invalidates a signature but keeps it on record. */
export async function supersede(
  client: Queryable,
  organization: string,
  id: string,
  { by, at }: { by: string | null; at: Date },
) {
  await run(
    client,
    query
      .updateTable('deal_signatures')
      .set({ superseded_at: at, superseded_by: by })
      .where('organization_id', '=', organization)
      .where('id', '=', id),
  )
}

/** Signed deals, and deals that wait for signatures. */
function loadDeals(client: Queryable, organization: string, athlete: string) {
  return rowsOf(
    client,
    query
      .selectFrom('deals')
      .select(['organization_id', 'id', 'athlete_id', 'stage', 'version_in_force', 'title'])
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete)
      .where('removed_at', 'is', null)
      .where('stage', 'in', ['approved', 'signed', 'active'])
      .orderBy('id')
      .$narrowType<{ stage: LockedDeal['stage'] }>(),
  )
}

function eventFields({ person, member: { organization } }: Author, athlete: string) {
  return { organization, athlete, ...(person && { actor: person.id }) }
}
