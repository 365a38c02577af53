import {
  allHandoverKinds,
  type HandoverAssignments,
  type HandoverKind,
  type HandoverPreview,
  MOVE_BACK_DAYS,
} from '@sherpa/contracts/handover'
import { Select } from '@sherpa/ui/select'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Query } from '../../../data/query-state.ts'
import { Loaded } from '../../../frame/loaded.tsx'

type Kind = { title: string; place: (person: string) => string; byDefault: string }
const MANAGERS = 'Managers or owners'
const kinds: Record<HandoverKind, Kind> = {
  athletes: { title: 'Athletes', place: (person) => `athletes?assignee=${person}`, byDefault: MANAGERS },
  deals: { title: 'Deals as lead', place: (person) => `deals?lead=${person}`, byDefault: MANAGERS },
  reviews: { title: 'Reviews', place: () => 'deals?stage=in-review', byDefault: 'By approval rules' },
  tasks: { title: 'Tasks', place: (person) => `tasks?scope=all&assignee=${person}`, byDefault: MANAGERS },
  disclosures: { title: 'Disclosures', place: (person) => `compliance?preparer=${person}`, byDefault: MANAGERS },
}

/** What hangs on a person, with a receiver per kind. */
export function HandoverFields({
  query,
  organization,
  person,
  assignments,
  onChange,
  isOwn = false,
}: {
  query: Query<HandoverPreview>
  organization: string
  person: string
  assignments: HandoverAssignments
  onChange: (assignments: HandoverAssignments) => void
  /** People who go themselves cannot move it back. */
  isOwn?: boolean
}) {
  return (
    <Loaded query={query}>
      {(preview) =>
        preview.parts.length + preview.expenses === 0 ? null : (
          <Parts {...{ preview, organization, person, assignments, onChange, isOwn }} />
        )
      }
    </Loaded>
  )
}

function Parts({
  preview: { parts, dates, expenses, people },
  organization,
  person,
  assignments,
  onChange,
  isOwn,
}: {
  preview: HandoverPreview
  organization: string
  person: string
  assignments: HandoverAssignments
  onChange: (assignments: HandoverAssignments) => void
  isOwn: boolean
}) {
  const id = useId()
  const options = people.map(({ id: one, name }) => (
    <option key={one} value={one}>
      {name}
    </option>
  ))
  const own = allHandoverKinds.filter((kind) => parts.some((part) => part.kind === kind))
  const [first] = own
  const common = first && own.every((kind) => assignments[kind] === assignments[first]) ? assignments[first] : undefined
  const assignAll = (to: string) => onChange(to ? Object.fromEntries(own.map((kind) => [kind, to])) : {})
  return (
    <section aria-label="Handover" className="flex flex-col gap-3 text-sm">
      {people.length > 0 && own.length > 1 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <label htmlFor={`${id}-all`} className="text-ink">
            Everything to
          </label>
          <span className="min-w-0 flex-1 basis-48">
            <Select
              id={`${id}-all`}
              size="small"
              value={common ?? ''}
              onChange={({ target }) => assignAll(target.value)}
            >
              <option value="">Choose per line</option>
              {options}
            </Select>
          </span>
        </div>
      )}
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {parts.map(({ kind, count, examples }) => (
          <li key={kind} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <span className="w-8 text-right text-base font-medium text-ink tabular-nums">{count}</span>
            <span className="min-w-0 flex-1 basis-40">
              <Link to={`/organizations/${organization}/${kinds[kind].place(person)}`} className={textLinkClass}>
                {kinds[kind].title}
              </Link>
              <span className="block break-words text-xs">{namesOf(examples, count)}</span>
              {kind === 'deals' && dates > 0 && (
                <span className="block text-xs">
                  With {dates} key {dates === 1 ? 'date or deliverable' : 'dates and deliverables'}.
                </span>
              )}
            </span>
            {people.length > 0 && (
              <span className="min-w-0 flex-1 basis-44">
                <Select
                  size="small"
                  aria-label={`${kinds[kind].title} to`}
                  value={assignments[kind] ?? ''}
                  onChange={({ target }) => onChange({ ...assignments, [kind]: target.value || undefined })}
                >
                  <option value="">{kinds[kind].byDefault}</option>
                  {options}
                </Select>
              </span>
            )}
          </li>
        ))}
      </ul>
      {expenses > 0 && (
        <p>The owners decide {expenses === 1 ? '1 expense' : `${expenses} expenses`} that nobody else can decide.</p>
      )}
      <p>
        Without a choice, work goes to the athlete’s other managers, else to the owners. Each receiver gets an email.
        {!isOwn && ` You can move untouched work back for ${MOVE_BACK_DAYS} days.`}
      </p>
    </section>
  )
}

function namesOf(examples: readonly string[], count: number) {
  const more = count - examples.length
  return more > 0 ? `${examples.join(', ')} and ${more} more` : examples.join(', ')
}
