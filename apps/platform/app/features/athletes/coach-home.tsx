import { athletesApi } from '@sherpa/api-client/athletes'
import { dealsApi } from '@sherpa/api-client/deals'
import { type AthleteRow, athleteName, type LastNote } from '@sherpa/contracts/athlete'
import { contactResults, noteKinds } from '@sherpa/contracts/contact-log'
import { addDays } from '@sherpa/contracts/days'
import { Button } from '@sherpa/ui/button'
import { controlClass } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Ago } from '../../data/moments.tsx'
import { stateOf } from '../../data/query-state.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded, Ready } from '../../frame/loaded.tsx'
import { useToday } from '../../frame/use-today.ts'
import { useFirstPage } from '../../list/use-first-page.ts'
import { LogDialog } from '../contact-log/log-context.tsx'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'
import { usePrograms } from '../programs/use-programs.ts'
import { athleteInWords } from './athlete-in-words.ts'
import { AwayTimes } from './away-times.tsx'
import { AthleteAvatar } from './picture/athlete-avatar.tsx'
import { MeasurementDialog } from './record/measurement-dialog.tsx'

const DAYS_AHEAD = 14
const SHOWN = 8

type Group = {
  title: string
  /** Filters of the athlete list. */
  filters: Record<string, string>
  /** Shown only with athletes. */
  optional?: true
}

/**
 * Home of people who work with athletes and don't see deals: their athletes, and who is away. Athletes of each program,
 * then those assigned directly. Without programs, all athletes.
 */
export function CoachHome() {
  const { may } = useOrganization()
  const programs = usePrograms()
  const [search, setSearch] = useState('')
  const groups: Group[] =
    // People who see all athletes may not be in any program.
    may('athletes.all') || programs.length === 0
      ? [{ title: 'Athletes', filters: {} }]
      : [
          ...programs.map(({ id, name }) => ({ title: name, filters: { program: id } })),
          { title: 'Assigned to you', filters: { assignee: 'me' }, optional: true },
        ]
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set())
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-7 *:min-w-0">
      <div className="flex flex-[2_1_24rem] flex-col gap-6">
        <input
          type="search"
          aria-label="Find an athlete"
          placeholder="Find an athlete"
          maxLength={100}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className={controlClass}
        />
        {groups.map((group) => (
          <AthleteGroup
            key={JSON.stringify(group.filters)}
            group={group}
            typed={search.trim()}
            onLoaded={() => setLoaded((before) => new Set(before).add(group.title))}
          />
        ))}
      </div>
      {/* On phones it is below the athletes, who would push it down. */}
      <div className="flex-[1_1_18rem]">{groups.every(({ title }) => loaded.has(title)) && <Availability />}</div>
    </div>
  )
}

function AthleteGroup({
  group: { title, filters, optional },
  typed,
  onLoaded,
}: {
  group: Group
  typed: string
  onLoaded: () => void
}) {
  const { id: organization } = useOrganization()
  const [logging, setLogging] = useState<Logging>()
  const list = useFirstPage(
    athletesApi.endpoints.athletes,
    { organization, query: { ...filters, sort: '-active', limit: String(SHOWN), ...(typed && { search: typed }) } },
    'athletes',
  )
  const rows = list.currentData?.pages[0]?.rows ?? []
  const ids = rows.map(({ id }) => id).join(',')
  const notes = athletesApi.useLastNotesQuery({ organization, query: { athletes: ids } }, { skip: ids === '' })
  const noteOf = (athlete: string) => notes.data?.notes.find((note) => note.athlete === athlete)
  const close = () => setLogging(undefined)
  // Notes make rows taller; without them, the rows are shown all the same.
  const queries = stateOf(notes) === 'failed' ? [list] : [list, notes]
  const isLoading = queries.some((query) => stateOf(query) === 'loading')
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once loaded
  useEffect(() => {
    if (!isLoading) onLoaded()
  }, [isLoading])
  if (optional && rows.length === 0) return null
  return (
    <Panel
      title={title}
      actions={
        <Link
          to={{ pathname: `/organizations/${organization}/athletes`, search: new URLSearchParams(filters).toString() }}
          aria-label={`All athletes: ${title}`}
          className={sectionLinkClass}
        >
          All athletes
        </Link>
      }
    >
      <Ready queries={queries}>
        {() =>
          rows.length === 0 ? (
            <p className="py-4 text-sm text-grey">{typed ? 'No athlete with this name' : 'No athletes yet'}</p>
          ) : (
            <ul className="-mt-3 divide-y divide-line-soft border-b border-line">
              {rows.map((athlete) => (
                <AthleteItem key={athlete.id} athlete={athlete} note={noteOf(athlete.id)} onLog={setLogging} />
              ))}
            </ul>
          )
        }
      </Ready>
      {logging && (
        <LogDialog
          target={{ record: 'athlete', id: logging.athlete.id, name: athleteName(logging.athlete), contacts: [] }}
          draft={logging.kind === 'note' ? { kind: 'note' } : undefined}
          onClose={close}
        />
      )}
      <MeasurementDialog
        open={logging?.kind === 'measurement'}
        athlete={logging?.athlete.id ?? ''}
        name={logging ? athleteName(logging.athlete) : ''}
        onClose={close}
      />
    </Panel>
  )
}

type Logging = { kind: 'note' | 'measurement'; athlete: AthleteRow }

function AthleteItem({
  athlete,
  note,
  onLog,
}: {
  athlete: AthleteRow
  note: LastNote | undefined
  onLog: (logging: Logging) => void
}) {
  const { id: organization, may } = useOrganization()
  const name = athleteName(athlete)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 text-sm">
      <AthleteAvatar athlete={athlete} size="regular" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-base font-medium break-words text-ink">
          <Link to={`/organizations/${organization}/athletes/${athlete.id}`} className="touch-area hover:underline">
            {name}
          </Link>
        </p>
        <p className="truncate text-xs text-grey">{athleteInWords(athlete)}</p>
        {note && (
          <p className="mt-0.5 line-clamp-2 text-xs break-words text-slate">
            <span className="text-grey">
              {noteKinds[note.kind]}, <Ago at={note.at} />:{' '}
            </span>
            {note.text ?? (note.result && contactResults[note.result])}
          </p>
        )}
      </div>
      {may('athletes.log') && (
        <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
          <Button
            look="secondary"
            size="small"
            aria-label={`Add note on ${name}`}
            onClick={() => onLog({ kind: 'note', athlete })}
          >
            Note
          </Button>
          <Button
            look="secondary"
            size="small"
            aria-label={`Add measurement for ${name}`}
            onClick={() => onLog({ kind: 'measurement', athlete })}
          >
            Measurement
          </Button>
        </div>
      )}
    </li>
  )
}

function Availability() {
  const { id: organization } = useOrganization()
  const today = useToday()
  const query = { from: today, until: addDays(today, DAYS_AHEAD) }
  const availability = dealsApi.useAvailabilityQuery({ organization, query })
  return (
    <Panel
      title={`Away in the next ${DAYS_AHEAD} days`}
      actions={
        <Link to={`/organizations/${organization}/calendar`} className={sectionLinkClass}>
          Calendar
        </Link>
      }
    >
      <Loaded query={availability}>
        {({ away }) =>
          away.length === 0 ? (
            <p className="text-sm text-grey">All athletes are available.</p>
          ) : (
            <AwayTimes away={away} withAthlete />
          )
        }
      </Loaded>
    </Panel>
  )
}
