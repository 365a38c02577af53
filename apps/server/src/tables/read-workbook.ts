import { open } from 'node:fs/promises'
import { posix } from 'node:path'
import { Refusal } from '@sherpa/contracts/problem'
import { type NumberedRow, notATable } from './read-table.ts'
import { attributeOf, readXml, XmlError, type XmlToken } from './read-xml.ts'
import { openZip, ZipError } from './read-zip.ts'

/** Limits after unpacking. Sheets are streamed; texts are kept in memory. */
const MAX_SHEET_BYTES = 600 * 1024 * 1024
const MAX_PART_BYTES = 200 * 1024 * 1024
const MAX_TEXT_CHARACTERS = 24 * 1024 * 1024
const MAX_SHEETS = 100
const MAX_TEXTS = 1_000_000
/** The limits of Excel. */
const MAX_CELL_CHARACTERS = 32_767
const MAX_STYLES = 65_490
const MAX_FORMAT_CHARACTERS = 255
const MAX_DECIMALS = 30
/** Rows that decide which sheet has the table. */
const RATED_ROWS = 30
/** Rows of other sheets are counted up to here. */
const COUNTED_ROWS = 1000
/** Empty rows in a sheet that are skipped. */
const MAX_ROW_NUMBER = 1_048_576

export type Sheet = { name: string; rows: number }
type Zip = Awaited<ReturnType<typeof openZip>>
type Part = { name: string; path: string; isHidden: boolean }
/** How a style shows numbers: as a date, as a month with a year, or with decimals and a unit. */
type NumberStyle = 'date' | 'month' | { decimals: number | undefined; unit: string } | undefined
type Book = { texts: string[]; styles: NumberStyle[]; startsIn1904: boolean }

type Options = {
  columns: number
  /** Name of the wanted sheet. */
  preferred?: string | undefined
  /** How well the first rows fit; the best sheet is read. */
  rate: (rows: NumberedRow[]) => number
  /** Limit of all parts together. */
  mostUnpacked?: number
}

/** An Excel workbook is a ZIP archive. */
export async function isWorkbook(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1', 0, bytesRead) === 'PK\x03\x04'
  } finally {
    await file.close()
  }
}

export async function openWorkbook(path: string, options: Options) {
  const zip = await translated(() => openZip(path, options.mostUnpacked))
  try {
    return { ...(await translated(() => chooseSheet(zip, options))), close: zip.close }
  } catch (error) {
    await zip.close()
    throw error
  }
}

/** Damaged and hostile files are refused with a sentence. */
async function translated<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw translate(error)
  }
}
const translate = (error: unknown) =>
  error instanceof ZipError || error instanceof XmlError
    ? notATable(`This workbook cannot be read. ${error.message}. Save it as CSV and upload that`)
    : error

async function chooseSheet(zip: Zip, { columns, preferred, rate }: Options) {
  if (!zip.has('xl/workbook.xml')) throw new Refusal('not-a-table')
  const { parts, startsIn1904 } = await readParts(zip)
  const book: Book = { startsIn1904, styles: await readStyles(zip), texts: await readTexts(zip) }
  const read = (part: Part) => readSheet(zip, part, book, columns)
  const rated: { part: Part; rows: number; rating: number }[] = []
  for (const part of parts) {
    if (!zip.has(part.path)) continue
    const first: NumberedRow[] = []
    let rows = 0
    for await (const row of read(part)) {
      if (first.length < RATED_ROWS) first.push(row)
      if (++rows >= COUNTED_ROWS) break
    }
    if (rows > 0) rated.push({ part, rows, rating: rate(first) - (part.isHidden ? 1000 : 0) })
  }
  const best = [...rated].sort((one, other) => other.rating - one.rating || other.rows - one.rows)[0]
  const chosen = rated.find(({ part }) => part.name === preferred) ?? best
  if (!chosen) throw new Refusal('empty-table')
  return {
    sheets: rated.map(({ part, rows }): Sheet => ({ name: part.name, rows })),
    sheet: chosen.part.name,
    async *rows() {
      try {
        yield* read(chosen.part)
      } catch (error) {
        throw translate(error)
      }
    },
  }
}

async function* tokensOf(zip: Zip, path: string, most = MAX_PART_BYTES): AsyncGenerator<XmlToken[]> {
  if (zip.has(path)) yield* readXml(zip.inflate(path, most))
}

async function readParts(zip: Zip) {
  const targets = new Map<string, string>()
  for await (const tokens of tokensOf(zip, 'xl/_rels/workbook.xml.rels')) {
    for (const token of tokens) {
      if (token.kind !== 'open' || token.name !== 'Relationship') continue
      const target = attributeOf(token.attributes, 'Target') ?? ''
      const path = target.startsWith('/') ? target.slice(1) : posix.join('xl', target)
      if (targets.size >= MAX_SHEETS * 10) throw new ZipError('It has too many parts')
      targets.set(attributeOf(token.attributes, 'Id') ?? '', path)
    }
  }
  const parts: Part[] = []
  let startsIn1904 = false
  for await (const tokens of tokensOf(zip, 'xl/workbook.xml')) {
    for (const token of tokens) {
      if (token.kind !== 'open') continue
      const { name, attributes } = token
      if (name === 'workbookPr') startsIn1904 = /^(1|true)$/.test(attributeOf(attributes, 'date1904') ?? '')
      if (name !== 'sheet') continue
      const id = / (?:\w+:)id\s*=\s*["']([^"']*)["']/.exec(attributes.replace(/\s+/g, ' '))?.[1] ?? ''
      const path = targets.get(id)
      if (path && parts.length < MAX_SHEETS) {
        const isHidden = (attributeOf(attributes, 'state') ?? 'visible') !== 'visible'
        parts.push({ name: attributeOf(attributes, 'name') ?? '', path, isHidden })
      }
    }
  }
  return { parts, startsIn1904 }
}

/** Formats 14 to 22 and 45 to 47 are dates and times; 27 to 36 and 50 to 58 are those of East Asia. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

function readFormat(code: string): NumberStyle {
  if (code.length > MAX_FORMAT_CHARACTERS)
    throw new ZipError(`A number format has more than ${MAX_FORMAT_CHARACTERS} characters`)
  const [, places, unit = ''] = /^[#,]*0(?:\.(0+))?(?:\s*"\s*([^"]{1,10})"|\\ ([a-z]{1,5}))?$/i.exec(code) ?? []
  if ((places?.length ?? 0) > MAX_DECIMALS) return undefined
  if (places || unit) return { decimals: places?.length, unit }
  const signs = code.replace(/"[^"]*"|\[[^[\]]*\]|\\.|_./g, '')
  if (/^mmm-?yy$/i.test(signs)) return 'month'
  return /general/i.test(signs) || !/[ymdh]/i.test(signs) ? undefined : 'date'
}

/** Built-in formats: 2 is 0.00, 17 is mmm-yy. */
const builtIn = (id: number): NumberStyle =>
  id === 17 ? 'month' : id === 2 ? { decimals: 2, unit: '' } : isBuiltInDate(id) ? 'date' : undefined

async function readStyles(zip: Zip) {
  const formats = new Map<number, NumberStyle>()
  const styles: NumberStyle[] = []
  let isInside = false
  for await (const tokens of tokensOf(zip, 'xl/styles.xml')) {
    for (const token of tokens) {
      if (token.kind === 'text') continue
      if (token.name === 'cellXfs') isInside = token.kind === 'open'
      if (token.kind !== 'open') continue
      const id = Number(attributeOf(token.attributes, 'numFmtId') ?? 0)
      if (formats.size > MAX_STYLES || styles.length > MAX_STYLES) throw new ZipError('It has too many styles')
      if (token.name === 'numFmt') formats.set(id, readFormat(attributeOf(token.attributes, 'formatCode') ?? ''))
      if (token.name === 'xf' && isInside) styles.push(builtIn(id) ?? formats.get(id))
    }
  }
  return styles
}

/** Shared texts, without phonetic guides. */
async function readTexts(zip: Zip) {
  const texts: string[] = []
  let text = ''
  let characters = 0
  let isText = false
  let isGuide = false
  for await (const tokens of tokensOf(zip, 'xl/sharedStrings.xml')) {
    for (const token of tokens) {
      if (token.kind === 'text') {
        if (isText && !isGuide) text = append(text, token.text)
        continue
      }
      const isOpen = token.kind === 'open' && !token.isEmpty
      if (token.name === 't') isText = isOpen
      else if (token.name === 'rPh') isGuide = isOpen
      else if (token.name === 'si' && !isOpen) {
        characters += text.length
        if (characters > MAX_TEXT_CHARACTERS || texts.length >= MAX_TEXTS) throw new ZipError('It has too much text')
        texts.push(cleanText(text))
        text = ''
      }
    }
  }
  return texts
}

function append(text: string, more: string) {
  if (text.length + more.length > MAX_CELL_CHARACTERS) throw new ZipError('A cell is too long')
  return text + more
}

/** Excel writes control characters as _x000D_. PostgreSQL rejects NUL. */
const cleanText = (text: string) =>
  text
    .replace(/_x([\dA-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/[\0\ud800-\udfff]/gu, '')
    .trim()

async function* readSheet(zip: Zip, { path }: Part, book: Book, mostColumns: number): AsyncGenerator<NumberedRow> {
  let number = 0
  let cells: string[] = []
  let column = -1
  let type = ''
  let style: NumberStyle
  let value = ''
  let isValue = false
  const finishCell = () => {
    const text = value === '' ? '' : showCell(value, type, style, book)
    if (text !== '' && column >= mostColumns) throw notATable(`The table has more than ${mostColumns} columns`)
    if (text !== '') {
      while (cells.length < column) cells.push('')
      cells[column] = text
    }
    value = ''
  }
  for await (const tokens of tokensOf(zip, path, MAX_SHEET_BYTES)) {
    for (const token of tokens) {
      if (token.kind === 'text') {
        if (isValue) value = append(value, token.text)
        continue
      }
      const isOpen = token.kind === 'open'
      if (token.name === 'row' && isOpen) {
        number = Math.min(Number(attributeOf(token.attributes, 'r') ?? number + 1) || number + 1, MAX_ROW_NUMBER)
        cells = []
        column = -1
      } else if (token.name === 'row') {
        if (cells.length > 0) yield { number, cells }
        cells = []
      } else if (token.name === 'c' && isOpen) {
        const reference = attributeOf(token.attributes, 'r')
        column = reference ? columnOf(reference) : column + 1
        type = attributeOf(token.attributes, 't') ?? 'n'
        style = book.styles[Number(attributeOf(token.attributes, 's') ?? -1)]
        value = ''
      } else if (token.name === 'c') finishCell()
      // A formula has its last result in <v>.
      else if (token.name === 'v' || token.name === 't') isValue = isOpen && !token.isEmpty
    }
  }
}

/** "B3" is 1. */
function columnOf(reference: string) {
  let column = 0
  for (const letter of reference) {
    const place = letter.charCodeAt(0) - 64
    if (place < 1 || place > 26) break
    column = column * 26 + place
  }
  return column - 1
}

const DAY_MS = 86_400_000
const EPOCH_1900 = 25_569
const EPOCH_1904 = 24_107

function showCell(value: string, type: string, style: NumberStyle, { texts, startsIn1904 }: Book) {
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'e') return ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n') return cleanText(value)
  const number = Number(value)
  if (!Number.isFinite(number)) return cleanText(value)
  if (typeof style === 'string' && number >= 1) return showDate(number, style, startsIn1904) ?? value
  if (typeof style !== 'object') return String(number)
  const digits = style.decimals === undefined ? String(number) : number.toFixed(style.decimals)
  return style.unit ? `${digits} ${style.unit}` : digits
}

function showDate(serial: number, style: 'date' | 'month', startsIn1904: boolean) {
  const time = (serial - (startsIn1904 ? EPOCH_1904 : EPOCH_1900)) * DAY_MS
  const date = new Date(Math.round(time / 1000) * 1000)
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return undefined
  const [day = '', hours = ''] = date.toISOString().split('T')
  // Excel shows 6-0 as Jun-00.
  if (style === 'month') return `${months[date.getUTCMonth()]}-${day.slice(2, 4)}`
  return hours.startsWith('00:00:00') ? day : `${day} ${hours.slice(0, 5)}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
