import { addDays, daysBetween } from '@sherpa/contracts/days'
import { Panel } from '@sherpa/ui/panel'
import { Link } from 'react-router'
import { daysInWords } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'
import { type ComingDate, DATES_SHOWN, DAYS_AHEAD } from './coming-dates.ts'

/** Days within which a date is highlighted. */
const SOON = 3

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** A strip of the next days, and the first dates. */
export function ComingDatesPanel({
  dates,
  title = `Next ${DAYS_AHEAD} days`,
}: {
  dates: ComingDate[]
  title?: string
}) {
  const { id, may } = useOrganization()
  const today = useToday()
  return (
    <Panel
      title={title}
      actions={
        may('deals.view') && (
          <Link to={`/organizations/${id}/calendar`} className={sectionLinkClass}>
            Calendar
          </Link>
        )
      }
    >
      <DayStrip today={today} marked={new Set(dates.map(({ day }) => day))} />
      {dates.length === 0 && <p className="text-sm text-grey">No dates in the next {DAYS_AHEAD} days.</p>}
      <ol className="date-trail text-sm">
        {dates.slice(0, DATES_SHOWN).map(({ day, title, about, why, to }) => (
          <li key={`${day} ${title} ${about}`} data-soon={daysBetween(today, day) <= SOON || undefined}>
            <time dateTime={day} className="text-right">
              <span className="block font-medium text-ink">{daysInWords(daysBetween(today, day))}</span>
              <span className="block text-xs text-grey">{dayFormat.format(new Date(day))}</span>
            </time>
            <div className="min-w-0">
              <p className="font-medium text-ink">{title}</p>
              <p className="break-words">
                {to ? (
                  <Link to={`/organizations/${id}/${to}`} className="touch-area hover:underline">
                    {about}
                  </Link>
                ) : (
                  about
                )}
              </p>
              <p className="text-xs text-grey">{why}</p>
            </div>
          </li>
        ))}
      </ol>
      {dates.length > DATES_SHOWN && <p className="text-xs text-grey">{dates.length - DATES_SHOWN} more</p>}
    </Panel>
  )
}

const weekdayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'narrow', timeZone: 'UTC' })

/** Marks days with dates. The list below it says the same in words. */
function DayStrip({ today, marked }: { today: string; marked: ReadonlySet<string> }) {
  const days = Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(today, index))
  return (
    <ol aria-hidden="true" className="day-strip -mt-2 mb-4">
      {days.map((day) => (
        <li key={day} data-today={day === today || undefined} data-marked={marked.has(day) || undefined}>
          <span>{weekdayFormat.format(new Date(day))}</span>
          <b>{Number(day.slice(8))}</b>
        </li>
      ))}
    </ol>
  )
}
