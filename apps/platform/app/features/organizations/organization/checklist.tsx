import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import type { NextStep } from './next-steps.ts'

export function Checklist({ steps }: { steps: NextStep[] }) {
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)
  return (
    <Panel
      title="Get started"
      actions={
        <p className="text-sm font-medium">
          {done} of {steps.length} done
        </p>
      }
    >
      <ol className="flex flex-col gap-2">
        {steps.map((step) => (
          <li key={step.title}>
            <Step step={step} isNext={step === next} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Step({ step: { title, about, done, to }, isNext }: { step: NextStep; isNext: boolean }) {
  const rowClass = 'flex flex-wrap items-center gap-4 rounded-md border px-4 py-3.5'
  const words = (
    <>
      <Mark done={done} />
      <span className="min-w-0 flex-1 basis-40">
        <span className={`block font-semibold ${done ? 'text-slate' : 'text-ink'}`}>
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </span>
        {!done && <span className="block text-sm">{about}</span>}
      </span>
    </>
  )
  if (done) return <div className={`${rowClass} border-transparent bg-snow`}>{words}</div>
  return (
    <Link
      to={to}
      className={`${rowClass} group transition-colors hover:border-glacier hover:bg-glacier-pale ${isNext ? 'border-glacier' : 'border-line'}`}
    >
      {words}
      <span aria-hidden="true" className="text-xl text-glacier transition-transform group-hover:translate-x-0.5">
        →
      </span>
    </Link>
  )
}

function Mark({ done }: { done: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-7 shrink-0 place-items-center rounded-full ${done ? 'bg-success text-ground' : 'border-2 border-line-strong'}`}
    >
      {done && <ToolIcon name="check" className="size-4" />}
    </span>
  )
}
