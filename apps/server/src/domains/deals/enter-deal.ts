import { dayIn, IN_FUTURE } from '@sherpa/contracts/days'
import type { Deal, DealTerms, EnteredDeal } from '@sherpa/contracts/deal'
import { missingTerms } from '@sherpa/contracts/deal'
import { isSeasonPay, paymentObligations, unpaidObligations } from '@sherpa/contracts/payment-obligations'
import { Refusal } from '@sherpa/contracts/problem'
import { isOpenable } from '../../files/openable.ts'
import type { ConfirmIdentity, Person } from '../../http/access.ts'
import type { Database, Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf } from '../../persistence/queries.ts'
import { isMinorOn, loadAthleteFacts } from '../athletes/athletes.ts'
import { recordEvent } from '../audit/audit.ts'
import { notifyOwners, publicOrganizations } from '../organizations/organizations.ts'
import { type LockedDeal, requireVisibleDeal, type Viewer } from './deal-access.ts'
import type { DealDocuments } from './deal-documents.ts'
import { loadDeal } from './deal-record.ts'
import { type Entered, evidenceKinds } from './entered-deal.ts'
import { findWrongPaydays } from './installments.ts'
import { requirePossible, stageChange } from './life-cycle.ts'
import type { DealReview } from './review-deal.ts'
import { loadNewestVersion } from './versions.ts'

type Parts = {
  database: Database
  clock: () => Date
  confirmIdentity: ConfirmIdentity
  documents: DealDocuments
  review: DealReview
}

/** Earlier days are typing errors; the ledger starts then too. */
const FIRST_DAY = '2000-01-01'

/** Enters deals that were signed elsewhere. */
export function createDealEntryService({ database, clock, confirmIdentity, documents, review }: Parts) {
  return {
    async enter(
      viewer: Viewer & { person: Person },
      id: string,
      { version, approval, guardian, signedOn, documentId, received, paydays, ...proof }: EnteredDeal,
    ): Promise<Deal> {
      await confirmIdentity(viewer.person, proof)
      const { organization } = viewer.member
      const entered = { signedOn, documentId, received, paydays, guardian: guardian ?? null, by: viewer.person.id }
      await requireVisibleDeal(database, viewer, id)
      await requireReadablePdf(organization, id, documentId)
      return review.changeDeal(viewer, id, async (client, locked) => {
        if (locked.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await loadDeal(client, viewer, id, clock()) })
        }
        const refused = await enterLocked(client, viewer, locked, entered, approval)
        await notifyOwners(client, { organization, by: viewer.person, action: 'deal-entered', at: clock() })
        return refused
      })
    },

    enterLocked,
  }

  /**
   * Enters one locked draft. An import calls it for each deal, after one proof of identity and one approval. Returns why
   * `approval` was refused.
   */
  async function enterLocked(
    client: Queryable,
    viewer: Viewer,
    deal: LockedDeal,
    entered: Entered,
    approval: string | undefined,
    isConfirmed = false,
  ): Promise<Refusal | undefined> {
    const { organization } = viewer.member
    const draft = await loadNewestVersion(client, deal)
    requirePossible(deal, draft, 'submit')
    const { time_zone, created_at } = await oneRowOf(
      client,
      query.selectFrom(publicOrganizations.as('o')).select(['time_zone', 'created_at']).where('id', '=', organization),
    )
    const athlete = await loadAthleteFacts(client, organization, deal.athlete_id, clock())
    const isMinor = isMinorOn(entered.signedOn, athlete.ageFacts)
    const today = dayIn(clock().toISOString(), time_zone)
    requireValidEntry(deal, draft.terms, entered, { today, isMinor })
    const joinedOn = dayIn(created_at.toISOString(), time_zone)
    const { moved, refused } = await review.enter(client, viewer, deal, draft, {
      entered: { ...entered, guardian: isMinor ? entered.guardian : null },
      needsConfirmation: entered.signedOn >= joinedOn && !isConfirmed,
      approval,
    })
    const about = { organization, athlete: deal.athlete_id, deal: deal.id }
    const event = { event: 'deal-entered' as const, actor: viewer.person.id, ...about }
    await recordEvent(client, { ...event, details: entered.signedOn, changes: stageChange(deal, moved) })
    return refused
  }

  async function requireReadablePdf(organization: string, deal: string, document: string) {
    const found = await rowOf(
      database,
      query
        .selectFrom('deal_documents')
        .select('type')
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal)
        .where('id', '=', document)
        .where('kind', 'in', evidenceKinds),
    )
    if (found?.type !== 'application/pdf') throw new Refusal('signed-pdf-needed')
    if (!isOpenable('application/pdf', await documents.bytesOf(organization, document))) {
      throw new Refusal('signed-copy-not-openable')
    }
  }
}
export type DealEntry = ReturnType<typeof createDealEntryService>

function requireValidEntry(
  { kind, version_in_force }: LockedDeal,
  terms: DealTerms,
  { signedOn, guardian, received, paydays = [] }: Entered,
  { today, isMinor }: { today: string; isMinor: boolean },
) {
  if (version_in_force !== null) throw new Refusal('deal-move-not-possible')
  // The business purpose is for reviews; a signed contract has none to add.
  const missing = missingTerms(kind, terms).filter(({ field }) => field !== 'businessPurpose')
  if (missing.length > 0) throw new Refusal('deal-incomplete', { errors: missing })
  if (signedOn > today) throw invalid('signedOn', IN_FUTURE)
  if (signedOn < FIRST_DAY) throw invalid('signedOn', 'Enter a year from 2000')
  if (isMinor && !guardian) {
    throw invalid('guardian', 'The athlete was under 18. Enter the name of the guardian who signed')
  }
  const pay = paymentObligations(terms).filter(isSeasonPay)
  const wrongPaydays = findWrongPaydays(
    pay.map(({ ruleId, amountMinor, condition }) => ({ ruleId, amountMinor, isUndecided: condition !== null })),
    paydays,
    'paydays',
  )
  if (wrongPaydays.length > 0) throw new Refusal('invalid-fields', { errors: wrongPaydays })
  const schedules = new Map(paydays.map(({ ruleId, schedule }) => [ruleId, schedule]))
  const payments = unpaidObligations(terms, signedOn, schedules)
  const errors = received.flatMap(({ ruleId, number, amountMinor, receivedOn }, index) => {
    const isSame = (one: { ruleId: string; number: number }) => one.ruleId === ruleId && one.number === number
    const payment = payments.find(isSame)
    const message =
      !payment || received.findIndex(isSame) !== index
        ? 'This is not a payment of the deal'
        : amountMinor > payment.amountMinor
          ? 'Enter at most the amount of the payment'
          : receivedOn && (receivedOn > today || receivedOn < FIRST_DAY)
            ? 'Enter a date that is not in the future, from 2000'
            : undefined
    return message ? [{ field: `received.${index}.amountMinor`, message }] : []
  })
  if (errors.length > 0) throw new Refusal('invalid-fields', { errors })
}

function invalid(field: string, message: string) {
  return new Refusal('invalid-fields', { errors: [{ field, message }] })
}
