import type { CommonRow, ImportRowFilter } from '@sherpa/contracts/import'
import { MessageBox } from '@sherpa/ui/message-box'
import { failureOf } from '../../forms/failure.ts'
import type { AnyImport, Importable } from './importable.ts'
import { ShowMore } from './show-more.tsx'

/** Rows of a file with the reasons for their outcome, paginated. */
export function RowList<Row extends CommonRow>({
  importable,
  whole,
  outcome,
  label,
}: {
  importable: Importable<Row>
  whole: AnyImport
  outcome: ImportRowFilter
  label: string
}) {
  const pages = importable.useRows(whole.id, outcome)
  const reasonsOf = (row: Row) =>
    outcome === 'kept'
      ? ['Changed since the import']
      : row.problems.length > 0
        ? problemsOf(row, whole)
        : importable.reasonsOf(row)
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <div className="flex flex-col items-start gap-3">
      {pages.isError && <MessageBox message={{ kind: 'error', text: failureOf(pages.error).text }} />}
      <table className="data-table">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Name</th>
            <th scope="col" className="text-left!">
              Reason
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td data-label="Row" className="tabular-nums">
                {row.row.toLocaleString('en-US')}
              </td>
              <td data-label="Name" className="text-ink">
                {row.name || '–'}
              </td>
              <td data-label="Reason" className="text-left!">
                {reasonsOf(row).map((reason) => (
                  <span key={reason} className="block">
                    {reason}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ShowMore pages={pages} />
    </div>
  )
}

function problemsOf({ problems }: CommonRow, { columns }: AnyImport) {
  return problems.map(({ column, value, message }) => {
    const name = column === null ? undefined : columns[column]?.name
    return name ? `${name}${value && ` “${value}”`}: ${message}` : message
  })
}
