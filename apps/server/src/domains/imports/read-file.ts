import {
  MOST_CELL_CHARACTERS,
  MOST_HEADER_ROWS,
  MOST_IMPORT_BYTES,
  MOST_IMPORT_COLUMNS,
  MOST_IMPORT_ROWS,
  MOST_NOTE_CHARACTERS,
} from '@sherpa/contracts/import'
import { Refusal } from '@sherpa/contracts/problem'
import { decodeText } from '../../tables/decode-text.ts'
import { limitBytes, type NumberedRow, notATable, requireShortCells, rowsOf } from '../../tables/read-table.ts'
import { isWorkbook, openWorkbook, type Sheet } from '../../tables/read-workbook.ts'
import { type HeaderFinder, nameWithoutHeader } from './find-header.ts'

const BATCH = 1000
/** Cells of a workbook share texts, so a small file can have large rows. */
const MAX_ROW_CHARACTERS = 256 * 1024
const MAX_TABLE_CHARACTERS = 256 * 1024 * 1024
const BATCH_CHARACTERS = 4 * 1024 * 1024
const defaultLimits = { bytes: MOST_IMPORT_BYTES, rows: MOST_IMPORT_ROWS }

export type FileTable = {
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
  file: AsyncIterable<Buffer>,
  limits = defaultLimits,
  sheet?: string,
): Promise<FileTable> {
  const { start, all } = await peek(limitBytes(file, limits.bytes))
  if (!isWorkbook(start)) {
    const rows = rowsOf(decodeText(all))
    return { ...(await readSheet(finder, rows, limits.rows)), sheets: [], sheet: null }
  }
  const workbook = await openWorkbook(all, { columns: MOST_IMPORT_COLUMNS, preferred: sheet, rate: finder.rateTable })
  try {
    const { batches, ...table } = await readSheet(finder, workbook.rows(), limits.rows)
    return { ...table, sheets: workbook.sheets, sheet: workbook.sheet, batches: closeAfter(batches, workbook.close) }
  } catch (error) {
    await workbook.close()
    throw error
  }
}

async function* closeAfter<Item>(items: AsyncGenerator<Item>, close: () => Promise<void>) {
  try {
    yield* items
  } finally {
    await close()
  }
}

/** The first bytes, and everything. */
async function peek(chunks: AsyncGenerator<Buffer>) {
  const first: Buffer[] = []
  let length = 0
  while (length < 4) {
    const { value, done } = await chunks.next()
    if (done) break
    first.push(value)
    length += value.length
  }
  async function* all() {
    try {
      yield* first
      yield* chunks
    } finally {
      // Releases the body of a refused upload, so that it can be drained.
      await chunks.return(undefined)
    }
  }
  return { start: Buffer.concat(first).subarray(0, 4), all: all() }
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
