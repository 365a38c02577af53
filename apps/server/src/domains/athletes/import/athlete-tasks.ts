import { type RowToRead, readRows } from '../../../tables/read-rows.ts'
import { tableTasks } from '../../../tables/table-tasks.ts'
import { describeImport } from './describe-import.ts'
import { countForms } from './guess-settings.ts'
import { createRowReader, type ReadingRules } from './read-row.ts'
import { headings } from './recognize-columns.ts'
import { recognizeTable } from './recognize-table.ts'

/** Runs in a thread. */
export const tasks = {
  ...tableTasks({ headings, countForms }),
  recognizeTable,
  describeImport,
  readRows: (rules: ReadingRules, rows: readonly RowToRead[]) => readRows(createRowReader(rules), rows),
}
