import {
  type ApprovalMark,
  approvalMarks,
  type Deal,
  type NewDecision,
  type NewSubmission,
} from '@sherpa/contracts/deal'
import { isOpen, isPossible } from '@sherpa/contracts/deal-stage'
import { Refusal } from '@sherpa/contracts/problem'
import type { Reminded } from '@sherpa/contracts/reminder'
import { sql } from 'kysely'
import { hashOf } from '../../canonical-json.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { correctionToAdult, loadAthleteFacts } from '../athletes/athletes.ts'
import { recordEvent } from '../audit/audit.ts'
import { requireCompany } from '../companies/companies.ts'
import { notifyByMail, settleNotifications } from '../notifications/notifications.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { isSelfApproval, loadSubmission, type ResolvedStep, resolveSteps } from './approval-chains.ts'
import { askApprover } from './ask-approver.ts'
import type { AllowsConflicts, RequireNoConflict } from './conflicts.ts'
import { type LockedDeal, lockDeal, mayAnswerVersion, seesMoney, type Viewer } from './deal-access.ts'
import { approvalDecidedMail } from './deal-mail.ts'
import { loadDeal } from './deal-record.ts'
import { addTimelineEntry, touchDeal } from './deal-timeline.ts'
import { drawDocumentJob } from './document-job.ts'
import { type Entered, keepSignedPdf, type PutEnteredInForce } from './entered-deal.ts'
import { moveDeal, recordMove, requirePossible, stageChange, stateOf } from './life-cycle.ts'
import { sendReminder } from './reminders.ts'
import { askSigner, findMissingSigners, requestSignatures } from './request-signatures.ts'
import { findMemberOf } from './responsible.ts'
import type { SendAfterApproval } from './send-after-approval.ts'
import { tellEnded } from './tell-ended.ts'
import { type FrozenAge, type FrozenDeal, requireComplete } from './terms.ts'
import { changeVersion, findContract, loadNewestVersion, type Version } from './versions.ts'

type Parts = {
  database: Database
  clock: () => Date
  onMail: () => void
  putEnteredInForce: PutEnteredInForce
  sendAfterApproval: SendAfterApproval
  requireNoConflict: RequireNoConflict
  compliance: ComplianceOfDeals
}

/** Injected, because compliance imports deals. */
type ComplianceOfDeals = {
  /** Judges a version in the transaction that froze it. */
  judgeSubmitted: (deal: LockedDeal, client: Queryable) => Promise<void>
  /** The refusal of an approval, if a rule blocks the newest version and nobody has answered. */
  findUnanswered: (deal: LockedDeal, client: Queryable) => Promise<Refusal | undefined>
  allowsConflicts: AllowsConflicts
  /** What should happen before anyone signs the newest version. */
  warnBeforeSigning: (deal: LockedDeal, client: Queryable) => Promise<string[]>
}

export function createDealReviewService(parts: Parts) {
  const { database, clock, onMail, putEnteredInForce, sendAfterApproval, requireNoConflict, compliance } = parts

  /** Runs `work` on the locked deal, then sends the queued mail. */
  async function changeDeal(
    viewer: Viewer,
    id: string,
    /** A returned refusal is thrown after the commit, so changes made by `work` are kept. */
    work: (client: Queryable, deal: LockedDeal) => Promise<Refusal | undefined>,
  ) {
    const { deal, refused } = await inTransaction(database, async (client) => {
      const refused = await work(client, await lockDeal(client, viewer, id))
      return { refused, deal: await loadDeal(client, viewer, id, clock()) }
    })
    onMail()
    if (refused) throw new Refusal(refused.code, { errors: refused.errors, present: deal })
    return deal
  }

  return {
    changeDeal,

    /** Freezes the draft and asks the first approvers. A sole approver may approve at once, with a comment. */
    submit(viewer: Viewer, id: string, { version, approval, contractMatches }: NewSubmission): Promise<Deal> {
      const { organization } = viewer.member
      return changeDeal(viewer, id, async (client, deal) => {
        if (deal.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await loadDeal(client, viewer, id, clock()) })
        }
        const draft = await loadNewestVersion(client, deal)
        requirePossible(deal, draft, 'submit')
        requireComplete(deal.kind, draft.terms)
        const steps = await resolveSteps(
          client,
          organization,
          await loadSubmission(client, deal, draft, viewer.person.id),
        )
        if (approval !== undefined && !isSelfApproval(steps, viewer.person.id)) {
          throw new Refusal('another-may-approve', { present: await loadDeal(client, viewer, id, clock()) })
        }
        const contract = await findContract(client, deal, deal.newest_version)
        if (contract && !contractMatches) {
          const message = 'Confirm that the terms match the contract'
          throw new Refusal('invalid-fields', { errors: [{ field: 'contractMatches', message }] })
        }
        const submitted = await freeze(client, viewer, deal, draft, contract)
        await insertApprovals(client, deal, steps)
        await addTimelineEntry(client, viewer, id, { kind: 'submitted', about: String(deal.newest_version) })
        await recordEvent(client, {
          ...dealEvent('deal-submitted', viewer, deal),
          changes: stageChange(deal, submitted),
        })
        await enqueue(
          client,
          drawDocumentJob,
          { organization, deal: id, number: deal.newest_version },
          { key: `${id} ${deal.newest_version}` },
        )
        await askApprovers(client, viewer, deal, 0)
        await compliance.judgeSubmitted(submitted, client)
        if (approval === undefined) return undefined
        for (const _ of steps) {
          const refused = await approveOwn(client, viewer, submitted, approval)
          if (refused) return refused
        }
        return undefined
      })
    },

    /**
     * Freezes a draft that was signed elsewhere and puts it in force, or asks for one confirmation. Also returns why a
     * sole approver's confirmation was refused.
     */
    async enter(
      client: Queryable,
      viewer: Viewer,
      deal: LockedDeal,
      draft: Version,
      {
        entered,
        needsConfirmation,
        approval,
      }: { entered: Entered; needsConfirmation: boolean; approval: string | undefined },
    ): Promise<{ moved: LockedDeal; refused: Refusal | undefined }> {
      const contract = await findContract(client, deal, deal.newest_version)
      const submitted = await freeze(client, viewer, deal, draft, contract, { entered: JSON.stringify(entered) })
      await keepSignedPdf(client, deal, entered)
      if (!needsConfirmation) {
        const inReview = await loadNewestVersion(client, submitted)
        const approved = await moveDeal(client, viewer, submitted, inReview, 'approve', { now: clock() })
        const moved = await putEnteredInForce(client, viewer, approved, { ...inReview, stage: 'approved' })
        return { moved, refused: undefined }
      }
      const submission = await loadSubmission(client, deal, draft, viewer.person.id)
      const steps = await resolveSteps(client, viewer.member.organization, submission)
      if (approval !== undefined && !isSelfApproval(steps, viewer.person.id)) {
        throw new Refusal('another-may-approve', { present: await loadDeal(client, viewer, deal.id, clock()) })
      }
      await insertApprovals(client, deal, [confirmationOf(steps)])
      await addTimelineEntry(client, viewer, deal.id, { kind: 'submitted', about: String(deal.newest_version) })
      await askApprovers(client, viewer, deal, 0)
      await compliance.judgeSubmitted(submitted, client)
      const refused = approval === undefined ? undefined : await approveOwn(client, viewer, submitted, approval)
      return { moved: submitted, refused }
    },

    /** Returns the version to draft, which voids its approvals. A draft amendment is discarded. */
    withdraw(viewer: Viewer, id: string): Promise<Deal> {
      return changeDeal(viewer, id, async (client, deal) => {
        const newest = await loadNewestVersion(client, deal)
        const isDiscarded = isPossible(stateOf(deal, newest), 'discard')
        const kind = isDiscarded ? 'draft-discarded' : 'withdrawn'
        await addTimelineEntry(client, viewer, id, { kind, about: String(deal.newest_version) })
        const move = isDiscarded ? 'discard' : 'revise'
        const withdrawn = await moveDeal(client, viewer, deal, newest, move, { now: clock() })
        const changes = stageChange(deal, withdrawn)
        await recordEvent(client, { ...dealEvent('deal-withdrawn', viewer, deal), changes })
      })
    },

    /** Records the decision of one approver and advances the chain. */
    decide(viewer: Viewer, id: string, decision: NewDecision): Promise<Deal> {
      return changeDeal(viewer, id, (client, deal) => recordDecision(client, viewer, deal, decision))
    },

    /** Allows the conflict with a reason, so the version can be approved. */
    allowConflict(viewer: Viewer, id: string, { number, reason }: { number: number; reason: string }): Promise<Deal> {
      return changeDeal(viewer, id, async (client, deal) => {
        const version = await loadNewestVersion(client, deal)
        if (deal.newest_version !== number || !isOpen(version.stage)) throw new Refusal('version-replaced')
        if (!(await mayAnswerVersion(client, viewer, id, number))) throw new Refusal('not-your-turn')
        await changeVersion(client, deal, number, {
          conflict_reason: reason,
          conflict_allowed_by: viewer.person.id,
          conflict_allowed_at: clock(),
        })
        await addTimelineEntry(client, viewer, id, { kind: 'clash-accepted', text: reason })
        await touchDeal(client, viewer.member.organization, id)
        await recordEvent(client, dealEvent('deal-clash-accepted', viewer, deal))
      })
    },

    /** Reminds pending approvers or signers. */
    async remind(viewer: Viewer, id: string): Promise<Reminded> {
      const reminded = await inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        const newest = await loadNewestVersion(client, deal)
        requirePossible(deal, newest, 'remind')
        const inReview = newest.stage === 'in-review'
        const { reached } = inReview
          ? await remindApprovers(client, viewer, deal)
          : await remindSigners(client, viewer, deal)
        const about = inReview ? null : reached.map(({ name }) => name).join(', ')
        await addTimelineEntry(client, viewer, id, { kind: 'reminded', about })
        await touchDeal(client, viewer.member.organization, id)
        // Names and number of approvers would reveal the approval chain, which depends on the amount.
        const hidden = inReview && !seesMoney(viewer)
        return { reached: hidden ? [{ name: null, as: 'approver' as const, how: 'mail' as const }] : reached }
      })
      onMail()
      return reminded
    },
  }

  /** Locks the content of a draft and moves it to review. */
  async function freeze(
    client: Queryable,
    viewer: Viewer,
    deal: LockedDeal,
    draft: Version,
    contract: Contract | undefined,
    columns: object = {},
  ) {
    const { frozen, facts } = await buildSnapshot(client, deal, draft, { contract, now: clock() })
    return moveDeal(client, viewer, deal, draft, 'submit', {
      now: clock(),
      frozen: {
        frozen: JSON.stringify(frozen),
        hash: hashOf(frozen),
        athlete_facts: facts,
        frozen_at: clock(),
        frozen_by: viewer.person.id,
        ...columns,
      },
    })
  }

  function approveOwn(client: Queryable, viewer: Viewer, deal: LockedDeal, comment: string) {
    return recordDecision(client, viewer, deal, { number: deal.newest_version, decision: 'approved', comment })
  }

  async function remindApprovers(client: Queryable, viewer: Viewer, deal: LockedDeal) {
    const approvals = await loadOpenApprovals(client, deal)
    const waiting = approvals.filter(({ step, asked_at }) => step === approvals[0]?.step && asked_at)
    const ids = waiting.map((one) => one.user_id)
    const approvers = await rowsOf(
      client,
      query
        .selectFrom([publicUsers.as('u'), publicOrganizations.as('o')])
        .select(['u.id', 'u.id as person', 'u.name', 'u.email', 'o.name as organizationName'])
        .where('o.id', '=', deal.organization_id)
        .where(sql<boolean>`u.id = any(${ids}::uuid[])`)
        .where('u.id', '<>', viewer.person.id)
        .$narrowType<{ email: string }>(),
    )
    const reminded = await sendReminder(
      client,
      viewer,
      { deal: deal.id, record: deal.id },
      {
        recipients: approvers.map((approver) => ({ ...approver, as: 'approver' as const })),
        nobody: { reason: 'This deal waits only for your own review.', at: {} },
        send: (approver) => askApprover(client, deal, approver, { reminder: true }),
        now: clock(),
      },
    )
    await run(
      client,
      query
        .updateTable('deal_approvals')
        .set({ reminded_at: clock() })
        .where('organization_id', '=', deal.organization_id)
        .where(sql<boolean>`id = any(${waiting.map((one) => one.id)}::uuid[])`),
    )
    return reminded
  }

  async function remindSigners(client: Queryable, viewer: Viewer, deal: LockedDeal) {
    if (deal.objection) throw new Refusal('objection-open')
    const { athlete, missing, signers, signsInside } = await findMissingSigners(client, deal, clock())
    const others = signers.filter(({ person }) => person !== viewer.person.id)
    const waitsForYou = 'This deal waits only for your own signature.'
    const sendOrAdd = 'Send them a link, or add the signed copy.'
    const nobody = missing.includes('athlete')
      ? { reason: `${athlete.name} has no account.`, at: { athlete: athlete.id } }
      : { reason: signsInside ? waitsForYou : `${deal.company_name} has not signed. ${sendOrAdd}`, at: {} }
    return sendReminder(
      client,
      viewer,
      { deal: deal.id, record: deal.id },
      {
        recipients: others,
        nobody,
        send: (signer) => askSigner(client, deal, signer, { reminder: true }),
        now: clock(),
      },
    )
  }

  async function recordDecision(
    client: Queryable,
    viewer: Viewer,
    deal: LockedDeal,
    { number, decision, comment }: NewDecision,
  ): Promise<Refusal | undefined> {
    const { organization_id: organization, id } = deal
    const version = await loadNewestVersion(client, deal)
    if (deal.newest_version !== number || !isPossible(stateOf(deal, version), 'approve')) {
      throw new Refusal('version-replaced')
    }
    const approvals = await loadOpenApprovals(client, deal)
    const ownApproval = approvals.find((one) => one.user_id === viewer.person.id && one.asked_at)
    if (!ownApproval) throw new Refusal('not-your-turn')
    if (decision !== 'approved' && !comment) {
      throw new Refusal('invalid-fields', { errors: [{ field: 'comment', message: 'Add a comment' }] })
    }
    if (decision === 'approved') {
      if (ownApproval.mark === 'self-approved' && !comment) {
        throw new Refusal('invalid-fields', {
          errors: [{ field: 'comment', message: 'Explain why you approve it yourself' }],
        })
      }
      if (ownApproval.mark && (await reassignStep(client, viewer, deal, version, ownApproval)))
        return new Refusal('another-may-approve')
      // A contract that is already signed is a fact, but whoever confirms it answers the rules that it breaks.
      if (!version.entered) await requireNoConflict(client, deal, version)
      const unanswered = await compliance.findUnanswered(deal, client)
      if (unanswered) return unanswered
    }
    await run(
      client,
      query
        .updateTable('deal_approvals')
        .set({ decision, comment, decided_at: clock() })
        .where('organization_id', '=', organization)
        .where('id', '=', ownApproval.id),
    )
    const mark = decision === 'approved' ? ownApproval.mark : null
    await addTimelineEntry(client, viewer, id, {
      kind: mark ?? (decision === 'changes' ? 'changes-asked' : decision),
      text: comment,
      about: ownApproval.step_name,
    })
    const details = mark ? `${decision}, ${approvalMarks[mark].toLowerCase()}` : decision
    await recordEvent(client, { ...dealEvent('deal-decided', viewer, deal), details })
    if (decision === 'approved') await advance(client, viewer, deal, version, ownApproval, approvals)
    else {
      const move = decision === 'changes' ? 'revise' : 'decline'
      await recordMove(
        client,
        unnamed(viewer),
        deal,
        await moveDeal(client, viewer, deal, version, move, { now: clock() }),
      )
      if (decision === 'declined') {
        const ending = deal.version_in_force === null ? 'declined' : 'amendment-declined'
        const except = deal.lead_id ? [deal.lead_id] : []
        await tellEnded(client, viewer, deal, version, { ending, now: clock(), except })
      }
    }
    await touchDeal(client, organization, id)
    await notifyLead(client, viewer, deal, decision, comment)
    return undefined
  }

  /** Reassigns the step if an independent approver exists by now. Returns whether it did. */
  async function reassignStep(
    client: Queryable,
    viewer: Viewer,
    deal: LockedDeal,
    version: Version,
    ownApproval: OpenApproval,
  ) {
    const submission = await loadSubmission(client, deal, version, version.frozen_by ?? viewer.person.id)
    const resolved = await resolveSteps(client, deal.organization_id, submission)
    const steps = version.entered ? [confirmationOf(resolved)] : resolved
    const currentStep = steps[ownApproval.step]
    if (!currentStep || currentStep.people.includes(viewer.person.id)) return false
    await run(
      client,
      query
        .deleteFrom('deal_approvals')
        .where('organization_id', '=', deal.organization_id)
        .where('deal_id', '=', deal.id)
        .where('number', '=', deal.newest_version)
        .where('step', '>=', ownApproval.step)
        .where('decision', 'is', null),
    )
    await insertApprovals(client, deal, steps, ownApproval.step)
    const about = { deal: deal.id }
    await settleNotifications(client, { organization: deal.organization_id, kind: 'approval-asked', about })
    await askApprovers(client, viewer, deal, ownApproval.step)
    await touchDeal(client, deal.organization_id, deal.id)
    return true
  }

  async function insertApprovals(client: Queryable, deal: LockedDeal, steps: readonly ResolvedStep[], from = 0) {
    for (const [step, { name, needs, people, mark }] of steps.entries()) {
      if (step < from) continue
      for (const person of people) {
        await run(
          client,
          query.insertInto('deal_approvals').values({
            organization_id: deal.organization_id,
            id: newId(),
            deal_id: deal.id,
            number: deal.newest_version,
            step,
            step_name: name,
            needs,
            user_id: person,
            mark,
          }),
        )
      }
    }
  }

  async function buildSnapshot(
    client: Queryable,
    deal: LockedDeal,
    { title, company_id, terms }: Version,
    { contract, now }: { contract: Contract | undefined; now: Date },
  ) {
    const organization = await oneRowOf(
      client,
      query.selectFrom(publicOrganizations.as('o')).select(['id', 'name']).where('id', '=', deal.organization_id),
    )
    const athlete = await loadAthleteFacts(client, deal.organization_id, deal.athlete_id, now)
    const { id, legalName, level, minor, ageFacts } = athlete
    const company = await requireCompany(client, deal.organization_id, company_id)
    const frozen: FrozenDeal = {
      deal: deal.id,
      number: deal.newest_version,
      kind: deal.kind,
      title,
      organization,
      athlete: { id, name: legalName, level, minor },
      company: { id: company.id, name: company.name, kind: company.kind, category: company.category },
      terms,
      ...(contract && {
        contract: { name: contract.name, sha256: contract.sha256.toString('hex'), termsMatch: true as const },
      }),
    }
    const corrected = minor ? undefined : await correctionToAdult(client, deal.organization_id, deal.athlete_id)
    const correction = corrected && { ...corrected, at: corrected.at.toISOString() }
    const facts: FrozenAge = { ...ageFacts, ...(correction && { correction }) }
    return { frozen, facts }
  }

  /** Once the step has all required approvals, asks the next step or approves the version. */
  async function advance(
    client: Queryable,
    viewer: Viewer,
    deal: LockedDeal,
    version: Version,
    ownApproval: OpenApproval,
    approvals: OpenApproval[],
  ) {
    const { organization } = viewer.member
    const others = approvals.filter((one) => one.step === ownApproval.step && one.id !== ownApproval.id)
    if (ownApproval.needs === 'all' && others.length > 0) {
      const about = { deal: deal.id }
      return settleNotifications(client, { organization, kind: 'approval-asked', about, person: viewer.person.id })
    }
    // If one approval is enough, close the other requests of the step.
    await run(
      client,
      query
        .updateTable('deal_approvals')
        .set({ asked_at: null })
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal.id)
        .where('number', '=', deal.newest_version)
        .where('step', '=', ownApproval.step)
        .where('decision', 'is', null),
    )
    await settleNotifications(client, { organization, kind: 'approval-asked', about: { deal: deal.id } })
    const next = approvals.find((one) => one.step > ownApproval.step)
    if (next) return askApprovers(client, viewer, deal, next.step)
    const approved = await moveDeal(client, viewer, deal, version, 'approve', { now: clock() })
    await addTimelineEntry(client, viewer, deal.id, { kind: 'all-approved', about: String(deal.newest_version) })
    if (version.entered) {
      const inForce = await putEnteredInForce(client, viewer, approved, { ...version, stage: 'approved' })
      await recordMove(client, unnamed(viewer), deal, inForce)
    } else {
      await recordMove(client, unnamed(viewer), deal, approved)
      await requestSignatures(client, viewer, approved, clock())
      await sendAfterApproval(client, viewer, approved, { ...version, stage: 'approved' })
    }
  }

  async function askApprovers(client: Queryable, viewer: Viewer, deal: LockedDeal, step: number) {
    const { organization } = viewer.member
    const asked = await rowsOf(
      client,
      query
        .updateTable('deal_approvals')
        .set({ asked_at: sql<Date>`coalesce(asked_at, ${clock()})`, reminded_at: clock() })
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal.id)
        .where('number', '=', deal.newest_version)
        .where('step', '=', step)
        .where('decision', 'is', null)
        .returning('user_id'),
    )
    for (const { user_id } of asked) {
      // Who left meanwhile is replaced by the next sweep.
      const approver = await findMemberOf(client, organization, user_id)
      if (approver) await askApprover(client, deal, approver, { actor: viewer.person.id })
    }
  }

  async function notifyLead(
    client: Queryable,
    viewer: Viewer,
    deal: LockedDeal,
    decision: NewDecision['decision'],
    comment: string | null,
  ) {
    if (!deal.lead_id || deal.lead_id === viewer.person.id) return
    const { organization } = viewer.member
    const [lead, decider] = await Promise.all(
      [deal.lead_id, viewer.person.id].map((id) =>
        oneRowOf(
          client,
          query
            .selectFrom([publicUsers.as('u'), publicOrganizations.as('o')])
            .select(['u.name', 'u.email', 'o.name as organizationName'])
            .where('u.id', '=', id)
            .where('o.id', '=', organization)
            .$narrowType<{ email: string }>(),
        ),
      ),
    )
    if (!lead || !decider) return
    await notifyByMail(
      client,
      {
        organization,
        person: deal.lead_id,
        actor: viewer.person.id,
        kind: 'approval-decided',
        details: { deal: deal.id, title: deal.title, decision },
      },
      {
        mail: approvalDecidedMail,
        recipient: lead.email,
        words: {
          name: lead.name,
          by: decider.name,
          title: deal.title,
          decision,
          comment,
          organization,
          organizationName: lead.organizationName,
          deal: deal.id,
        },
      },
    )
  }
}
export type DealReview = ReturnType<typeof createDealReviewService>

/** One approver of any step confirms a deal that was signed elsewhere. */
function confirmationOf(steps: readonly ResolvedStep[]): ResolvedStep {
  // Who edited the deal confirms it only if nobody else may.
  const independent = steps.filter(({ mark }) => mark === null)
  const used = independent.length > 0 ? independent : steps
  const people = [...new Set(used.flatMap((step) => step.people))]
  return { name: 'Confirmation', needs: 'any', people, mark: used[0]?.mark ?? null }
}

type Contract = { name: string; sha256: Buffer }

type OpenApproval = Awaited<ReturnType<typeof loadOpenApprovals>>[number]

/** Undecided approvals in step order. */
async function loadOpenApprovals(client: Queryable, deal: LockedDeal) {
  return rowsOf(
    client,
    query
      .selectFrom('deal_approvals')
      .select(['id', 'step', 'step_name', 'needs', 'user_id', 'asked_at', 'mark'])
      .$narrowType<{ mark: ApprovalMark | null }>()
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where('number', '=', deal.newest_version)
      .where('decision', 'is', null)
      .where(
        sql<boolean>`not exists (select from deal_approvals done where done.organization_id = deal_approvals.organization_id
          and done.deal_id = deal_approvals.deal_id and done.number = deal_approvals.number and done.step = deal_approvals.step
          and done.needs = 'any' and done.decision = 'approved')`,
      )
      .orderBy('step')
      .orderBy('id'),
  )
}

function dealEvent(event: Parameters<typeof recordEvent>[1]['event'], { person, member }: Viewer, deal: LockedDeal) {
  return { event, actor: person.id, organization: member.organization, athlete: deal.athlete_id, deal: deal.id }
}

/** Who decided last reveals how many approvals the amount needs. */
const unnamed = (viewer: Viewer) => ({ ...viewer, person: null })
