import type { CommonRow } from '@sherpa/contracts/import'
import { Panel } from '@sherpa/ui/panel'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { FailedRowsButton } from './failed-rows-button.tsx'
import { number, rowsInWords } from './import-words.ts'
import { type AnyImport, type Importable, useImportCalls } from './importable.ts'
import { ShowMore } from './show-more.tsx'

/** Rows with errors or unrecognized values, corrected in place. */
export function FixRows({
  importable,
  whole,
  shownTargets = importable.nameTargets,
  actions,
}: {
  importable: Importable
  whole: AnyImport
  /** Targets of columns that are shown even without problems. */
  shownTargets?: readonly unknown[]
  actions?: ReactNode
}) {
  const { id, columns, mapping, findings } = whole
  const pages = importable.useRows(id, 'unread')
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const failed = findings?.counts.failed ?? 0
  const withProblems = new Set(rows.flatMap((row) => listProblems(row).map(({ column }) => column)))
  const shown = columns.flatMap(({ name, hidden }, column) =>
    !hidden && (withProblems.has(column) || shownTargets.includes(mapping.targets[column])) ? [{ name, column }] : [],
  )
  return (
    <Panel
      title="Fix here"
      lead={`${failed > 0 ? `${rowsInWords(failed)} with errors, not imported until fixed.` : 'Unrecognized values stay empty until fixed.'} Row numbers match your spreadsheet.`}
      actions={
        <span className="flex flex-wrap gap-2">
          {failed > 0 && <FailedRowsButton importable={importable} id={id} />}
          {actions}
        </span>
      }
    >
      <div className="flex flex-col items-start gap-3">
        <table className="data-table">
          <caption className="sr-only">Rows with errors</caption>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {shown.map(({ name, column }) => (
                <th key={column} scope="col" className="text-left!">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td data-label="Row" className="tabular-nums">
                  {number(row.row)}
                </td>
                {shown.map(({ name, column }) => (
                  <td key={column} data-label={name} className="text-left!">
                    <EditedCell
                      key={row.cells[column]}
                      importable={importable}
                      whole={whole}
                      row={row}
                      column={column}
                      isName={importable.nameTargets.includes(mapping.targets[column])}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <ShowMore pages={pages} />
      </div>
    </Panel>
  )
}

const listProblems = ({ problems, leftEmpty }: CommonRow) => [...problems, ...leftEmpty]

/** Saves on Enter and on leaving the cell. */
function EditedCell({
  importable,
  whole,
  row,
  column,
  isName,
}: {
  importable: Importable
  whole: AnyImport
  row: CommonRow
  column: number
  isName: boolean
}) {
  const { edit } = useImportCalls(importable)
  const { busy, run } = useAction()
  const stored = row.cells[column] ?? ''
  const [value, setValue] = useState(stored)
  const problem = listProblems(row).find((one) => one.column === column || (one.column === null && isName))
  const original = row.originals[column]
  const save = () => {
    if (value === stored) return
    void run(() => edit(whole.id, { edits: [{ row: Number(row.id), column, value }] }))
  }
  const messageId = `problem-${row.id}-${column}`
  return (
    <span className="flex min-w-0 flex-col gap-1 max-md:items-end">
      <input
        aria-label={`${whole.columns[column]?.name}, row ${row.row}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? messageId : undefined}
        value={value}
        disabled={busy}
        onChange={({ target }) => setValue(target.value)}
        onBlur={save}
        onKeyDown={({ key }) => {
          if (key === 'Enter') save()
          if (key === 'Escape') setValue(stored)
        }}
        className={`h-8 w-full min-w-24 max-md:h-11 max-w-60 rounded-sm border bg-transparent px-2 text-sm text-ink ${problem ? 'border-error' : 'border-control'}`}
      />
      {problem ? (
        <span id={messageId} className="text-xs text-error">
          {problem.message}
        </span>
      ) : (
        original !== undefined && <span className="text-xs text-success">Was {original || 'empty'}</span>
      )}
    </span>
  )
}
