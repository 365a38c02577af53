import { disclosuresApi } from '@sherpa/api-client/disclosures'
import { isBeforeSigning } from '@sherpa/contracts/disclosure-state'
import {
  type FactSubject,
  factName,
  groupInWords,
  type MissingFacts,
  type MissingFactsQuery,
} from '@sherpa/contracts/missing-facts'
import { Button } from '@sherpa/ui/button'
import { controlClass } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { useAfterPause } from '../../data/use-after-pause.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { addressOfInput } from '../compliance/verdict-words.ts'
import { CANNOT_TELL, latestInWords, unknownInWords } from './disclosure-words.ts'
import {
  athleteColumns,
  choicesOf,
  companyColumns,
  enteredInWords,
  factInWords,
  factsInWords,
  isEnteredElsewhere,
  keyOf,
  outcomeInWords,
  type Typed,
  toEntries,
} from './missing-fact-words.ts'

type Column = (typeof athleteColumns)[number] | (typeof companyColumns)[number]

export function useMissingFacts(query: MissingFactsQuery = {}) {
  const { id: organization, role, may } = useOrganization()
  return disclosuresApi.useMissingFactsQuery(
    { organization, query },
    { skip: role === 'athlete' || !may('deals.view') },
  )
}

/** On the record of a deal or an athlete: reports that nobody can judge, with fields for what is missing. */
export function MissingFactsOf({ of }: { of: { deal: string } | { athlete: string } }) {
  const { currentData } = useMissingFacts(of)
  const rows = currentData?.rows ?? []
  if (!currentData || rows.length === 0) return null
  return (
    <div id="missing-facts">
      <Panel title={CANNOT_TELL} count={rows.length}>
        <div className="flex flex-col gap-4">
          <UnjudgedRows rows={rows} />
          <FactForm missing={currentData} look="secondary" />
        </div>
      </Panel>
    </div>
  )
}

function UnjudgedRows({ rows }: { rows: MissingFacts['rows'] }) {
  const { id: organization } = useOrganization()
  return (
    <ul className="divide-y divide-line-soft text-sm">
      {rows.map(({ id, athlete, deal, dueOn, missing }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3 py-1.5">
          <Link
            to={`/organizations/${organization}/compliance/${id}`}
            className="touch-area min-w-0 break-words font-medium text-ink hover:underline"
          >
            {deal?.title ?? athlete.name}
          </Link>
          <span className="text-grey tabular-nums">{latestInWords({ dueOn })}</span>
          <span className="w-full text-xs text-grey">{unknownInWords({ missing })}</span>
        </li>
      ))}
    </ul>
  )
}

/** Each missing fact with its athletes and deals. Opens to the reports. */
export function FactGroups({ missing }: { missing: MissingFacts }) {
  return (
    <div className="divide-y divide-line-soft border-y border-line-soft">
      {missing.groups.map(({ fact, dueOn, ...group }) => (
        <details key={fact} className="group text-sm">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 py-2">
            <ToolIcon name="chevron" className="size-3 shrink-0 group-open:rotate-90" />
            <span className="min-w-0 flex-1">
              <span className="font-medium text-ink">{factName(fact)} missing</span>
              <span className="block text-xs text-grey">
                {groupInWords(group)},{' '}
                {isBeforeSigning({ dueOn }) ? 'before anyone signs' : `first at latest ${shortCalendarDay(dueOn)}`}
              </span>
            </span>
          </summary>
          <div className="pb-3 pl-5">
            <UnjudgedRows rows={missing.rows.filter((row) => row.missing.includes(fact))} />
          </div>
        </details>
      ))}
    </div>
  )
}

/** Fields for what is missing, what saving them would do, and the button. */
export function FactForm({ missing, look }: { missing: MissingFacts; look: 'primary' | 'secondary' }) {
  const { id: organization, may } = useOrganization()
  const [typed, setTyped] = useState<Typed>(new Map())
  const [enter] = disclosuresApi.useEnterFactsMutation()
  const { busy, run } = useAction()
  const entries = toEntries(typed)
  const mayEnter = may('disclosures.edit')
  const { athletes, companies, ask } = missing
  const set = (values: readonly (readonly [string, string])[]) => setTyped(new Map([...typed, ...values]))
  const save = () =>
    run(async () => {
      const answer = await enter({ organization, body: { facts: entries } }).unwrap()
      setTyped(new Map())
      showToast(answer.kept.length > 0 ? 'error' : 'success', enteredInWords(answer))
    })
  const props = { typed, set, mayEnter }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (entries.length > 0) void save()
      }}
    >
      {!mayEnter && ask.length > 0 && (
        <p className="text-sm text-ink">Ask {ask.join(' or ')} to enter what is missing.</p>
      )}
      {mayEnter && <ForAll subjects={athletes} {...props} />}
      {athletes.length > 0 && <Subjects of="athletes" subjects={athletes} columns={athleteColumns} {...props} />}
      {companies.length > 0 && <Subjects of="companies" subjects={companies} columns={companyColumns} {...props} />}
      {entries.length > 0 && <Effect typed={typed} />}
      {mayEnter && (
        <div>
          <Button type="submit" look={look} size="small" busy={busy} disabled={entries.length === 0}>
            {busy ? 'Saving…' : `Save ${entries.length > 0 ? factsInWords(entries.length) : 'facts'}`}
          </Button>
        </div>
      )}
    </form>
  )
}

type FieldProps = {
  typed: Typed
  set: (values: readonly (readonly [string, string])[]) => void
  mayEnter: boolean
}

/** One value for all athletes who lack the fact. */
function ForAll({ subjects, typed, set }: FieldProps & { subjects: readonly FactSubject[] }) {
  const shared = athleteColumns.flatMap((fact) => {
    const lacking = subjects.filter(({ missing }) => missing.includes(fact))
    return lacking.length > 1 ? [{ fact, lacking }] : []
  })
  if (shared.length === 0) return null
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      {shared.map(({ fact, lacking }) => {
        const values = new Set(lacking.map(({ id }) => typed.get(keyOf(fact, id)) ?? ''))
        return (
          <div key={fact} className="w-36 max-md:w-full">
            <FactField
              fact={fact}
              label={`${factName(fact)} for all`}
              value={values.size === 1 ? ([...values][0] ?? '') : ''}
              onChange={(value) => set(lacking.map(({ id }) => [keyOf(fact, id), value] as const))}
            />
          </div>
        )
      })}
    </div>
  )
}

/** A line per athlete or company: known values as text, missing ones as fields. */
function Subjects({
  of,
  subjects,
  columns,
  typed,
  set,
  mayEnter,
}: FieldProps & { of: 'athletes' | 'companies'; subjects: readonly FactSubject[]; columns: readonly Column[] }) {
  const { id: organization, may } = useOrganization()
  const shown = columns.filter((fact) => subjects.some(({ missing }) => missing.includes(fact)))
  return (
    <ul className="@container divide-y divide-line-soft border-y border-line-soft">
      {subjects.map(({ id, name, about, known, missing }) => (
        <li key={id} className="flex flex-wrap items-start gap-x-3 gap-y-2 py-2.5 text-sm">
          <div className="w-full min-w-28 @min-[40rem]:w-auto @min-[40rem]:flex-1">
            <Link
              to={`/organizations/${organization}/${of}/${id}`}
              className="touch-area break-words font-medium text-ink hover:underline"
            >
              {name}
            </Link>
            {about && <p className="text-xs break-words text-grey">{about}</p>}
          </div>
          {shown.map((fact) => {
            const value = known[fact]
            const key = keyOf(fact, id)
            if (missing.includes(fact) && mayEnter) {
              return (
                <div key={fact} className="w-32">
                  <FactField
                    fact={fact}
                    label={`${factName(fact)} of ${name}`}
                    caption={factName(fact)}
                    value={typed.get(key) ?? ''}
                    onChange={(next) => set([[key, next]])}
                  />
                </div>
              )
            }
            return (
              <div key={fact} className="w-32">
                <p className="text-xs text-grey">{factName(fact)}</p>
                <p className="min-h-9 py-1.5 break-words text-ink">
                  {value ? factInWords(fact, value) : missing.includes(fact) ? 'Missing' : '–'}
                </p>
              </div>
            )
          })}
          {missing.filter(isEnteredElsewhere).map((fact) => {
            const records = { athlete: id, company: id, school: id, agreement: null }
            const address = addressOfInput(fact, { organization, records })
            if (of === 'athletes' && !may('athletes.edit')) {
              return (
                <p key={fact} className="w-full text-xs text-grey">
                  {factName(fact)} is missing. Ask someone who edits athletes.
                </p>
              )
            }
            return (
              address && (
                <Link key={fact} to={address} className={`touch-area ${textLinkClass}`}>
                  Enter {factName(fact).toLowerCase()}
                </Link>
              )
            )
          })}
        </li>
      ))}
    </ul>
  )
}

/** Dashed while it is missing, with a blue edge once it is filled in. */
function FactField({
  fact,
  label,
  caption,
  value,
  onChange,
}: {
  fact: Column
  label: string
  /** The part of the label that is visible. */
  caption?: string
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  const choices = choicesOf(fact)
  const props = {
    id,
    value,
    className: `${controlClass} h-9 min-h-9! px-2! py-1! text-sm! max-md:h-11 ${value ? 'border-glacier!' : 'border-dashed'}`,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <div>
      <label htmlFor={id} className="text-xs text-grey">
        {caption ?? label}
        {caption && <span className="sr-only">{label.slice(caption.length)}</span>}
      </label>
      {choices ? (
        <select {...props}>
          <option value="">Choose</option>
          {Object.entries(choices).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <input type="date" {...props} />
      )}
    </div>
  )
}

/** What becomes of each report, before anything is saved. */
function Effect({ typed }: { typed: Typed }) {
  const { id: organization } = useOrganization()
  const facts = toEntries(useAfterPause(typed))
  const { data, isError } = disclosuresApi.usePreviewFactsQuery(
    { organization, body: { facts } },
    { skip: facts.length === 0 },
  )
  return (
    <section aria-label="When you save" aria-live="polite" className="rounded-md bg-snow px-3 py-2.5 text-sm">
      <p className="text-xs text-grey">When you save</p>
      {isError && <p className="text-grey">This cannot be computed now. You can save anyway.</p>}
      <ul className="flex flex-col gap-1 pt-1">
        {(data?.rows ?? []).map((row) => {
          const { title, day, about } = outcomeInWords(row)
          return (
            <li key={row.id} className="flex items-start gap-2">
              <ToolIcon
                name={row.outcome === 'nothing' ? 'check' : row.outcome === 'due' ? 'calendar' : 'warning'}
                className={`mt-0.5 size-4 shrink-0 ${row.outcome === 'nothing' ? 'text-success' : 'text-summit-ink'}`}
              />
              <span className="min-w-0 flex-1 break-words text-ink">
                {title}
                {about && <span className="block text-xs text-grey">{about}</span>}
              </span>
              {day && <span className="shrink-0 text-ink tabular-nums">{day}</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
