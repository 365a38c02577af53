import {
  type ApprovalMark,
  approvalMarks,
  type Deal,
  type NewDecision,
  type NewSubmission,
} from '@sherpa/contracts/deal'
import { isOpen, isPossible } from '@sherpa/contracts/deal-stage'
import { type ProblemCode, Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { enqueue } from '../../jobs/enqueue.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowsOf, run } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import { correctionToAdult, factsForDeals } from '../athletes/athletes.ts'
import { noteEvent } from '../audit/audit.ts'
import { companyOfDeal } from '../companies/companies.ts'
import { notify, settleNotifications } from '../notifications/notifications.ts'
import { organizationFacts } from '../organizations/organizations.ts'
import { isAlone, type NamedStep, stepsFor, submissionOf } from './approval-chains.ts'
import { requireNoClash } from './clashes.ts'
import { type LockedDeal, lockDeal, type Viewer } from './deal-access.ts'
import { approvalAskedMail, approvalDecidedMail } from './deal-mail.ts'
import { wholeDeal } from './deal-record.ts'
import { noteOnDeal, touchDeal } from './deal-timeline.ts'
import { drawDocumentJob } from './document-job.ts'
import { moveDeal, requirePossible, stateOf } from './life-cycle.ts'
import { askForSignatures } from './signatures-asked.ts'
import { type FrozenAge, type FrozenDeal, hashOf, requireComplete } from './terms.ts'
import { changeVersion, newestVersion, type Version } from './versions.ts'

type Parts = { database: Database; clock: () => Date; onMail: () => void }

export function reviewingDeals({ database, clock, onMail }: Parts) {
  /** Nobody else changes the deal meanwhile; mail that was written goes out after it. */
  async function changing(
    viewer: Viewer,
    id: string,
    /** What it answers with is refused, with the deal as it is now: what it has done meanwhile stays. */
    work: (client: Queryable, deal: LockedDeal) => Promise<ProblemCode | undefined>,
  ) {
    const { deal, refused } = await inTransaction(database, async (client) => {
      const refused = await work(client, await lockDeal(client, viewer, id))
      return { refused, deal: await wholeDeal(client, viewer, id, clock()) }
    })
    onMail()
    if (refused) throw new Refusal(refused, { present: deal })
    return deal
  }

  return {
    /** Freezes the draft, and asks the first of those who decide. Whoever is the only one of them may approve it at once, and says why. */
    submit(viewer: Viewer, id: string, { version, approval }: NewSubmission): Promise<Deal> {
      const { organization } = viewer.member
      return changing(viewer, id, async (client, deal) => {
        if (deal.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await wholeDeal(client, viewer, id, clock()) })
        }
        const draft = await newestVersion(client, deal)
        requirePossible(deal, draft, 'submit')
        requireComplete(deal.kind, draft.terms)
        const steps = await stepsFor(client, organization, await submissionOf(client, deal, draft, viewer.person.id))
        if (approval !== undefined && !isAlone(steps, viewer.person.id)) {
          throw new Refusal('another-may-approve', { present: await wholeDeal(client, viewer, id, clock()) })
        }
        const { frozen, facts } = await frozenOf(client, deal, draft, clock())
        const submitted = await moveDeal(client, viewer, deal, draft, 'submit', {
          now: clock(),
          frozen: {
            frozen: JSON.stringify(frozen),
            hash: hashOf(frozen),
            athlete_facts: facts,
            frozen_at: clock(),
            frozen_by: viewer.person.id,
          },
        })
        await insertApprovals(client, deal, steps)
        await noteOnDeal(client, viewer, id, { kind: 'submitted', about: String(deal.newest) })
        await noteEvent(client, dealEvent('deal-submitted', viewer, deal))
        await enqueue(
          client,
          drawDocumentJob,
          { organization, deal: id, number: deal.newest },
          { key: `${id} ${deal.newest}` },
        )
        await ask(client, viewer, deal, 0)
        if (approval === undefined) return
        for (const _ of steps) {
          await decideOn(client, viewer, submitted, { number: deal.newest, decision: 'approved', word: approval })
        }
      })
    },

    /** The version goes back to be changed: what was decided about it is over. A draft amendment is discarded. */
    withdraw(viewer: Viewer, id: string): Promise<Deal> {
      return changing(viewer, id, async (client, deal) => {
        const newest = await newestVersion(client, deal)
        const isDiscarded = isPossible(stateOf(deal, newest), 'discard')
        const kind = isDiscarded ? 'draft-discarded' : 'withdrawn'
        await noteOnDeal(client, viewer, id, { kind, about: String(deal.newest) })
        await moveDeal(client, viewer, deal, newest, isDiscarded ? 'discard' : 'revise', { now: clock() })
        await noteEvent(client, dealEvent('deal-withdrawn', viewer, deal))
      })
    },

    /** One person's answer. Whose turn it is next follows from it. */
    decide(viewer: Viewer, id: string, decision: NewDecision): Promise<Deal> {
      return changing(viewer, id, (client, deal) => decideOn(client, viewer, deal, decision))
    },

    /** Someone with the right says why the clash is all right: the version can be approved then. */
    acceptClash(viewer: Viewer, id: string, { number, reason }: { number: number; reason: string }): Promise<Deal> {
      return changing(viewer, id, async (client, deal) => {
        const version = await newestVersion(client, deal)
        if (deal.newest !== number || !isOpen(version.stage)) throw new Refusal('version-replaced')
        await changeVersion(client, deal, number, { clash_reason: reason, clash_accepted_by: viewer.person.id })
        await noteOnDeal(client, viewer, id, { kind: 'clash-accepted', text: reason })
        await touchDeal(client, viewer.member.organization, id)
        await noteEvent(client, dealEvent('deal-clash-accepted', viewer, deal))
      })
    },

    /** Those whom the deal waits for are asked once more. */
    async remind(viewer: Viewer, id: string) {
      await changing(viewer, id, async (client, deal) => {
        const newest = await newestVersion(client, deal)
        requirePossible(deal, newest, 'remind')
        if (newest.stage === 'in-review') {
          const [first] = await openApprovals(client, deal)
          if (first) await ask(client, viewer, deal, first.step)
        } else await askForSignatures(client, viewer, deal, clock())
        await noteOnDeal(client, viewer, id, { kind: 'reminded' })
        await touchDeal(client, viewer.member.organization, id)
      })
    },
  }

  async function decideOn(
    client: Queryable,
    viewer: Viewer,
    deal: LockedDeal,
    { number, decision, word }: NewDecision,
  ): Promise<ProblemCode | undefined> {
    const { organization_id: organization, id } = deal
    const version = await newestVersion(client, deal)
    if (deal.newest !== number || !isPossible(stateOf(deal, version), 'approve')) {
      throw new Refusal('version-replaced')
    }
    const approvals = await openApprovals(client, deal)
    const own = approvals.find((one) => one.user_id === viewer.person.id && one.asked_at)
    if (!own) throw new Refusal('not-your-turn')
    if (decision !== 'approved' && !word) {
      throw new Refusal('invalid-fields', { errors: [{ field: 'word', message: 'Add a comment' }] })
    }
    if (decision === 'approved') {
      if (own.mark === 'self-approved' && !word) {
        throw new Refusal('invalid-fields', {
          errors: [{ field: 'word', message: 'Explain why you approve it yourself' }],
        })
      }
      if (own.mark && (await askOthers(client, viewer, deal, version, own))) return 'another-may-approve'
      await requireNoClash(client, deal, version)
    }
    await run(
      client,
      query
        .updateTable('deal_approvals')
        .set({ decision, word, decided_at: clock() })
        .where('organization_id', '=', organization)
        .where('id', '=', own.id),
    )
    const mark = decision === 'approved' ? own.mark : null
    await noteOnDeal(client, viewer, id, {
      kind: mark ?? (decision === 'changes' ? 'changes-asked' : decision),
      text: word,
      about: own.step_name,
    })
    const details = mark ? `${decision}, ${approvalMarks[mark].toLowerCase()}` : decision
    await noteEvent(client, { ...dealEvent('deal-decided', viewer, deal), details })
    if (decision === 'approved') await goOn(client, viewer, deal, version, own, approvals)
    else {
      const move = decision === 'changes' ? 'revise' : 'decline'
      await moveDeal(client, viewer, deal, version, move, { now: clock() })
    }
    await touchDeal(client, organization, id)
    await tellLead(client, viewer, deal, decision, word)
    return undefined
  }

  /** Someone who did not write at the version may approve it by now: they are asked instead. Tells whether there is anyone. */
  async function askOthers(client: Queryable, viewer: Viewer, deal: LockedDeal, version: Version, own: OpenApproval) {
    const submission = await submissionOf(client, deal, version, version.frozen_by ?? viewer.person.id)
    const steps = await stepsFor(client, deal.organization_id, submission)
    const present = steps[own.step]
    if (!present || present.people.includes(viewer.person.id)) return false
    await run(
      client,
      query
        .deleteFrom('deal_approvals')
        .where('organization_id', '=', deal.organization_id)
        .where('deal_id', '=', deal.id)
        .where('number', '=', deal.newest)
        .where('step', '>=', own.step)
        .where('decision', 'is', null),
    )
    await insertApprovals(client, deal, steps, own.step)
    const about = { deal: deal.id }
    await settleNotifications(client, { organization: deal.organization_id, kind: 'approval-asked', about })
    await ask(client, viewer, deal, own.step)
    await touchDeal(client, deal.organization_id, deal.id)
    return true
  }

  async function insertApprovals(client: Queryable, deal: LockedDeal, steps: readonly NamedStep[], from = 0) {
    for (const [step, { name, needs, people, mark }] of steps.entries()) {
      if (step < from) continue
      for (const person of people) {
        await run(
          client,
          query.insertInto('deal_approvals').values({
            organization_id: deal.organization_id,
            id: newId(),
            deal_id: deal.id,
            number: deal.newest,
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

  async function frozenOf(client: Queryable, deal: LockedDeal, { title, company_id, terms }: Version, now: Date) {
    const organization = await oneRowOf(
      client,
      query.selectFrom(organizationFacts.as('o')).select(['id', 'name']).where('id', '=', deal.organization_id),
    )
    const athlete = await factsForDeals(client, deal.organization_id, deal.athlete_id, now)
    const { id, legalName, level, minor, ageFacts } = athlete
    const company = await companyOfDeal(client, deal.organization_id, company_id)
    const frozen: FrozenDeal = {
      deal: deal.id,
      number: deal.newest,
      kind: deal.kind,
      title,
      organization,
      athlete: { id, name: legalName, level, minor },
      company: { id: company.id, name: company.name, kind: company.kind, category: company.category },
      terms,
    }
    const corrected = minor ? undefined : await correctionToAdult(client, deal.organization_id, deal.athlete_id)
    const correction = corrected && { ...corrected, at: corrected.at.toISOString() }
    const facts: FrozenAge = { ...ageFacts, ...(correction && { correction }) }
    return { frozen, facts }
  }

  /** The step is done when all of it, or any one of it, has said yes: then the next is asked, or the version is approved. */
  async function goOn(
    client: Queryable,
    viewer: Viewer,
    deal: LockedDeal,
    version: Version,
    own: OpenApproval,
    approvals: OpenApproval[],
  ) {
    const { organization } = viewer.member
    const others = approvals.filter((one) => one.step === own.step && one.id !== own.id)
    if (own.needs === 'all' && others.length > 0) {
      const about = { deal: deal.id }
      return settleNotifications(client, { organization, kind: 'approval-asked', about, person: viewer.person.id })
    }
    // Of a step that one was enough for, the others are not asked any more.
    await run(
      client,
      query
        .updateTable('deal_approvals')
        .set({ asked_at: null })
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal.id)
        .where('number', '=', deal.newest)
        .where('step', '=', own.step)
        .where('decision', 'is', null),
    )
    await settleNotifications(client, { organization, kind: 'approval-asked', about: { deal: deal.id } })
    const next = approvals.find((one) => one.step > own.step)
    if (next) return ask(client, viewer, deal, next.step)
    const approved = await moveDeal(client, viewer, deal, version, 'approve', { now: clock() })
    await noteOnDeal(client, viewer, deal.id, { kind: 'all-approved', about: String(deal.newest) })
    await askForSignatures(client, viewer, approved, clock())
  }

  async function ask(client: Queryable, viewer: Viewer, deal: LockedDeal, step: number) {
    const { organization } = viewer.member
    const asked = await rowsOf(
      client,
      query
        .updateTable('deal_approvals')
        .from([userFacts.as('u'), organizationFacts.as('o')])
        .whereRef('u.id', '=', 'deal_approvals.user_id')
        .whereRef('o.id', '=', 'deal_approvals.organization_id')
        .set({ asked_at: sql<Date>`coalesce(asked_at, ${clock()})`, reminded_at: clock() })
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal.id)
        .where('number', '=', deal.newest)
        .where('step', '=', step)
        .where('decision', 'is', null)
        .returning(['u.id', 'u.name', 'u.email', 'o.name as organizationName'])
        // Members have an address.
        .$narrowType<{ email: string }>(),
    )
    for (const { id: person, name, email, organizationName } of asked) {
      await notify(client, {
        organization,
        person,
        actor: viewer.person.id,
        kind: 'approval-asked',
        details: { deal: deal.id, title: deal.title },
      })
      await queueMail(client, approvalAskedMail, {
        recipient: email,
        person,
        details: { name, title: deal.title, organization, organizationName, deal: deal.id },
      })
    }
  }

  async function tellLead(
    client: Queryable,
    viewer: Viewer,
    deal: LockedDeal,
    decision: NewDecision['decision'],
    word: string | null,
  ) {
    if (!deal.lead_id || deal.lead_id === viewer.person.id) return
    const { organization } = viewer.member
    await notify(client, {
      organization,
      person: deal.lead_id,
      actor: viewer.person.id,
      kind: 'approval-decided',
      details: { deal: deal.id, title: deal.title, decision },
    })
    const [lead, decider] = await Promise.all(
      [deal.lead_id, viewer.person.id].map((id) =>
        oneRowOf(
          client,
          query
            .selectFrom([userFacts.as('u'), organizationFacts.as('o')])
            .select(['u.name', 'u.email', 'o.name as organizationName'])
            .where('u.id', '=', id)
            .where('o.id', '=', organization)
            .$narrowType<{ email: string }>(),
        ),
      ),
    )
    if (!lead || !decider) return
    await queueMail(client, approvalDecidedMail, {
      recipient: lead.email,
      person: deal.lead_id,
      details: {
        name: lead.name,
        by: decider.name,
        title: deal.title,
        decision,
        word,
        organization,
        organizationName: lead.organizationName,
        deal: deal.id,
      },
    })
  }
}
export type ReviewingDeals = ReturnType<typeof reviewingDeals>

type OpenApproval = Awaited<ReturnType<typeof openApprovals>>[number]

/** Those that have not been decided, in their order. */
async function openApprovals(client: Queryable, deal: LockedDeal) {
  return rowsOf(
    client,
    query
      .selectFrom('deal_approvals')
      .select(['id', 'step', 'step_name', 'needs', 'user_id', 'asked_at', 'mark'])
      .$narrowType<{ mark: ApprovalMark | null }>()
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where('number', '=', deal.newest)
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

function dealEvent(event: Parameters<typeof noteEvent>[1]['event'], { person, member }: Viewer, deal: LockedDeal) {
  return { event, actor: person.id, organization: member.organization, athlete: deal.athlete_id }
}
