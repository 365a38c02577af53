import { athletesApi } from '@sherpa/api-client/athletes'
import { dealsApi } from '@sherpa/api-client/deals'
import { type AthleteRow, athleteName, type LastNote } from '@sherpa/contracts/athlete'
import { contactResults, noteKinds } from '@sherpa/contracts/contact-log'
import { addDays } from '@sherpa/contracts/days'
import { Button, buttonClass } from '@sherpa/ui/button'
import { MenuButton } from '@sherpa/ui/menu-button'
import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Ago } from '../../data/moments.tsx'
import { stateOf } from '../../data/query-state.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded, Ready } from '../../frame/loaded.tsx'
import { useToday } from '../../frame/use-today.ts'
import { MenuItem } from '../../list/row-menu.tsx'
import { useFirstPage } from '../../list/use-first-page.ts'
import { usePhone } from '../../list/use-phone.ts'
import { LogDialog } from '../contact-log/log-context.tsx'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'
import { usePrograms } from '../programs/use-programs.ts'
import { athleteInWords } from './athlete-in-words.ts'
import { AwayTimes } from './away-times.tsx'
import { AthleteAvatar } from './picture/athlete-avatar.tsx'
import { MeasurementDialog } from './record/measurement-dialog.tsx'

const DAYS_AHEAD = 14
const SHOWN = 8
/** Of the athlete list. Questions to Sonar, in the same field, may be longer. */
const LONGEST_SEARCH = 100

type Group = {
  title: string
  /** Filters of the athlete list. */
  filters: Record<string, string>
  /** Shown only with athletes. */
  optional?: true
}

/**
 * Home of people who work with athletes and don't see deals: their athletes by name, and who is away. Athletes of each program,
 * then those assigned directly. Without programs, all athletes.
 */
export function CoachHome({ search }: { search: string }) {
  const { may } = useOrganization()
  const programs = usePrograms()
  const groups: Group[] =
    // People who see all athletes may not be in any program.
    may('athletes.all') || programs.length === 0
      ? [{ title: 'Recently active athletes', filters: {} }]
      : [
          ...programs.map(({ id, name }) => ({ title: name, filters: { program: id } })),
          { title: 'Assigned to you', filters: { assignee: 'me' }, optional: true },
        ]
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set())
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-7 *:min-w-0">
      <div className="flex flex-[2_1_24rem] flex-col gap-6">
        {groups.map((group) => (
          <AthleteGroup
            key={JSON.stringify(group.filters)}
            group={group}
            typed={search.trim().slice(0, LONGEST_SEARCH)}
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
            <p className="py-4 text-sm text-grey">
              {typed ? 'No athlete with this name. Press Enter to ask Sonar.' : 'No athletes yet'}
            </p>
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
    <li className="flex items-center gap-x-3 py-2 text-sm">
      <AthleteAvatar athlete={athlete} size="regular" />
      <div className="min-w-0 flex-1">
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
      {may('athletes.log') && <LogButtons name={name} onLog={(kind) => onLog({ kind, athlete })} />}
    </li>
  )
}

/** On phones a menu, so that a row is not twice as tall. */
function LogButtons({ name, onLog }: { name: string; onLog: (kind: Logging['kind']) => void }) {
  const isPhone = usePhone()
  if (isPhone) {
    return (
      <MenuButton
        align="end"
        name={`Add to ${name}`}
        buttonClass={buttonClass({ look: 'secondary', size: 'small' })}
        label={
          <>
            <ToolIcon name="plus" className="size-3.5" />
            Add
          </>
        }
      >
        <MenuItem onClick={() => onLog('note')}>Add note</MenuItem>
        <MenuItem onClick={() => onLog('measurement')}>Add measurement</MenuItem>
      </MenuButton>
    )
  }
  return (
    <div className="flex gap-2">
      <Button look="secondary" size="small" aria-label={`Add note on ${name}`} onClick={() => onLog('note')}>
        Add note
      </Button>
      <Button
        look="secondary"
        size="small"
        aria-label={`Add measurement for ${name}`}
        onClick={() => onLog('measurement')}
      >
        Add measurement
      </Button>
    </div>
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
