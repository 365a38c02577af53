import type {
  ColumnTargets,
  CommonRow,
  ImportAnswer,
  ImportAnswersGiven,
  ImportEdits,
  ImportedFile,
  ImportHeader,
  ImportRecord,
  ImportRowsQuery,
  ImportState,
  ImportsQuery,
  NewImportQuery,
} from '@sherpa/contracts/import'
import type { ListPage } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { enqueue } from '../../jobs/enqueue.ts'
import { inTransaction, type Queryable } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { correctCells } from '../../tables/read-rows.ts'
import { checkRowsAgain, type ImportParts, updateImport } from './check-import.ts'
import { ERROR_HEADING } from './error-heading.ts'
import { jobsOf } from './import-jobs.ts'
import type { Importable, ImportChange, PreviewedChange, Shape, Viewer } from './importable.ts'
import { loadFirstRows, moveHeader } from './move-header.ts'
import { recordImport } from './run-import.ts'
import {
  createColumnFilter,
  type ListedImport,
  listedImports,
  lockImport,
  type StoredImport,
  toImportRecord,
} from './stored-imports.ts'
import { uploadTable } from './upload-table.ts'

const EXAMPLES = 50
const ROWS_BELOW_HEADER = 4

/** States in which the import can still be changed. */
const beforeImporting: readonly ImportState[] = ['mapping', 'checking', 'checked']

/** Nobody approves what they changed. */
const changedBy = ({ person }: Viewer) =>
  sql<
    string[]
  >`case when ${person.id}::uuid = any(changed_by) then changed_by else changed_by || ${person.id}::uuid end`

/** What was approved has changed. */
const withoutApproval = { asked_at: null, approved_at: null, approved_by: null, approval_comment: null }

export function createImportService<Of extends Shape>({ database, clock, importable }: ImportParts<Of>) {
  const jobs = jobsOf(importable)
  const filterColumns = (viewer: Viewer, stored: StoredImport<Of>) => createColumnFilter(importable, viewer, stored)

  async function find(client: Queryable, viewer: Viewer, id: string): Promise<ListedImport<Of>> {
    const { organization } = viewer.member
    const stored = await rowOf(
      client,
      listedImports
        .where('i.organization_id', '=', organization)
        .where('i.id', '=', id)
        .where('i.target', '=', importable.name),
    )
    if (!stored) throw new Refusal('not-found')
    return stored as ListedImport<Of>
  }

  async function loadWhole(client: Queryable, viewer: Viewer, id: string): Promise<WholeImport<Of>> {
    const stored = await find(client, viewer, id)
    const examples = await rowsOf(
      client,
      query
        .selectFrom('import_rows')
        .select('cells')
        .where('organization_id', '=', viewer.member.organization)
        .where('import_id', '=', id)
        .orderBy('line')
        .limit(EXAMPLES),
    )
    const isHidden = filterColumns(viewer, stored)
    const hideCells = (cells: string[]) => cells.map((cell, at) => (isHidden(at) ? '' : cell))
    const samples = examples.map(({ cells }) => cells as string[])
    const firstRows = await loadFirstRows(client, stored, stored.rows_before.length + ROWS_BELOW_HEADER)
    const titles = listTitles({ name: stored.name, rowsBefore: stored.rows_before })
    const visible = { samples: samples.map(hideCells), titles, hidden: stored.columns.map((_, at) => isHidden(at)) }
    return {
      ...toImportRecord(stored, clock()),
      headerRow: stored.header_row,
      firstRows: firstRows.map(({ number, cells }) => ({ row: number, cells: hideCells(cells) })),
      sheets: stored.sheets,
      sheet: stored.sheet,
      examples: visible.samples,
      mapping: stored.mapping,
      remembered: stored.remembered,
      findings: stored.findings && {
        ...stored.findings,
        notUnderstood: stored.findings.notUnderstood.filter(({ column }) => !isHidden(column)),
      },
      ...(await importable.describe(client, viewer, stored, visible)),
    }
  }

  /** Of this kind only: others need other permissions. */
  async function lockOwn(client: Queryable, organization: string, id: string) {
    const stored = await lockImport<Of>(client, organization, id)
    if (stored.target !== importable.name) throw new Refusal('not-found')
    return stored
  }

  /** Rejects an import that is not in one of the states. */
  async function change<Result>(
    viewer: Viewer,
    id: string,
    states: readonly ImportState[],
    work: (client: Queryable, stored: StoredImport<Of>) => Promise<ImportChange>,
    answer: (client: Queryable) => Promise<Result>,
  ) {
    return inTransaction(database, async (client) => {
      const { organization } = viewer.member
      const stored = await lockOwn(client, organization, id)
      if (!states.includes(stored.state)) throw new Refusal('import-under-way')
      const set = await work(client, stored)
      await run(client, updateImport(stored).set({ failed: null, ...set }))
      return answer(client)
    })
  }

  async function enqueueCheck(
    client: Queryable,
    { member, person }: Viewer,
    { id, version }: Pick<StoredImport, 'id' | 'version'>,
  ): Promise<ImportChange> {
    const data = { organization: member.organization, import: id, version: version + 1, person: person.id }
    await enqueue(client, jobs.check, data, { key: id, failed: 'restart' })
    return { state: 'checking', done_rows: 0, findings: null, version: version + 1, ...withoutApproval }
  }

  const createLoader =
    (viewer: Viewer, id: string) =>
    async (client: Queryable): Promise<ImportRecord> =>
      toImportRecord(await find(client, viewer, id), clock())

  return {
    async list(viewer: Viewer, paging: ImportsQuery): Promise<ListPage<ImportRecord>> {
      const page = await listRows(
        database,
        {
          table: 'imports',
          rows: () =>
            listedImports
              .where('i.organization_id', '=', viewer.member.organization)
              .where('i.target', '=', importable.name),
          sorts: { created: { column: 'i.created_at', type: 'timestamptz' } },
          sort: '-created',
          id: { column: 'i.id', type: 'uuid' },
        },
        paging,
      )
      return { ...page, rows: page.rows.map((stored) => toImportRecord(stored, clock())) }
    },

    async upload(viewer: Viewer, given: NewImportQuery, file: AsyncIterable<Buffer>): Promise<WholeImport<Of>> {
      const table = await uploadTable(database, importable, viewer, given, file)
      const { id, columns, rows, headerRow, rowsBefore, sheets, sheet } = table
      const proposed = await importable.propose(database, viewer, { ...table, titles: listTitles(table) })
      const { mapping, remembered } = proposed
      await run(
        database,
        updateImport({ organization_id: viewer.member.organization, id }).set({
          state: 'mapping',
          has_header: headerRow !== null,
          header_row: headerRow,
          rows_before: JSON.stringify(rowsBefore),
          sheets: JSON.stringify(sheets),
          sheet,
          columns: JSON.stringify(columns),
          row_count: rows,
          mapping: JSON.stringify(mapping),
          remembered,
        }),
      )
      return loadWhole(database, viewer, id)
    },

    load: (viewer: Viewer, id: string) => loadWhole(database, viewer, id),

    /** Columns are matched anew. */
    async moveHeader(viewer: Viewer, id: string, { row }: ImportHeader): Promise<WholeImport<Of>> {
      return change(
        viewer,
        id,
        beforeImporting,
        async (client, stored) => {
          const isHidden = filterColumns(viewer, stored)
          if (stored.columns.some((_, at) => isHidden(at))) throw new Refusal('not-found')
          const { rowsBefore, columns, samples, rows } = await moveHeader(client, importable, stored, row)
          const titles = listTitles({ name: stored.name, rowsBefore })
          const { mapping, remembered } = await importable.propose(client, viewer, { columns, samples, titles })
          return {
            state: 'mapping',
            changed_by: changedBy(viewer),
            has_header: row !== null,
            header_row: row,
            rows_before: JSON.stringify(rowsBefore),
            columns: JSON.stringify(columns),
            row_count: rows,
            mapping: JSON.stringify(mapping),
            remembered,
            findings: null,
            version: sql<number>`version + 1`,
          }
        },
        (client) => loadWhole(client, viewer, id),
      )
    },

    /** Matches a column to a field that is made for it. */
    async match(
      viewer: Viewer,
      id: string,
      column: number,
      makeField: (client: Queryable, stored: StoredImport<Of>) => Promise<{ target: string; change: ImportChange }>,
    ): Promise<WholeImport<Of>> {
      return change(
        viewer,
        id,
        beforeImporting,
        async (client, stored) => {
          if (filterColumns(viewer, stored)(column) || !stored.columns[column]) throw new Refusal('not-found')
          const made = await makeField(client, stored)
          const targets = stored.mapping.targets.map((target, at) => (at === column ? made.target : target))
          return {
            ...made.change,
            state: 'mapping',
            mapping: JSON.stringify({ ...stored.mapping, targets }),
            findings: null,
            version: sql<number>`version + 1`,
          }
        },
        (client) => loadWhole(client, viewer, id),
      )
    },

    async map(viewer: Viewer, id: string, mapping: Of['mapping']): Promise<WholeImport<Of>> {
      return change(
        viewer,
        id,
        beforeImporting,
        async (client, stored) => {
          requireHiddenUnmapped(filterColumns(viewer, stored), mapping)
          await importable.requireValid(client, viewer, stored.columns, mapping)
          return {
            state: 'mapping',
            changed_by: changedBy(viewer),
            mapping: JSON.stringify(mapping),
            findings: null,
            version: sql<number>`version + 1`,
          }
        },
        (client) => loadWhole(client, viewer, id),
      )
    },

    /** Corrects cells, also back to the original. */
    async edit(viewer: Viewer, id: string, { edits }: ImportEdits): Promise<WholeImport<Of>> {
      return change(
        viewer,
        id,
        ['checked'],
        async (client, stored) => {
          await importable.requireValid(client, viewer, stored.columns, stored.mapping)
          const isHidden = filterColumns(viewer, stored)
          const isInvalid = ({ column }: { column: number }) => column >= stored.columns.length || isHidden(column)
          if (edits.some(isInvalid))
            throw new Refusal('invalid-fields', {
              errors: [{ field: 'edits', message: 'You cannot change this column' }],
            })
          const values = edits.map((edit) => ({ ...edit, value: edit.value.trim() }))
          await client.query(
            `with x as (select row as line, jsonb_object_agg(x."column"::text, x.value) as edits
               from jsonb_to_recordset($3::jsonb) as x(row integer, "column" integer, value text) group by row)
             update import_rows r set edits = nullif((
               select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(coalesce(r.edits, '{}') || x.edits)
               where value is distinct from r.cells->>key::integer), '{}')
             from x where r.organization_id = $1 and r.import_id = $2 and r.line = x.line`,
            [viewer.member.organization, id, JSON.stringify(values)],
          )
          if (importable.checksWhole) {
            return { ...(await enqueueCheck(client, viewer, stored)), changed_by: changedBy(viewer) }
          }
          const lines = [...new Set(edits.map(({ row }) => row))]
          return { findings: await checkRowsAgain(importable, client, stored, viewer.person.id, lines) }
        },
        (client) => loadWhole(client, viewer, id),
      )
    },

    /** Answers for some rows are checked at once, those for all by the job. */
    async answer(viewer: Viewer, id: string, { answer, rows }: ImportAnswersGiven): Promise<WholeImport<Of>> {
      const { organization } = viewer.member
      return change(
        viewer,
        id,
        ['checked'],
        async (client, stored) => {
          // Who may not see the columns cannot check them.
          await importable.requireValid(client, viewer, stored.columns, stored.mapping)
          await client.query(
            `update import_rows set answer = $3 where organization_id = $1 and import_id = $2 and doubt is not null
               and case when $4::integer[] is null then answer is null else line = any($4) end`,
            [organization, id, answer, rows ?? null],
          )
          if (!rows) return enqueueCheck(client, viewer, stored)
          return { findings: await checkRowsAgain(importable, client, stored, viewer.person.id, rows) }
        },
        (client) => loadWhole(client, viewer, id),
      )
    },

    async check(viewer: Viewer, id: string): Promise<ImportRecord> {
      const { organization } = viewer.member
      return change(
        viewer,
        id,
        beforeImporting,
        async (client, stored) => {
          importable.requireComplete(stored.mapping)
          await importable.requireValid(client, viewer, stored.columns, stored.mapping)
          // So that a file with the rows in error is read alike.
          await importable.remember(client, organization, stored.columns, stored.mapping)
          return enqueueCheck(client, viewer, stored)
        },
        createLoader(viewer, id),
      )
    },

    /** Changes an import that was checked, without its rows. */
    changeChecked: (
      viewer: Viewer,
      id: string,
      work: (client: Queryable, stored: StoredImport<Of>) => Promise<ImportChange>,
    ): Promise<WholeImport<Of>> => change(viewer, id, ['checked'], work, (client) => loadWhole(client, viewer, id)),

    /** Resumes a canceled import. */
    async start(viewer: Viewer, id: string): Promise<ImportRecord> {
      const { organization } = viewer.member
      return change(
        viewer,
        id,
        [...beforeImporting, 'canceled'],
        async (client, stored) => {
          if (stored.state === 'mapping' || stored.state === 'checking') throw new Refusal('check-first')
          // Another member may have mapped the columns: hidden fields cannot be imported.
          await importable.requireValid(client, viewer, stored.columns, stored.mapping)
          await importable.remember(client, organization, stored.columns, stored.mapping)
          await importable.requireStartable?.(client, stored)
          await requireNoOtherRunning(client, organization, id)
          await enqueue(
            client,
            jobs.run,
            { organization, import: id, person: viewer.person.id },
            { key: id, failed: 'restart' },
          )
          return {
            state: 'importing',
            finished_at: null,
            ...(stored.state === 'checked' && { done_rows: 0, counts: '{}' }),
          }
        },
        createLoader(viewer, id),
      )
    },

    async cancel(viewer: Viewer, id: string): Promise<ImportRecord> {
      return change(
        viewer,
        id,
        ['checking', 'importing'],
        async (client, stored) => {
          if (stored.state === 'checking') return { state: 'mapping', version: sql<number>`version + 1` }
          await recordImport(importable, client, stored, viewer.person.id)
          return { state: 'canceled', finished_at: sql<Date>`now()` }
        },
        createLoader(viewer, id),
      )
    },

    async undo(viewer: Viewer, id: string): Promise<ImportRecord> {
      const { organization } = viewer.member
      return change(
        viewer,
        id,
        ['done', 'canceled'],
        async (client) => {
          const { undoUntil } = await createLoader(viewer, id)(client)
          if (!undoUntil) throw new Refusal('nothing-to-undo')
          await requireNoOtherRunning(client, organization, id)
          await enqueue(
            client,
            jobs.undo,
            { organization, import: id, person: viewer.person.id },
            { key: id, failed: 'restart' },
          )
          return { state: 'undoing', done_rows: 0 }
        },
        createLoader(viewer, id),
      )
    },

    /** Imported files are kept for the record. */
    async remove(viewer: Viewer, id: string) {
      await inTransaction(database, async (client) => {
        const { organization } = viewer.member
        const stored = await lockOwn(client, organization, id)
        if (!beforeImporting.includes(stored.state)) throw new Refusal('import-under-way')
        await importable.removeUnused(client, stored)
        await run(client, query.deleteFrom('imports').where('organization_id', '=', organization).where('id', '=', id))
      })
    },

    async listRows(viewer: Viewer, id: string, { outcome, ...paging }: ImportRowsQuery): Promise<ListPage<RowOf<Of>>> {
      const stored = await find(database, viewer, id)
      // Planned outcomes before the import, actual ones after it.
      const isPlanned = beforeImporting.includes(stored.state)
      const page = await listRows(
        database,
        {
          table: 'import_rows',
          rows: () => {
            const all = selectRows(importable, viewer.member.organization, id)
            if (!outcome) return all
            if (outcome === 'asked') return all.where('r.doubt', 'is not', null)
            if (outcome === 'unread')
              return all.where(sql<boolean>`(r.problems is not null or r.reading->'leftEmpty' is not null)`)
            // Rows that wait for an answer are listed apart.
            if (isPlanned && outcome === 'skipped') {
              return all.where('r.plan', '=', 'skip').where(sql<boolean>`(r.doubt is null or r.answer is not null)`)
            }
            return isPlanned ? all.where('r.plan', '=', plansByOutcome[outcome]) : all.where('r.outcome', '=', outcome)
          },
          sorts: { line: { column: 'r.line', type: 'integer' } },
          sort: 'line',
          id: { column: 'r.line', type: 'integer' },
        },
        paging,
      )
      return {
        ...page,
        rows: page.rows.map((row) => toImportRow(importable, row, isPlanned, viewer, filterColumns(viewer, stored))),
      }
    },

    /** For download, with column names. */
    async listFailedRows(viewer: Viewer, id: string) {
      const stored = await find(database, viewer, id)
      const isPlanned = beforeImporting.includes(stored.state)
      const isHidden = filterColumns(viewer, stored)
      // A file of failed rows that failed again already has the column of errors.
      const kept = stored.columns.flatMap(({ name }, at) => (name === ERROR_HEADING ? [] : at))
      const columns = stored.columns.map(({ name }) => name)
      return { columns, kept, rows: rows() }

      async function* rows() {
        let after = 0
        for (;;) {
          const failed = selectRows(importable, viewer.member.organization, id)
            .where(isPlanned ? 'r.plan' : 'r.outcome', '=', isPlanned ? 'fail' : 'failed')
            .where('r.line', '>', after)
          const batch = await rowsOf(database, failed.orderBy('r.line').limit(1000))
          const last = batch.at(-1)
          if (!last) return
          after = last.line
          yield batch.map(({ problems, ...row }) => ({
            cells: correctCells(row).map((cell, at) => (isHidden(at) ? '' : cell)),
            problems: problems ?? [],
          }))
        }
      }
    },
  }
}

/** An import with its file. */
type WholeImport<Of extends Shape> = ImportedFile & {
  mapping: Of['mapping']
  findings: Of['findings'] | null
} & Of['details']
type RowOf<Of extends Shape> = CommonRow & Of['row']

/** Texts that may tell what the file is: its name, and the rows above the header. */
const listTitles = ({ name, rowsBefore }: { name: string; rowsBefore: { cells: string[] }[] }) => [
  name,
  ...rowsBefore.slice(0, -1).flatMap(({ cells }) => cells),
]

const plansByOutcome = { failed: 'fail', skipped: 'skip', updated: 'update', kept: 'same' } as const

type StoredRow = {
  line: number
  row: number
  sameAs: number | null
  cells: string[]
  edits: Record<string, string> | null
  changed: PreviewedChange[] | null
  answer: ImportAnswer | null
  outcome: string | null
  plan: keyof typeof outcomes | null
  problems: CommonRow['problems'] | null
  leftEmpty: CommonRow['leftEmpty'] | null
}
const outcomes = {
  add: 'added',
  update: 'updated',
  same: 'same',
  skip: 'skipped',
  fail: 'failed',
  join: 'joined',
} as const

function selectRows({ rowColumns }: Pick<Importable, 'rowColumns'>, organization: string, id: string) {
  return query
    .selectFrom('import_rows as r')
    .select(['r.line', 'r.cells', 'r.outcome', 'r.plan', 'r.problems', 'r.edits', 'r.changed', 'r.answer'])
    .select([
      // Rows of earlier releases have no sheet row.
      sql<number>`coalesce(r.sheet_row, r.line)`.as('row'),
      sql<number | null>`(select coalesce(first.sheet_row, first.line) from import_rows first
        where first.organization_id = r.organization_id and first.import_id = r.import_id and first.line = r.same_as)`.as(
        'sameAs',
      ),
      sql<CommonRow['leftEmpty'] | null>`r.reading->'leftEmpty'`.as('leftEmpty'),
      ...Object.entries(rowColumns).map(([name, column]) => column.as(name)),
    ])
    .where('r.organization_id', '=', organization)
    .where('r.import_id', '=', id)
    .$castTo<StoredRow>()
}

function toImportRow<Of extends Shape>(
  importable: Importable<Of>,
  row: StoredRow,
  isPlanned: boolean,
  viewer: Viewer,
  isHidden: (column: number) => boolean,
): RowOf<Of> {
  const { line, outcome, plan, problems, edits, changed, answer } = row
  const cells = correctCells(row)
  const isShown = ({ field }: PreviewedChange) => importable.seesSensitive(viewer) || !importable.isSensitive(field)
  const hideValues = (all: CommonRow['problems'] | null) =>
    (all ?? []).map((one) => (one.column !== null && isHidden(one.column) ? { ...one, value: '' } : one))
  const { name, ...details } = importable.describeRow(row)
  const beginning = cells.filter((cell, at) => cell !== '' && !isHidden(at)).slice(0, 2)
  return {
    id: String(line),
    row: row.row,
    name: name || beginning.join(', '),
    outcome: isPlanned ? (plan ? outcomes[plan] : null) : outcome,
    sameAs: row.sameAs,
    problems: hideValues(problems),
    leftEmpty: hideValues(row.leftEmpty),
    cells: cells.map((cell, at) => (isHidden(at) ? '' : cell)),
    originals: Object.fromEntries(
      Object.keys(edits ?? {})
        .filter((column) => !isHidden(Number(column)))
        .map((column) => [column, row.cells[Number(column)] ?? '']),
    ),
    changes: isPlanned && plan === 'update' ? (changed ?? []).filter(isShown) : [],
    answer,
    ...details,
  }
}

/** One import or undo at a time, so that each compares with the result of the one before. */
async function requireNoOtherRunning(client: Queryable, organization: string, id: string) {
  await client.query("select pg_advisory_xact_lock(hashtextextended('imports:' || $1, 0))", [organization])
  const { rowCount } = await client.query(
    `select from imports where organization_id = $1 and id <> $2 and state in ('importing', 'undoing') limit 1`,
    [organization, id],
  )
  if (rowCount) throw new Refusal('another-import-running')
}

/** Hidden columns must not be revealed by importing them as another field. */
function requireHiddenUnmapped(isHidden: (column: number) => boolean, { targets }: ColumnTargets) {
  const used = targets.flatMap((target, at) => (target && isHidden(at) ? [`targets.${at}`] : []))
  if (used.length === 0) return
  const message = 'Only who uploaded the file can import this column'
  throw new Refusal('invalid-fields', { errors: used.map((field) => ({ field, message })) })
}
