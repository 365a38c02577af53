import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { WorkItem, WorkItems, WorkLink } from '../home/work-items.tsx'
import type { NextStep } from './next-steps.ts'

export function Checklist({
  steps,
  hasNext,
}: {
  steps: NextStep[] /** Whether the next step is one of these. */
  hasNext: boolean
}) {
  const done = steps.filter((step) => step.done).length
  const next = hasNext ? steps.find((step) => !step.done) : undefined
  return (
    <Panel
      title="Get started"
      actions={
        <p className="text-sm text-grey tabular-nums">
          {done} of {steps.length} done
        </p>
      }
    >
      <WorkItems ordered>
        {steps.map((step) => (
          <Step key={step.title} step={step} isNext={step === next} />
        ))}
      </WorkItems>
    </Panel>
  )
}

function Step({ step: { title, about, action, done, to }, isNext }: { step: NextStep; isNext: boolean }) {
  if (done) {
    return (
      <WorkItem
        picture={<Mark done />}
        title={
          <span className="font-normal text-grey">
            {title}
            <span className="sr-only"> (done)</span>
          </span>
        }
      />
    )
  }
  return (
    <WorkItem picture={<Mark done={false} />} title={title} about={about}>
      <WorkLink to={to} name={title} isNext={isNext}>
        {action}
      </WorkLink>
    </WorkItem>
  )
}

function Mark({ done }: { done: boolean }) {
  return (
    <span aria-hidden="true" className="grid size-8 shrink-0 place-items-center">
      <span
        className={`grid size-5 place-items-center rounded-full ${done ? 'bg-success text-ground' : 'border-2 border-ahead'}`}
      >
        {done && <ToolIcon name="check" className="size-3" />}
      </span>
    </span>
  )
}
