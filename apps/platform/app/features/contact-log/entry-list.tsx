import type { TimelineEntry } from '@sherpa/contracts/athlete'
import { isNote, type LogEntry } from '@sherpa/contracts/contact-log'
import { ToolIcon, type ToolIconName } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { Link } from 'react-router'
import { TimeOfDay } from '../../data/moments.tsx'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useLabels, useOrganization } from '../../frame/account-context.ts'
import { MenuItem, RowMenu } from '../../list/row-menu.tsx'
import { timelineDay } from '../athletes/record/timeline-day.ts'
import { timelineDetails, timelineSentence } from '../athletes/record/timeline-sentence.ts'
import { followUpTitle } from '../tasks/follow-up-title.ts'
import { ReminderChips } from '../tasks/reminder-chips.tsx'
import { useLog } from './log-context.tsx'
import { logDetails, logSentence } from './log-sentence.ts'
import { type LogTarget, useLogCalls } from './log-target.ts'
import { ReadersOfNote } from './note-readers.tsx'

/** Entries of athletes and companies: notes have readers, changes don't. */
type Entry = TimelineEntry | LogEntry

const icons: Partial<Record<Entry['kind'], ToolIconName>> = {
  note: 'note',
  call: 'phone',
  text: 'note',
  email: 'email',
  letter: 'email',
  meeting: 'people',
  visit: 'people',
  added: 'plus',
  measured: 'figures',
  'measurement-changed': 'figures',
  'measurement-removed': 'figures',
  'contact-shown': 'show',
  'eligibility-added': 'permissions',
  'eligibility-removed': 'permissions',
  'disclosure-moved': 'permissions',
}

/** A timeline by day, newest first. Authors change and remove their notes. */
export function EntryList({ target, entries }: { target: LogTarget; entries: readonly Entry[] }) {
  const [removed, setRemoved] = useState<Entry>()
  const { remove } = useLogCalls(target)
  const days = Map.groupBy(entries, ({ at }) => timelineDay(at))
  return (
    <>
      {[...days].map(([day, ofTheDay]) => (
        <section key={day} aria-label={day} className="pt-1">
          <h3 className="pb-2 text-xs font-medium tracking-normal text-grey">{day}</h3>
          <ol className="timeline-day text-sm">
            {ofTheDay.map((entry) => (
              <Item key={entry.id} target={target} entry={entry} onRemove={setRemoved} />
            ))}
          </ol>
        </section>
      ))}
      <ConfirmDialog
        open={removed !== undefined}
        title="Remove this entry?"
        confirm="Remove"
        confirming="Removing…"
        onClose={() => setRemoved(undefined)}
        onConfirm={() => remove(removed?.id ?? '')}
      >
        <p className="line-clamp-6 text-sm break-words whitespace-pre-wrap">
          {removed?.text ?? (removed && `You ${logSentence(removed, target.name)}.`)}
        </p>
      </ConfirmDialog>
    </>
  )
}

function Item({ target, entry, onRemove }: { target: LogTarget; entry: Entry; onRemove: (entry: Entry) => void }) {
  const { at, kind, actor, text, editedAt } = entry
  const log = useLog()
  const [isReminding, setReminding] = useState(false)
  const labels = useLabels()
  const { id: organization } = useOrganization()
  const note = isNote(kind) && entry.readers ? ({ ...entry, kind, readers: entry.readers } as LogEntry) : undefined
  const details = 'changes' in entry ? timelineDetails(entry, labels) : []
  const facts = note && logDetails(note)
  const disclosure = 'disclosureId' in entry ? entry.disclosureId : null
  return (
    <li>
      <span className="grid size-6 place-items-center rounded-full bg-quiet text-slate">
        <ToolIcon name={icons[kind] ?? 'account'} className="size-3" />
      </span>
      <div className="min-w-0 pt-0.5">
        <p className="break-words text-slate">
          <span className="font-semibold text-ink">{actor?.name ?? (disclosure ? 'Sherpa' : 'Someone')}</span>{' '}
          {'changes' in entry && !note ? timelineSentence(entry, labels) : logSentence(entry, target.name)}
        </p>
        {details.length > 0 && (
          <ul className="mt-1 flex flex-col gap-0.5 text-slate">
            {details.map((detail) => (
              <li key={detail} className="break-words">
                {detail}
              </li>
            ))}
          </ul>
        )}
        {text && (
          <p
            className={`mt-1 break-words whitespace-pre-wrap text-ink ${kind === 'note' ? '' : 'border-l-2 border-line pl-2.5'}`}
          >
            {text}
          </p>
        )}
        {facts && <p className="mt-0.5 text-slate">{facts}</p>}
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3 text-xs text-grey">
          <TimeOfDay at={at} />
          {editedAt && <span>Edited</span>}
          {disclosure && (
            <Link
              to={`/organizations/${organization}/compliance/${disclosure}`}
              className="touch-area font-medium hover:text-ink hover:underline"
            >
              Open report
            </Link>
          )}
          {note && <ReadersOfNote target={target} note={note} />}
          {note && (
            <button
              type="button"
              aria-expanded={isReminding}
              onClick={() => setReminding(!isReminding)}
              className="min-h-6 cursor-pointer rounded-sm text-left font-medium hover:text-ink hover:underline max-md:min-h-11 max-md:min-w-11"
            >
              Remind me<span className="sr-only"> of this entry</span>
            </button>
          )}
          {note?.own && log && (
            <RowMenu name="Change this entry">
              <MenuItem onClick={() => log.open({ kind: note.kind, entry: note })}>Edit</MenuItem>
              <MenuItem onClick={() => onRemove(entry)}>Remove</MenuItem>
            </RowMenu>
          )}
        </div>
        {note && isReminding && (
          <div className="mt-1 text-xs text-grey">
            <ReminderChips title={followUpTitle(note)} entryId={note.id} />
          </div>
        )}
      </div>
    </li>
  )
}
