import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { Step } from './progress.ts'

/** Longer trails are vertical at any width. */
const MOST_IN_A_ROW = 7

/** Centers of the first and last step in the 1000 × 244 drawing, as in deals.css. */
const [LOWEST, HIGHEST] = [164, 50]

const icons = { done: 'check', next: 'flag', stopped: 'close' } as const

/** A list of steps, with a rising dotted trail where it fits. */
export function ProgressTrail({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="progress-trail" data-steps={steps.length} data-long={steps.length > MOST_IN_A_ROW || undefined}>
      <svg aria-hidden="true" viewBox="0 0 1000 244" preserveAspectRatio="none">
        {steps.slice(1).map(({ id }, index) => (
          <path
            key={id}
            d={pathBetween(index, steps.length)}
            data-walked={steps[index]?.state === 'done' || undefined}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {steps.map((step, index) => (
        <li key={step.id} data-state={step.state}>
          <span className="progress-node" aria-hidden="true">
            {step.state !== 'now' && (step.state !== 'next' || index === steps.length - 1) && (
              <ToolIcon name={icons[step.state]} className="size-3.5" />
            )}
          </span>
          <StepText step={step} />
        </li>
      ))}
    </ol>
  )
}

const states = { done: 'done', now: 'waiting', next: 'upcoming', stopped: 'stopped' }

function StepText({ step: { name, state, who, when, comments } }: { step: Step }) {
  return (
    <>
      <span className={`block text-sm font-semibold ${state === 'next' ? 'text-slate' : 'text-ink'}`}>
        {name}
        <span className="sr-only">, {states[state]}</span>
      </span>
      {who.map((line) => (
        <span key={line} className="block text-slate">
          {line}
        </span>
      ))}
      {when && <span className="block text-grey">{when}</span>}
      {comments.map(({ by, text }) => (
        <q key={by} title={by} className="line-clamp-3 text-slate italic">
          {text}
        </q>
      ))}
    </>
  )
}

/** A curve between two steps, nearly level at both ends. */
function pathBetween(index: number, count: number) {
  const place = (at: number) => ({
    x: round(((at + 0.5) / count) * 1000),
    y: round(LOWEST - (at / Math.max(count - 1, 1)) * (LOWEST - HIGHEST)),
  })
  const [from, to] = [place(index), place(index + 1)]
  const reach = (to.x - from.x) * 0.38
  return `M${from.x} ${from.y}C${round(from.x + reach)} ${round(from.y - 4)} ${round(to.x - reach)} ${round(to.y + 12)} ${to.x} ${to.y}`
}

const round = (number: number) => Math.round(number * 10) / 10
