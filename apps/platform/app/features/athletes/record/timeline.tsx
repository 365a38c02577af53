import { athletesApi } from '@sherpa/api-client/athletes'
import { type Athlete, type TimelineEntry, type TimelineKind, timelineKinds } from '@sherpa/contracts/athlete'
import type { Ref } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useOrganization } from '../../../frame/account-context.ts'
import { useFocusWhenLost } from '../../../frame/focus-when-lost.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { NextPage } from '../../../list/next-page.tsx'
import type { ListQueryResult } from '../../../list/use-list.ts'
import { EntryList } from '../../contact-log/entry-list.tsx'
import { NoteForm } from '../../contact-log/note-form.tsx'
import { sectionLinkClass } from '../../organizations/organization/section-link.ts'
import { logOfAthlete } from './log-of-athlete.ts'

/** Query parameter of the filter. */
const FILTER = 'timeline'

/** Entries beside the overview. */
const LATEST = 5

/** Notes, calls and changes of an athlete, newest first. */
export function Timeline({
  athlete,
  composer,
  all,
}: {
  athlete: Athlete
  composer: Ref<HTMLTextAreaElement>
  /** Shows only the latest entries, with a link to all of them at this address. */
  all?: string
}) {
  const { id: organization, role, may } = useOrganization()
  const [search] = useSearchParams()
  const asked = search.get(FILTER) ?? ''
  const kind = Object.hasOwn(timelineKinds, asked) ? (asked as TimelineKind) : undefined
  const query = athletesApi.useTimelineInfiniteQuery({
    organization,
    athlete: athlete.id,
    query: all ? { limit: String(LATEST) } : { ...(kind && { kind }) },
  }) as unknown as ListQueryResult<TimelineEntry>
  const entries = query.currentData?.pages.flatMap(({ rows }) => rows) ?? []
  const heading = useFocusWhenLost(entries.length)
  const target = logOfAthlete(athlete)
  return (
    <div className="flex flex-col gap-3">
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        Timeline
      </h2>
      {may('athletes.log') && <NoteForm target={target} textRef={composer} />}
      {/* Athletes see no notes and calls, so they have nothing to filter. */}
      {role !== 'athlete' && !all && <Filters kind={kind} />}
      <Ready queries={[query]}>
        {() => (
          <>
            <EntryList target={target} entries={entries} />
            {entries.length === 0 && <p className="py-4 text-sm text-grey">No entries yet</p>}
            {query.hasNextPage &&
              (all ? (
                <Link to={all} preventScrollReset className={`self-start ${sectionLinkClass}`}>
                  All activity
                </Link>
              ) : (
                <NextPage query={query} />
              ))}
          </>
        )}
      </Ready>
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
    <fieldset className="flex min-w-0 flex-wrap gap-1.5 max-md:flex-nowrap max-md:overflow-x-auto max-md:whitespace-nowrap max-md:[scrollbar-width:none]">
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
