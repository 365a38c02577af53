import { dealsApi } from '@sherpa/api-client/deals'
import { Panel } from '@sherpa/ui/panel'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { useToday } from '../../frame/use-today.ts'
import { AwayTimes } from '../athletes/away-times.tsx'
import type { CalendarAddress } from './calendar-address.ts'
import { firstOf, monthOf, weeksOf } from './month.ts'
import { MonthHeading } from './month-heading.tsx'
import { TooMany } from './too-many.tsx'

/** The calendar of people who don't see deals: when athletes are away. */
export function AvailabilityCalendar({ address }: { address: CalendarAddress }) {
  const { id: organization } = useOrganization()
  const today = useToday()
  const month = address.state.month ?? monthOf(today)
  const days = weeksOf(month)
    .flat()
    .filter((day) => monthOf(day) === month)
  const query = { from: firstOf(month), until: days.at(-1) ?? firstOf(month) }
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
    </section>
  )
}
