import { createReadStream } from 'node:fs'
import {
  MOST_CELL_CHARACTERS,
  MOST_HEADER_ROWS,
  MOST_IMPORT_COLUMNS,
  MOST_IMPORT_ROWS,
  MOST_NOTE_CHARACTERS,
} from '@sherpa/contracts/import'
import { Refusal } from '@sherpa/contracts/problem'
import { decodeText } from './decode-text.ts'
import { type HeaderFinder, nameWithoutHeader } from './find-header.ts'
import { type NumberedRow, notATable, requireShortCells, rowsOf } from './read-table.ts'
import { isWorkbook, openWorkbook, type Sheet } from './read-workbook.ts'

const BATCH = 1000
/** Cells of a workbook share texts, so a small file can have large rows. */
const MAX_ROW_CHARACTERS = 256 * 1024
const MAX_TABLE_CHARACTERS = 256 * 1024 * 1024
const BATCH_CHARACTERS = 4 * 1024 * 1024

type FileTable = {
  columns: string[]
  /** Null without a header. */
  headerRow: number | null
  /** Titles and header. */
  rowsBefore: NumberedRow[]
  sheets: Sheet[]
  sheet: string | null
  batches: AsyncGenerator<NumberedRow[]>
}

/** Streams separated text or a sheet of a workbook. */
export async function readFile(
  finder: HeaderFinder,
  path: string,
  mostRows = MOST_IMPORT_ROWS,
  sheet?: string,
): Promise<FileTable> {
  const options = { columns: MOST_IMPORT_COLUMNS, preferred: sheet, rate: finder.rateTable }
  const source = (await isWorkbook(path)) ? await openWorkbook(path, options) : openText(path)
  try {
    const { batches, ...table } = await readSheet(finder, source.rows(), mostRows)
    return { ...table, sheets: source.sheets, sheet: source.sheet, batches: closeAfter(batches, source.close) }
  } catch (error) {
    await source.close()
    throw error
  }
}

function openText(path: string) {
  const bytes = createReadStream(path)
  return { rows: () => rowsOf(decodeText(bytes)), close: async () => void bytes.destroy(), sheets: [], sheet: null }
}

async function* closeAfter<Item>(items: AsyncGenerator<Item>, close: () => Promise<void>) {
  try {
    yield* items
  } finally {
    await close()
  }
}

async function readSheet({ findHeader, nameHeader }: HeaderFinder, rows: AsyncGenerator<NumberedRow>, most: number) {
  const first: NumberedRow[] = []
  while (first.length < MOST_HEADER_ROWS) {
    const { value, done } = await rows.next()
    if (done) break
    first.push(limitCells(value))
  }
  if (first.length === 0) throw new Refusal('empty-table')
  const at = findHeader(first)
  const rowsBefore = first.slice(0, at + 1)
  for (const row of rowsBefore.slice(-2)) requireShortCells(row, MOST_CELL_CHARACTERS)
  const data = first.slice(at + 1)
  const columns = at === -1 ? nameWithoutHeader(data) : nameHeader(rowsBefore, data)
  if (columns.length > MOST_IMPORT_COLUMNS) throw tooManyColumns()
  return { columns, headerRow: rowsBefore.at(-1)?.number ?? null, rowsBefore, batches: batchesOf(data, rows, most) }
}

const tooManyColumns = () => notATable(`The table has more than ${MOST_IMPORT_COLUMNS} columns`)

const countCharacters = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + cell.length, 0)

/** Refuses many columns and long rows. Empty cells at the end do not count. A column may become a note. */
function limitCells({ number, cells }: NumberedRow): NumberedRow {
  requireShortCells({ number, cells }, MOST_NOTE_CHARACTERS)
  let width = cells.length
  while (width > 0 && cells[width - 1] === '') width--
  if (width > MOST_IMPORT_COLUMNS) throw tooManyColumns()
  if (countCharacters(cells) > MAX_ROW_CHARACTERS) throw notATable(`Row ${number} is too long. Shorten its texts`)
  return { number, cells: cells.slice(0, MOST_IMPORT_COLUMNS) }
}

async function* batchesOf(data: NumberedRow[], rows: AsyncGenerator<NumberedRow>, most: number) {
  if (data.length > most) throw new Refusal('too-many-rows')
  let count = data.length
  let batch = data
  let characters = data.reduce((sum, { cells }) => sum + countCharacters(cells), 0)
  let flushed = 0
  for await (const row of rows) {
    if (++count > most) throw new Refusal('too-many-rows')
    batch.push(limitCells(row))
    characters += countCharacters(row.cells)
    if (characters > MAX_TABLE_CHARACTERS) throw notATable('The table has too much text. Split it into smaller files')
    if (batch.length < BATCH && characters - flushed < BATCH_CHARACTERS) continue
    yield batch
    batch = []
    flushed = characters
  }
  if (batch.length > 0) yield batch
  if (count === 0) throw new Refusal('empty-table')
}
