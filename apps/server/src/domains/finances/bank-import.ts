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
import { noteEvent } from '../audit/audit.ts'
import {
  type BankFile,
  type HowToRead,
  isDayFirst,
  missingIn,
  readBankFile,
  readBankRow,
  recognizeBankColumns,
} from './bank-file.ts'
import { bookkeepingOf } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'

/** So many rows are looked at to recognize what a column is. */
const SAMPLE_ROWS = 200
/** Patterns could take long on more. */
const LONGEST_SAMPLE = 200
const EXAMPLES = 10
const EXAMPLES_OF_COLUMN = 3
const PROBLEMS_SHOWN = 10

/** A line with what tells it from others: lines of one file that are the same in all of it are counted. */
type NewLine = BankLineRead & { fingerprint: string; occurrence: number }

/** Files of banks. Each line is kept once, however often it comes. */
export function importingBankFiles({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    async preview(viewer: Viewer, asked: BankPreviewQuery, body: AsyncIterable<Buffer>): Promise<BankPreview> {
      const file = await readBankFile(body)
      const columns = samplesOf(file)
      const remembered = await rememberedFor(database, viewer, file)
      const { currency: own, today } = await bookkeepingOf(database, viewer.member.organization, clock())
      const roles = fitting(asked.roles, file) ?? remembered?.roles ?? recognizeBankColumns(columns)
      const dates = columns[roles.indexOf('date')]?.values ?? []
      const dayFirst = asked.dayFirst ? asked.dayFirst === 'yes' : (remembered?.dayFirst ?? isDayFirst(dates))
      const currency = asked.currency ?? own
      const missing = missingIn(roles)
      const read = missing ? nothingRead(file) : readAll(file, { roles, dayFirst, currency, today })
      const known = await knownAmong(database, viewer, read.lines)
      return {
        columns: columns.map(({ name, values }, at) => ({
          name,
          role: roles[at] ?? NO_ROLE,
          examples: values.filter((value) => value !== '').slice(0, EXAMPLES_OF_COLUMN),
        })),
        dayFirst,
        currency,
        remembered: !asked.roles && remembered !== undefined,
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

    async add(viewer: Viewer, asked: BankImportQuery, body: AsyncIterable<Buffer>): Promise<BankImport> {
      const { organization } = viewer.member
      const file = await readBankFile(body)
      const { name = 'Bank file', currency, dayFirst } = asked
      const roles = fitting(asked.roles, file)
      const missing = roles ? missingIn(roles) : 'Choose what each column is'
      if (!roles || missing)
        throw new Refusal('invalid-fields', { errors: [{ field: 'roles', message: missing ?? '' }] })
      const { today } = await bookkeepingOf(database, organization, clock())
      const how = { roles, dayFirst: dayFirst === 'yes', currency, today }
      const { lines, outgoing, problems } = readAll(file, how)
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
        await noteEvent(client, { event: 'bank-imported', actor: viewer.person.id, organization, details })
        return count
      })
      const counts = { lines: file.rows.length, added, known: lines.length - added, outgoing, unread: problems.length }
      return { id, name, ...counts }
    },
  }
}

/** What the columns were said to be, if there is a word for each of them. */
function fitting<Role>(roles: Role[] | undefined, { columns }: BankFile) {
  return roles?.length === columns.length ? roles : undefined
}

function samplesOf({ columns, rows }: BankFile) {
  const sample = rows.slice(0, SAMPLE_ROWS)
  return columns.map((name, at) => ({
    name,
    values: sample.map(({ cells }) => beginningOf(cells[at] ?? '', LONGEST_SAMPLE)),
  }))
}

const nothingRead = (_: BankFile) => ({ lines: [] as NewLine[], outgoing: 0, problems: [] as Problem[] })

type Problem = { row: number; message: string }

/** Lines, how many of them are money that went out, and what cannot be read. */
function readAll({ rows }: BankFile, how: HowToRead) {
  const lines: NewLine[] = []
  const problems: Problem[] = []
  const seen = new Map<string, number>()
  let outgoing = 0
  for (const { number, cells } of rows) {
    const line = readBankRow(cells, how)
    if ('problem' in line) {
      problems.push({ row: number, message: line.problem })
      continue
    }
    if (line.amountMinor < 0) outgoing++
    const fingerprint = fingerprintOf(line)
    const occurrence = (seen.get(fingerprint) ?? 0) + 1
    seen.set(fingerprint, occurrence)
    lines.push({ ...line, fingerprint, occurrence })
  }
  return { lines, outgoing, problems }
}

/** Capitals and spaces are no difference: some banks write the same line differently in another file. */
function fingerprintOf({ bookedOn, amountMinor, currency, payer, reference }: BankLineRead) {
  const content = [bookedOn, amountMinor, currency, plain(payer), plain(reference)]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

async function rememberedFor(client: Queryable, viewer: Viewer, { columns, hasHeader }: BankFile) {
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

async function knownAmong(client: Queryable, viewer: Viewer, lines: readonly NewLine[]) {
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
