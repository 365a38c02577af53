import { type DealStage, dealStages } from '@sherpa/contracts/deal-stage'

const ring = <circle cx="7" cy="7" r="5.25" strokeWidth="1.5" className="fill-none stroke-current" />
const check = (
  <>
    <circle cx="7" cy="7" r="6" className="fill-current" />
    <path
      d="m4.4 7.2 1.8 1.8 3.4-3.7"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="fill-none stroke-ground"
    />
  </>
)
const cross = (
  <>
    {ring}
    <path d="m5 5 4 4m0-4-4 4" strokeWidth="1.5" strokeLinecap="round" className="stroke-current" />
  </>
)

/** Shapes differ too: color alone is not accessible. */
const icons: Record<DealStage, { color: string; drawing: React.ReactNode }> = {
  draft: {
    color: 'text-grey',
    drawing: (
      <circle
        cx="7"
        cy="7"
        r="5.25"
        strokeWidth="1.5"
        strokeDasharray="2.1 2.02"
        className="fill-none stroke-current"
      />
    ),
  },
  'in-review': {
    color: 'text-summit',
    drawing: (
      <>
        {ring}
        <path d="M7 3.8a3.2 3.2 0 0 1 0 6.4Z" className="fill-current" />
      </>
    ),
  },
  approved: {
    color: 'text-glacier',
    drawing: (
      <>
        {ring}
        <path d="M7 3.8a3.2 3.2 0 1 1-3.2 3.2H7Z" className="fill-current" />
      </>
    ),
  },
  signed: { color: 'text-success', drawing: check },
  active: {
    color: 'text-success',
    drawing: (
      <>
        {ring}
        <circle cx="7" cy="7" r="2.5" className="fill-current" />
      </>
    ),
  },
  completed: { color: 'text-grey', drawing: check },
  declined: { color: 'text-error', drawing: cross },
  terminated: { color: 'text-grey', drawing: cross },
  expired: {
    color: 'text-grey',
    drawing: (
      <>
        {ring}
        <path d="M4.5 7h5" strokeWidth="1.5" strokeLinecap="round" className="stroke-current" />
      </>
    ),
  },
}

export function DealStageIcon({ stage }: { stage: DealStage }) {
  const { color, drawing } = icons[stage]
  return (
    <svg aria-hidden="true" viewBox="0 0 14 14" className={`size-3.5 shrink-0 ${color}`}>
      {drawing}
    </svg>
  )
}

export function DealStageBadge({ stage }: { stage: DealStage }) {
  return (
    <span className="inline-flex items-center gap-1.5 align-middle text-sm whitespace-nowrap text-ink">
      <DealStageIcon stage={stage} />
      {dealStages[stage]}
    </span>
  )
}
