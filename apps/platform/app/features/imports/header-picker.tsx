import type { ImportedFile } from '@sherpa/contracts/import'
import { Panel } from '@sherpa/ui/panel'
import { useId, useState } from 'react'
import type { Noun } from './importable.ts'

const COLUMNS_SHOWN = 12

/** Chooses the row with the column names. Rows above it are skipped. */
export function HeaderPicker({
  whole,
  noun,
  onChoose,
}: {
  whole: ImportedFile
  noun: Noun
  onChoose: (row: number | null) => Promise<void>
}) {
  const { firstRows, headerRow } = whole
  const name = useId()
  /** Shown until the server has answered. */
  const [chosen, setChosen] = useState<number>()
  async function choose(row: number) {
    setChosen(row)
    await onChoose(row)
    setChosen(undefined)
  }
  const width = Math.min(COLUMNS_SHOWN, Math.max(...firstRows.map(({ cells }) => cells.length)))
  return (
    <Panel title="Which row has the column names?" lead={describe(whole, noun)}>
      <section
        aria-label="First rows of the file"
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-line"
      >
        <table className="w-full text-sm">
          <tbody>
            {firstRows.map(({ row, cells }) => {
              const isSkipped = headerRow !== null && row < headerRow
              const isHeader = row === headerRow
              return (
                <tr
                  key={row}
                  className={`border-t border-line first:border-t-0 ${isHeader ? 'bg-glacier-pale font-semibold text-ink' : isSkipped ? 'bg-snow text-grey' : ''}`}
                >
                  <td className="w-20 border-r border-line px-2">
                    <label className="flex min-h-8 cursor-pointer items-center gap-2 tabular-nums max-md:min-h-11">
                      <input
                        type="radio"
                        name={name}
                        checked={row === (chosen ?? headerRow)}
                        aria-label={`Row ${row} has the column names`}
                        onChange={() => void choose(row)}
                        className="size-4 accent-glacier"
                      />
                      {row}
                    </label>
                  </td>
                  {Array.from({ length: width }, (_, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by index.
                    <td key={at} className="max-w-48 truncate px-3 py-1.5">
                      {cells[at]}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {headerRow !== null && (
        <p className="mt-2 text-sm">
          <button
            type="button"
            className="cursor-pointer text-glacier-deep underline max-md:py-3"
            onClick={() => void onChoose(null)}
          >
            No row has column names
          </button>
        </p>
      )}
    </Panel>
  )
}

function describe({ headerRow, firstRows }: ImportedFile, { many }: Noun) {
  if (headerRow === null) return `No row. All rows are read as ${many}.`
  const skipped = firstRows.filter(({ row }) => row < headerRow).map(({ row }) => row)
  if (skipped.length === 0) return `Row ${headerRow}.`
  const rows = skipped.length === 1 ? `Row ${skipped[0]} is` : `${skipped.length} rows above it are`
  return `Row ${headerRow}. ${rows} skipped.`
}
