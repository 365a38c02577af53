import { type DeskExportQuery, type DeskRow, demoStates } from '@sherpa/contracts/desk'
import { CSV_BEGINNING, csvLine } from '../../http/csv.ts'
import type { Database } from '../../persistence/database.ts'
import { countWhole, deskPage, type Today } from './desk-list.ts'

/** Rows read at once: enough to be quick, few enough to be kept in memory. */
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

/**
 * All rows of the list as lines of a file, and how many there are as it begins. They are read page by page: whoever reads slowly,
 * or stops, keeps nobody else from the database.
 */
export async function deskFile(database: Database, asked: DeskExportQuery, today: Today) {
  return { count: await countWhole(database, asked, today), lines: lines() }

  async function* lines() {
    yield CSV_BEGINNING + csvLine(columns.map(([heading]) => heading))
    let after: string | undefined
    do {
      const page = await deskPage(database, { ...asked, limit: BATCH, after }, today)
      if (page.similar) return
      yield page.rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
      after = page.next ?? undefined
    } while (after !== undefined)
  }
}
