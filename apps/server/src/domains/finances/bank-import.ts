import {
  type BankImport,
  type BankImportQuery,
  type BankMapping,
  type BankPreview,
  type BankPreviewQuery,
  MOST_BANK_BYTES,
  NO_ROLE,
} from '@sherpa/contracts/bank-import'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { inThread } from '../../tables/in-thread.ts'
import { withFile } from '../../tables/spool.ts'
import { recordEvent } from '../audit/audit.ts'
import type { NewLine, tasks } from './bank-tasks.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'

const EXAMPLES = 10
const EXAMPLES_OF_COLUMN = 3
const PROBLEMS_SHOWN = 10

const thread = inThread<typeof tasks>(new URL('./bank-tasks.ts', import.meta.url))

/** Imports bank files. Idempotent: each line is stored once, however often it is imported. */
export function createBankImportService({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    preview: (viewer: Viewer, params: BankPreviewQuery, body: AsyncIterable<Buffer>): Promise<BankPreview> =>
      withFile(body, MOST_BANK_BYTES, async (path) => {
        const header = await thread.runWithFile('readHeader', path)
        const remembered = await loadLastMapping(database, viewer, header)
        const { currency: ownCurrency, today } = await loadBookkeeping(database, viewer.member.organization, clock())
        const currency = params.currency ?? ownCurrency
        const isChosen = params.roles?.length === header.columns.length
        const roles = isChosen ? params.roles : remembered?.roles
        const dayFirst = params.dayFirst ? params.dayFirst === 'yes' : remembered?.dayFirst
        const read = await thread.runWithFile('readLines', path, { roles, dayFirst, currency, today })
        const known = await countKnown(database, viewer, read.lines)
        return {
          columns: read.columns.map(({ name, values }, at) => ({
            name,
            role: read.roles[at] ?? NO_ROLE,
            examples: values.filter((value) => value !== '').slice(0, EXAMPLES_OF_COLUMN),
          })),
          dayFirst: read.dayFirst,
          currency,
          remembered: !params.roles && remembered !== undefined,
          missing: read.missing,
          lines: read.count,
          added: read.lines.length - known,
          known,
          outgoing: read.outgoing,
          unread: read.problems.length,
          examples: read.lines.slice(0, EXAMPLES),
          problems: read.problems.slice(0, PROBLEMS_SHOWN),
        }
      }),

    async add(viewer: Viewer, params: BankImportQuery, body: AsyncIterable<Buffer>): Promise<BankImport> {
      const { organization } = viewer.member
      const { name = 'Bank file', currency, dayFirst } = params
      const { today } = await loadBookkeeping(database, organization, clock())
      const options = { roles: params.roles, dayFirst: dayFirst === 'yes', currency, today }
      const read = await withFile(body, MOST_BANK_BYTES, (path) => thread.runWithFile('readLines', path, options))
      const { lines, outgoing, problems, roles, count } = read
      const isComplete = params.roles?.length === read.columns.length
      const missing = isComplete ? read.missing : 'Choose what each column is'
      if (missing) throw new Refusal('invalid-fields', { errors: [{ field: 'roles', message: missing }] })
      const id = newId(clock().getTime())
      const columns = read.hasHeader ? read.columns.map((column) => column.name) : []
      const mapping: BankMapping = { columns, roles, dayFirst: dayFirst === 'yes' }
      const added = await inTransaction(database, async (client) => {
        await run(
          client,
          query.insertInto('bank_imports').values({
            organization_id: organization,
            id,
            name,
            currency,
            mapping: JSON.stringify(mapping),
            lines: count,
            added: 0,
            imported_by: viewer.person.id,
          }),
        )
        const inserted = await insertLines(client, organization, id, lines)
        await run(
          client,
          query
            .updateTable('bank_imports')
            .set({ added: inserted })
            .where('organization_id', '=', organization)
            .where('id', '=', id),
        )
        const details = `${inserted} new of ${count}`
        await recordEvent(client, { event: 'bank-imported', actor: viewer.person.id, organization, details })
        return inserted
      })
      const counts = { lines: count, added, known: lines.length - added, outgoing, unread: problems.length }
      return { id, name, ...counts }
    },
  }
}

async function loadLastMapping(
  client: Queryable,
  viewer: Viewer,
  { columns, hasHeader }: { columns: string[]; hasHeader: boolean },
) {
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
