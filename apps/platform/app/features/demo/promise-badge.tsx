import { type DeskRow, promiseOf } from '@sherpa/contracts/desk'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { durationInWords, timeLeft } from './time-left.ts'

/** The time left to answer, or the time it took. */
export function PromiseBadge({ request, now }: { request: DeskRow; now: Date }) {
  const promise = promiseOf(request, now)
  if (promise === null) return null
  if (promise === 'waiting' || promise === 'overdue') {
    const { words, tone } = timeLeft(request.dueAt, now)
    return <StatusBadge tone={tone}>{words}</StatusBadge>
  }
  const minutes = Math.round((Date.parse(request.answeredAt ?? '') - Date.parse(request.askedAt)) / 60_000)
  return promise === 'kept' ? (
    <span className="text-grey">in {durationInWords(minutes)}</span>
  ) : (
    <span className="text-error">in {durationInWords(minutes)}, late</span>
  )
}
