import { type DealMove, type DealState, isOpen, isPossible, stateAfter } from '@sherpa/contracts/deal-stage'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { settleNotifications } from '../notifications/notifications.ts'
import { todayIn } from '../organizations/organizations.ts'
import type { LockedDeal } from './deal-access.ts'
import { type Author, noteOnDeal, touchDeal } from './deal-timeline.ts'
import { materializeObligations } from './obligations.ts'
import { type OwedAmounts, settledInWords, terminateObligations } from './terminate-obligations.ts'
import {
  changeVersion,
  editorsOf,
  insertVersion,
  loadVersion,
  noteEditor,
  showOnDeal,
  type Version,
  type VersionContent,
} from './versions.ts'

/**
 * What each move does to what hangs on a deal. Its stage and that of its newest version follow from the transition table in
 * `deal-stage.ts`. Reminders follow too: they are sent for open requests, and for obligations that are neither done nor canceled.
 */
type Effects = {
  /** Approvals and signatures that the newest version waits for, with their notifications. */
  requests: 'keep' | 'close'
  /**
   * Payments, deliverables and key dates. `materialize`: those of the version that was signed replace those before. `terminate`: what is not
   * due or guaranteed by that day is canceled, but for disclosures.
   */
  obligations: 'keep' | 'materialize' | 'terminate'
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
  // Whatever is still open stays owed after the term.
  complete: { requests: 'close', obligations: 'keep' },
  terminate: { requests: 'close', obligations: 'terminate' },
  expire: { requests: 'close', obligations: 'keep' },
  reopen: { requests: 'keep', obligations: 'keep' },
}

type Details = {
  now: Date
  /** What the next draft says. Without it: the same as the newest version. */
  content?: VersionContent
  /** What freezes the version, as it is submitted. */
  frozen?: object
  /** What stays owed after a termination, where people decided otherwise than the rule. */
  owed?: OwedAmounts
}

/** Moves a locked deal, with all that follows from it, or refuses. Answers with the deal as it is then. */
export async function moveDeal(
  client: Queryable,
  author: Author,
  deal: LockedDeal,
  newest: Version,
  move: DealMove,
  { now, content = newest, frozen, owed = [] }: Details,
): Promise<LockedDeal> {
  const from = stateOf(deal, newest)
  const to = stateAfter(from, move)
  if (!to) throw new Refusal('deal-move-not-possible')
  const beginsVersion = to.version === 'draft' && newest.stage !== 'draft'
  if (beginsVersion && isOpen(newest.stage)) await changeVersion(client, deal, deal.newest, { stage: 'withdrawn' })
  if (!beginsVersion && to.version !== newest.stage) {
    const signed = to.version === 'signed' && { signed_at: now }
    await changeVersion(client, deal, deal.newest, { stage: to.version, ...signed, ...frozen })
  }
  const moved = {
    ...deal,
    stage: to.stage,
    newest: deal.newest + (beginsVersion ? 1 : 0),
    in_force: move === 'sign' ? deal.newest : deal.in_force,
    // Athlete and guardians see what was approved, and no new draft of it.
    shared: move === 'approve' || (deal.shared && !beginsVersion),
  }
  if (beginsVersion) {
    // Whoever asks for changes did not write the terms: they may approve them.
    const by = move === 'revise' ? newest.created_by : (author.person?.id ?? null)
    await insertVersion(client, deal, { ...content, number: moved.newest, by })
    // A version that takes up the terms of another was written by the same people. What was signed has been decided about.
    const takesUp = isOpen(newest.stage) || move === 'reopen'
    for (const editor of takesUp ? await editorsOf(client, deal, deal.newest) : []) {
      await noteEditor(client, deal, moved.newest, editor)
    }
  } else if (content !== newest) {
    const { title, company_id, terms } = content
    const draft = { title, company_id, terms: JSON.stringify(terms), clash_reason: null, clash_accepted_by: null }
    await changeVersion(client, deal, deal.newest, draft)
  }
  if (move === 'edit' && author.person) await noteEditor(client, deal, moved.newest, author.person.id)
  await touchDeal(client, deal.organization_id, deal.id, {
    newest: moved.newest,
    in_force: moved.in_force,
    shared: moved.shared,
    ...(to.stage !== deal.stage && { stage: to.stage, stage_since: now }),
  })
  if (moved.in_force === null || move === 'sign') await showOnDeal(client, deal, content)
  await applyEffects(client, author, deal, newest, effects[move], { now, owed })
  if (beginsVersion) await noteOnDeal(client, author, deal.id, { kind: 'version-added', about: String(moved.newest) })
  return moved
}

export function stateOf({ stage }: Pick<LockedDeal, 'stage'>, newest: Pick<Version, 'stage'>): DealState {
  return { stage, version: newest.stage }
}

/** For what needs a state and changes none. */
export function requirePossible(deal: LockedDeal, newest: Version, move: DealMove) {
  if (!isPossible(stateOf(deal, newest), move)) throw new Refusal('deal-move-not-possible')
}

async function applyEffects(
  client: Queryable,
  author: Author,
  deal: LockedDeal,
  newest: Version,
  { requests, obligations }: Effects,
  { now, owed }: { now: Date; owed: OwedAmounts },
) {
  if (requests === 'close') await closeRequests(client, deal)
  if (obligations === 'materialize') {
    const before = deal.in_force === null ? null : (await loadVersion(client, deal, deal.in_force)).terms
    await materializeObligations(client, deal, { terms: newest.terms, signedAt: now, before })
  }
  if (obligations === 'terminate') {
    const day = await todayIn(client, deal.organization_id, now)
    const settled = await terminateObligations(client, deal, day, owed)
    if (settled.length > 0) {
      await noteOnDeal(client, author, deal.id, { kind: 'payments-settled', text: settledInWords(settled) })
    }
  }
}

/** Nobody is asked to approve or sign the newest version any more. */
async function closeRequests(client: Queryable, { organization_id: organization, id, newest }: LockedDeal) {
  await run(
    client,
    query
      .updateTable('deal_approvals')
      .set({ asked_at: null })
      .where('organization_id', '=', organization)
      .where('deal_id', '=', id)
      .where('number', '=', newest)
      .where('decision', 'is', null)
      .where('asked_at', 'is not', null),
  )
  for (const kind of ['approval-asked', 'signature-asked'] as const) {
    await settleNotifications(client, { organization, kind, about: { deal: id } })
  }
}
