import type { ActivityEvent } from '@sherpa/contracts/activity'
import { useContext } from 'react'
import { Link } from 'react-router'
import { TimeOfDay } from '../../data/moments.tsx'
import { OrganizationContext, useLabels } from '../../frame/account-context.ts'
import { timelineDay } from '../athletes/record/timeline-day.ts'
import { changeLines } from './event-changes.ts'
import { eventNote, eventSentence } from './event-sentence.ts'

/** Events grouped by day, newest first. */
export function EventList({ events, me }: { events: ActivityEvent[]; me?: string }) {
  const labels = useLabels()
  const days = Map.groupBy(events, ({ at }) => timelineDay(at))
  return (
    <div className="flex flex-col gap-6">
      {[...days].map(([day, ofTheDay]) => (
        <section key={day} aria-label={day}>
          <h3 className="text-sm font-semibold tracking-normal text-slate">{day}</h3>
          <ol className="mt-1 divide-y divide-line">
            {ofTheDay.map((event) => (
              <li key={event.id} className="flex items-baseline justify-between gap-4 py-2.5 text-sm">
                <span className="min-w-0">
                  <span className="break-words text-ink">
                    <Sentence event={event} me={me} />
                  </span>
                  {eventNote(event, labels) && <span className="block text-xs">{eventNote(event, labels)}</span>}
                  {changeLines(event, labels).map((line) => (
                    <span key={line} className="block text-xs break-words whitespace-pre-line">
                      {line}
                    </span>
                  ))}
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

/** Names of athletes link to their record. */
function Sentence({ event, me }: { event: ActivityEvent; me: string | undefined }) {
  const organization = useContext(OrganizationContext)
  const sentence = eventSentence(event, me, useLabels())
  const { athlete } = event
  const start = athlete?.name ? sentence.lastIndexOf(athlete.name) : -1
  if (!athlete || !organization || start < 0) return sentence
  return (
    <>
      {sentence.slice(0, start)}
      <Link to={`/organizations/${organization.id}/athletes/${athlete.id}`} className="font-medium hover:underline">
        {athlete.name}
      </Link>
      {sentence.slice(start + athlete.name.length)}
    </>
  )
}
