import { isInForce } from '@sherpa/contracts/deal-stage'
import { isSameName } from '@sherpa/contracts/signer-name'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { factsForDeals, type GuardiansChanged, isMinorOn, signingGuardians } from '../athletes/athletes.ts'
import { noteEvent } from '../audit/audit.ts'
import { notify } from '../notifications/notifications.ts'
import { membersOf, todayIn } from '../organizations/organizations.ts'
import { type LockedDeal, lockDealOf } from './deal-access.ts'
import { type Author, noteActivity, noteOnDeal, touchDeal } from './deal-timeline.ts'
import { askGuardians, judgeSigners, type SigningGuardian, signaturesThatCount } from './signatures-asked.ts'
import { newestVersion } from './versions.ts'

type DealOf = Pick<LockedDeal, 'organization_id' | 'id' | 'stage' | 'in_force'>
type AthleteOfDeal = Pick<Awaited<ReturnType<typeof factsForDeals>>, 'minor' | 'isRemoved' | 'ageFacts'>

/**
 * Whether a deal is in force without the guardian's signature that it needed: by the present birth date and level, the athlete is a minor
 * and was one when it was signed. Coming of age ends it.
 */
export async function lacksGuardian(client: Queryable, deal: DealOf, athlete: AthleteOfDeal): Promise<boolean> {
  const { organization_id: organization, in_force: number } = deal
  if (number === null || !isInForce(deal.stage)) return false
  if (!athlete.minor || athlete.isRemoved) return false
  const unsigned = await rowOf(
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
  if (!unsigned?.signed_at) return false
  return isMinorOn(await todayIn(client, organization, unsigned.signed_at), athlete.ageFacts)
}

/** After a correction that made the athlete a minor: their deals in force ask for the guardian. The athlete is locked. */
export async function tellOfMissingGuardians(client: Queryable, author: Author, athlete: string, now: Date) {
  const { organization } = author.member
  const facts = await factsForDeals(client, organization, athlete, now)
  const guardians = await signingGuardians(client, organization, athlete)
  const approvers = (await membersOf(client, organization)).filter(({ permissions }) =>
    permissions.includes('deals.approve'),
  )
  for (const deal of await dealsOf(client, organization, athlete)) {
    if (deal.in_force === null || !(await lacksGuardian(client, deal, facts))) continue
    await noteOnDeal(client, author, deal.id, { kind: 'guardian-missing', about: String(deal.in_force) })
    await noteEvent(client, { ...eventOf(author, athlete), event: 'guardian-signature-missing' })
    for (const { id: person } of approvers) {
      await notify(client, {
        organization,
        person,
        ...(author.person && { actor: author.person.id }),
        kind: 'guardian-missing',
        details: { deal: deal.id, title: deal.title },
      })
    }
    await askGuardians(client, deal, deal.in_force, guardians)
    await noteActivity(client, organization, deal.id)
  }
}

/**
 * After guardians of an athlete changed, in that transaction. What a former guardian signed stops counting, unless the version is in
 * force: the present ones are asked instead. A guardian who was verified is asked for all that is open.
 */
export function followingGuardians(clock: () => Date): GuardiansChanged {
  return async (client, author, athlete, verified) => {
    const { organization } = author.member
    const guardians = await signingGuardians(client, organization, athlete)
    for (const { id } of await dealsOf(client, organization, athlete)) {
      const deal = await lockDealOf(client, organization, id)
      if (!deal) continue
      const isEnded = await supersedeFormer(client, author, deal, guardians, clock())
      const number = await numberForGuardian(client, deal, clock())
      const asked = isEnded ? guardians : guardians.filter((one) => one.id === verified)
      if (number !== null) await askGuardians(client, deal, number, asked)
    }
  }
}

/** The version that waits for a guardian's signature. */
async function numberForGuardian(client: Queryable, deal: LockedDeal, now: Date) {
  const version = await newestVersion(client, deal)
  const { athlete, minor, reviewAgain } = await judgeSigners(client, deal, version, now)
  if (await lacksGuardian(client, deal, athlete)) return deal.in_force
  if (version.stage !== 'approved') return null
  if (!minor || reviewAgain) return null
  const signatures = await signaturesThatCount(client, deal)
  return signatures.some(({ side }) => side === 'guardian') ? null : deal.newest
}

async function supersedeFormer(
  client: Queryable,
  author: Author,
  deal: LockedDeal,
  guardians: readonly SigningGuardian[],
  now: Date,
) {
  const { stage } = await newestVersion(client, deal)
  const { minor } = await factsForDeals(client, deal.organization_id, deal.athlete_id, now)
  if (stage !== 'approved' || !minor) return false
  const signature = (await signaturesThatCount(client, deal)).find(({ side }) => side === 'guardian')
  if (!signature) return false
  const { id, user_id, signer_name } = signature
  const isPresent = guardians.some(({ userId, name }) => (user_id ? userId === user_id : isSameName(name, signer_name)))
  if (isPresent) return false
  await supersede(client, deal.organization_id, id, { by: null, at: now })
  await noteOnDeal(client, author, deal.id, { kind: 'signature-superseded', about: signer_name })
  await noteEvent(client, { ...eventOf(author, deal.athlete_id), event: 'guardian-signature-superseded' })
  await touchDeal(client, deal.organization_id, deal.id)
  return true
}

/** The earlier signature stays on record, and no longer counts. */
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

/** Those that are signed, or wait for it. */
function dealsOf(client: Queryable, organization: string, athlete: string) {
  return rowsOf(
    client,
    query
      .selectFrom('deals')
      .select(['organization_id', 'id', 'athlete_id', 'stage', 'in_force', 'title'])
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete)
      .where('removed_at', 'is', null)
      .where('stage', 'in', ['approved', 'signed', 'active'])
      .orderBy('id')
      .$narrowType<{ stage: LockedDeal['stage'] }>(),
  )
}

function eventOf({ person, member: { organization } }: Author, athlete: string) {
  return { organization, athlete, ...(person && { actor: person.id }) }
}
