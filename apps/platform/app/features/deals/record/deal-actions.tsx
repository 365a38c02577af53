import { dealsApi } from '@sherpa/api-client/deals'
import type { Deal, DealAction, DealTerm, NewMove } from '@sherpa/contracts/deal'
import type { ProblemCode } from '@sherpa/contracts/problem'
import { Button, buttonClass } from '@sherpa/ui/button'
import { MenuButton } from '@sherpa/ui/menu-button'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useReminder } from '../../../data/use-reminder.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { MenuItem } from '../../../list/row-menu.tsx'
import { withNext } from '../../../session/next-address.ts'
import { useRefusalsOf, VerdictsBeforeSubmit } from '../../compliance/deal-verdicts.tsx'
import { ActionDialog, type Question } from './action-dialog.tsx'
import { AddPaperDialog } from './add-paper-dialog.tsx'
import { currentVersion } from './contested-terms.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { GuardianStepLine } from './guardian-step.tsx'
import { progressOf } from './progress.ts'
import { SendLinkDialog } from './send-link-dialog.tsx'
import { useTermAddress } from './term-address.ts'
import { TerminateDialog } from './terminate-dialog.tsx'
import { ToldOfEnding } from './told-of-ending.tsx'
import { useShowPresent } from './use-show-present.ts'

/** In order of priority: the first available one is the primary button. */
const stepOrder = [
  'decide',
  'sign',
  'submit',
  'send-link',
  'add-paper',
  'remind',
  'start',
  'withdraw',
  'discard',
  'reopen',
] as const
type Step = (typeof stepOrder)[number]

/** Further steps are in the menu. */
const SHOWN_STEPS = 2

function stepsOf(deal: Deal): Step[] {
  const waits = waitsFor(deal)
  // `CompanyLinks` has the buttons of a link that was sent.
  const isSent = deal.links.some(({ purpose }) => purpose === 'signature')
  const maySend = deal.actions.includes('send-link') && !isSent
  // Nobody reminds only themselves, or a company that was not asked yet.
  const isNoReminder =
    waits.length === 1 && (deal.actions.includes('decide') || (maySend && waits[0] === deal.company.name))
  return stepOrder.filter(
    (step) => deal.actions.includes(step) && !(isNoReminder && step === 'remind') && (maySend || step !== 'send-link'),
  )
}

export function NextSteps({
  deal,
  isBesideList = false,
}: {
  deal: Deal
  /** The list already has a primary button. */
  isBesideList?: boolean
}) {
  const { id: organization } = useOrganization()
  const { busy, take, dialogs } = useSteps(deal)
  const steps = isBesideList ? stepsOf(deal) : stepsOf(deal).slice(0, SHOWN_STEPS)
  if (steps.length === 0) return null

  function stepButton(step: Step, index: number) {
    // A deal starts by itself on its first day.
    const isPrimary = index === 0 && !isBesideList && step !== 'start'
    const look = isPrimary ? 'primary' : 'secondary'
    if (step === 'decide') return <DecisionButtons key={step} deal={deal} isPrimary={isPrimary} />
    if (step === 'sign') {
      return (
        <Link key={step} to={`/organizations/${organization}/deals/${deal.id}/sign`} className={buttonClass({ look })}>
          {labels.sign}
        </Link>
      )
    }
    if (step === 'remind') {
      return (
        <Button key={step} look={look} busy={busy} onClick={() => take(step)}>
          <ToolIcon name="send" />
          {remindLabel(deal)}
        </Button>
      )
    }
    return (
      <Button key={step} look={look} onClick={() => take(step)}>
        {labels[step]}
      </Button>
    )
  }

  return (
    <>
      {steps.map(stepButton)}
      {dialogs}
    </>
  )
}

/** Sends a reminder, or opens the dialog of an action. */
function useSteps(deal: Deal) {
  const { id: organization } = useOrganization()
  const [remindDeal] = dealsApi.useRemindDealMutation()
  const { busy, remind } = useReminder()
  const [asked, setAsked] = useState<DealAction>()
  const close = () => setAsked(undefined)
  const questions = useQuestions(deal, close)
  return {
    busy,
    take: (action: DealAction) =>
      action === 'remind' ? remind(() => remindDeal({ organization, deal: deal.id }).unwrap()) : setAsked(action),
    dialogs: (
      <>
        <AddPaperDialog deal={deal} open={asked === 'add-paper'} onClose={close} />
        <SendLinkDialog
          deal={deal}
          purpose={asked === 'send-link' ? 'signature' : asked === 'send-page' ? 'page' : undefined}
          onClose={close}
        />
        <TerminateDialog deal={asked === 'terminate' ? deal : undefined} onClose={close} />
        <ActionDialog question={asked && questions[asked]} onClose={close} />
      </>
    ),
  }
}

const labels = {
  decide: 'Review',
  sign: 'Read and sign',
  submit: 'Submit for approval',
  'send-link': 'Send for signature',
  'add-paper': 'Add signed copies',
  start: 'Start deal today',
  withdraw: 'Withdraw',
  discard: 'Discard draft',
  reopen: 'Reopen',
}

const waitsFor = (deal: Deal) => [...new Set(progressOf(deal).flatMap((step) => step.waitsFor))]

/** Includes the name if the deal waits for only one person. */
function remindLabel(deal: Deal) {
  const waits = waitsFor(deal)
  const [only] = waits
  return waits.length === 1 && only && only !== deal.company.name && !only.startsWith('the ')
    ? `Remind ${only.split(' ')[0]}`
    : 'Send reminder'
}

export function MoreActions({ deal }: { deal: Deal }) {
  const { take, dialogs } = useSteps(deal)
  const furtherSteps = stepsOf(deal).slice(SHOWN_STEPS)
  const offered = (['share', 'send-page', 'complete', 'terminate', 'expire', 'decline', 'remove'] as const).filter(
    (action) => deal.actions.includes(action),
  )

  async function copyAddress() {
    try {
      await navigator.clipboard.writeText(window.location.href)
      showToast('success', 'Link copied.')
    } catch {
      showToast('error', 'Your browser blocked copying. Copy the address from the address bar.')
    }
  }

  return (
    <>
      <MenuButton
        align="end"
        name="More"
        buttonClass={`${buttonClass({ look: 'secondary' })} w-8 px-0 max-md:w-11`}
        label={<ToolIcon name="more" />}
      >
        {furtherSteps.map((step) => (
          <MenuItem key={step} onClick={() => take(step)}>
            {step === 'remind' ? remindLabel(deal) : labels[step]}
          </MenuItem>
        ))}
        <MenuItem onClick={() => void copyAddress()}>Copy link</MenuItem>
        {offered.map((action) => (
          <MenuItem key={action} onClick={() => take(action)}>
            {moreLabels[action]}
          </MenuItem>
        ))}
      </MenuButton>
      {dialogs}
    </>
  )
}

const moreLabels = {
  share: 'Share with athlete',
  'send-page': 'Share page with company',
  complete: 'Mark as completed',
  terminate: 'Terminate',
  expire: 'Mark as expired',
  decline: 'Decline',
  remove: 'Remove',
}

function SolutionLink({ to, onClick, children }: { to: string; onClick?: () => void; children: string }) {
  return (
    <Link to={to} onClick={onClick} className={buttonClass({ look: 'secondary', size: 'small' })}>
      {children}
    </Link>
  )
}

function useQuestions(deal: Deal, onLeave: () => void): Partial<Record<DealAction, Question>> {
  const { id: organization, may, has } = useOrganization()
  const showPresent = useShowPresent(organization)
  const termAddress = useTermAddress(deal)
  const navigate = useNavigate()
  const [submit] = dealsApi.useSubmitDealMutation()
  const [share] = dealsApi.useShareDealMutation()
  const [withdraw] = dealsApi.useWithdrawDealMutation()
  const [remove] = dealsApi.useRemoveDealMutation()
  const [moveDeal] = dealsApi.useMoveDealMutation()
  const of = { organization, deal: deal.id }
  const { contract } = currentVersion(deal)
  const move = (move: NewMove['move'], done: string) => async (comment: string | null) => {
    await moveDeal({ ...of, body: { version: deal.version, move, comment } }).unwrap()
    showToast('success', done)
  }
  const reason = { label: 'Reason' }
  const record = `/organizations/${organization}/deals/${deal.id}`
  const { toAnswer, needsGuardian } = useRefusalsOf(deal)
  const approvesNow = deal.selfApproval && toAnswer.length === 0 && !needsGuardian
  const approverLinks = (
    <>
      {may('people.invite') && (
        <SolutionLink to={`${withNext(`/organizations/${organization}/people`, record)}#invite`}>
          Invite an approver
        </SolutionLink>
      )}
      {has('permissions.edit') && (
        <SolutionLink to={`/organizations/${organization}/approvals`}>Allow self-approval</SolutionLink>
      )}
    </>
  )
  const solutionOf = (code: ProblemCode | undefined, onLeave: () => void) =>
    code === 'nobody-can-approve' ? (
      approverLinks
    ) : code === 'guardian-needed' ? (
      <GuardianStepLine deal={deal} onLeave={onLeave} />
    ) : code === 'deals-conflict' ? (
      deal.actions.includes('allow-conflict') && (
        <SolutionLink to={termAddress('conflict')} onClick={onLeave}>
          Allow the conflict…
        </SolutionLink>
      )
    ) : code === 'verdicts-unanswered' ? (
      <SolutionLink to={termAddress('rules')} onClick={onLeave}>
        Answer the rules
      </SolutionLink>
    ) : null
  return {
    submit: {
      title: approvesNow
        ? 'You’re the only approver here. Approve it yourself?'
        : `Submit version ${deal.newestVersion} for approval?`,
      confirm: approvesNow ? 'Submit and approve' : 'Submit',
      confirming: 'Submitting…',
      ...(contract && {
        tick: { label: 'The terms match this document', needed: 'Confirm that the terms match the contract' },
      }),
      ...(deal.nobodyApproves && { first: () => approverLinks }),
      ...(approvesNow && { comment: { label: 'Comment', needed: 'Explain why you approve it yourself' } }),
      async act(comment) {
        const approval = approvesNow && comment ? { approval: comment } : {}
        try {
          await submit({
            ...of,
            body: { version: deal.version, ...approval, ...(contract && { contractMatches: true }) },
          }).unwrap()
        } catch (error) {
          showPresent(error)
          throw error
        }
        showToast('success', approvesNow ? 'Submitted and approved.' : 'Submitted.')
      },
      remedy: { addressOf: (field) => termAddress(field as DealTerm), solutionOf },
      children: (
        <>
          {deal.nobodyApproves && (
            <p className="font-medium text-ink">
              It cannot be submitted yet: nobody else here can approve deals, and you can’t approve your own.
            </p>
          )}
          <VerdictsBeforeSubmit deal={deal} onLeave={onLeave} />
          <p>
            The version is locked. Later changes start a new version, which needs approval again.
            {approvesNow && ' It is marked as self-approved, with your comment.'}
            {contract && ` It includes the contract “${contract.name}”.`}
          </p>
        </>
      ),
    },
    share: {
      title: `Share version ${deal.newestVersion} with the athlete?`,
      confirm: 'Share',
      confirming: 'Sharing…',
      async act() {
        await share({ ...of, body: { version: deal.version } }).unwrap()
        showToast('success', 'Shared with the athlete.')
      },
      children: (
        <p>
          {deal.athlete.name} and verified guardians see it before approval. This is logged. A new version is not shared
          until you share it again or it is approved.
        </p>
      ),
    },
    withdraw: {
      title: `Withdraw version ${deal.newestVersion}?`,
      confirm: 'Withdraw',
      confirming: 'Withdrawing…',
      look: 'danger',
      async act() {
        await withdraw(of).unwrap()
        showToast('success', 'Version withdrawn.')
      },
      children: <p>Approvals and signatures of this version no longer count. A new draft starts with its terms.</p>,
    },
    discard: {
      title: `Discard draft of version ${deal.newestVersion}?`,
      confirm: 'Discard draft',
      confirming: 'Discarding…',
      look: 'danger',
      async act() {
        await withdraw(of).unwrap()
        showToast('success', 'Draft discarded.')
      },
      children: <p>Version {deal.versionInForce} still applies. The draft stays in the version history.</p>,
    },
    start: {
      title: 'Start this deal today?',
      confirm: 'Start deal',
      confirming: 'Starting…',
      act: move('start', 'Deal started.'),
      children: <p>The deal becomes active.</p>,
    },
    complete: {
      title: 'Mark this deal as completed?',
      confirm: 'Mark as completed',
      confirming: 'Saving…',
      comment: { label: 'Comment' },
      act: move('complete', 'Deal completed.'),
      children: <p>Open payments, deliverables and key dates stay due.</p>,
    },
    expire: {
      title: 'Mark this deal as expired?',
      confirm: 'Mark as expired',
      confirming: 'Saving…',
      look: 'danger',
      comment: reason,
      act: move('expire', 'Deal marked as expired.'),
      children: (
        <>
          <p>Use this if the offer was not signed in time. You can reopen it later.</p>
          <ToldOfEnding deal={deal.id} action="expire" />
        </>
      ),
    },
    decline: {
      title: deal.versionInForce === null ? 'Decline this deal?' : `Decline version ${deal.newestVersion}?`,
      confirm: 'Decline',
      confirming: 'Declining…',
      look: 'danger',
      comment: reason,
      act: move('decline', deal.versionInForce === null ? 'Deal declined.' : 'Version declined.'),
      children: (
        <>
          <p>
            {deal.versionInForce === null
              ? 'The deal is closed. You can reopen it later.'
              : `Version ${deal.versionInForce} still applies.`}
          </p>
          <ToldOfEnding deal={deal.id} action="decline" />
        </>
      ),
    },
    reopen: {
      title: 'Reopen this deal?',
      confirm: 'Reopen',
      confirming: 'Reopening…',
      comment: reason,
      act: move('reopen', 'Deal reopened.'),
      children: <p>A new draft starts with the same terms.</p>,
    },
    remove: {
      title: 'Remove this deal?',
      confirm: 'Remove',
      confirming: 'Removing…',
      look: 'danger',
      async act() {
        await remove(of).unwrap()
        showToast('success', 'Deal removed.')
        void navigate(`/organizations/${organization}/deals`)
      },
      children: <p>The deal, its versions and its notes are deleted. It has no signatures.</p>,
    },
  }
}
