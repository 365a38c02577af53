import { buttonClass } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import { WorkItem, WorkItems, WorkLink } from '../home/work-items.tsx'
import type { NextStep } from './next-steps.ts'

type Props = {
  steps: NextStep[]
  /** Whether the next step is one of these. */
  hasNext: boolean
}

const nextOf = (steps: NextStep[]) => steps.find((step) => !step.done)

/** The trail to the first payment. The heading of Home says how much of it is done. */
export function Checklist({ steps, hasNext }: Props) {
  const next = nextOf(steps)
  const path = steps.filter(({ part }) => part === 'path')
  return (
    <Panel title="To your first payment">
      <ol className="checklist">
        {path.map((step, index) => (
          <PathStep
            key={step.title}
            step={step}
            state={step.done ? 'done' : step === next ? 'next' : 'ahead'}
            isFilled={hasNext}
            isLast={index === path.length - 1}
          />
        ))}
      </ol>
    </Panel>
  )
}

/** What can wait. */
export function LaterSteps({ steps, hasNext }: Props) {
  const next = nextOf(steps)
  const later = steps.filter(({ part, done }) => part === 'later' && !done)
  if (later.length === 0) return null
  return (
    <Panel title="When you have a minute">
      <WorkItems>
        {later.map((step) => (
          <WorkItem key={step.title} picture={null} title={step.title} about={step.about}>
            <WorkLink to={step.to} name={`${step.action}: ${step.title}`} isNext={hasNext && step === next}>
              {step.action}
            </WorkLink>
          </WorkItem>
        ))}
      </WorkItems>
    </Panel>
  )
}

type State = 'done' | 'next' | 'ahead'

function PathStep({
  step: { title, about, action, to, instead, minutes },
  state,
  isFilled,
  isLast,
}: {
  step: NextStep
  state: State
  isFilled: boolean
  isLast: boolean
}) {
  return (
    <li className={`checklist-step is-${state}`} aria-current={state === 'next' ? 'step' : undefined}>
      <Mark state={state} isLast={isLast} />
      <div className="min-w-0 flex-1 basis-40">
        <p className={`text-base break-words ${state === 'done' ? 'text-grey' : 'font-medium text-ink'}`}>
          {title}
          {state === 'done' && <span className="sr-only"> (done)</span>}
        </p>
        {state !== 'done' && <p className="text-xs text-grey">{about}</p>}
      </div>
      {state === 'ahead' && minutes && <p className="text-xs text-grey">{minutes} min</p>}
      {state === 'next' && (
        <div className="checklist-actions">
          {instead && (
            <Link to={instead.to} className={buttonClass({ look: 'secondary', size: 'small' })}>
              {instead.action}
            </Link>
          )}
          <Link to={to} className={buttonClass({ look: isFilled ? 'primary' : 'secondary', size: 'small' })}>
            {action}
          </Link>
        </div>
      )}
    </li>
  )
}

function Mark({ state, isLast }: { state: State; isLast: boolean }) {
  return (
    <span aria-hidden="true" className={`checklist-mark ${isLast ? 'is-summit' : ''}`}>
      {state === 'done' ? <ToolIcon name="check" className="size-3.5" /> : isLast && <ToolIcon name="flag" />}
    </span>
  )
}
