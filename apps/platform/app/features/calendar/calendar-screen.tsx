import { dealsApi } from '@sherpa/api-client/deals'
import { spokenDay } from '@sherpa/contracts/days'
import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { stateOf } from '../../data/query-state.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Ready } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useToday } from '../../frame/use-today.ts'
import { ListFilters } from '../../list/list-filters.tsx'
import { usePhone } from '../../list/use-phone.ts'
import { AvailabilityCalendar } from './availability-calendar.tsx'
import { type CalendarAddress, useCalendarAddress } from './calendar-address.ts'
import { CalendarHead } from './calendar-head.tsx'
import { ItemDetails } from './item-details.tsx'
import { keyOf, kindIcons, lateFirst, type ShownItem, type ShownKind, shownKinds } from './item-words.ts'
import { firstOf, monthOf, weeksOf } from './month.ts'
import { MonthGrid } from './month-grid.tsx'
import { MonthHeading, nameOf } from './month-heading.tsx'
import { TooMany } from './too-many.tsx'
import { OverdueLink, UpcomingItems } from './upcoming-items.tsx'
import { kindsOfDeals, useCalendarTasks } from './use-calendar-tasks.ts'

/** The reader's tasks, and key dates, deliverables and payments of signed deals; without deals.view, when athletes are away. */
export function Component() {
  const { name, may } = useOrganization()
  const address = useCalendarAddress()
  if (may('deals.view')) return <MonthAndUpcoming address={address} />
  return (
    <>
      <ScreenHeading title="Calendar" within={name} />
      <AvailabilityCalendar address={address} />
    </>
  )
}

/** Payments need money permission. */
function useKinds() {
  const { may } = useOrganization()
  const kinds = Object.entries(shownKinds) as [ShownKind, string][]
  return kinds.filter(([kind]) => kind !== 'payment' || may('money.view'))
}

function CalendarFilters({ address }: { address: CalendarAddress }) {
  const { role, may } = useOrganization()
  const kind = { name: 'kind', label: 'Kind', choices: Object.fromEntries(useKinds()) }
  const mine = { name: 'athletes', label: 'Athletes', choices: { mine: 'My athletes' }, most: 1 }
  const seesOthers = role !== 'athlete' && may('athletes.all')
  return <ListFilters filters={seesOthers ? [kind, mine] : [kind]} address={address} isFolded={usePhone()} />
}

function MonthAndUpcoming({ address }: { address: CalendarAddress }) {
  const { id: organization } = useOrganization()
  const { kind, athletes, ...state } = address.state
  const today = useToday()
  const month = state.month ?? monthOf(today)
  const chosen = state.day && monthOf(state.day) === month ? state.day : undefined
  const days = weeksOf(month).flat()
  const span = { from: days[0] ?? firstOf(month), until: days.at(-1) ?? firstOf(month) }
  const ofDeals = kindsOfDeals(kind)
  const calendar = dealsApi.useCalendarQuery(
    { organization, query: { ...span, ...(ofDeals && { kind: ofDeals }), ...(athletes === 'mine' && { athletes }) } },
    { skip: ofDeals === '' },
  )
  const tasks = useCalendarTasks({ ...span, kind })
  const isLoading = [calendar, ...tasks.queries].some((query) => stateOf(query) === 'loading')
  // All at once, so that marks and legend don't move.
  const items = isLoading ? [] : [...(ofDeals === '' ? [] : (calendar.currentData?.items ?? [])), ...tasks.items]
  // Once shown it stays, also while another month loads.
  const [isLoaded, setLoaded] = useState(false)
  if (!isLoading && !isLoaded) setLoaded(true)
  return (
    <div className="flex flex-col gap-3 max-md:gap-2">
      <CalendarHead
        title="Calendar"
        views={<OverdueLink address={address} />}
        add={(items.length > 0 || kind || athletes) && <CalendarFilters address={address} />}
      />
      <div className="calendar-columns">
        <section aria-labelledby="month" className="flex min-w-0 flex-col gap-3">
          {/* Its place is kept, so that the month stays where it is. On phones it is in the head. */}
          <div className="min-h-11 max-md:hidden min-[72rem]:hidden">
            <OverdueLink address={address} />
          </div>
          <MonthHeading month={month} address={address} />
          {stateOf(calendar) === 'failed' && <Ready queries={[calendar]}>{() => null}</Ready>}
          <MonthGrid
            label={nameOf(month)}
            month={month}
            items={items}
            isBusy={isLoading}
            today={today}
            chosen={chosen}
            onChoose={(day) => address.change({ month: monthOf(day), day }, { replace: true })}
            onMonth={(to) => address.change({ month: to, day: undefined }, { replace: true })}
          />
          <Legend items={items} />
          {(calendar.currentData?.more || tasks.more) && <TooMany />}
          {chosen && !isLoading && <DayItems day={chosen} items={items.filter(({ day }) => day === chosen)} />}
        </section>
        {/* On phones it is below the items of the day. */}
        {isLoaded && <UpcomingItems address={address} />}
      </div>
    </div>
  )
}

/** The kinds of this month. Narrow screens use shapes, others icons. */
function Legend({ items }: { items: readonly ShownItem[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-grey">
      {useKinds()
        .filter(([kind]) => items.some((item) => item.kind === kind))
        .map(([kind, name]) => (
          <li key={kind} className="flex items-center gap-1.5">
            <ToolIcon name={kindIcons[kind]} className="size-3 max-lg:hidden" />
            <span aria-hidden="true" className="month-marks">
              <span data-kind={kind} />
            </span>
            {name}
          </li>
        ))}
      {items.some(({ state }) => state === 'done') && (
        <li className="flex items-center gap-1.5">
          <ToolIcon name="check" className="size-3" />
          Done
        </li>
      )}
      {items.some(({ state }) => state === 'late') && (
        <li className="flex items-center gap-1.5">
          <ToolIcon name="warning" className="size-3 max-lg:hidden" />
          <span aria-hidden="true" className="month-marks">
            <span data-kind="late" />
          </span>
          Overdue
        </li>
      )}
    </ul>
  )
}

function DayItems({ day, items }: { day: string; items: readonly ShownItem[] }) {
  return (
    <Panel title={spokenDay(day)}>
      {items.length === 0 ? (
        <p className="text-sm text-grey">Nothing due on this day.</p>
      ) : (
        <ul className="divide-y divide-line-soft text-sm">
          {lateFirst(items).map((item) => (
            <li key={keyOf(item)} className="py-2.5 first:pt-0">
              <ItemDetails item={item} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
