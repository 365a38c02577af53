import { athletesApi } from '@sherpa/api-client/athletes'
import { type Athlete, type TimelineEntry, type TimelineKind, timelineKinds } from '@sherpa/contracts/athlete'
import { ToolIcon, type ToolIconName } from '@sherpa/ui/tool-icon'
import { type Ref, useState } from 'react'
import { useSearchParams } from 'react-router'
import { TimeOfDay } from '../../../data/moments.tsx'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { useLabels, useOrganization } from '../../../frame/account-context.ts'
import { useFocusWhenLost } from '../../../frame/focus-when-lost.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { NextPage } from '../../../list/next-page.tsx'
import type { ListQueryResult } from '../../../list/use-list.ts'
import { EditNoteDialog } from './edit-note-dialog.tsx'
import { NoteForm } from './note-form.tsx'
import { ReadersOfNote } from './note-readers.tsx'
import { timelineDay } from './timeline-day.ts'
import { isNote, timelineDetails, timelineSentence } from './timeline-sentence.ts'

/** Query parameter of the filter. */
const FILTER = 'timeline'

/** Notes, calls and changes of an athlete, newest first. */
export function Timeline({ athlete, composer }: { athlete: Athlete; composer: Ref<HTMLTextAreaElement> }) {
  const { id: organization, role, may } = useOrganization()
  const [search] = useSearchParams()
  const asked = search.get(FILTER) ?? ''
  const kind = asked in timelineKinds ? (asked as TimelineKind) : undefined
  const query = athletesApi.useTimelineInfiniteQuery({
    organization,
    athlete: athlete.id,
    query: { ...(kind && { kind }) },
  }) as unknown as ListQueryResult<TimelineEntry>
  const [changed, setChanged] = useState<TimelineEntry>()
  const [removed, setRemoved] = useState<TimelineEntry>()
  const [remove] = athletesApi.useRemoveNoteMutation()
  const entries = query.currentData?.pages.flatMap(({ rows }) => rows) ?? []
  const heading = useFocusWhenLost(entries.length)
  return (
    <div className="flex flex-col gap-3">
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        Timeline
      </h2>
      {may('athletes.log') && <NoteForm athlete={athlete.id} textRef={composer} />}
      {/* Athletes see no notes and calls, so they have nothing to filter. */}
      {role !== 'athlete' && <Filters kind={kind} />}
      <Ready queries={[query]}>
        {() => (
          <>
            <Days athlete={athlete.id} entries={entries} onChange={setChanged} onRemove={setRemoved} />
            {entries.length === 0 && <p className="py-4 text-sm text-grey">No entries yet</p>}
            {query.hasNextPage && <NextPage query={query} />}
          </>
        )}
      </Ready>
      <EditNoteDialog athlete={athlete.id} note={changed} onClose={() => setChanged(undefined)} />
      <ConfirmDialog
        open={removed !== undefined}
        title="Remove this note?"
        confirm="Remove"
        confirming="Removing…"
        onClose={() => setRemoved(undefined)}
        onConfirm={() => remove({ organization, athlete: athlete.id, note: removed?.id ?? '' }).unwrap()}
      >
        <p className="line-clamp-6 text-sm break-words whitespace-pre-wrap">{removed?.text}</p>
      </ConfirmDialog>
    </div>
  )
}

function Filters({ kind }: { kind: TimelineKind | undefined }) {
  const [, setSearch] = useSearchParams()
  const choices: [TimelineKind | undefined, string][] = [
    [undefined, 'All'],
    ...(Object.entries(timelineKinds) as [TimelineKind, string][]),
  ]

  function choose(choice: TimelineKind | undefined) {
    setSearch(
      (search) => {
        if (choice) search.set(FILTER, choice)
        else search.delete(FILTER)
        return search
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Filter timeline</legend>
      {choices.map(([choice, name]) => (
        <button
          key={name}
          type="button"
          aria-pressed={choice === kind}
          onClick={() => choose(choice)}
          className="inline-flex min-h-6 cursor-pointer items-center rounded-full border border-line px-2.5 text-xs font-medium text-slate hover:text-ink aria-pressed:border-transparent aria-pressed:bg-glacier-pale aria-pressed:text-glacier-deep max-md:min-h-11"
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}

type OfAthlete = { athlete: string; onChange: (entry: TimelineEntry) => void; onRemove: (entry: TimelineEntry) => void }

function Days({ entries, ...rest }: OfAthlete & { entries: TimelineEntry[] }) {
  const days = Map.groupBy(entries, ({ at }) => timelineDay(at))
  return [...days].map(([day, ofTheDay]) => (
    <section key={day} aria-label={day} className="pt-1">
      <h3 className="pb-2 text-xs font-medium tracking-normal text-grey">{day}</h3>
      <ol className="timeline-day text-sm">
        {ofTheDay.map((entry) => (
          <Entry key={entry.id} entry={entry} {...rest} />
        ))}
      </ol>
    </section>
  ))
}

const icons: Partial<Record<TimelineEntry['kind'], ToolIconName>> = {
  note: 'note',
  call: 'phone',
  email: 'email',
  meeting: 'people',
  added: 'plus',
  measured: 'figures',
  'measurement-changed': 'figures',
  'measurement-removed': 'figures',
  'contact-shown': 'show',
  'eligibility-added': 'permissions',
  'eligibility-removed': 'permissions',
}

function Entry({ athlete, entry, onChange, onRemove }: OfAthlete & { entry: TimelineEntry }) {
  const { at, kind, actor, text, own, editedAt, readers } = entry
  const { may } = useOrganization()
  const labels = useLabels()
  const details = timelineDetails(entry, labels)
  return (
    <li>
      <span className="grid size-6 place-items-center rounded-full bg-quiet text-slate">
        <ToolIcon name={icons[kind] ?? 'account'} className="size-3" />
      </span>
      <div className="min-w-0 pt-0.5">
        <p className="break-words text-slate">
          <span className="font-semibold text-ink">{actor?.name ?? 'Someone'}</span> {timelineSentence(entry, labels)}
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
        <div className="mt-0.5 flex items-center gap-3 text-xs text-grey">
          <TimeOfDay at={at} />
          {editedAt && <span>Edited</span>}
          {readers && <ReadersOfNote athlete={athlete} note={{ ...entry, readers }} />}
          {own && isNote(kind) && may('athletes.log') && (
            <>
              <EntryButton label="Edit" onClick={() => onChange(entry)} />
              <EntryButton label="Remove" onClick={() => onRemove(entry)} />
            </>
          )}
        </div>
      </div>
    </li>
  )
}

function EntryButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-6 cursor-pointer rounded-sm text-left font-medium hover:text-ink hover:underline max-md:min-h-11 max-md:min-w-11"
    >
      {label}
      <span className="sr-only"> this note</span>
    </button>
  )
}
