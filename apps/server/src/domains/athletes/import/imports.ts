import type {
  AthleteImport,
  ImportMapping,
  ImportRow,
  ImportRowsQuery,
  ImportState,
  ImportsQuery,
  ImportTarget,
  WholeImport,
} from '@sherpa/contracts/athlete-import'
import type { ListPage } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import { sql, type UpdateObject } from 'kysely'
import { enqueue } from '../../../jobs/enqueue.ts'
import { turns } from '../../../jobs/in-turn.ts'
import { type Database, inTransaction, type Queryable } from '../../../persistence/database.ts'
import type { Tables } from '../../../persistence/database-types.ts'
import { listRows } from '../../../persistence/lists/list-rows.ts'
import { query, rowOf, rowsOf, run } from '../../../persistence/queries.ts'
import { todayIn } from '../../organizations/organizations.ts'
import type { Viewer } from '../athlete-access.ts'
import { listFields } from '../custom-fields.ts'
import { checkJob, importJob, undoJob } from './import-jobs.ts'
import { mayUse, proposeMapping, rememberMapping, requireNames, requireValidMapping } from './mappings.ts'
import { listColleaguesForImport } from './read-related-rows.ts'
import { describeValue, explainShortYears, isChoice } from './read-row.ts'
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
/** Limits concurrent uploads. */
const runLimited = turns({ atOnce: 3, mostWaiting: 20 })

/** States in which the import can still be changed. */
const beforeImporting: readonly ImportState[] = ['mapping', 'checking', 'checked']

type Set = UpdateObject<Tables, 'athlete_imports'>

export function createAthleteImportService({ database, clock }: { database: Database; clock: () => Date }) {
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
    const rules = { mapping, columns, fields, colleagues, today }
    const allowed = mayUse(viewer, fields)
    const isHidden = createColumnFilter(viewer, stored)
    return {
      ...toAthleteImport(stored, clock()),
      columns: stored.columns.map(({ name, filled, distinct }, at) => {
        const target = mapping.targets[at]
        return {
          name,
          filled,
          hidden: isHidden(at),
          suggestion: target || isHidden(at) ? null : findSuggestion(name, mapping, allowed),
          note:
            target === 'birthDate' && !isHidden(at)
              ? explainShortYears(
                  examples.map(({ cells }) => (cells as string[])[at] ?? ''),
                  rules,
                )
              : null,
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

  const createLoader =
    (viewer: Viewer, id: string) =>
    async (client: Queryable): Promise<AthleteImport> =>
      toAthleteImport(await find(client, viewer, id), clock())

  return {
    async list(viewer: Viewer, paging: ImportsQuery): Promise<ListPage<AthleteImport>> {
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

    async upload(viewer: Viewer, name: string | undefined, file: AsyncIterable<Buffer>): Promise<WholeImport> {
      const { id, columns, samples, rows } = await runLimited(() =>
        withLowMemory(() => uploadTable(database, viewer, name, file)),
      )
      const { organization } = viewer.member
      const fields = await listFields(database, organization)
      const colleagues = await listColleaguesForImport(database, organization)
      const { mapping, remembered } = await proposeMapping(database, viewer, columns, samples, fields, colleagues)
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

    async check(viewer: Viewer, id: string): Promise<AthleteImport> {
      const { organization } = viewer.member
      return change(
        viewer,
        id,
        beforeImporting,
        async (client, stored) => {
          requireNames(stored.mapping)
          requireValidMapping(viewer, stored.columns, stored.mapping, await listFields(client, organization))
          const version = stored.version + 1
          const data = { organization, import: id, version, person: viewer.person.id }
          await enqueue(client, checkJob, data, { key: id, failed: 'restart' })
          return { state: 'checking', done_rows: 0, findings: null, version }
        },
        createLoader(viewer, id),
      )
    },
    /** Resumes a canceled import. */
    async start(viewer: Viewer, id: string): Promise<AthleteImport> {
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

    async cancel(viewer: Viewer, id: string): Promise<AthleteImport> {
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

    async undo(viewer: Viewer, id: string): Promise<AthleteImport> {
      const { organization } = viewer.member
      return change(
        viewer,
        id,
        ['done', 'canceled'],
        async (client) => {
          const { undoUntil } = await createLoader(viewer, id)(client)
          if (!undoUntil) throw new Refusal('nothing-to-undo')
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
            return isPlanned ? all.where('r.plan', '=', plansByOutcome[outcome]) : all.where('r.outcome', '=', outcome)
          },
          sorts: { line: { column: 'r.line', type: 'integer' } },
          sort: 'line',
          id: { column: 'r.line', type: 'integer' },
        },
        paging,
      )
      return { ...page, rows: page.rows.map((row) => toImportRow(row, isPlanned, createColumnFilter(viewer, stored))) }
    },

    /** For download, with column names. */
    async listFailedRows(viewer: Viewer, id: string) {
      const stored = await find(database, viewer, id)
      const isPlanned = beforeImporting.includes(stored.state)
      const isHidden = createColumnFilter(viewer, stored)
      return { columns: stored.columns.map(({ name }) => name), rows: rows() }

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
          yield batch.map(({ cells, problems }) => ({
            cells: cells.map((cell, at) => (isHidden(at) ? '' : cell)),
            problems: problems ?? [],
          }))
        }
      }
    },
  }
}
export type AthleteImports = ReturnType<typeof createAthleteImportService>

const plansByOutcome = { failed: 'fail', skipped: 'skip', updated: 'update', kept: 'same' } as const

type StoredRow = {
  line: number
  row: number
  sameAs: number | null
  cells: string[]
  outcome: string | null
  plan: keyof typeof outcomes | null
  athlete_id: string | null
  matched_by: ImportRow['matchedBy']
  problems: ImportRow['problems'] | null
  givenName: string | null
  familyName: string | null
}
const outcomes = { add: 'added', update: 'updated', same: 'same', skip: 'skipped', fail: 'failed' } as const

function selectRows(organization: string, id: string) {
  return query
    .selectFrom('athlete_import_rows as r')
    .select(['r.line', 'r.cells', 'r.outcome', 'r.plan', 'r.athlete_id', 'r.matched_by', 'r.problems'])
    .select([
      // Rows of earlier releases have no sheet row.
      sql<number>`coalesce(r.sheet_row, r.line)`.as('row'),
      sql<number | null>`(select coalesce(first.sheet_row, first.line) from athlete_import_rows first
        where first.organization_id = r.organization_id and first.import_id = r.import_id and first.line = r.same_as)`.as(
        'sameAs',
      ),
      sql<string | null>`r.reading->>'givenName'`.as('givenName'),
      sql<string | null>`r.reading->>'familyName'`.as('familyName'),
    ])
    .where('r.organization_id', '=', organization)
    .where('r.import_id', '=', id)
    .$castTo<StoredRow>()
}

function toImportRow(row: StoredRow, isPlanned: boolean, isHidden: (column: number) => boolean): ImportRow {
  const { line, cells, outcome, plan, athlete_id, matched_by, problems } = row
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
    problems: (problems ?? []).map((problem) =>
      problem.column !== null && isHidden(problem.column) ? { ...problem, value: '' } : problem,
    ),
  }
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
