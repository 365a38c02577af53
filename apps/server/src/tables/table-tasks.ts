import { MOST_CELL_CHARACTERS } from '@sherpa/contracts/import'
import { addToCounts, type CountForms, type Counts, describeCounts, startCounts } from './count-values.ts'
import { createHeaderFinder, type Headings, nameWithoutHeader } from './find-header.ts'
import { readFile } from './read-file.ts'
import { type NumberedRow, requireShortCells } from './read-table.ts'

export type TableTasks = ReturnType<typeof tableTasks>

/** Tasks of a thread that are the same for all importables. */
export function tableTasks({ headings, countForms }: { headings: Headings; countForms: CountForms }) {
  const finder = createHeaderFinder(headings)
  return {
    /** Gives the rows in batches, and in the end what the table is. */
    async *readTable(path: string, mostRows: number | undefined, sheet: string | undefined) {
      const { batches, ...table } = await readFile(finder, path, mostRows, sheet)
      const counts = startCounts(table.columns)
      for await (const batch of batches) {
        yield batch
        addToCounts(counts, batch, countForms)
      }
      return { ...table, ...describeCounts(counts) }
    },

    /** Begins to count, with another header. */
    startCounts(rowsBefore: NumberedRow[], data: NumberedRow[]) {
      for (const header of rowsBefore.slice(-2)) requireShortCells(header, MOST_CELL_CHARACTERS)
      return startCounts(rowsBefore.length === 0 ? nameWithoutHeader(data) : finder.nameHeader(rowsBefore, data))
    },
    addToCounts: (counts: Counts, rows: { cells: string[] }[]) => addToCounts(counts, rows, countForms),
  }
}
