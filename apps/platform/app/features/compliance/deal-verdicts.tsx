import { complianceApi } from '@sherpa/api-client/compliance'
import { type JudgedVerdict, refusalsOfApproval } from '@sherpa/contracts/compliance'
import type { Deal } from '@sherpa/contracts/deal'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { ActionDialog } from '../deals/record/action-dialog.tsx'
import { currentVersion } from '../deals/record/contested-terms.ts'
import { GuardianStepLine } from '../deals/record/guardian-step.tsx'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'
import { VerdictList } from './verdict-list.tsx'
import { countsInWords, NOT_ADVICE, stateTones } from './verdict-words.ts'

export function useVerdictsOf(deal: Pick<Deal, 'id'>) {
  const { id: organization } = useOrganization()
  return complianceApi.useDealVerdictsQuery({ organization, deal: deal.id })
}

const isUnanswered = ({ state, answer }: JudgedVerdict) => state === 'blocked' && !answer

/** What compliance rules say about the newest version, folded unless one blocks it. An approver answers that one. */
export function DealVerdicts({ deal }: { deal: Deal }) {
  const { id: organization, role } = useOrganization()
  const { currentData } = useVerdictsOf(deal)
  const [asked, setAsked] = useState<JudgedVerdict>()
  const { hash } = useLocation()
  const [isAddressed, setAddressed] = useState(false)
  if (hash === '#term-rules' && !isAddressed) setAddressed(true)
  const [answer] = complianceApi.useAnswerVerdictMutation()
  if (!currentData || currentData.verdicts.length === 0) return null
  const { number, isPreview, verdicts } = currentData
  return (
    <div id="term-rules">
      <Panel
        title="Rules"
        lead={isPreview ? 'Checked again when you submit it.' : undefined}
        actions={
          <Link to={`/organizations/${organization}/compliance/rules`} className={sectionLinkClass}>
            All rules
          </Link>
        }
      >
        <details open={isAddressed || verdicts.some(isUnanswered)} className="group -mt-1 text-sm">
          <summary className="touch-area flex w-fit cursor-pointer list-none items-center gap-1.5 font-medium text-ink">
            <ToolIcon name="chevron" className="size-3 group-open:rotate-90" />
            {countsInWords(verdicts, { isAthlete: role === 'athlete' })}
          </summary>
          <div className="pt-6">
            <VerdictList verdicts={currentData} deal={deal.id}>
              {(verdict) =>
                verdict.canAnswer && (
                  <div className="mt-2">
                    <Button look="secondary" size="small" onClick={() => setAsked(verdict)}>
                      Answer with a reason…
                    </Button>
                  </div>
                )
              }
            </VerdictList>
          </div>
        </details>
      </Panel>
      <ActionDialog
        question={
          asked && {
            title: `Answer “${asked.title}”?`,
            confirm: 'Save answer',
            confirming: 'Saving…',
            comment: { label: 'Reason', needed: 'Explain why it may be approved' },
            async act(reason) {
              const { rule, ruleVersion } = asked
              const body = { number: number ?? deal.newestVersion, rule, ruleVersion, reason: reason ?? '' }
              await answer({ organization, deal: deal.id, body }).unwrap()
              showToast('success', 'Answer saved.')
            },
            children: (
              <>
                <p className="break-words">{asked.sentence}</p>
                <p>
                  {deal.guardianStep
                    ? `Version ${number} also needs a verified guardian before it can be approved.`
                    : `Version ${number} can be approved once every blocked rule is answered.`}{' '}
                  Owners see your name and reason.
                </p>
                <p className="text-xs text-grey">{NOT_ADVICE}</p>
              </>
            ),
          }
        }
        onClose={() => setAsked(undefined)}
      />
    </div>
  )
}

/** What the rules say about a draft, with a link to them. */
export function RulesOfDraft({ deal }: { deal: Deal }) {
  const { role } = useOrganization()
  const { currentData } = useVerdictsOf(deal)
  if (!currentData?.isPreview || currentData.verdicts.length === 0) return null
  return (
    <>
      Rules:{' '}
      <Link to="#term-rules" className={`touch-area ${textLinkClass}`}>
        {countsInWords(currentData.verdicts, { isAthlete: role === 'athlete' })}
      </Link>
    </>
  )
}

/** What refuses the approval of the newest version. */
export function useRefusalsOf(deal: Deal) {
  const { currentData } = useVerdictsOf(deal)
  return refusalsOfApproval(currentData?.verdicts ?? [], { isEntered: currentVersion(deal).entered !== null })
}
export type Refusals = ReturnType<typeof useRefusalsOf>

/** In the dialog that approves a version: what blocks it. */
export function VerdictsBeforeApproval({ toAnswer: verdicts }: Pick<Refusals, 'toAnswer'>) {
  if (verdicts.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium text-ink">
        {verdicts.length === 1 ? 'A rule blocks' : `${verdicts.length} rules block`} approval. Answer{' '}
        {verdicts.length === 1 ? 'it' : 'each'} with a reason first, or ask for changes.
      </p>
      <ProblemList verdicts={verdicts} />
    </div>
  )
}

/** In the dialog that submits a draft: what its approvers will see, and what would refuse their approval. */
export function VerdictsBeforeSubmit({ deal, onLeave }: { deal: Deal; onLeave: () => void }) {
  const { currentData } = useVerdictsOf(deal)
  const { toAnswer, needsGuardian } = useRefusalsOf(deal)
  const problems = currentData?.verdicts.filter(({ state }) => state === 'blocked' || state === 'attention') ?? []
  if (problems.length === 0) return null
  const rules = toAnswer.length === 1 ? 'a rule' : `${toAnswer.length} rules`
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium text-ink">
        {[
          needsGuardian && 'It cannot be approved until a guardian is verified.',
          toAnswer.length > 0 &&
            (deal.selfApproval
              ? `After you submit it, answer ${rules} with a reason. Then you can approve it.`
              : `An approver has to answer ${rules} with a reason before approving it.`),
        ]
          .filter(Boolean)
          .join(' ') || 'Approvers will see these rules.'}
      </p>
      {needsGuardian && <GuardianStepLine deal={deal} onLeave={onLeave} />}
      <ProblemList verdicts={problems} />
    </div>
  )
}

function ProblemList({ verdicts }: { verdicts: readonly JudgedVerdict[] }) {
  return (
    <>
      <ul className="flex flex-col gap-2">
        {verdicts.map(({ rule, title, state, sentence }) => (
          <li key={rule} className="break-words">
            <StatusBadge tone={stateTones[state]}>{title}</StatusBadge> {sentence}
          </li>
        ))}
      </ul>
      <p className="text-xs text-grey">{NOT_ADVICE}</p>
    </>
  )
}
