import { type ZipFile, zip } from '../../files/zip.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../http/csv.ts'
import type { ArchivedRow, ArchivePart } from '../../persistence/archive-part.ts'
import type { Queryable } from '../../persistence/database.ts'

/** Rows in memory at a time. */
const BATCH = 1000
/** Row limit of spreadsheet programs. Further rows go into another file. */
const MAX_ROWS_PER_FILE = 1_000_000

export type ArchiveSource = {
  /** In a repeatable-read transaction: all tables come from one snapshot. */
  client: Queryable
  organization: string
  organizationName: string
  parts: readonly ArchivePart[]
  readFile: (key: string) => Promise<AsyncIterable<Buffer>>
  /** Reports progress. Each row counts twice, as CSV and as JSON. */
  onRows: (count: number) => Promise<void>
  now: Date
}

/** Counts the rows that `onRows` will report. */
export async function countRowsToWrite({
  client,
  organization,
  parts,
}: Pick<ArchiveSource, 'client' | 'organization' | 'parts'>) {
  let count = 0
  for (const { rows } of parts) {
    const { sql, parameters } = rows(organization)
    const counted = await client.query<{ count: string }>(`select count(*) from (${sql}) as part`, [...parameters])
    count += 2 * Number(counted.rows[0]?.count ?? 0)
  }
  return count
}

/** Streams the archive, with one batch of rows or one chunk of a file in memory. */
export function writeArchive(source: ArchiveSource): AsyncIterable<Buffer> {
  return zip(generateFiles(source), source.now)
}

async function* generateFiles(source: ArchiveSource): AsyncGenerator<ZipFile> {
  yield { path: 'README.txt', bytes: writeText(composeReadme(source)) }
  for (const part of source.parts) {
    yield* generateTables(source, part, 'csv')
    yield* generateTables(source, part, 'json')
  }
  for (const part of source.parts) {
    if (!part.fileOf) continue
    for await (const rows of fetchBatches(source, part)) {
      for (const row of rows) {
        const { path, key } = part.fileOf(row)
        yield { path, bytes: await source.readFile(key), compressed: false }
      }
    }
  }
}

type Format = 'csv' | 'json'

/** Splits large tables into several files. */
async function* generateTables(source: ArchiveSource, part: ArchivePart, format: Format): AsyncGenerator<ZipFile> {
  const batches = fetchBatches(source, part)
  let next = await batches.next()
  for (let number = 1; number === 1 || !next.done; number++) {
    async function* takeMaxRows() {
      for (let rows = 0; !next.done && rows < MAX_ROWS_PER_FILE; next = await batches.next()) {
        rows += next.value.length
        yield next.value.map((row) => selectColumns(part, row))
        await source.onRows(next.value.length)
      }
    }
    const name = number === 1 ? part.name : `${part.name}-${number}`
    yield { path: `${name}.${format}`, bytes: (format === 'csv' ? writeCsv : writeJson)(takeMaxRows()) }
  }
}

function selectColumns({ hidden = [], fileOf }: ArchivePart, row: ArchivedRow): ArchivedRow {
  const columns = Object.entries(row).filter(([column]) => !hidden.includes(column))
  return { ...Object.fromEntries(columns), ...(fileOf && { path: fileOf(row).path }) }
}

async function* fetchBatches({ client, organization }: ArchiveSource, { rows }: ArchivePart) {
  const { sql, parameters } = rows(organization)
  await client.query(`declare part no scroll cursor for ${sql}`, [...parameters])
  for (;;) {
    const batch = await client.query<ArchivedRow>(`fetch ${BATCH} from part`)
    if (batch.rows.length === 0) break
    yield batch.rows
  }
  await client.query('close part')
}

async function* writeCsv(batches: AsyncIterable<ArchivedRow[]>) {
  let isFirst = true
  for await (const rows of batches) {
    const beginning = isFirst ? BYTE_ORDER_MARK + csvLine(Object.keys(rows[0] ?? {})) : ''
    yield beginning + rows.map((row) => csvLine(Object.values(row).map(formatCell))).join('')
    isFirst = false
  }
}

/** Joins lists of strings with commas; other objects become JSON. */
function formatCell(value: unknown) {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : typeof value === 'number' ? value : String(value)
}

async function* writeJson(batches: AsyncIterable<ArchivedRow[]>) {
  let separator = '[\n'
  for await (const rows of batches) {
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

async function* writeText(content: string) {
  yield content
}

function composeReadme({ organizationName, parts, now }: ArchiveSource) {
  const width = Math.max(...parts.map(({ name }) => name.length)) + 2
  return [
    `All data of ${organizationName} on Sherpa, as of ${now.toISOString()} (UTC).`,
    '',
    'Each table is included twice: as CSV for spreadsheets and as JSON for programs. Both are UTF-8.',
    'Dates are year-month-day; times are UTC. Columns that end in Id refer to rows of other tables.',
    'In CSV, text that a spreadsheet would read as a formula starts with an apostrophe.',
    'A table with more than 1,000,000 rows continues in a second file (-2).',
    '',
    ...parts.map(({ name, about }) => `${name.padEnd(width)}${about}`),
    '',
    'Not included: passwords, private views and notifications, erased athletes, and uploaded',
    'spreadsheets, which we delete after 30 days.',
    '',
    'This archive contains personal data, including that of minors. Store it securely, limit access, and delete it when you are done.',
    '',
  ].join('\r\n')
}
