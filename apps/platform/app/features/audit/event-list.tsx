import type { ActivityEvent } from '@sherpa/contracts/activity'
import { dayOf, TimeOfDay } from '../../data/moments.tsx'
import { useLabels } from '../../frame/account-context.ts'
import { changeLines } from './event-changes.ts'
import { eventNote, eventSentence } from './event-sentence.ts'

/** Events grouped by day, newest first. */
export function EventList({ events, me }: { events: ActivityEvent[]; me?: string }) {
  const labels = useLabels()
  const days = Map.groupBy(events, ({ at }) => dayOf(at))
  return (
    <div className="flex flex-col gap-6">
      {[...days].map(([day, ofTheDay]) => (
        <section key={day} aria-label={day}>
          <h3 className="text-sm font-semibold tracking-normal text-slate">{day}</h3>
          <ol className="mt-1 divide-y divide-line">
            {ofTheDay.map((event) => (
              <li key={event.id} className="flex items-baseline justify-between gap-4 py-2.5 text-sm">
                <span className="min-w-0">
                  <span className="font-medium break-words text-ink">{eventSentence(event, me, labels)}</span>
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
