import { type EventKind, eventKinds } from '@sherpa/contracts/activity'
import { buttonClass } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { MemberSelect } from '../organizations/people/member-select.tsx'
import { type ActivityFilter, filterIn, searchOf } from './activity-filter.ts'

/** Filters a list of events by address. Incomplete dates stay local until they are valid. */
export function ActivityFilters({
  kinds,
  people,
  athleteField,
  clear = '?',
}: {
  /** Empty: no filter by type. */
  kinds: readonly EventKind[]
  /** Names by id, offered in addition to members. */
  people?: ReadonlyMap<string, string> | undefined
  /** For readers who see all athletes. */
  athleteField?: ((choose: (athlete: string) => void) => ReactNode) | undefined
  /** The address without filters. */
  clear?: string
}) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const applied = filterIn(search)
  const [draft, setDraft] = useState(applied)
  const [known, setKnown] = useState(search)
  // Pending navigations: choices made meanwhile must not be overwritten.
  const [asked, setAsked] = useState<readonly string[]>([])
  if (known !== search) {
    setKnown(search)
    const arrived = asked.indexOf(String(search))
    setAsked(asked.slice(arrived + 1))
    // Back or a link changed the filter.
    if (arrived === -1) setDraft(applied)
  }
  const wrong = draft.from && draft.to && draft.from > draft.to
  const set = (change: Partial<Record<keyof ActivityFilter, string>>) => {
    const next = { ...draft, ...change } as ActivityFilter
    setDraft(next)
    if (!isComplete(next)) return
    const address = String(searchOf(next))
    setAsked([...asked, address])
    void navigate(`?${address}`, { preventScrollReset: true })
  }

  return (
    <fieldset className="grid grid-cols-2 items-start gap-4 md:grid-cols-4 lg:grid-cols-5">
      <legend className="sr-only">Filter activity</legend>
      {kinds.length > 0 && (
        <Field label="Type">
          {(control) => (
            <Select
              {...control}
              size="small"
              value={draft.kind ?? ''}
              onChange={({ target }) => set({ kind: target.value })}
            >
              <option value="">All activity</option>
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {eventKinds[kind]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {people && (
        <Field label="Person">
          {(control) => (
            <MemberSelect
              {...control}
              size="small"
              none="Everyone"
              others={people}
              value={draft.person ?? ''}
              onChange={({ target }) => set({ person: target.value })}
            />
          )}
        </Field>
      )}
      {athleteField?.((athlete) => set({ athlete }))}
      <DayField label="From" day={draft.from} onChange={(from) => set({ from })} />
      <DayField
        label="To"
        day={draft.to}
        error={wrong ? 'The end date is before the start date' : undefined}
        onChange={(to) => set({ to })}
      />
      {(applied.from ||
        applied.to ||
        applied.person ||
        applied.athlete ||
        kinds.some((kind) => kind === applied.kind)) && (
        <div className="col-span-full">
          <Link to={clear} preventScrollReset className={buttonClass({ look: 'secondary', size: 'small' })}>
            Clear filters
          </Link>
        </div>
      )}
    </fieldset>
  )
}

/** False for a partly typed year, or an end before the start. */
function isComplete({ from, to }: ActivityFilter) {
  const days = [from, to].filter((day) => day)
  return days.every((day) => day && day >= '1000') && !(from && to && from > to)
}

function DayField({
  label,
  day = '',
  error,
  onChange,
}: {
  label: string
  day?: string | undefined
  error?: string | undefined
  onChange: (day: string) => void
}) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <input
          {...control}
          type="date"
          value={day}
          onChange={({ target }) => onChange(target.value)}
          className={`${controlClass} min-h-11 px-3 py-2 text-sm`}
        />
      )}
    </Field>
  )
}
