import { dealsApi } from '@sherpa/api-client/deals'
import { Panel } from '@sherpa/ui/panel'
import { shortCalendarDay } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { useToday } from '../../frame/use-today.ts'
import { AwayTimes } from '../athletes/away-times.tsx'
import type { CalendarAddress } from './calendar-address.ts'
import { ItemDetails } from './item-details.tsx'
import { firstOf, monthOf, weeksOf } from './month.ts'
import { MonthHeading } from './month-heading.tsx'
import { TooMany } from './too-many.tsx'
import { useCalendarTasks } from './use-calendar-tasks.ts'

/** The calendar of people who don't see deals: when athletes are away, and their own tasks. */
export function AvailabilityCalendar({ address }: { address: CalendarAddress }) {
  const { id: organization } = useOrganization()
  const today = useToday()
  const month = address.state.month ?? monthOf(today)
  const days = weeksOf(month)
    .flat()
    .filter((day) => monthOf(day) === month)
  const query = { from: firstOf(month), until: days.at(-1) ?? firstOf(month) }
  const tasks = useCalendarTasks(query)
  const availability = dealsApi.useAvailabilityQuery({ organization, query })
  return (
    <section aria-labelledby="month" className="flex max-w-2xl flex-col gap-4">
      <MonthHeading month={month} address={address} />
      <Panel title="Athletes away">
        <Loaded query={availability}>
          {({ away, more }) => (
            <>
              {away.length === 0 ? (
                <p className="text-sm text-grey">No athlete is away this month.</p>
              ) : (
                <AwayTimes away={away} withAthlete />
              )}
              {more && <TooMany />}
            </>
          )}
        </Loaded>
      </Panel>
      {tasks.items.length > 0 && (
        <Panel title="Your tasks">
          <ul className="-mt-4 divide-y divide-line-soft text-sm">
            {tasks.items.map((item) => (
              <li key={item.id} className="flex justify-between gap-3 py-2.5">
                <ItemDetails item={item} />
                <time dateTime={item.day} className="shrink-0 text-xs text-grey tabular-nums">
                  {shortCalendarDay(item.day)}
                </time>
              </li>
            ))}
          </ul>
          {tasks.more && <TooMany />}
        </Panel>
      )}
    </section>
  )
}
