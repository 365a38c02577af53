import { dealsApi } from '@sherpa/api-client/deals'
import { addDays, daysBetween } from '@sherpa/contracts/days'
import { Panel } from '@sherpa/ui/panel'
import { shortCalendarDay } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { LinkSwitch } from '../../frame/link-switch.tsx'
import { Ready } from '../../frame/loaded.tsx'
import { useToday } from '../../frame/use-today.ts'
import { daysInWords } from '../home/coming-dates.ts'
import type { CalendarAddress } from './calendar-address.ts'
import { ItemDetails } from './item-details.tsx'
import { keyOf, lateFirst } from './item-words.ts'
import { TooMany } from './too-many.tsx'
import { kindsOfDeals, useCalendarTasks } from './use-calendar-tasks.ts'

/** Older overdue items are left out. */
const DAYS_BACK = 90
const SOON_DAYS = 3

/** Overdue and upcoming items. */
export function UpcomingItems({ address }: { address: CalendarAddress }) {
  const { id: organization } = useOrganization()
  const { next = '14', kind, athletes } = address.state
  const today = useToday()
  const span = { from: addDays(today, -DAYS_BACK), until: addDays(today, Number(next)) }
  const ofDeals = kindsOfDeals(kind)
  const calendar = dealsApi.useCalendarQuery(
    {
      organization,
      query: { ...span, open: 'yes', ...(ofDeals && { kind: ofDeals }), ...(athletes === 'mine' && { athletes }) },
    },
    { skip: ofDeals === '' },
  )
  const tasks = useCalendarTasks({ ...span, kind })
  const items = [...(ofDeals === '' ? [] : (calendar.currentData?.items ?? [])), ...tasks.items].toSorted(
    (one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0),
  )
  return (
    <Panel
      title={`Next ${next} days`}
      actions={
        <LinkSwitch
          label="Time range"
          choices={[
            { name: '14 days', is: next === '14', to: address.withChanges({ next: undefined }) },
            { name: '90 days', is: next === '90', to: address.withChanges({ next: '90' }) },
          ]}
        />
      }
    >
      <Ready queries={[calendar, ...tasks.queries]}>
        {() =>
          items.length === 0 ? (
            <p className="text-sm text-grey">Nothing overdue or due in the next {next} days.</p>
          ) : (
            <>
              <ol className="date-trail text-sm">
                {lateFirst(items).map((item) => (
                  <li
                    key={keyOf(item)}
                    data-soon={item.state === 'late' || daysBetween(today, item.day) <= SOON_DAYS || undefined}
                  >
                    <time dateTime={item.day} className="text-right">
                      <span className={`block font-medium ${item.state === 'late' ? 'text-error' : 'text-ink'}`}>
                        {daysInWords(daysBetween(today, item.day))}
                      </span>
                      <span className="block text-xs text-grey">{shortCalendarDay(item.day)}</span>
                    </time>
                    <ItemDetails item={item} daysLate />
                  </li>
                ))}
              </ol>
              {(calendar.currentData?.more || tasks.more) && <TooMany />}
            </>
          )
        }
      </Ready>
    </Panel>
  )
}
