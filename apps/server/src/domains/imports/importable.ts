import type { EventName } from '@sherpa/contracts/activity'
import type { ColumnTargets, CommonFindings, ImportAnswer, ImportCounts } from '@sherpa/contracts/import'
import type { RawBuilder, UpdateObject } from 'kysely'
import type { Member } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import type { Tables } from '../../persistence/database-types.ts'
import type { StoredColumn } from '../../tables/count-values.ts'
import type { InThread } from '../../tables/in-thread.ts'
import type { RowToRead } from '../../tables/read-rows.ts'
import type { TableTasks } from '../../tables/table-tasks.ts'
import type { StoredImport } from './stored-imports.ts'

export type Viewer = { person: { id: string }; member: Member }
export type ImportChange = UpdateObject<Tables, 'imports'>
/** `joined`: belongs to the record of an earlier row. */
export type Outcome = keyof ImportCounts | 'joined' | 'removed' | 'restored' | 'kept'
export type RowProblem = { column: number | null; value: string; message: string }

/** A table with its first rows, to recognize its columns. */
export type SampledTable = {
  columns: StoredColumn[]
  samples: string[][]
  /** The file name, and the cells above the header. */
  titles: readonly string[]
}

export type RowToPlan<Reading> = {
  line: number
  reading: Reading
  answer: ImportAnswer | null
  /** The candidate that the answer is about. */
  answered_for: string | null
}

export type RowPlan = {
  line: number
  plan: 'add' | 'update' | 'skip' | 'join'
  matched_by: string | null
  /** The first row of the same record. */
  same_as: number | null
  record_id: string | null
  /** Why the row waits for an answer. */
  doubt: string | null
  answer: ImportAnswer | null
  answered_for: string | null
}
export type PlannedRow<Reading> = Omit<RowPlan, 'plan'> & { reading: Reading; plan: RowPlan['plan'] | 'fail' }

/** A change as people read it before the import. */
export type PreviewedChange = { field: string; before: string | null; after: string | null }

export type WrittenRow = Pick<PlannedRow<unknown>, 'line' | 'plan' | 'matched_by' | 'same_as' | 'doubt'> & {
  outcome: Outcome
  record_id: string | null
  /** What undo restores. */
  changed: unknown[] | null
  problem: string | null
}

/** A batch of rows, with the facts of that moment. */
type ImportBatch<Reading> = {
  read(rows: readonly RowToRead[]): Promise<{ reading: Reading; problems: RowProblem[] }[]>
  /** Matches rows with known records and with earlier rows of the file. */
  plan(rows: readonly RowToPlan<Reading>[]): Promise<RowPlan[]>
  /** What updates would change, by line. */
  preview(rows: readonly (RowPlan & { reading: Reading })[]): Promise<Map<number, PreviewedChange[]>>
  /** Writes records. `change`: what the import remembers for its undo. */
  write(rows: readonly PlannedRow<Reading>[]): Promise<{ written: WrittenRow[]; change: ImportChange }>
}

export type UpdatedRow = { line: number; record_id: string; changed: unknown[] }

/** The types of one importable. */
export type Shape = {
  mapping: ColumnTargets
  /** A row as it was read. */
  reading: object
  /** Columns and settings as people see them. */
  details: object
  findings: CommonFindings
  row: object
}

/**
 * What a file can be imported as: the fields of its columns, how values are read, how records are matched and written,
 * and how that is undone.
 */
export type Importable<Of extends Shape = Shape> = {
  /** In names of jobs, and stored with imports. */
  name: 'athlete' | 'deal'
  /** Rows per transaction, if each takes long. */
  batchRows?: number
  /** Rows of a file, if fewer than usual. */
  mostRows?: number
  /** A row says something about others, so corrections check all rows again. */
  checksWhole?: true
  /** In events: "12 athletes". */
  plural: string
  jobTitles: Record<'check' | 'run' | 'undo', string>
  /** Of the audit trail. */
  importedEvent: EventName
  thread: Pick<InThread<TableTasks>, 'run' | 'read'>
  /** Whether the viewer may see all columns of files that others uploaded. */
  seesSensitive(viewer: Viewer): boolean
  isSensitive(target: string): boolean

  propose(client: Queryable, viewer: Viewer, table: SampledTable): Promise<Proposal<Of>>
  /** Refuses a mapping that does not fit the columns or the viewer's permissions. */
  requireValid(client: Queryable, viewer: Viewer, columns: StoredColumn[], mapping: Of['mapping']): Promise<void>
  /** Refuses a mapping without the fields that each record needs. */
  requireComplete(mapping: Of['mapping']): void
  remember(client: Queryable, organization: string, columns: StoredColumn[], mapping: Of['mapping']): Promise<void>
  /** Refuses to start, such as without an approval. */
  requireStartable?(client: Queryable, stored: StoredImport<Of>): Promise<void>
  /** Hidden cells of the samples are empty. */
  describe(
    client: Queryable,
    viewer: Viewer,
    stored: StoredImport<Of>,
    visible: Pick<SampledTable, 'samples' | 'titles'> & { hidden: boolean[] },
  ): Promise<Of['details']>

  /** Keeps people from adding records until the batch is written. */
  lock(client: Queryable, organization: string): Promise<void>
  openBatch(client: Queryable, stored: StoredImport<Of>, person: string): Promise<ImportBatch<Of['reading']>>
  /** What it finds beside the common findings. Rows that break a limit may fail. */
  findMore(client: Queryable, stored: StoredImport<Of>): Promise<Omit<Of['findings'], keyof CommonFindings>>

  /** Removes added records without later changes. Returns those that stay. */
  removeAdded(client: Queryable, stored: StoredImport<Of>, ids: readonly string[], person: string): Promise<string[]>
  /** Restores values that are still as imported. */
  restore(
    client: Queryable,
    stored: StoredImport<Of>,
    rows: readonly UpdatedRow[],
    person: string,
  ): Promise<{ line: number; outcome: 'restored' | 'kept' }[]>
  /** Removes what was made for the import, unless used since. */
  removeUnused(client: Queryable, stored: StoredImport<Of>): Promise<void>

  /** Columns of rows `r` that `describeRow` needs. */
  rowColumns: Record<string, RawBuilder<unknown>>
  describeRow(row: Record<string, unknown>): Of['row'] & { name: string }
}

type Proposal<Of extends Shape> = { mapping: Of['mapping']; remembered: boolean }
