import type { DisclosureRow } from '@sherpa/contracts/disclosure'

/** The share of the time that is left. The words beside it say the same. */
export function DueRing({
  row: { countsAt, countsFrom, dueAt, missing },
  now,
  isLate,
  isNear,
}: {
  row: Pick<DisclosureRow, 'countsAt' | 'countsFrom' | 'dueAt' | 'missing'>
  now: Date
  isLate: boolean
  isNear: boolean
}) {
  const from = countsAt ?? countsFrom
  const end = Date.parse(dueAt)
  const left = from ? (end - now.getTime()) / (end - Date.parse(from)) : 1
  if (missing.length > 0) {
    return (
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0 max-md:hidden">
        <circle cx="8" cy="8" r="7" strokeDasharray="2.4 2" className="fill-none stroke-summit" />
        <path
          d="M6 6.4a2 2 0 1 1 2.8 1.8c-.5.3-.8.6-.8 1.2M8 11.2v.1"
          strokeWidth="1.5"
          strokeLinecap="round"
          className="fill-none stroke-summit-ink"
        />
      </svg>
    )
  }
  const circle = { cx: 8, cy: 8, r: 6, fill: 'none', strokeWidth: 3 }
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0 -rotate-90 max-md:hidden">
      <circle {...circle} className={isLate ? 'stroke-error' : 'stroke-line'} />
      {!isLate && (
        <circle
          {...circle}
          pathLength={1}
          strokeDasharray={`${Math.min(1, Math.max(0.02, left))} 1`}
          className={isNear ? 'stroke-summit' : 'stroke-glacier'}
        />
      )}
    </svg>
  )
}
