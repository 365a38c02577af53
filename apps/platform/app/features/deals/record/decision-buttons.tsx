import { dealsApi } from '@sherpa/api-client/deals'
import type { Deal, Decision } from '@sherpa/contracts/deal'
import { Button, buttonClass } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useAccount, useOrganization } from '../../../frame/account-context.ts'
import { useOpenedByAddress } from '../../../frame/use-opened-by-address.ts'
import { useVerdictsToAnswer, VerdictsBeforeApproval } from '../../compliance/deal-verdicts.tsx'
import { ActionDialog, type Question } from './action-dialog.tsx'
import { AgeCorrectionNotice } from './age-notices.tsx'
import { currentVersion } from './contested-terms.ts'
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
      <ActionDialog question={asked && question(asked)} onClose={() => setAsked(undefined)} />
    </>
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
  const blocking = useVerdictsToAnswer(deal)

  return (decision: Decision): Question => {
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
          remedy: { addressOf: () => termAddress('rules'), solutionOf: () => null },
          ...(blocking.length > 0 && {
            first: (onLeave) => (
              <Link to={termAddress('rules')} onClick={onLeave} className={buttonClass({ look: 'primary' })}>
                Answer with a reason…
              </Link>
            ),
          }),
          ...(isSelfApproval && { comment: { label: 'Comment', needed: 'Explain why you approve it yourself' } }),
          children: (
            <>
              <AgeCorrectionNotice deal={deal} />
              <VerdictsBeforeApproval verdicts={blocking} />
              <p>
                {title}. {isSelfApproval && 'You’re the only approver here. '}It moves to signing once all approvers
                agree.
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
