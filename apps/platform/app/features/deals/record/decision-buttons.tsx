import { dealsApi } from '@sherpa/api-client/deals'
import type { Approval, Deal, Decision } from '@sherpa/contracts/deal'
import { Button, buttonClass } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useAccount, useOrganization } from '../../../frame/account-context.ts'
import { useOpenedByAddress } from '../../../frame/use-opened-by-address.ts'
import { useRefusalsOf, VerdictsBeforeApproval } from '../../compliance/deal-verdicts.tsx'
import { ActionDialog, type Question } from './action-dialog.tsx'
import { AgeCorrectionNotice } from './age-notices.tsx'
import { currentVersion } from './contested-terms.ts'
import { GuardianStepLine } from './guardian-step.tsx'
import { useTermAddress } from './term-address.ts'
import { ToldOfEnding } from './told-of-ending.tsx'
import { useShowPresent } from './use-show-present.ts'

const labels = { approved: 'Approve', changes: 'Ask for changes', declined: 'Decline' } as const
const done = { approved: 'Version approved.', changes: 'Changes requested.', declined: 'Version declined.' }

/** The three decisions of an approver. Mail and notifications link to them with `#review`. */
export function DecisionButtons({ deal, isPrimary }: { deal: Deal; isPrimary: boolean }) {
  const [asked, setAsked] = useState<Decision>()
  const [isLinked, setLinked] = useOpenedByAddress('review')
  const approve = useRef<HTMLButtonElement>(null)
  const question = useQuestion(deal)
  useEffect(() => {
    if (!isLinked) return
    approve.current?.focus()
    setLinked(false)
  }, [isLinked, setLinked])
  return (
    <>
      {(Object.keys(labels) as Decision[]).map((decision) => (
        <Button
          key={decision}
          ref={decision === 'approved' ? approve : undefined}
          look={decision === 'approved' && isPrimary ? 'primary' : 'secondary'}
          onClick={() => setAsked(decision)}
        >
          {labels[decision]}
        </Button>
      ))}
      <ActionDialog
        question={asked && question(asked, () => setAsked(undefined))}
        onClose={() => setAsked(undefined)}
      />
    </>
  )
}

/** Whether the version is approved once this person approves. */
function isLastDecision(approvals: readonly Approval[], person: string) {
  const approves = (one: Approval) => one.decision === 'approved' || (one.askedAt !== null && one.person?.id === person)
  return [...Map.groupBy(approvals, ({ step }) => step).values()].every((step) =>
    step[0]?.needs === 'any' ? step.some(approves) : step.every(approves),
  )
}

function useQuestion(deal: Deal) {
  const { user } = useAccount()
  const { id: organization } = useOrganization()
  const showPresent = useShowPresent(organization)
  const [decide] = dealsApi.useDecideDealMutation()
  const { newestVersion: number, versionInForce } = deal
  const isSelfApproval = deal.approvals.some(
    ({ person, mark, decision }) => person?.id === user.id && mark === 'self-approved' && !decision,
  )
  const { title } = currentVersion(deal)
  const termAddress = useTermAddress(deal)
  const { toAnswer, needsGuardian } = useRefusalsOf(deal)
  const isRefused = needsGuardian && deal.money && isLastDecision(deal.approvals, user.id)
  const athleteRecord = `/organizations/${organization}/athletes/${deal.athlete.id}`

  return (decision: Decision, onLeave: () => void): Question => {
    const common = {
      confirm: labels[decision],
      async act(comment: string | null) {
        try {
          await decide({ organization, deal: deal.id, body: { number, decision, comment } }).unwrap()
        } catch (error) {
          showPresent(error)
          throw error
        }
        showToast('success', done[decision])
      },
    }
    switch (decision) {
      case 'approved':
        return {
          ...common,
          title: `Approve version ${number}?`,
          confirming: 'Approving…',
          // Errors are about rules that block the version.
          remedy: {
            addressOf: () => termAddress('rules'),
            solutionOf: (code) => code === 'guardian-needed' && <GuardianStepLine deal={deal} onLeave={onLeave} />,
          },
          ...(toAnswer.length > 0 && {
            first: (onLeave) => (
              <Link to={termAddress('rules')} onClick={onLeave} className={buttonClass({ look: 'primary' })}>
                Answer with a reason…
              </Link>
            ),
          }),
          ...(toAnswer.length === 0 &&
            isRefused && {
              first: (onLeave) => (
                <Link to={athleteRecord} onClick={onLeave} className={buttonClass({ look: 'primary' })}>
                  Open athlete
                </Link>
              ),
            }),
          ...(isSelfApproval && { comment: { label: 'Comment', needed: 'Explain why you approve it yourself' } }),
          children: (
            <>
              <AgeCorrectionNotice deal={deal} />
              <VerdictsBeforeApproval toAnswer={toAnswer} />
              {needsGuardian && <GuardianStepLine deal={deal} onLeave={onLeave} />}
              <p>
                {title}. {isSelfApproval && 'You’re the only approver here. '}
                {needsGuardian
                  ? 'It cannot move to signing until a guardian is verified.'
                  : 'It moves to signing once all approvers agree.'}
              </p>
            </>
          ),
        }
      case 'changes':
        return {
          ...common,
          title: `Ask for changes to version ${number}?`,
          confirming: 'Asking…',
          comment: { label: 'Comment', needed: 'Say what to change' },
          children: <p>{title}. It returns to draft.</p>,
        }
      case 'declined':
        return {
          ...common,
          title: `Decline version ${number}?`,
          confirming: 'Declining…',
          look: 'danger',
          comment: { label: 'Comment', needed: 'Say why' },
          children: (
            <>
              <p>
                {title}.{' '}
                {versionInForce === null
                  ? 'The deal is closed. It can be reopened.'
                  : `Version ${versionInForce} stays in force.`}
              </p>
              <ToldOfEnding deal={deal.id} action="decide" />
            </>
          ),
        }
    }
  }
}
