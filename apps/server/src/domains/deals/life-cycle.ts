import { type DealMove, type DealState, isOpen, isPossible, stateAfter } from '@sherpa/contracts/deal-stage'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { changedValues, recordEvent } from '../audit/audit.ts'
import { settleNotifications } from '../notifications/notifications.ts'
import { todayIn } from '../organizations/organizations.ts'
import type { LockedDeal } from './deal-access.ts'
import { type Author, addTimelineEntry, touchDeal } from './deal-timeline.ts'
import { closeLinks } from './link-rows.ts'
import { finishEnd, materializeObligations } from './obligations.ts'
import { describeSettlement, type OwedAmounts, terminateObligations } from './terminate-obligations.ts'
import {
  baseOf,
  carryContract,
  changeVersion,
  insertVersion,
  loadEditors,
  loadVersion,
  recordEditor,
  syncDealColumns,
  type Version,
  type VersionContent,
} from './versions.ts'

/**
 * Side effects of each move. Stages follow from the transition table in `deal-stage.ts`. Reminders need no entry here:
 * they are sent for open requests and open obligations.
 */
type Effects = {
  /** Open approval and signature requests of the newest version, with their notifications and links. */
  requests: 'keep' | 'close'
  /**
   * Payments, deliverables and key dates. `materialize` replaces them with those of the signed version. `terminate`
   * cancels all that are neither due nor guaranteed by that day, except disclosures. `finish-end` closes the key date of
   * the deal's end.
   */
  obligations: 'keep' | 'materialize' | 'terminate' | 'finish-end'
}

const effects: Record<DealMove, Effects> = {
  edit: { requests: 'close', obligations: 'keep' },
  submit: { requests: 'keep', obligations: 'keep' },
  approve: { requests: 'close', obligations: 'keep' },
  revise: { requests: 'close', obligations: 'keep' },
  discard: { requests: 'close', obligations: 'keep' },
  decline: { requests: 'close', obligations: 'keep' },
  sign: { requests: 'close', obligations: 'materialize' },
  remind: { requests: 'keep', obligations: 'keep' },
  start: { requests: 'keep', obligations: 'keep' },
  // Open obligations stay owed after the term.
  complete: { requests: 'close', obligations: 'finish-end' },
  terminate: { requests: 'close', obligations: 'terminate' },
  expire: { requests: 'close', obligations: 'keep' },
  reopen: { requests: 'keep', obligations: 'keep' },
}

type Details = {
  now: Date
  /** Signing date of a version that was signed elsewhere; by default now. */
  signedAt?: Date
  /** Content of the next draft; by default that of the newest version. */
  content?: VersionContent
  /** Columns that freeze the version on submission. */
  frozen?: object
  /** Owed amounts after a termination that people chose instead of the rule's. */
  owed?: OwedAmounts
}

/** Moves a locked deal and applies the side effects. Returns the moved deal. */
export async function moveDeal(
  client: Queryable,
  author: Author,
  deal: LockedDeal,
  newest: Version,
  move: DealMove,
  { now, signedAt = now, content = newest, frozen, owed = [] }: Details,
): Promise<LockedDeal> {
  const from = stateOf(deal, newest)
  const to = stateAfter(from, move)
  if (!to) throw new Refusal('deal-move-not-possible')
  const startsVersion = to.version === 'draft' && newest.stage !== 'draft'
  if (startsVersion && isOpen(newest.stage))
    await changeVersion(client, deal, deal.newest_version, { stage: 'withdrawn' })
  if (!startsVersion && to.version !== newest.stage) {
    const signed = to.version === 'signed' && { signed_at: signedAt }
    await changeVersion(client, deal, deal.newest_version, { stage: to.version, ...signed, ...frozen })
  }
  const moved = {
    ...deal,
    stage: to.stage,
    newest_version: deal.newest_version + (startsVersion ? 1 : 0),
    version_in_force: move === 'sign' ? deal.newest_version : deal.version_in_force,
    // Approval shares the version with athlete and guardians; a new draft is not shared.
    shared: move === 'approve' || (deal.shared && !startsVersion),
  }
  if (startsVersion) {
    // Requesting changes is not editing: that approver may approve the next version.
    const by = move === 'revise' ? newest.created_by : (author.person?.id ?? null)
    await insertVersion(client, deal, { ...content, number: moved.newest_version, by })
    await carryContract(client, deal, { from: baseOf(deal, newest), to: moved.newest_version })
    // A version that continues unsigned terms inherits their editors. Signed terms were approved already.
    const inheritsEditors = isOpen(newest.stage) || move === 'reopen'
    for (const editor of inheritsEditors ? await loadEditors(client, deal, deal.newest_version) : []) {
      await recordEditor(client, deal, moved.newest_version, editor)
    }
  } else if (content !== newest) {
    const { title, company_id, terms } = content
    const notAllowed = { conflict_reason: null, conflict_allowed_by: null, conflict_allowed_at: null }
    const draft = { title, company_id, terms: JSON.stringify(terms), ...notAllowed }
    await changeVersion(client, deal, deal.newest_version, draft)
  }
  if (move === 'edit' && author.person) await recordEditor(client, deal, moved.newest_version, author.person.id)
  await touchDeal(client, deal.organization_id, deal.id, {
    newest_version: moved.newest_version,
    version_in_force: moved.version_in_force,
    shared: moved.shared,
    ...(to.stage !== deal.stage && { stage: to.stage, stage_since: now }),
  })
  if (moved.version_in_force === null || move === 'sign') await syncDealColumns(client, deal, content)
  await applyEffects(client, author, deal, newest, effects[move], { now, signedAt, owed })
  if (startsVersion)
    await addTimelineEntry(client, author, deal.id, { kind: 'version-added', about: String(moved.newest_version) })
  return moved
}

/** Of the deal. A version can move without it. */
export const stageChange = (before: LockedDeal, after: LockedDeal) =>
  changedValues({ stage: before.stage }, { stage: after.stage })

/** Records that the stage changed, if it did. */
export async function recordMove(client: Queryable, author: Author, before: LockedDeal, after: LockedDeal) {
  const changes = stageChange(before, after)
  if (changes.length === 0) return
  await recordEvent(client, {
    event: 'deal-moved',
    actor: author.person?.id,
    organization: after.organization_id,
    athlete: after.athlete_id,
    deal: after.id,
    details: after.stage,
    changes,
  })
}

export function stateOf({ stage }: Pick<LockedDeal, 'stage'>, newest: Pick<Version, 'stage'>): DealState {
  return { stage, version: newest.stage }
}

/** For actions that require a state without changing it. */
export function requirePossible(deal: LockedDeal, newest: Version, move: DealMove) {
  if (!isPossible(stateOf(deal, newest), move)) throw new Refusal('deal-move-not-possible')
}

async function applyEffects(
  client: Queryable,
  author: Author,
  deal: LockedDeal,
  newest: Version,
  { requests, obligations }: Effects,
  { now, signedAt, owed }: { now: Date; signedAt: Date; owed: OwedAmounts },
) {
  if (requests === 'close') await closeRequests(client, deal, now)
  if (obligations === 'materialize') {
    const before =
      deal.version_in_force === null ? null : (await loadVersion(client, deal, deal.version_in_force)).terms
    await materializeObligations(client, deal, { terms: newest.terms, signedAt, before, now })
  }
  if (obligations === 'finish-end') await finishEnd(client, deal, now)
  if (obligations === 'terminate') {
    const day = await todayIn(client, deal.organization_id, now)
    const settled = await terminateObligations(client, deal, day, owed)
    if (settled.length > 0) {
      await addTimelineEntry(client, author, deal.id, { kind: 'payments-settled', text: describeSettlement(settled) })
    }
  }
}

/** Closes open approval and signature requests of the newest version, and links to sign it. */
async function closeRequests(client: Queryable, deal: LockedDeal, now: Date) {
  const { organization_id: organization, id, newest_version: number } = deal
  await closeLinks(client, deal, { purpose: 'signature', as: 'withdrawn', now })
  await run(
    client,
    query
      .updateTable('deal_approvals')
      .set({ asked_at: null })
      .where('organization_id', '=', organization)
      .where('deal_id', '=', id)
      .where('number', '=', number)
      .where('decision', 'is', null)
      .where('asked_at', 'is not', null),
  )
  for (const kind of ['approval-asked', 'signature-asked'] as const) {
    await settleNotifications(client, { organization, kind, about: { deal: id } })
  }
}
