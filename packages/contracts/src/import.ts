import * as z from 'zod/mini'
import { listPage, listQuery } from './list.ts'
import { boundedString, line } from './text.ts'

/** Limits of a file. */
export const MOST_IMPORT_BYTES = 50 * 1024 * 1024
export const MOST_IMPORT_ROWS = 100_000
export const MOST_IMPORT_COLUMNS = 200
/** Characters of a cell or heading, and of a note. */
export const MOST_CELL_CHARACTERS = 1000
export const MOST_NOTE_CHARACTERS = 10_000
const inWords = (count: number) => count.toLocaleString('en-US')
/** What refuses a longer text. Nothing is cut. */
export const tooLong = (characters: number, most: number) =>
  `This has ${inWords(characters)} characters. Shorten it to ${inWords(most)}`
export const cellTooLong = (row: number, column: string, characters: number, most: number) =>
  `Row ${row}, column ${column} has ${inWords(characters)} characters. Shorten it to ${inWords(most)}`
/** How long an import can be undone. */
export const IMPORT_UNDO_DAYS = 30
/** Rows at the start of a file among which the header is. */
export const MOST_HEADER_ROWS = 30
/** Accepted content types; the server detects the format and encoding. */
export const importTypes = [
  'text/csv',
  'text/plain',
  'application/octet-stream',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const

export const importStates = {
  uploading: 'Uploading',
  mapping: 'Matching columns',
  checking: 'Checking',
  checked: 'Ready to import',
  importing: 'Importing',
  canceled: 'Stopped',
  done: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
} as const
export type ImportState = keyof typeof importStates
const importState = z.enum(Object.keys(importStates) as ImportState[])

/** Whether a row is the record that it may be. */
export const importAnswers = ['update', 'add', 'skip'] as const
export type ImportAnswer = (typeof importAnswers)[number]
export const importAnswer = z.enum(importAnswers, 'Choose an answer')

export const columnNumber = z.int().check(z.gte(0), z.lte(MOST_IMPORT_COLUMNS))
export const columnKey = boundedString(3).check(z.regex(/^\d{1,3}$/))

/** The target of each column; null: not imported. What else there is depends on what is imported. */
export type ColumnTargets = { targets: (string | null)[] }

const count = z.int()
/** Rows by outcome, predicted or actual. */
export const importCounts = z.object({ added: count, updated: count, same: count, skipped: count, failed: count })
export type ImportCounts = z.infer<typeof importCounts>

/** What every check finds. */
export const commonFindings = z.object({
  counts: importCounts,
  /** Duplicates within the file. */
  withinFile: count,
  /** Rows that wait for an answer. They are left out until then. */
  open: z._default(count, 0),
  /** Values that updates change. */
  changedValues: z._default(count, 0),
  /** Unrecognized values, most frequent first. */
  notUnderstood: z.array(z.object({ column: columnNumber, value: z.string(), rows: count, message: z.string() })),
})
export type CommonFindings = z.infer<typeof commonFindings>

export const importRecord = z.object({
  id: z.uuid(),
  /** The file name. */
  name: z.string(),
  state: importState,
  createdAt: z.iso.datetime(),
  /** Null: a deleted account. */
  createdBy: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  finishedAt: z.nullable(z.iso.datetime()),
  rows: count,
  /** Rows processed by the current job. */
  doneRows: count,
  counts: importCounts,
  /** Records that an undo kept, because they were changed since. */
  kept: count,
  /** Records that an undo removed, and restored. */
  removed: count,
  restored: count,
  /** The failed job, which can be retried. */
  failed: z.nullable(z.enum(['checking', 'importing', 'undoing'])),
  /** Null: nothing to undo. */
  undoUntil: z.nullable(z.iso.datetime()),
})
export type ImportRecord = z.infer<typeof importRecord>

const distinctValue = z.object({
  value: z.string(),
  rows: count,
  /** The recognized meaning. Null: unrecognized. */
  meaning: z.nullable(z.string()),
})
export const commonColumn = z.object({
  name: z.string(),
  filled: count,
  /** How ambiguous values are read. */
  note: z.nullable(z.string()),
  /** Uploaded by someone else, and possibly sensitive. */
  hidden: z.boolean(),
  /** Null if there are too many. */
  distinct: z.nullable(z.array(distinctValue)),
})
export type CommonColumn = z.infer<typeof commonColumn>

/** An import with its file. */
export const importedFile = z.extend(importRecord, {
  /** The row with the column names. Null: there is none. */
  headerRow: z.nullable(count),
  /** The first rows of the file, with their numbers in the spreadsheet. */
  firstRows: z.array(z.object({ row: count, cells: z.array(z.string()) })),
  /** Sheets of a workbook that have data. */
  sheets: z.array(z.object({ name: z.string(), rows: count })),
  /** The sheet that was read. Null: not a workbook. */
  sheet: z.nullable(z.string()),
  examples: z.array(z.array(z.string())),
  /** The mapping of an earlier file with the same columns is reused. */
  remembered: z.boolean(),
})
export type ImportedFile = z.infer<typeof importedFile>

export const importsPage = listPage(importRecord)
export const importsQuery = listQuery(['created'], {})
export type ImportsQuery = z.infer<typeof importsQuery>

/** The file name, and the sheet of a workbook, if any. */
export const newImportQuery = z.strictObject({ name: z.optional(line(200)), sheet: z.optional(line(100)) })
export type NewImportQuery = z.infer<typeof newImportQuery>

/** The row number of the header in the spreadsheet. Null: the first row is data. */
export const importHeader = z.strictObject({ row: z.nullable(z.int().check(z.gte(1), z.lte(1_100_000))) })
export type ImportHeader = z.infer<typeof importHeader>

/** `unread`: with errors, or with values that are left empty. */
const rowFilter = z.enum(['failed', 'unread', 'skipped', 'updated', 'kept', 'asked'])
export type ImportRowFilter = z.infer<typeof rowFilter>
export const importRowsQuery = listQuery(['line'], { outcome: z.optional(rowFilter) })
export type ImportRowsQuery = z.infer<typeof importRowsQuery>
const problems = z.array(z.object({ column: z.nullable(columnNumber), value: z.string(), message: z.string() }))
/** What every row has. */
export const commonRow = z.object({
  id: z.string(),
  /** The row number in the spreadsheet. */
  row: count,
  name: z.string(),
  outcome: z.nullable(z.string()),
  /** The earlier row with the same record. */
  sameAs: z.nullable(count),
  /** Why the row fails. */
  problems,
  /** Unrecognized values that are left empty. */
  leftEmpty: problems,
  /** The cells with corrections. Hidden ones are empty. */
  cells: z.array(z.string()),
  /** Original values of corrected cells, by column. */
  originals: z.record(z.string(), z.string()),
  /** What an update changes. */
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  answer: z.nullable(importAnswer),
})
export type CommonRow = z.infer<typeof commonRow>

/** Rows of one request. */
const MOST_EDITED_ROWS = 1000
const rowId = z.int().check(z.gte(1), z.lte(MOST_IMPORT_ROWS))

/** Corrected cells. */
export const importEdits = z.strictObject({
  edits: z
    .array(z.strictObject({ row: rowId, column: columnNumber, value: boundedString(2000, 'Please shorten this') }))
    .check(z.minLength(1), z.maxLength(MOST_EDITED_ROWS, 'Correct at most 1,000 values at once')),
})
export type ImportEdits = z.infer<typeof importEdits>

/** Whether rows are the records they may be. Without rows: all that are open. */
export const importAnswersGiven = z.strictObject({
  answer: importAnswer,
  rows: z.optional(z.array(rowId).check(z.minLength(1), z.maxLength(MOST_EDITED_ROWS, 'Choose at most 1,000 rows'))),
})
export type ImportAnswersGiven = z.infer<typeof importAnswersGiven>
