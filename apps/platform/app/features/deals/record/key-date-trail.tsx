import { dayIn, daysBetween } from '@sherpa/contracts/days'
import {
  type ComputedKeyDate,
  computeKeyDate,
  explainShownKeyDate,
  type KeyDateFacts,
  type KeyDateRule,
} from '@sherpa/contracts/key-date'
import { calendarDay, Moment } from '../../../data/moments.tsx'
import { SOON_DAYS } from './due-key-dates.tsx'

export function KeyDateTrail({
  rules,
  facts,
  today,
}: {
  rules: readonly KeyDateRule[]
  facts: KeyDateFacts
  /** Without it, no date is highlighted. */
  today?: string
}) {
  const dates = rules
    .map((rule) => ({ rule, date: computeKeyDate(rule, facts) }))
    .toSorted((one, other) => (sortable(one.date) < sortable(other.date) ? -1 : 1))
  return (
    <ol className="date-trail wide-days text-sm">
      {dates.map(({ rule, date }) => (
        <li key={rule.id} data-soon={(today && isSoon(date, rule.zone, today)) || undefined}>
          <span className="text-right font-medium text-ink tabular-nums">
            <ComputedDay date={date} />
          </span>
          <div className="min-w-0">
            <p className="font-medium break-words text-ink">{rule.title}</p>
            <p className="text-xs text-grey">
              {'missing' in date ? `${explainShownKeyDate(rule)}. ${date.missing}` : explainShownKeyDate(rule)}
            </p>
            {rule.effect && <p className="text-xs break-words text-slate">{rule.effect}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

function ComputedDay({ date }: { date: ComputedKeyDate }) {
  if ('missing' in date) return <span className="font-normal text-grey">No date</span>
  if ('instant' in date) return <Moment at={date.instant} />
  return (
    <>
      {calendarDay(date.day)}
      {date.expected && <span className="block text-xs font-normal text-grey">expected</span>}
    </>
  )
}

/** Unknown dates sort last. */
function sortable(date: ComputedKeyDate) {
  return 'missing' in date ? '~' : 'instant' in date ? date.instant : date.day
}

function isSoon(date: ComputedKeyDate, zone: string, today: string) {
  if ('missing' in date) return false
  const days = daysBetween(today, 'instant' in date ? dayIn(date.instant, zone) : date.day)
  return days >= 0 && days <= SOON_DAYS
}
