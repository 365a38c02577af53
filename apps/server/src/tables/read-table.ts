import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { Refusal } from '@sherpa/contracts/problem'
import { CsvError, type Parser, parse } from 'csv-parse'
import { decodeText } from './decode-text.ts'
import { beginningOf } from './read-text.ts'

/** Rows that are handed on at once. */
const BATCH = 1000
/** A quotation mark that is never closed would otherwise take the rest of the file for one cell. */
const MOST_ROW_CHARACTERS = 256 * 1024
/** The parser is synchronous: between pieces of this size the event loop runs. */
const PIECE_CHARACTERS = 16 * 1024
/** As much text as is looked at to recognize what separates the columns. */
const SAMPLE_CHARACTERS = 32 * 1024
const separators = [',', ';', '\t', '|'] as const

/** A row, and the number that people see beside it in their spreadsheet: empty rows count there. */
export type NumberedRow = { number: number; cells: string[] }
export type Table = { columns: string[]; hasHeader: boolean; batches: AsyncGenerator<NumberedRow[]> }

type Shape = {
  bytes: number
  rows: number
  columns: number
  /** Whether a row has the names of the columns. */
  isHeader: (row: string[]) => boolean
  /** So many rows may come before it: banks write there whose account it is. */
  before?: number
}

/** A table as it arrives: its columns first, then its rows, a batch at a time. Never all of it is in memory. */
export async function readTable(file: AsyncIterable<Buffer>, shape: Shape): Promise<Table> {
  const rows = rowsOf(decodeText(limited(file, shape.bytes)))
  const begun = await beginningUpToHeader(rows, shape)
  const [first] = begun
  if (!first) throw new Refusal('empty-table')
  const last = begun.at(-1)?.cells ?? []
  const hasHeader = shape.isHeader(last)
  const header = hasHeader ? last : first.cells
  const width = header.length
  if (width > shape.columns) throw notATable(`The table has more than ${shape.columns} columns`)
  const columns = hasHeader ? named(header) : header.map((_, at) => `Column ${at + 1}`)
  return { columns, hasHeader, batches: batchesOf(hasHeader ? [] : begun, rows, width, shape.rows) }
}

/** The rows as far as the one with the names of the columns; without one, those among which it could have been. */
async function beginningUpToHeader(rows: AsyncGenerator<NumberedRow>, { isHeader, before = 0 }: Shape) {
  const begun: NumberedRow[] = []
  while (begun.length <= before) {
    const { value, done } = await rows.next()
    if (done) break
    begun.push(value)
    if (isHeader(value.cells)) break
  }
  return begun
}

/** Whoever goes away while they send has sent no file. */
async function* limited(file: AsyncIterable<Buffer>, most: number) {
  let bytes = 0
  try {
    for await (const chunk of file) {
      bytes += chunk.length
      if (bytes > most) throw new Refusal('file-too-large')
      yield chunk
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('malformed-request')
  }
}

async function* batchesOf(begun: NumberedRow[], rows: AsyncGenerator<NumberedRow>, width: number, most: number) {
  let count = begun.length
  let batch = begun.map(({ number, cells }) => ({ number, cells: cells.slice(0, width) }))
  for await (const { number, cells } of rows) {
    if (++count > most) throw new Refusal('too-many-rows')
    // What stands beyond the last named column belongs to none.
    batch.push({ number, cells: cells.slice(0, width) })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
  if (count === 0) throw new Refusal('empty-table')
}

/** Rows that have something in them. */
async function* rowsOf(texts: AsyncGenerator<string>): AsyncGenerator<NumberedRow> {
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
    max_record_size: MOST_ROW_CHARACTERS,
  })
  // What goes wrong there reaches whoever reads from the parser.
  const feeding = pipeline(Readable.from(inPieces(withBeginning(sample.replace(/^\ufeff/, ''), texts))), parser)
  feeding.catch(() => undefined)
  try {
    let number = 0
    for await (const cells of parser as AsyncIterable<string[]>) {
      number++
      if (cells.some((cell) => cell !== '')) yield { number, cells }
    }
    await feeding
  } catch (error) {
    throw error instanceof CsvError ? notATable(reasonOf(error)) : error
  }
}

async function* withBeginning(sample: string, texts: AsyncGenerator<string>) {
  yield sample
  yield* texts
}

/** Whole lines. A line that is too long for a row is refused before the parser works on it. */
async function* inPieces(texts: AsyncIterable<string>) {
  let line = ''
  for await (const text of texts) {
    const known = line + text
    for (const [{ length }] of known.matchAll(/[^\r\n]+/g)) {
      if (length > MOST_ROW_CHARACTERS) throw notATable('A line is too long. Put each row on a line of its own')
    }
    const end = Math.max(known.lastIndexOf('\n'), known.lastIndexOf('\r')) + 1
    line = known.slice(end)
    yield* slices(known.slice(0, end))
  }
  yield* slices(line)
}

async function* slices(text: string) {
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
    yield text.slice(at, at + PIECE_CHARACTERS)
    await setImmediate()
  }
}

/** A row within the limit per line is too long only if an open quotation mark joins lines. */
function reasonOf({ code, lines }: CsvError & { lines?: number }) {
  const unclosed = code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
  return unclosed ? `A quotation mark before line ${lines ?? 1} is not closed` : 'This row cannot be read'
}

function notATable(message: string) {
  return new Refusal('not-a-table', { errors: [{ field: 'file', message }] })
}

/** Which of them divides the most rows into the same number of columns. */
export function separatorOf(sample: string) {
  const lines = sample
    .replace(/"(?:[^"]|"")*"/g, '""')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 30)
  const [best] = separators
    .map((separator) => {
      const counts = lines.map((line) => line.split(separator).length - 1)
      const times = (count: number) => counts.filter((one) => one === count).length
      // Not that of the first line: other things may stand above the names of the columns.
      const [usual = 0] = counts.filter((count) => count > 0).sort((one, other) => times(other) - times(one))
      return { separator, score: usual === 0 ? 0 : (times(usual) / lines.length) * 100 + usual }
    })
    .sort((one, other) => other.score - one.score)
  return best && best.score > 0 ? best.separator : ','
}

/** Each has a name, and none the same as another. */
function named(header: string[]) {
  const seen = new Map<string, number>()
  return header.map((cell, at) => {
    const name = beginningOf(cell.replace(/\s+/g, ' '), 120) || `Column ${at + 1}`
    const times = (seen.get(name.toLowerCase()) ?? 0) + 1
    seen.set(name.toLowerCase(), times)
    return times === 1 ? name : `${name} (${times})`
  })
}
