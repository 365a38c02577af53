import { athleteName } from '@sherpa/contracts/athlete'
import {
  type ImportDoubt,
  type ImportField,
  type ImportMapping,
  type ImportRow,
  type ImportTarget,
  isSensitiveTarget,
  type WholeImport,
} from '@sherpa/contracts/athlete-import'
import type {
  ImportAnswer,
  ImportAnswersGiven,
  ImportEdits,
  ImportHeader,
  ImportRecord,
  ImportRowsQuery,
  ImportState,
  ImportsQuery,
  NewImportQuery,
} from '@sherpa/contracts/import'
import type { ListPage } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import { sql, type UpdateObject } from 'kysely'
import { enqueue } from '../../../jobs/enqueue.ts'
import { turns } from '../../../jobs/in-turn.ts'
import { inTransaction, type Queryable } from '../../../persistence/database.ts'
import type { Tables } from '../../../persistence/database-types.ts'
import { listRows } from '../../../persistence/lists/list-rows.ts'
import { query, rowOf, rowsOf, run } from '../../../persistence/queries.ts'
import { todayIn } from '../../organizations/organizations.ts'
import { seesSensitive, type Viewer } from '../athlete-access.ts'
import { addField, listFields, removeUnusedFields } from '../custom-fields.ts'
import { type CheckParts, checkRowsAgain, correctCells } from './check-import.ts'
import type { PreviewedChange } from './compute-changes.ts'
import { describeReading } from './describe-reading.ts'
import { guessSport } from './guess-settings.ts'
import { checkJob, importJob, undoJob } from './import-jobs.ts'
import { mayUse, proposeMapping, rememberMapping, requireNames, requireValidMapping } from './mappings.ts'
import { loadFirstRows, moveHeader } from './move-header.ts'
import { ERROR_HEADING } from './own-headings.ts'
import { listColleaguesForImport, listProgramsForImport } from './read-related-rows.ts'
import { describeValue, isChoice } from './read-row.ts'
import { suggestTarget } from './recognize-columns.ts'
import { recordImport } from './run-import.ts'
import {
  createColumnFilter,
  type ListedImport,
  listedImports,
  lockImport,
  type StoredImport,
  toAthleteImport,
} from './stored-imports.ts'
import { uploadTable } from './upload-table.ts'
import { withLowMemory } from './with-low-memory.ts'

const EXAMPLES = 50
const ROWS_BELOW_HEADER = 4
/** Limits concurrent uploads. */
const runLimited = turns({ atOnce: 3, mostWaiting: 20 })

/** States in which the import can still be changed. */
const beforeImporting: readonly ImportState[] = ['mapping', 'checking', 'checked']

type Set = UpdateObject<Tables, 'athlete_imports'>

export function createAthleteImportService(parts: CheckParts) {
  const { database, clock } = parts
  async function find(client: Queryable, viewer: Viewer, id: string): Promise<ListedImport> {
    const { organization } = viewer.member
    const stored = await rowOf(
      client,
      listedImports.where('i.organization_id', '=', organization).where('i.id', '=', id),
    )
    if (!stored) throw new Refusal('not-found')
    return stored
  }

  async function loadWhole(client: Queryable, viewer: Viewer, id: string): Promise<WholeImport> {
    const stored = await find(client, viewer, id)
    const { organization } = viewer.member
    const fields = await listFields(client, organization)
    const examples = await rowsOf(
      client,
      query
        .selectFrom('athlete_import_rows')
        .select('cells')
        .where('organization_id', '=', organization)
        .where('import_id', '=', id)
        .orderBy('line')
        .limit(EXAMPLES),
    )
    const { mapping } = stored
    const colleagues = await listColleaguesForImport(client, organization)
    const columns = stored.columns.map(({ name }) => name)
    const today = await todayIn(client, organization, clock())
    const programs = await listProgramsForImport(client, organization)
    const rules = { mapping, columns, fields, colleagues, programs, today }
    const allowed = mayUse(viewer, fields)
    const isHidden = createColumnFilter(viewer, stored)
    const samples = examples.map(({ cells }) => cells as string[])
    const firstRows = await loadFirstRows(client, stored, stored.rows_before.length + ROWS_BELOW_HEADER)
    return {
      ...toAthleteImport(stored, clock()),
      headerRow: stored.header_row,
      firstRows: firstRows.map(({ number, cells }) => ({
        row: number,
        cells: cells.map((cell, at) => (isHidden(at) ? '' : cell)),
      })),
      sheets: stored.sheets,
      sheet: stored.sheet,
      sportGuess: guessSport(
        stored.columns,
        samples,
        mapping.targets.map((target, at) => (isHidden(at) ? null : target)),
        listTitles({ name: stored.name, rowsBefore: stored.rows_before }),
      ),
      columns: stored.columns.map(({ name, filled, distinct }, at) => {
        const target = mapping.targets[at]
        return {
          name,
          filled,
          hidden: isHidden(at),
          suggestion: target || isHidden(at) ? null : findSuggestion(name, mapping, allowed),
          note: target && !isHidden(at) ? describeReading(target, at, samples, rules) : null,
          distinct:
            target && distinct && isChoice(target, fields)
              ? distinct.map((one) => ({ ...one, meaning: describeValue(target, at, one.value, rules) }))
              : null,
        }
      }),
      examples: examples.map(({ cells }) => (cells as string[]).map((cell, at) => (isHidden(at) ? '' : cell))),
      mapping,
      remembered: stored.remembered,
      findings: stored.findings && {
        ...stored.findings,
        notUnderstood: stored.findings.notUnderstood.filter(({ column }) => !isHidden(column)),
      },
    }
  }

  async function propose(client: Queryable, viewer: Viewer, table: Parameters<typeof proposeMapping>[2]) {
    const { organization } = viewer.member
    const fields = await listFields(client, organization)
    const colleagues = await listColleaguesForImport(client, organization)
    const programs = await listProgramsForImport(client, organization)
    return proposeMapping(client, viewer, table, fields, colleagues, programs.length > 0)
  }

  /** Rejects an import that is not in one of the states. */
  async function change<Result>(
    viewer: Viewer,
    id: string,
    states: readonly ImportState[],
    work: (client: Queryable, stored: StoredImport) => Promise<Set>,
    answer: (client: Queryable) => Promise<Result>,
  ) {
    return inTransaction(database, async (client) => {
      const { organization } = viewer.member
      const stored = await lockImport(client, organization, id)
      if (!states.includes(stored.state)) throw new Refusal('import-under-way')
      const set = await work(client, stored)
      await run(
        client,
        query
          .updateTable('athlete_imports')
          .set({ failed: null, ...set })
          .where('organization_id', '=', organization)
          .where('id', '=', id),
      )
      return answer(client)
    })
  }

  async function enqueueCheck(
    client: Queryable,
    { member, person }: Viewer,
    { id, version }: StoredImport,
  ): Promise<Set> {
    const data = { organization: member.organization, import: id, version: version + 1, person: person.id }
    await enqueue(client, checkJob, data, { key: id, failed: 'restart' })
    return { state: 'checking', done_rows: 0, findings: null, version: version + 1 }
  }

  const createLoader =
    (viewer: Viewer, id: string) =>
    async (client: Queryable): Promise<ImportRecord> =>
      toAthleteImport(await find(client, viewer, id), clock())

  return {
    async list(viewer: Viewer, paging: ImportsQuery): Promise<ListPage<ImportRecord>> {
      const page = await listRows(
        database,
        {
          table: 'athlete_imports',
          rows: () => listedImports.where('i.organization_id', '=', viewer.member.organization),
          sorts: { created: { column: 'i.created_at', type: 'timestamptz' } },
          sort: '-created',
          id: { column: 'i.id', type: 'uuid' },
        },
        paging,
      )
      return { ...page, rows: page.rows.map((stored) => toAthleteImport(stored, clock())) }
    },

    async upload(viewer: Viewer, given: NewImportQuery, file: AsyncIterable<Buffer>): Promise<WholeImport> {
      const table = await runLimited(() => withLowMemory(() => uploadTable(database, viewer, given, file)))
      const { id, columns, rows } = table
      const { organization } = viewer.member
      const { mapping, remembered } = await propose(database, viewer, { ...table, titles: listTitles(table) })
      await run(
        database,
        query
          .updateTable('athlete_imports')
          .set({
            state: 'mapping',
            columns: JSON.stringify(columns),
            row_count: rows,
            mapping: JSON.stringify(mapping),
            remembered,
          })
          .where('organization_id', '=', organization)
          .where('id', '=', id),
      )
      return loadWhole(database, viewer, id)
    },

    load: (viewer: Viewer, id: string) => loadWhole(database, viewer, id),

    /** Columns are matched anew. */
    async moveHeader(viewer: Viewer, id: string, { row }: ImportHeader): Promise<WholeImport> {
      return change(
        viewer,
        id,
        beforeImporting,
        async (client, stored) => {
          const isHidden = createColumnFilter(viewer, stored)
          if (stored.columns.some((_, at) => isHidden(at))) throw new Refusal('not-found')
          const { rowsBefore, columns, samples, rows } = await moveHeader(client, stored, row)
          const titles = listTitles({ name: stored.name, rowsBefore })
          const { mapping, remembered } = await propose(client, viewer, { columns, samples, titles })
          return {
            state: 'mapping',
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

    /** The field stays if the import is undone and others use it. */
    async addField(viewer: Viewer, id: string, { column, ...field }: ImportField): Promise<WholeImport> {
      return change(
        viewer,
        id,
        beforeImporting,
        async (client, stored) => {
          const isHidden = createColumnFilter(viewer, stored)
          if (isHidden(column) || !stored.columns[column]) throw new Refusal('not-found')
          const added = await addField(client, viewer.member.organization, field)
          const targets = stored.mapping.targets.map((target, at) => (at === column ? `custom:${added.id}` : target))
          return {
            state: 'mapping',
            mapping: JSON.stringify({ ...stored.mapping, targets }),
            new_fields: [...stored.new_fields, added.id],
            findings: null,
            version: sql<number>`version + 1`,
          }
        },
        (client) => loadWhole(client, viewer, id),
      )
    },

    async map(viewer: Viewer, id: string, mapping: ImportMapping): Promise<WholeImport> {
      return change(
        viewer,
        id,
        beforeImporting,
        async (client, stored) => {
          requireHiddenUnmapped(createColumnFilter(viewer, stored), mapping)
          requireValidMapping(viewer, stored.columns, mapping, await listFields(client, viewer.member.organization))
          return {
            state: 'mapping',
            mapping: JSON.stringify(mapping),
            findings: null,
            version: sql<number>`version + 1`,
          }
        },
        (client) => loadWhole(client, viewer, id),
      )
    },

    /** Corrects cells, also back to the original. */
    async edit(viewer: Viewer, id: string, { edits }: ImportEdits): Promise<WholeImport> {
      return change(
        viewer,
        id,
        ['checked'],
        async (client, stored) => {
          requireValidMapping(
            viewer,
            stored.columns,
            stored.mapping,
            await listFields(client, viewer.member.organization),
          )
          const isHidden = createColumnFilter(viewer, stored)
          const isInvalid = ({ column }: { column: number }) => column >= stored.columns.length || isHidden(column)
          if (edits.some(isInvalid))
            throw new Refusal('invalid-fields', {
              errors: [{ field: 'edits', message: 'You cannot change this column' }],
            })
          const values = edits.map((edit) => ({ ...edit, value: edit.value.trim() }))
          await client.query(
            `with x as (select row as line, jsonb_object_agg(x."column"::text, x.value) as edits
               from jsonb_to_recordset($3::jsonb) as x(row integer, "column" integer, value text) group by row)
             update athlete_import_rows r set edits = nullif((
               select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(coalesce(r.edits, '{}') || x.edits)
               where value is distinct from r.cells->>key::integer), '{}')
             from x where r.organization_id = $1 and r.import_id = $2 and r.line = x.line`,
            [viewer.member.organization, id, JSON.stringify(values)],
          )
          const lines = [...new Set(edits.map(({ row }) => row))]
          return { findings: await checkRowsAgain(parts, client, stored, viewer.person.id, lines) }
        },
        (client) => loadWhole(client, viewer, id),
      )
    },

    /** Answers for some rows are checked at once, those for all by the job. */
    async answer(viewer: Viewer, id: string, { answer, rows }: ImportAnswersGiven): Promise<WholeImport> {
      const { organization } = viewer.member
      return change(
        viewer,
        id,
        ['checked'],
        async (client, stored) => {
          // Who may not see the columns cannot check them.
          requireValidMapping(viewer, stored.columns, stored.mapping, await listFields(client, organization))
          await client.query(
            `update athlete_import_rows set answer = $3 where organization_id = $1 and import_id = $2 and doubt is not null
               and case when $4::integer[] is null then answer is null else line = any($4) end`,
            [organization, id, answer, rows ?? null],
          )
          if (!rows) return enqueueCheck(client, viewer, stored)
          return { findings: await checkRowsAgain(parts, client, stored, viewer.person.id, rows) }
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
          requireNames(stored.mapping)
          requireValidMapping(viewer, stored.columns, stored.mapping, await listFields(client, organization))
          // So that a file with the rows in error is read alike.
          await rememberMapping(client, organization, stored.columns, stored.mapping)
          return enqueueCheck(client, viewer, stored)
        },
        createLoader(viewer, id),
      )
    },
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
          requireValidMapping(viewer, stored.columns, stored.mapping, await listFields(client, organization))
          await rememberMapping(client, organization, stored.columns, stored.mapping)
          await requireNoOtherRunning(client, organization, id)
          await enqueue(
            client,
            importJob,
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
      const { organization } = viewer.member
      return change(
        viewer,
        id,
        ['checking', 'importing'],
        async (client, stored) => {
          if (stored.state === 'checking') return { state: 'mapping', version: sql<number>`version + 1` }
          await recordImport(client, organization, id, viewer.person.id)
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
            undoJob,
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
        const stored = await lockImport(client, organization, id)
        if (!beforeImporting.includes(stored.state)) throw new Refusal('import-under-way')
        await removeUnusedFields(client, organization, stored.new_fields)
        await run(
          client,
          query.deleteFrom('athlete_imports').where('organization_id', '=', organization).where('id', '=', id),
        )
      })
    },

    async listRows(viewer: Viewer, id: string, { outcome, ...paging }: ImportRowsQuery): Promise<ListPage<ImportRow>> {
      const stored = await find(database, viewer, id)
      // Planned outcomes before the import, actual ones after it.
      const isPlanned = beforeImporting.includes(stored.state)
      const page = await listRows(
        database,
        {
          table: 'athlete_import_rows',
          rows: () => {
            const all = selectRows(viewer.member.organization, id)
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
        rows: page.rows.map((row) => toImportRow(row, isPlanned, viewer, createColumnFilter(viewer, stored))),
      }
    },

    /** For download, with column names. */
    async listFailedRows(viewer: Viewer, id: string) {
      const stored = await find(database, viewer, id)
      const isPlanned = beforeImporting.includes(stored.state)
      const isHidden = createColumnFilter(viewer, stored)
      // A file of failed rows that failed again already has the column of errors.
      const kept = stored.columns.flatMap(({ name }, at) => (name === ERROR_HEADING ? [] : at))
      const columns = stored.columns.map(({ name }) => name)
      return { columns, kept, rows: rows() }

      async function* rows() {
        let after = 0
        for (;;) {
          const failed = selectRows(viewer.member.organization, id)
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
export type AthleteImports = ReturnType<typeof createAthleteImportService>

/** Texts that may name the sport: the file name and the rows above the header. */
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
  doubt: ImportDoubt | null
  answer: ImportAnswer | null
  candidate: (Omit<NonNullable<ImportRow['candidate']>, 'name'> & Parameters<typeof athleteName>[0]) | null
  outcome: string | null
  plan: keyof typeof outcomes | null
  athlete_id: string | null
  matched_by: ImportRow['matchedBy']
  problems: ImportRow['problems'] | null
  leftEmpty: ImportRow['leftEmpty'] | null
  givenName: string | null
  familyName: string | null
}
const outcomes = { add: 'added', update: 'updated', same: 'same', skip: 'skipped', fail: 'failed' } as const

function selectRows(organization: string, id: string) {
  return query
    .selectFrom('athlete_import_rows as r')
    .select(['r.line', 'r.cells', 'r.outcome', 'r.plan', 'r.athlete_id', 'r.matched_by', 'r.problems'])
    .select(['r.edits', 'r.changed', 'r.doubt', 'r.answer'])
    .select([
      // Rows of earlier releases have no sheet row.
      sql<number>`coalesce(r.sheet_row, r.line)`.as('row'),
      sql<number | null>`(select coalesce(first.sheet_row, first.line) from athlete_import_rows first
        where first.organization_id = r.organization_id and first.import_id = r.import_id and first.line = r.same_as)`.as(
        'sameAs',
      ),
      sql`(select jsonb_build_object('givenName', a.given_name, 'familyName', a.family_name, 'preferredName', a.preferred_name,
        'sport', a.sport, 'positions', a.positions, 'school', a.school, 'classYear', a.class_year, 'addedAt', a.created_at)
        from athletes a where r.doubt is not null and a.organization_id = r.organization_id and a.id = r.athlete_id)`.as(
        'candidate',
      ),
      sql<ImportRow['leftEmpty'] | null>`r.reading->'leftEmpty'`.as('leftEmpty'),
      sql<string | null>`r.reading->>'givenName'`.as('givenName'),
      sql<string | null>`r.reading->>'familyName'`.as('familyName'),
    ])
    .where('r.organization_id', '=', organization)
    .where('r.import_id', '=', id)
    .$castTo<StoredRow>()
}

function toImportRow(
  row: StoredRow,
  isPlanned: boolean,
  viewer: Viewer,
  isHidden: (column: number) => boolean,
): ImportRow {
  const { line, outcome, plan, athlete_id, matched_by, problems, edits, changed, candidate } = row
  const cells = correctCells(row)
  const isShown = ({ field }: PreviewedChange) => seesSensitive(viewer) || !isSensitiveTarget(field as ImportTarget)
  const hideValues = (all: ImportRow['problems'] | null) =>
    (all ?? []).map((one) => (one.column !== null && isHidden(one.column) ? { ...one, value: '' } : one))
  const name = [row.givenName, row.familyName].filter(Boolean).join(' ')
  const beginning = cells.filter((cell, at) => cell !== '' && !isHidden(at)).slice(0, 2)
  return {
    id: String(line),
    row: row.row,
    name: name || beginning.join(', '),
    outcome: isPlanned ? (plan ? outcomes[plan] : null) : outcome,
    athlete: athlete_id,
    matchedBy: matched_by,
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
    doubt: row.doubt,
    answer: row.answer,
    candidate: candidate && {
      ...candidate,
      name: athleteName(candidate),
      addedAt: new Date(candidate.addedAt).toISOString(),
    },
  }
}

/** One import or undo at a time, so that each compares with the result of the one before. */
async function requireNoOtherRunning(client: Queryable, organization: string, id: string) {
  await client.query("select pg_advisory_xact_lock(hashtextextended('imports:' || $1, 0))", [organization])
  const { rowCount } = await client.query(
    `select from athlete_imports where organization_id = $1 and id <> $2 and state in ('importing', 'undoing') limit 1`,
    [organization, id],
  )
  if (rowCount) throw new Refusal('another-import-running')
}

/** Suggestion for a column, unless another column has that target. */
function findSuggestion(name: string, { targets }: ImportMapping, allowed: (target: ImportTarget) => boolean) {
  const suggestion = suggestTarget(name)
  return suggestion && allowed(suggestion) && !targets.includes(suggestion) ? suggestion : null
}

/** Hidden columns must not be revealed by importing them as another field. */
function requireHiddenUnmapped(isHidden: (column: number) => boolean, { targets }: ImportMapping) {
  const used = targets.flatMap((target, at) => (target && isHidden(at) ? [`targets.${at}`] : []))
  if (used.length === 0) return
  const message = 'Only who uploaded the file can import this column'
  throw new Refusal('invalid-fields', { errors: used.map((field) => ({ field, message })) })
}
