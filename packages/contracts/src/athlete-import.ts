import * as z from 'zod/mini'
import { type AthleteFact, athleteFactNames, levels, sensitiveFacts } from './athlete.ts'
import { factLabels } from './field-labels.ts'
import { stages } from './labels.ts'
import { listPage, listQuery } from './list.ts'
import { type Measurable, measurableIds, measurables } from './measurable.ts'
import { sportIds } from './sports.ts'
import { boundedString, line } from './text.ts'

/** Limits of a file. */
export const MOST_IMPORT_BYTES = 50 * 1024 * 1024
export const MOST_IMPORT_ROWS = 100_000
export const MOST_IMPORT_COLUMNS = 200
/** How long an import can be undone. */
export const IMPORT_UNDO_DAYS = 30
/** Accepted content types; the server detects the encoding. */
export const importTypes = ['text/csv', 'text/plain', 'application/octet-stream'] as const

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

/** Targets beside facts: tags, assigned members, one contact and a note. */
const belongings = {
  tags: 'Tags',
  lookedAfterBy: 'Managed by',
  contactName: 'Contact: name',
  contactRelation: 'Contact: relationship',
  contactEmail: 'Contact: email',
  contactPhone: 'Contact: phone',
  note: 'Note',
} as const
export type ImportBelonging = keyof typeof belongings

/** The target of a column. */
export type ImportTarget = AthleteFact | 'fullName' | ImportBelonging | `measured:${Measurable}` | `custom:${string}`

/** Need `athletes.sensitive`. */
export function isSensitiveTarget(target: ImportTarget) {
  return target.startsWith('contact') || (sensitiveFacts as ReadonlySet<string>).has(target)
}
const importTarget = boundedString(100, 'Choose a field').check(
  z.refine(isImportTarget, 'Choose a field'),
) as unknown as z.ZodMiniType<ImportTarget, ImportTarget>

function isImportTarget(text: string) {
  return (
    text === 'fullName' ||
    Object.hasOwn(belongings, text) ||
    (athleteFactNames as string[]).includes(text) ||
    (measurableIds as string[]).includes(text.replace(/^measured:/, '')) ||
    /^custom:[\da-f-]{36}$/.test(text)
  )
}

/** Columns have the labels of the form. */
const { lookedAfterBy: _, tags: __, ...columns } = { fullName: 'Full name', ...factLabels, classYear: 'Class year' }
/** Labels of all targets except custom fields, in display order. */
export const importTargetNames: [ImportTarget, string][] = [
  ...(Object.entries(columns) as [ImportTarget, string][]),
  ...(Object.entries(belongings) as [ImportTarget, string][]),
  ...measurableIds.map((kind): [ImportTarget, string] => [`measured:${kind}`, measurables[kind].name]),
]

/** Criteria of duplicates, in the roster or within the file. */
export const duplicateKinds = {
  identifier: 'Same unique ID',
  email: 'Same email address',
  birth: 'Same name and birth date',
  name: 'Same name, no conflicting details',
} as const
export type DuplicateKind = keyof typeof duplicateKinds
export const duplicateChoices = {
  skip: 'Skip the row',
  'fill-empty': 'Fill in empty fields',
  'update-all': 'Overwrite with the file',
  add: 'Add as a new athlete',
} as const
export type DuplicateChoice = keyof typeof duplicateChoices
const duplicateChoice = z.enum(Object.keys(duplicateChoices) as DuplicateChoice[], 'Choose what to do')

const columnNumber = z.int().check(z.gte(0), z.lte(MOST_IMPORT_COLUMNS))

export const importMapping = z.strictObject({
  /** The target of each column; null: not imported. */
  targets: z.array(z.nullable(importTarget)).check(z.maxLength(MOST_IMPORT_COLUMNS)),
  /** Meanings by column index and lower-case value. Empty: imported as empty. */
  values: z.record(boundedString(3).check(z.regex(/^\d{1,3}$/)), z.record(boundedString(200), line(200))),
  /** For rows without a value. */
  defaults: z.strictObject({
    sport: z.nullable(z.enum(sportIds, 'Choose a sport')),
    level: z.enum(Object.keys(levels) as (keyof typeof levels)[], 'Choose a level'),
    stage: z.enum(Object.keys(stages) as (keyof typeof stages)[], 'Choose a stage'),
  }),
  /** The column with a unique ID, mapped to a custom field. */
  identifier: z.nullable(columnNumber),
  duplicates: z.strictObject({
    identifier: duplicateChoice,
    email: duplicateChoice,
    birth: duplicateChoice,
    name: duplicateChoice,
  }),
  /** Unrecognized values skip the row, or only the value. */
  notUnderstood: z.enum(['leave-out-row', 'leave-empty']),
  /** Whether 3/9/2005 is September 3. */
  dayFirst: z.boolean(),
  /** Assigns new athletes to the importing member. */
  lookAfter: z.boolean(),
})
export type ImportMapping = z.infer<typeof importMapping>

const count = z.int()
/** Rows by outcome, predicted or actual. */
const importCounts = z.object({ added: count, updated: count, same: count, skipped: count, failed: count })
export type ImportCounts = z.infer<typeof importCounts>

export const importFindings = z.object({
  counts: importCounts,
  /** Duplicates by criterion, and within the file. */
  duplicates: z.object({ identifier: count, email: count, birth: count, name: count }),
  withinFile: count,
  /** Tags that would be created. */
  newTags: z._default(z.array(z.string()), []),
  /** Signed athletes over the plan's limit: they become prospects or keep their stage. */
  overPlan: count,
  /** Unrecognized values, most frequent first. */
  notUnderstood: z.array(z.object({ column: columnNumber, value: z.string(), rows: count, message: z.string() })),
})
export type ImportFindings = z.infer<typeof importFindings>

export const athleteImport = z.object({
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
  /** Athletes that an undo kept, because they were changed since. */
  kept: count,
  /** Athletes that an undo removed, and restored. */
  removed: count,
  restored: count,
  /** The failed job, which can be retried. */
  failed: z.nullable(z.enum(['checking', 'importing', 'undoing'])),
  /** Null: nothing to undo. */
  undoUntil: z.nullable(z.iso.datetime()),
})
export type AthleteImport = z.infer<typeof athleteImport>

const distinctValue = z.object({
  value: z.string(),
  rows: count,
  /** The recognized meaning. Null: unrecognized. */
  meaning: z.nullable(z.string()),
})
const importColumn = z.object({
  name: z.string(),
  filled: count,
  /** A likely target, if the name is similar to a field. */
  suggestion: z.nullable(importTarget),
  /** How ambiguous values are read. */
  note: z.nullable(z.string()),
  /** Uploaded by someone else, and possibly sensitive. */
  hidden: z.boolean(),
  /** Null if there are too many. */
  distinct: z.nullable(z.array(distinctValue)),
})
export type ImportColumn = z.infer<typeof importColumn>

export const wholeImport = z.extend(athleteImport, {
  columns: z.array(importColumn),
  examples: z.array(z.array(z.string())),
  mapping: importMapping,
  /** The mapping of an earlier file with the same columns is reused. */
  remembered: z.boolean(),
  /** Of the last check; null after a change of the mapping. */
  findings: z.nullable(importFindings),
})
export type WholeImport = z.infer<typeof wholeImport>

export const importsPage = listPage(athleteImport)
export const importsQuery = listQuery(['created'], {})
export type ImportsQuery = z.infer<typeof importsQuery>

/** The file name, if any. */
export const newImportQuery = z.strictObject({ name: z.optional(line(200)) })

const rowFilter = z.enum(['failed', 'skipped', 'updated', 'kept'])
export type ImportRowFilter = z.infer<typeof rowFilter>
export const importRowsQuery = listQuery(['line'], { outcome: z.optional(rowFilter) })
export type ImportRowsQuery = z.infer<typeof importRowsQuery>
export const importRow = z.object({
  id: z.string(),
  /** The row number in the spreadsheet. */
  row: count,
  name: z.string(),
  outcome: z.nullable(z.string()),
  /** The created or matched athlete. */
  athlete: z.nullable(z.uuid()),
  matchedBy: z.nullable(z.enum(Object.keys(duplicateKinds) as DuplicateKind[])),
  /** The earlier row with the same athlete. */
  sameAs: z.nullable(count),
  problems: z.array(z.object({ column: z.nullable(columnNumber), value: z.string(), message: z.string() })),
})
export type ImportRow = z.infer<typeof importRow>
export const importRowsPage = listPage(importRow)
