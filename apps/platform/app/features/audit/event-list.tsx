import type { ActivityEvent } from '@sherpa/contracts/activity'
import { useContext, useState } from 'react'
import { TimeOfDay } from '../../data/moments.tsx'
import { OrganizationContext, useLabels } from '../../frame/account-context.ts'
import { timelineDay } from '../athletes/record/timeline-day.ts'
import { changeLines } from './event-changes.ts'
import { eventNote, groupSteps } from './event-sentence.ts'
import { EventText } from './event-text.tsx'

/** Events grouped by day, newest first. */
export function EventList({ events, me }: { events: ActivityEvent[]; me?: string }) {
  const labels = useLabels()
  const days = Map.groupBy(groupSteps(events), ({ at }) => timelineDay(at))
  return (
    <div className="flex flex-col gap-6">
      {[...days].map(([day, ofTheDay]) => (
        <section key={day} aria-label={day}>
          <h3 className="text-sm font-semibold tracking-normal text-slate max-md:flex max-md:min-h-11 max-md:items-center">
            {day}
          </h3>
          <ol className="divide-y md:mt-1 divide-line">
            {ofTheDay.map((event) => (
              <li key={event.id} className="flex items-baseline justify-between gap-4 py-2.5 text-sm">
                <span className="min-w-0">
                  <span className="break-words text-ink">
                    <EventText event={event} me={me} />
                  </span>
                  {eventNote(event, labels) && <span className="block text-xs">{eventNote(event, labels)}</span>}
                  <ChangedValues event={event} />
                </span>
                <span className="shrink-0 text-xs">
                  <TimeOfDay at={event.at} />
                </span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

const SHOWN = 3

/** A button for one hidden line would take as much space as the line. */
const MOST_UNFOLDED = SHOWN + 1

function ChangedValues({ event }: { event: ActivityEvent }) {
  const [isOpen, setOpen] = useState(false)
  const { timeZone } = useContext(OrganizationContext) ?? new Intl.DateTimeFormat().resolvedOptions()
  const lines = changeLines(event, useLabels(), timeZone)
  const isFolded = lines.length > MOST_UNFOLDED
  return (
    <>
      {lines.length > 0 && (
        <span className="block text-xs break-words whitespace-pre-line">
          {lines.slice(0, isFolded && !isOpen ? SHOWN : undefined).join('\n')}
        </span>
      )}
      {isFolded && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="cursor-pointer py-1 text-xs font-medium text-glacier hover:underline max-md:min-h-11"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer changes' : `Show all ${lines.length} changes`}
        </button>
      )}
    </>
  )
}
