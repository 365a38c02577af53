import { type DeskRow, promiseOf } from '@sherpa/contracts/desk'
import { durationInWords, shareLeft, timeLeft } from './time-left.ts'
import { inOwnTime } from './visitor-time.ts'

const colors = { bad: 'text-error', warning: 'text-summit-ink', info: 'text-glacier' }

/** The time left to answer as a ring and in words, or the time it took. */
export function PromiseBadge({ request, now }: { request: DeskRow; now: Date }) {
  const promise = promiseOf(request, now)
  if (promise === null) return null
  if (promise === 'waiting' || promise === 'overdue') {
    const { words, tone } = timeLeft(request.dueAt, now)
    return (
      <span
        title={`Answer by ${inOwnTime(request.dueAt)}`}
        className={`inline-flex items-center gap-2 font-medium whitespace-nowrap tabular-nums ${colors[tone]}`}
      >
        <Ring share={shareLeft(request, now)} />
        {words}
      </span>
    )
  }
  const minutes = Math.round((Date.parse(request.answeredAt ?? '') - Date.parse(request.askedAt)) / 60_000)
  return promise === 'kept' ? (
    <span className="text-grey">in {durationInWords(minutes)}</span>
  ) : (
    <span className="text-error">in {durationInWords(minutes)}, late</span>
  )
}

/** Full when the request came in, and again once it is late. */
function Ring({ share }: { share: number }) {
  const circle = { cx: 8, cy: 8, r: 6, fill: 'none', strokeWidth: 3 }
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0 -rotate-90">
      <circle {...circle} className="stroke-line" />
      <circle {...circle} pathLength={100} strokeDasharray={`${share} 100`} className="stroke-current" />
    </svg>
  )
}
