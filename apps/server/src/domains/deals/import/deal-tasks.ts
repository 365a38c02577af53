import { type RowToRead, readRows } from '../../../tables/read-rows.ts'
import { tableTasks } from '../../../tables/table-tasks.ts'
import { proposeMapping } from './propose-mapping.ts'
import { createRowReader, type Rules } from './read-row.ts'
import { countForms, headings } from './recognize-columns.ts'

/** Runs in a thread. */
export const tasks = {
  ...tableTasks({ headings, countForms }),
  proposeMapping,
  readRows: (rules: Rules, rows: readonly RowToRead[]) => readRows(createRowReader(rules), rows),
}
