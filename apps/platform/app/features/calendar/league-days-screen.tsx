import { dealsApi } from '@sherpa/api-client/deals'
import type { LeagueEventRow } from '@sherpa/contracts/deal-work'
import { type League, leagues } from '@sherpa/contracts/league-calendar'
import { severalOf } from '@sherpa/contracts/list'
import { Button } from '@sherpa/ui/button'
import { ColumnHeads } from '@sherpa/ui/column-heads'
import { EmptyState } from '@sherpa/ui/empty-state'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { useState } from 'react'
import * as z from 'zod/mini'
import { calendarDay, Day } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { LinkSwitch } from '../../frame/link-switch.tsx'
import { Loaded } from '../../frame/loaded.tsx'
import { useToday } from '../../frame/use-today.ts'
import { useListAddress } from '../../list/list-address.ts'
import { ListFilters } from '../../list/list-filters.tsx'
import { usePhone } from '../../list/use-phone.ts'
import { CalendarHead } from './calendar-head.tsx'
import { CorrectDayDialog, eventName, RemoveCorrectionDialog } from './league-day-dialogs.tsx'

const leagueDaysAddress = z.object({
  league: severalOf(z.enum(Object.keys(leagues) as League[])),
  show: z.literal('all'),
})

/** Ships with the product; organizations can correct it. */
export function Component() {
  const { id: organization } = useOrganization()
  const address = useListAddress(leagueDaysAddress)
  const today = useToday()
  const { league, show } = address.state
  const events = dealsApi.useLeagueEventsQuery({ organization })
  const isShown = (event: LeagueEventRow) =>
    (show === 'all' || event.day >= today) && (!league || league.split(',').includes(event.league))
  const ofLeague = league ? `league=${league}` : ''
  const tools = (
    // As high as the controls of other heads, so that tabs stay where they are.
    <div className="flex items-center gap-2 md:-my-px">
      <ListFilters
        filters={[{ name: 'league', label: 'League', choices: leagues }]}
        address={address}
        isFolded={usePhone()}
      />
      <LinkSwitch
        label="Time range"
        choices={[
          { name: 'From today', is: show !== 'all', to: `?${ofLeague}` },
          { name: 'All', is: show === 'all', to: `?${[ofLeague, 'show=all'].filter(Boolean).join('&')}` },
        ]}
      />
    </div>
  )
  return (
    <div className="flex flex-col gap-3">
      <CalendarHead title="League days" add={tools} />
      <p className="max-w-[72ch] text-sm text-grey">
        Key dates of deals follow these days. Days are expected unless marked final.
      </p>
      <Loaded query={events}>{(loaded) => <EventTable events={loaded.events.filter(isShown)} />}</Loaded>
    </div>
  )
}

type Asked = { event: LeagueEventRow; about: 'correct' | 'remove' }

function EventTable({ events }: { events: readonly LeagueEventRow[] }) {
  const { may } = useOrganization()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const byDay = events.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  const hasKeyDates = events.some(({ keyDates }) => keyDates > 0)
  if (events.length === 0) return <EmptyState title="No upcoming league days" />
  return (
    <>
      <table className="league-days" aria-label="League days">
        <ColumnHeads names={['Date', 'Event', 'Source', ...(hasKeyDates ? ['Key dates'] : [])]} last="Actions" />
        <tbody>
          {byDay.map((event) => (
            <tr key={event.id}>
              <td className="league-day">{calendarDay(event.day)}</td>
              <td className="league-event">
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="font-medium text-ink">{event.title}</span>
                  <EventState event={event} />
                </span>
                <span className="block text-xs text-grey">
                  {leagues[event.league]}, {event.season}
                  <Correction event={event} />
                </span>
              </td>
              <td className="league-source">{event.source}</td>
              {hasKeyDates && (
                <td className="league-dates" data-none={event.keyDates === 0 || undefined}>
                  {event.keyDates > 0 && (
                    <>
                      {event.keyDates}
                      <span className="lg:sr-only"> {event.keyDates === 1 ? 'key date' : 'key dates'}</span>
                    </>
                  )}
                </td>
              )}
              <td className="league-actions">
                {may('deals.edit') && (
                  <span className="inline-flex gap-2 max-lg:flex-col">
                    {event.corrected && (
                      <Button
                        look="secondary"
                        size="small"
                        aria-label={`Remove correction: ${eventName(event)}`}
                        onClick={() => setAsked({ event, about: 'remove' })}
                      >
                        Remove correction
                      </Button>
                    )}
                    <Button
                      look="secondary"
                      size="small"
                      aria-label={`Edit date: ${eventName(event)}`}
                      onClick={() => setAsked({ event, about: 'correct' })}
                    >
                      Edit date
                    </Button>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <CorrectDayDialog event={asked?.about === 'correct' ? asked.event : undefined} onClose={close} />
      <RemoveCorrectionDialog event={asked?.about === 'remove' ? asked.event : undefined} onClose={close} />
    </>
  )
}

/** None if it is expected, as most are. */
function EventState({ event: { corrected, status } }: { event: LeagueEventRow }) {
  if (corrected) return <StatusBadge tone="info">Corrected</StatusBadge>
  return status === 'final' && <StatusBadge tone="quiet">Final</StatusBadge>
}

function Correction({ event: { corrected, shippedDay } }: { event: LeagueEventRow }) {
  if (!corrected) return null
  return (
    <>
      {`. Was ${calendarDay(shippedDay)}, corrected `}
      <Day at={corrected.at} />
      {corrected.by && ` by ${corrected.by.name}`}
    </>
  )
}
