import { type EventKind, eventKinds } from '@sherpa/contracts/activity'
import { Button, buttonClass } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { MemberSelect } from '../organizations/people/member-select.tsx'
import { type ActivityFilter, filterIn, searchOf } from './activity-filter.ts'

/** Narrows a list of events. What counts is in the address; what is being chosen counts once it is applied. */
export function ActivityFilters({
  kinds,
  people,
  clear = '?',
}: {
  /** Several to choose from, or none. */
  kinds: readonly EventKind[]
  /** Members can be chosen, and beside them these: names by id. */
  people?: ReadonlyMap<string, string> | undefined
  /** The address without filters. */
  clear?: string
}) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const applied = filterIn(search)
  const [draft, setDraft] = useState(applied)
  const [known, setKnown] = useState(search)
  // Back, or a link, has brought another filter.
  if (known !== search) {
    setKnown(search)
    setDraft(applied)
  }
  const [error, setError] = useState<string>()
  const set = (change: Partial<Record<keyof ActivityFilter, string>>) =>
    setDraft({ ...draft, ...change } as ActivityFilter)

  function apply(event: FormEvent) {
    event.preventDefault()
    const wrong = draft.from && draft.to && draft.from > draft.to
    setError(wrong ? 'The end date is before the start date' : undefined)
    if (!wrong) void navigate(`?${searchOf(draft)}`, { preventScrollReset: true })
  }

  return (
    <form
      aria-label="Filter activity"
      noValidate
      onSubmit={apply}
      className="grid grid-cols-2 items-start gap-4 md:grid-cols-4"
    >
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
      <DayField label="From" day={draft.from} onChange={(from) => set({ from })} />
      <DayField label="To" day={draft.to} error={error} onChange={(to) => set({ to })} />
      <div className="col-span-full flex flex-wrap gap-3">
        <Button type="submit" look="secondary" size="small">
          Apply
        </Button>
        {(applied.from || applied.to || applied.person || kinds.some((kind) => kind === applied.kind)) && (
          <Link to={clear} preventScrollReset className={buttonClass({ look: 'secondary', size: 'small' })}>
            Clear filters
          </Link>
        )}
      </div>
    </form>
  )
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
