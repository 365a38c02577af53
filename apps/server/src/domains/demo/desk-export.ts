import { type DeskExportQuery, type DeskRow, demoStates } from '@sherpa/contracts/desk'
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
    // Spreadsheets take it for UTF-8 because of the first character.
    yield `\ufeff${lineOf(columns.map(([heading]) => heading))}`
    let after: string | undefined
    do {
      const page = await deskPage(database, { ...asked, limit: BATCH, after }, today)
      if (page.similar) return
      yield page.rows.map((row) => lineOf(columns.map(([, cell]) => cell(row)))).join('')
      after = page.next ?? undefined
    } while (after !== undefined)
  }
}

function lineOf(cells: (string | number | null | undefined)[]) {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** Spreadsheets would take a text that begins like a formula for one: an apostrophe makes it text. */
export function cellOf(value: string | number | null | undefined) {
  const text = String(value ?? '')
  const safe = /^\s*[=+\-@\t\r]/.test(text) && typeof value !== 'number' ? `'${text}` : text
  return /[",\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
