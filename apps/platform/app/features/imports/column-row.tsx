import { Select } from '@sherpa/ui/select'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { ReactNode } from 'react'
import type { AnyImport } from './importable.ts'

const EXAMPLES_SHOWN = 3

/** Shared by rows and their head. */
export const columnGrid = 'gap-x-4 lg:grid-cols-[minmax(0,5fr)_14rem_minmax(0,6fr)]'

/** A column of the file, its field, and how its values are read. */
export function ColumnRow({
  whole,
  column,
  target,
  targets,
  onMatch,
  below,
  reading,
  children,
}: {
  whole: AnyImport
  column: number
  target: string | null
  /** Labels by target. */
  targets: readonly (readonly [string, string])[]
  onMatch: (target: string | null) => void
  /** Below the choice of the field. */
  below?: ReactNode
  /** Choices of how values are read. */
  reading?: ReactNode
  children?: ReactNode
}) {
  const { name = '', filled = 0, hidden, distinct, note } = whole.columns[column] ?? {}
  const examples = whole.examples.map((row) => row[column]).filter((cell) => cell)
  const isUnclear = distinct?.some(({ meaning }) => meaning === null) || Boolean(note?.includes('not possible'))
  return (
    <div className={`${columnGrid} grid gap-y-2 py-3 text-sm lg:items-start`}>
      <div className="flex min-w-0 gap-3">
        <span className="pt-0.5">
          <Mark isMatched={target !== null} isUnclear={isUnclear} />
        </span>
        <div className="min-w-0">
          <span className="font-medium text-ink [overflow-wrap:anywhere]">{name}</span>
          <span className="block truncate text-grey">
            {hidden
              ? 'Hidden: only the person who uploaded the file can see it'
              : examples.slice(0, EXAMPLES_SHOWN).join(' · ') || (filled === 0 ? 'Empty' : '')}
          </span>
        </div>
      </div>
      <div className="flex flex-col gap-2">
        <Select
          size="small"
          aria-label={`Field for ${name}`}
          value={target ?? ''}
          onChange={({ target: { value } }) => onMatch(value || null)}
        >
          <option value="">Don’t import</option>
          {targets.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
        {below}
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        {note && <span className="[overflow-wrap:anywhere]">{note}.</span>}
        {reading}
        {target === null && filled > 0 && <span className="text-grey">Not imported</span>}
      </div>
      {children}
    </div>
  )
}

function Mark({ isMatched, isUnclear }: { isMatched: boolean; isUnclear: boolean }) {
  if (!isMatched)
    return <span aria-hidden="true" className="mt-0.5 block size-3.5 rounded-full border border-line-strong" />
  return (
    <span className={isUnclear ? 'text-summit-ink' : 'text-success'}>
      <ToolIcon name={isUnclear ? 'warning' : 'check'} />
    </span>
  )
}
