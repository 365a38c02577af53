import { deskApi } from '@sherpa/api-client/desk'
import type { DeskRow } from '@sherpa/contracts/desk'
import { buttonClass } from '@sherpa/ui/button'
import { Link, useSearchParams } from 'react-router'
import { TimeOfDay } from '../../data/moments.tsx'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useFirstPage } from '../../list/use-first-page.ts'
import { asDay, daysLater, mondayOf } from './week.ts'

const DAYS = 7
/** Maximum demos per week; no paging. */
const MOST = 100
const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' })

/** The confirmed demos of a week. */
export function Component() {
  const [search] = useSearchParams()
  const monday = mondayOf(search.get('week'))
  const days = Array.from({ length: DAYS }, (_, index) => daysLater(monday, index))
  const query = {
    state: 'confirmed,held,no-show',
    from: monday.toISOString(),
    until: daysLater(monday, DAYS).toISOString(),
    sort: 'time' as const,
    limit: String(MOST),
  }
  const demos = useFirstPage(deskApi.endpoints.deskRequests, { query }, 'requests')
  return (
    <>
      <ScreenHeading
        title="Calendar"
        lead={`Demos from ${dayFormat.format(monday)} to ${dayFormat.format(daysLater(monday, DAYS - 1))}, in your time zone.`}
        actions={
          <span className="flex gap-2">
            <WeekLink monday={daysLater(monday, -DAYS)}>Previous week</WeekLink>
            <WeekLink monday={mondayOf(null)}>This week</WeekLink>
            <WeekLink monday={daysLater(monday, DAYS)}>Next week</WeekLink>
          </span>
        }
      />
      <Loaded query={demos}>
        {({ pages: [page] }) => (
          <ol className="grid gap-x-4 gap-y-6 md:grid-cols-2 lg:grid-cols-4 xl:grid-cols-7">
            {days.map((day) => (
              <li
                key={asDay(day)}
                aria-current={asDay(day) === asDay(new Date()) ? 'date' : undefined}
                className="group min-w-0"
              >
                <h2 className="border-b border-line pb-1.5 text-sm font-semibold group-aria-[current]:border-glacier group-aria-[current]:text-glacier-deep">
                  {dayFormat.format(day)}
                </h2>
                <DemosOf day={day} demos={page?.rows ?? []} />
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </>
  )
}

function WeekLink({ monday, children }: { monday: Date; children: string }) {
  return (
    <Link to={`?week=${asDay(monday)}`} className={buttonClass({ look: 'secondary', size: 'small' })}>
      {children}
    </Link>
  )
}

function DemosOf({ day, demos }: { day: Date; demos: DeskRow[] }) {
  const ofTheDay = demos.filter(({ demoAt }) => asDay(new Date(demoAt)) === asDay(day))
  if (ofTheDay.length === 0) return <p className="pt-2 text-sm text-grey">No demos</p>
  return (
    <ul className="flex flex-col gap-2 pt-2">
      {ofTheDay.map(({ id, demoAt, name, reference, company, assignee, lengthMinutes }) => (
        <li key={id}>
          <Link to={`/staff/desk/${id}`} className="block rounded-md border border-line p-2 text-sm hover:bg-hover">
            <span className="block text-xs text-grey tabular-nums">
              <TimeOfDay at={demoAt} />, {lengthMinutes} min
            </span>
            <span className="block font-medium break-words text-ink">{name || reference}</span>
            <span className="block break-words text-grey">{[company, assignee?.name].filter(Boolean).join(' · ')}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
