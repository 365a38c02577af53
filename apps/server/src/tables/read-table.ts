import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { cellTooLong, MOST_CELL_CHARACTERS } from '@sherpa/contracts/import'
import { Refusal } from '@sherpa/contracts/problem'
import { CsvError, type Parser, parse } from 'csv-parse'
import { decodeText } from './decode-text.ts'
import { withoutGuard } from './read-text.ts'

/** An unclosed quotation mark would turn the rest of the file into one cell. */
const MAX_ROW_CHARACTERS = 256 * 1024
/** Sample for detecting the separator. */
const SAMPLE_CHARACTERS = 32 * 1024
const separators = [',', ';', '\t', '|'] as const

/** Row with its spreadsheet row number, which counts empty rows. */
export type NumberedRow = { number: number; cells: string[] }
type Table = { columns: string[]; hasHeader: boolean; rows: NumberedRow[] }

type Shape = {
  rows: number
  columns: number
  isHeader: (row: string[]) => boolean
  /** Maximum rows before the header: banks put account details there. */
  before?: number
}

export async function readTable(path: string, shape: Shape): Promise<Table> {
  const bytes = createReadStream(path)
  try {
    const rows = rowsOf(decodeText(bytes))
    const leading = await readUpToHeader(rows, shape)
    const [first] = leading
    if (!first) throw new Refusal('empty-table')
    const last = leading.at(-1)?.cells ?? []
    const hasHeader = shape.isHeader(last)
    const header = hasHeader ? last : first.cells
    const width = header.length
    if (width > shape.columns) throw notATable(`The table has more than ${shape.columns} columns`)
    const columns = hasHeader ? nameColumns(header) : header.map((_, at) => `Column ${at + 1}`)
    const data = hasHeader ? [] : leading
    for await (const row of rows) {
      if (data.length >= shape.rows) throw new Refusal('too-many-rows')
      requireShortCells(row, MOST_CELL_CHARACTERS)
      data.push(row)
    }
    if (data.length === 0) throw new Refusal('empty-table')
    // Drop cells beyond the last column.
    return { columns, hasHeader, rows: data.map(({ number, cells }) => ({ number, cells: cells.slice(0, width) })) }
  } finally {
    bytes.destroy()
  }
}

/** Rows up to the header, or the searched rows if there is none. */
async function readUpToHeader(rows: AsyncGenerator<NumberedRow>, { isHeader, before = 0 }: Shape) {
  const leading: NumberedRow[] = []
  while (leading.length <= before) {
    const { value, done } = await rows.next()
    if (done) break
    requireShortCells(value, MOST_CELL_CHARACTERS)
    leading.push(value)
    if (isHeader(value.cells)) break
  }
  return leading
}

/** Non-empty rows of separated text. */
export async function* rowsOf(texts: AsyncGenerator<string>): AsyncGenerator<NumberedRow> {
  let sample = ''
  while (sample.length < SAMPLE_CHARACTERS) {
    const { value, done } = await texts.next()
    if (done) break
    sample += value
  }
  const parser: Parser = parse({
    delimiter: separatorOf(sample),
    relax_quotes: true,
    relax_column_count: true,
    trim: true,
    max_record_size: MAX_ROW_CHARACTERS,
  })
  // Errors surface when the parser is read.
  const feeding = pipeline(Readable.from(chunkLines(prepend(sample.replace(/^\ufeff/, ''), texts))), parser)
  feeding.catch(() => undefined)
  try {
    let number = 0
    for await (const cells of parser as AsyncIterable<string[]>) {
      number++
      if (cells.some((cell) => cell !== '')) yield { number, cells: cells.map(withoutGuard) }
    }
    await feeding
  } catch (error) {
    throw error instanceof CsvError ? notATable(describeError(error)) : error
  }
}

async function* prepend(sample: string, texts: AsyncGenerator<string>) {
  yield sample
  yield* texts
}

/** Holds back incomplete lines, to refuse overlong ones before they reach the parser. Emits the rest in chunks. */
async function* chunkLines(texts: AsyncIterable<string>) {
  let line = ''
  for await (const text of texts) {
    const known = line + text
    for (const [{ length }] of known.matchAll(/[^\r\n]+/g)) {
      if (length > MAX_ROW_CHARACTERS) throw notATable('A line is too long. Put each row on a line of its own')
    }
    const end = Math.max(known.lastIndexOf('\n'), known.lastIndexOf('\r')) + 1
    line = known.slice(end)
    yield known.slice(0, end)
  }
  yield line
}

/** Lines are already limited, so an overlong row means an unclosed quotation mark. */
function describeError({ code, records }: CsvError & { records?: number }) {
  const row = (records ?? 0) + 1
  const unclosed = code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
  return unclosed ? `A quotation mark in row ${row} is not closed` : `Row ${row} cannot be read`
}

export function notATable(message: string) {
  return new Refusal('not-a-table', { errors: [{ field: 'file', message }] })
}

/** Separator that splits the most rows into the same number of columns. */
export function separatorOf(sample: string) {
  const lines = sample
    .replace(/"(?:[^"]|"")*"/g, '""')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 60)
  const [best] = separators
    .map((separator) => {
      const counts = lines.map((line) => line.split(separator).length - 1)
      const times = (count: number) => counts.filter((one) => one === count).length
      // Most frequent count: the first lines may precede the header.
      const [usual = 0] = counts.filter((count) => count > 0).sort((one, other) => times(other) - times(one))
      return { separator, score: usual === 0 ? 0 : (times(usual) / lines.length) * 100 + usual }
    })
    .sort((one, other) => other.score - one.score)
  return best && best.score > 0 ? best.separator : ','
}

/** The letters of a column in a spreadsheet. */
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** Refuses long cells, before any pattern reads them. */
export function requireShortCells({ number, cells }: NumberedRow, most: number) {
  const at = cells.findIndex(({ length }) => length > most)
  if (at !== -1) throw notATable(cellTooLong(number, lettersOf(at), cells[at]?.length ?? 0, most))
}

/** Gives each column a unique name. */
export function nameColumns(header: string[]) {
  const seen = new Map<string, number>()
  return header.map((cell, at) => {
    const name = cell.replace(/\s+/g, ' ') || `Column ${at + 1}`
    const times = (seen.get(name.toLowerCase()) ?? 0) + 1
    seen.set(name.toLowerCase(), times)
    return times === 1 ? name : `${name} (${times})`
  })
}
