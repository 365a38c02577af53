import { dealsApi } from '@sherpa/api-client/deals'
import { addDays, daysBetween } from '@sherpa/contracts/days'
import { Button, buttonClass } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { Link } from 'react-router'
import { daysInWords, shortCalendarDay } from '../../data/moments.tsx'
import { stateOf } from '../../data/query-state.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { LinkSwitch } from '../../frame/link-switch.tsx'
import { Ready } from '../../frame/loaded.tsx'
import { useToday } from '../../frame/use-today.ts'
import { RemindPayerDialog } from '../finances/remind-payer-dialog.tsx'
import type { CalendarAddress } from './calendar-address.ts'
import { ItemAction } from './item-action.tsx'
import { ItemDetails } from './item-details.tsx'
import { keyOf, type ShownItem } from './item-words.ts'
import { TooMany } from './too-many.tsx'
import { kindsOfDeals, useCalendarTasks } from './use-calendar-tasks.ts'

/** Older overdue items are left out. */
const DAYS_BACK = 90
const SOON_DAYS = 3
const SHOWN_LATE = 3

/** Where the overdue items are. */
const OVERDUE = 'overdue'

function useUpcoming(address: CalendarAddress) {
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
  return {
    next,
    today,
    late: items.filter(({ state }) => state === 'late'),
    coming: items.filter(({ state }) => state !== 'late'),
    queries: [calendar, ...tasks.queries],
    more: Boolean(calendar.currentData?.more || tasks.more),
  }
}

/** Where the agenda is below the month: how much is overdue, with a link to it. */
export function OverdueLink({ address }: { address: CalendarAddress }) {
  const { late, today, queries } = useUpcoming(address)
  const [oldest] = late
  if (!oldest || queries.some((query) => stateOf(query) === 'loading')) return null
  const days = daysBetween(oldest.day, today)
  return (
    <button
      type="button"
      onClick={() => document.getElementById(OVERDUE)?.focus()}
      className="flex min-h-11 min-w-0 cursor-pointer items-center gap-2 text-sm font-medium text-error"
    >
      <ToolIcon name="warning" className="size-4 shrink-0" />
      <span className="truncate">
        {late.length} overdue
        {days > 0 && `, oldest ${days === 1 ? '1 day' : `${days} days`}`}
      </span>
      <ToolIcon name="chevron" className="size-3 shrink-0 rotate-90" />
    </button>
  )
}

/** Overdue and upcoming items. */
export function UpcomingItems({ address }: { address: CalendarAddress }) {
  const { next, today, late, coming, queries, more } = useUpcoming(address)
  const [showsAllLate, setShowsAllLate] = useState(false)
  return (
    <Panel
      title="Agenda"
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
      <Ready queries={queries}>
        {() =>
          late.length + coming.length === 0 ? (
            <NothingDue next={next} />
          ) : (
            <div className="flex flex-col gap-5">
              {late.length > 0 && (
                <section id={OVERDUE} aria-label="Overdue" tabIndex={-1} className="flex scroll-mt-4 flex-col gap-2">
                  <h3 className="text-sm font-semibold text-error">
                    Overdue <span className="font-normal tabular-nums">{late.length}</span>
                  </h3>
                  <ItemTrail items={showsAllLate ? late : late.slice(0, SHOWN_LATE)} today={today} />
                  {late.length > SHOWN_LATE && !showsAllLate && (
                    <Button look="secondary" size="small" className="self-start" onClick={() => setShowsAllLate(true)}>
                      Show {late.length - SHOWN_LATE} more
                    </Button>
                  )}
                </section>
              )}
              <section aria-label={`Next ${next} days`} className="flex flex-col gap-2">
                <h3 className="text-sm font-semibold">Next {next} days</h3>
                {coming.length === 0 ? (
                  <p className="text-sm text-grey">Nothing is due.</p>
                ) : (
                  <ItemTrail items={coming} today={today} />
                )}
              </section>
              {more && <TooMany />}
            </div>
          )
        }
      </Ready>
    </Panel>
  )
}

function ItemTrail({ items, today }: { items: readonly ShownItem[]; today: string }) {
  const [toRemind, setToRemind] = useState<ShownItem>()
  return (
    <>
      <ol className="date-trail text-sm">
        {items.map((item) => (
          <li
            key={keyOf(item)}
            data-soon={daysBetween(today, item.day) <= SOON_DAYS || undefined}
            data-late={item.state === 'late' || undefined}
          >
            <time dateTime={item.day} className="text-right">
              <span className={`block font-medium ${item.state === 'late' ? 'text-error' : 'text-ink'}`}>
                {daysInWords(daysBetween(today, item.day))}
              </span>
              <span className="block text-xs text-grey">{shortCalendarDay(item.day)}</span>
            </time>
            <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
              <div className="min-w-0 flex-1 basis-32">
                <ItemDetails item={item} isBrief />
              </div>
              {item.state === 'late' && <ItemAction item={item} onRemind={setToRemind} />}
            </div>
          </li>
        ))}
      </ol>
      <RemindPayerDialog payment={toRemind} onClose={() => setToRemind(undefined)} />
    </>
  )
}

function NothingDue({ next }: { next: string }) {
  const { id: organization, role, may } = useOrganization()
  return (
    <EmptyState
      title={`Nothing due in the next ${next} days`}
      action={
        role !== 'athlete' &&
        may('deals.edit') && (
          <Link to={`/organizations/${organization}/deals#new`} className={buttonClass({ size: 'small' })}>
            New deal
          </Link>
        )
      }
    >
      Key dates, deliverables and payments of signed deals appear here automatically, with your tasks.
    </EmptyState>
  )
}
