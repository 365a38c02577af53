import type { Stage } from '@sherpa/contracts/athlete'
import { useLabels } from '../../frame/account-context.ts'

/** Each stage has its own shape, so that it doesn't depend on color. */
const signs: Record<Stage, React.ReactNode> = {
  prospect: (
    <circle cx="7" cy="7" r="5.25" strokeWidth="1.5" strokeDasharray="2.1 2.02" className="fill-none stroke-grey" />
  ),
  recruiting: (
    <>
      <circle cx="7" cy="7" r="5.25" strokeWidth="1.5" className="fill-none stroke-glacier" />
      <path d="M7 3.8a3.2 3.2 0 0 1 0 6.4Z" className="fill-glacier" />
    </>
  ),
  signed: (
    <>
      <circle cx="7" cy="7" r="6" className="fill-success" />
      <path
        d="m4.4 7.2 1.8 1.8 3.4-3.7"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="fill-none stroke-ground"
      />
    </>
  ),
  former: (
    <>
      <circle cx="7" cy="7" r="5.25" strokeWidth="1.5" className="fill-none stroke-grey" />
      <path d="M4.5 7h5" strokeWidth="1.5" strokeLinecap="round" className="stroke-grey" />
    </>
  ),
}

const unknownSign = (
  <path
    d="M4.9 5.1a2.1 2.1 0 1 1 3 1.9c-.6.3-.9.7-.9 1.4M7 10.6v.1"
    strokeWidth="1.5"
    strokeLinecap="round"
    className="fill-none stroke-grey"
  />
)

/** Beside names of stages. */
export const UNKNOWN_STAGE = 'Stage unknown'

export function StageSign({ stage }: { stage: Stage | null }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 14 14" className="size-3.5 shrink-0">
      {stage ? signs[stage] : unknownSign}
    </svg>
  )
}

export function StageBadge({ stage }: { stage: Stage | null }) {
  const { stages } = useLabels()
  return (
    <span className="inline-flex items-center gap-1.5 align-middle text-sm whitespace-nowrap text-ink">
      <StageSign stage={stage} />
      {stage ? stages[stage] : UNKNOWN_STAGE}
    </span>
  )
}
