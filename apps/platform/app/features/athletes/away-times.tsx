import { type AwayTime, hoursInWords } from '@sherpa/contracts/availability'
import { Link } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'

/** When athletes are away: day, hours and, on lists of several athletes, the name. */
export function AwayTimes({ away, withAthlete = false }: { away: readonly AwayTime[]; withAthlete?: boolean }) {
  const { id: organization } = useOrganization()
  return (
    <ul className="divide-y divide-line-soft text-sm">
      {away.map(({ athlete, day, from, until }) => (
        <li key={`${athlete.id} ${day} ${from}`} className="flex items-baseline gap-4 py-2">
          <time dateTime={day} className="w-14 shrink-0 font-medium whitespace-nowrap text-ink tabular-nums">
            {shortCalendarDay(day)}
          </time>
          <span className="min-w-0">
            {withAthlete && (
              <Link
                to={`/organizations/${organization}/athletes/${athlete.id}`}
                className="touch-area block font-medium break-words text-ink hover:underline"
              >
                {athlete.name}
              </Link>
            )}
            <span className="block text-slate tabular-nums">Away {hoursInWords({ from, until })}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
