import { createHash } from 'node:crypto'
import {
  type BankImport,
  type BankImportQuery,
  type BankLineRead,
  type BankMapping,
  type BankPreview,
  type BankPreviewQuery,
  NO_ROLE,
} from '@sherpa/contracts/bank-import'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { beginningOf, plain } from '../../tables/read-text.ts'
import { recordEvent } from '../audit/audit.ts'
import {
  type BankFile,
  findMissingColumn,
  isDayFirst,
  type ReadOptions,
  readBankFile,
  readBankRow,
  recognizeBankColumns,
} from './bank-file.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'

/** Rows sampled to recognize columns. */
const SAMPLE_ROWS = 200
/** Bounds the cost of regular expressions. */
const LONGEST_SAMPLE = 200
const EXAMPLES = 10
const EXAMPLES_OF_COLUMN = 3
const PROBLEMS_SHOWN = 10

/** A line with its fingerprint; identical lines of one file are numbered. */
type NewLine = BankLineRead & { fingerprint: string; occurrence: number }

/** Imports bank files. Idempotent: each line is stored once, however often it is imported. */
export function createBankImportService({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    async preview(viewer: Viewer, params: BankPreviewQuery, body: AsyncIterable<Buffer>): Promise<BankPreview> {
      const file = await readBankFile(body)
      const columns = sampleColumns(file)
      const remembered = await loadLastMapping(database, viewer, file)
      const { currency: ownCurrency, today } = await loadBookkeeping(database, viewer.member.organization, clock())
      const roles = rolesIfComplete(params.roles, file) ?? remembered?.roles ?? recognizeBankColumns(columns)
      const dates = columns[roles.indexOf('date')]?.values ?? []
      const dayFirst = params.dayFirst ? params.dayFirst === 'yes' : (remembered?.dayFirst ?? isDayFirst(dates))
      const currency = params.currency ?? ownCurrency
      const missing = findMissingColumn(roles)
      const read = missing ? emptyResult(file) : parseRows(file, { roles, dayFirst, currency, today })
      const known = await countKnown(database, viewer, read.lines)
      return {
        columns: columns.map(({ name, values }, at) => ({
          name,
          role: roles[at] ?? NO_ROLE,
          examples: values.filter((value) => value !== '').slice(0, EXAMPLES_OF_COLUMN),
        })),
        dayFirst,
        currency,
        remembered: !params.roles && remembered !== undefined,
        missing,
        lines: file.rows.length,
        added: read.lines.length - known,
        known,
        outgoing: read.outgoing,
        unread: read.problems.length,
        examples: read.lines.slice(0, EXAMPLES),
        problems: read.problems.slice(0, PROBLEMS_SHOWN),
      }
    },

    async add(viewer: Viewer, params: BankImportQuery, body: AsyncIterable<Buffer>): Promise<BankImport> {
      const { organization } = viewer.member
      const file = await readBankFile(body)
      const { name = 'Bank file', currency, dayFirst } = params
      const roles = rolesIfComplete(params.roles, file)
      const missing = roles ? findMissingColumn(roles) : 'Choose what each column is'
      if (!roles || missing)
        throw new Refusal('invalid-fields', { errors: [{ field: 'roles', message: missing ?? '' }] })
      const { today } = await loadBookkeeping(database, organization, clock())
      const options = { roles, dayFirst: dayFirst === 'yes', currency, today }
      const { lines, outgoing, problems } = parseRows(file, options)
      const id = newId(clock().getTime())
      const mapping: BankMapping = { columns: file.hasHeader ? file.columns : [], roles, dayFirst: dayFirst === 'yes' }
      const added = await inTransaction(database, async (client) => {
        await run(
          client,
          query.insertInto('bank_imports').values({
            organization_id: organization,
            id,
            name,
            currency,
            mapping: JSON.stringify(mapping),
            lines: file.rows.length,
            added: 0,
            imported_by: viewer.person.id,
          }),
        )
        const count = await insertLines(client, organization, id, lines)
        await run(
          client,
          query
            .updateTable('bank_imports')
            .set({ added: count })
            .where('organization_id', '=', organization)
            .where('id', '=', id),
        )
        const details = `${count} new of ${file.rows.length}`
        await recordEvent(client, { event: 'bank-imported', actor: viewer.person.id, organization, details })
        return count
      })
      const counts = { lines: file.rows.length, added, known: lines.length - added, outgoing, unread: problems.length }
      return { id, name, ...counts }
    },
  }
}

/** The chosen roles, if there is one per column. */
function rolesIfComplete<Role>(roles: Role[] | undefined, { columns }: BankFile) {
  return roles?.length === columns.length ? roles : undefined
}

function sampleColumns({ columns, rows }: BankFile) {
  const sample = rows.slice(0, SAMPLE_ROWS)
  return columns.map((name, at) => ({
    name,
    values: sample.map(({ cells }) => beginningOf(cells[at] ?? '', LONGEST_SAMPLE)),
  }))
}

const emptyResult = (_: BankFile) => ({ lines: [] as NewLine[], outgoing: 0, problems: [] as Problem[] })

type Problem = { row: number; message: string }

/** Parses all rows: lines, the number of outgoing ones, and problems. */
function parseRows({ rows }: BankFile, options: ReadOptions) {
  const lines: NewLine[] = []
  const problems: Problem[] = []
  const occurrences = new Map<string, number>()
  let outgoing = 0
  for (const { number, cells } of rows) {
    const line = readBankRow(cells, options)
    if ('problem' in line) {
      problems.push({ row: number, message: line.problem })
      continue
    }
    if (line.amountMinor < 0) outgoing++
    const fingerprint = computeFingerprint(line)
    const occurrence = (occurrences.get(fingerprint) ?? 0) + 1
    occurrences.set(fingerprint, occurrence)
    lines.push({ ...line, fingerprint, occurrence })
  }
  return { lines, outgoing, problems }
}

/** Ignores case and spaces: some banks format the same line differently in another file. */
function computeFingerprint({ bookedOn, amountMinor, currency, payer, reference }: BankLineRead) {
  const content = [bookedOn, amountMinor, currency, plain(payer), plain(reference)]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

async function loadLastMapping(client: Queryable, viewer: Viewer, { columns, hasHeader }: BankFile) {
  if (!hasHeader) return undefined
  const last = await rowOf(
    client,
    query
      .selectFrom('bank_imports')
      .select('mapping')
      .where('organization_id', '=', viewer.member.organization)
      .where(sql<boolean>`mapping -> 'columns' = ${JSON.stringify(columns)}::jsonb`)
      .orderBy('imported_at', 'desc')
      .limit(1),
  )
  return last?.mapping as BankMapping | undefined
}

async function countKnown(client: Queryable, viewer: Viewer, lines: readonly NewLine[]) {
  if (lines.length === 0) return 0
  const { rows } = await client.query<{ known: number }>(
    `select count(*)::integer as known from jsonb_to_recordset($2) as n (fingerprint text, occurrence smallint)
     join bank_lines l on l.organization_id = $1 and l.fingerprint = decode(n.fingerprint, 'hex') and l.occurrence = n.occurrence`,
    [viewer.member.organization, JSON.stringify(lines)],
  )
  return rows[0]?.known ?? 0
}

async function insertLines(client: Queryable, organization: string, bankImport: string, lines: readonly NewLine[]) {
  if (lines.length === 0) return 0
  const rows = lines.map((line) => ({ ...line, id: newId() }))
  const { rowCount } = await client.query(
    `insert into bank_lines (organization_id, id, import_id, booked_on, currency, amount_minor, payer, reference, fingerprint, occurrence,
       state)
     select $1, n.id, $2, n."bookedOn", n.currency, n."amountMinor", n.payer, n.reference, decode(n.fingerprint, 'hex'), n.occurrence, 'open'
     from jsonb_to_recordset($3) as n (id uuid, "bookedOn" date, currency text, "amountMinor" bigint, payer text, reference text,
       fingerprint text, occurrence smallint)
     on conflict (organization_id, fingerprint, occurrence) do nothing`,
    [organization, bankImport, JSON.stringify(rows)],
  )
  return rowCount ?? 0
}
