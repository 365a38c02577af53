import { type DeskExportQuery, type DeskRow, demoStates } from '@sherpa/contracts/desk'
import { BYTE_ORDER_MARK, csvLine } from '../../http/csv.ts'
import type { Database } from '../../persistence/database.ts'
import { countRows, deskPage, type Today } from './desk-list.ts'

/** Rows per page. */
const BATCH = 500

const columns: [heading: string, cell: (row: DeskRow) => string | number | null | undefined][] = [
  ['Reference', ({ reference }) => reference],
  ['State', ({ state }) => demoStates[state]],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Company', ({ company }) => company],
  ['Requested at', ({ createdAt }) => createdAt],
  ['Answer by', ({ dueAt }) => dueAt],
  ['Answered at', ({ answeredAt }) => answeredAt],
  ['Assignee', ({ assignee }) => assignee?.name],
  ['Demo at', ({ demoAt }) => demoAt],
  ['Minutes', ({ lengthMinutes }) => lengthMinutes],
  ['Visitor’s time zone', ({ timeZone }) => timeZone],
]

/** CSV lines and the row count at the start. Reads page by page, so that slow clients hold no connection. */
export async function exportDesk(database: Database, query: DeskExportQuery, today: Today) {
  return { count: await countRows(database, query, today), lines: lines() }

  async function* lines() {
    yield BYTE_ORDER_MARK + csvLine(columns.map(([heading]) => heading))
    let after: string | undefined
    do {
      const page = await deskPage(database, { ...query, limit: BATCH, after }, today)
      if (page.similar) return
      yield page.rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
      after = page.next ?? undefined
    } while (after !== undefined)
  }
}
