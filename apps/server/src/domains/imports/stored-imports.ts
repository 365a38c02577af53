import type { ImportRecord, ImportState } from '@sherpa/contracts/import'
import { IMPORT_UNDO_DAYS } from '@sherpa/contracts/import'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf } from '../../persistence/queries.ts'
import type { StoredColumn } from '../../tables/count-values.ts'
import type { NumberedRow } from '../../tables/read-table.ts'
import type { Sheet } from '../../tables/read-workbook.ts'
import { publicUsers } from '../accounts/accounts.ts'
import type { Importable, Outcome, Shape, Viewer } from './importable.ts'

export type StoredImport<Of extends Shape = Shape> = {
  organization_id: string
  id: string
  name: string
  state: ImportState
  created_by: string | null
  created_at: Date
  finished_at: Date | null
  columns: StoredColumn[]
  row_count: number
  mapping: Of['mapping']
  remembered: boolean
  findings: Of['findings'] | null
  done_rows: number
  counts: Partial<Record<Outcome, number>>
  failed: ImportRecord['failed']
  version: number
  /** Tags created by the import. */
  new_tags: string[]
  /** Custom fields created for its columns. */
  new_fields: string[]
  target: Importable['name']
  /** Records that deals needed. */
  new_athletes: string[]
  new_companies: string[]
  /** Who changed columns, values or cells. */
  changed_by: string[]
  asked_at: Date | null
  approved_at: Date | null
  approved_by: string | null
  approval_comment: string | null
  header_row: number | null
  /** Titles and header. */
  rows_before: NumberedRow[]
  sheets: Sheet[]
  sheet: string | null
}

export async function lockImport<Of extends Shape>(
  client: Queryable,
  organization: string,
  id: string,
): Promise<StoredImport<Of>> {
  const found = await rowOf(
    client,
    query
      .selectFrom('imports')
      .selectAll()
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .forUpdate()
      .$castTo<StoredImport<Of>>(),
  )
  if (!found) throw new Refusal('not-found')
  return found
}

/** With the name of the uploader. */
export const listedImports = query
  .selectFrom('imports as i')
  .leftJoin(publicUsers.as('u'), (join) => join.onRef('u.id', '=', 'i.created_by').on('u.deleted_at', 'is', null))
  .selectAll('i')
  .select('u.name as creatorName')
  .where('i.state', '<>', 'uploading')
  .$castTo<ListedImport>()
export type ListedImport<Of extends Shape = Shape> = StoredImport<Of> & { creatorName: string | null }

/**
 * The uploader sees all columns. Without permission for sensitive data, others see only columns mapped to other fields.
 */
export function createColumnFilter(
  { seesSensitive, isSensitive }: Pick<Importable, 'seesSensitive' | 'isSensitive'>,
  viewer: Viewer,
  { created_by, mapping }: Pick<StoredImport, 'created_by' | 'mapping'>,
) {
  const isRestricted = created_by !== viewer.person.id && !seesSensitive(viewer)
  return (column: number) => {
    const target = mapping.targets[column] ?? null
    return isRestricted && (target === null || isSensitive(target))
  }
}

export function toImportRecord(stored: ListedImport, now: Date): ImportRecord {
  const { id, name, state, created_at, created_by, creatorName, finished_at, row_count, done_rows, counts, failed } =
    stored
  const until = finished_at && new Date(finished_at.getTime() + IMPORT_UNDO_DAYS * 86_400_000)
  const isUndoable = (state === 'done' || state === 'canceled') && until !== null && until > now
  return {
    id,
    name,
    state,
    createdAt: created_at.toISOString(),
    createdBy: created_by && creatorName ? { id: created_by, name: creatorName } : null,
    finishedAt: finished_at?.toISOString() ?? null,
    rows: row_count,
    doneRows: done_rows,
    counts: {
      added: counts.added ?? 0,
      updated: counts.updated ?? 0,
      same: counts.same ?? 0,
      skipped: counts.skipped ?? 0,
      failed: counts.failed ?? 0,
    },
    kept: counts.kept ?? 0,
    removed: counts.removed ?? 0,
    restored: counts.restored ?? 0,
    failed,
    undoUntil: isUndoable ? until.toISOString() : null,
  }
}

/** SQL expression that adds to the stored counts. */
export const addCounts = (more: Partial<Record<Outcome, number>>) => {
  const sums = Object.entries(more).map(
    ([outcome, count]) =>
      sql`jsonb_build_object(${outcome}::text, coalesce((counts->>${outcome}::text)::integer, 0) + ${count}::integer)`,
  )
  return sql<string>`counts || ${sums.length > 0 ? sql.join(sums, sql` || `) : sql`'{}'::jsonb`}`
}
