import * as z from 'zod/mini'
import {
  type AthleteFact,
  athleteFactNames,
  levels,
  newCustomField,
  type SocialPlatform,
  sensitiveFacts,
  socialPlatforms,
} from './athlete.ts'
import { factLabels } from './field-labels.ts'
import { stages } from './labels.ts'
import { listPage, listQuery } from './list.ts'
import { type Measurable, measurableIds, measurables, writtenUnits } from './measurable.ts'
import { sportIds } from './sports.ts'
import { boundedString, line } from './text.ts'

/** Limits of a file. */
export const MOST_IMPORT_BYTES = 50 * 1024 * 1024
export const MOST_IMPORT_ROWS = 100_000
export const MOST_IMPORT_COLUMNS = 200
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

const contactParts = { Name: 'name', Relation: 'relationship', Email: 'email', Phone: 'phone' } as const
export type ContactPart = keyof typeof contactParts
export const contactNumbers = [1, 2, 3] as const
type ContactTarget = `contact${(typeof contactNumbers)[number]}${ContactPart}`
const contactTargets = Object.fromEntries(
  contactNumbers.flatMap((number) =>
    Object.entries(contactParts).map(([part, name]) => [`contact${number}${part}`, `Contact ${number}: ${name}`]),
  ),
) as Record<ContactTarget, string>

/** Targets beside facts: the ID of an export, tags, programs, assigned members, contacts and a note. */
const belongings = {
  athleteId: 'Athlete ID',
  tags: 'Tags',
  programs: 'Program',
  lookedAfterBy: 'Managed by',
  ...contactTargets,
  note: 'Note',
} as const
export type ImportBelonging = keyof typeof belongings

/** Values that are spread over several columns. */
const partTargets = {
  'birthDate.month': 'Birth date: month',
  'birthDate.day': 'Birth date: day',
  'birthDate.year': 'Birth date: year',
  'measured:height.feet': 'Height: feet',
  'measured:height.inches': 'Height: inches',
} as const
export type PartTarget = keyof typeof partTargets
export const isPartTarget = (target: string): target is PartTarget => Object.hasOwn(partTargets, target)

export type SimpleTarget =
  | AthleteFact
  | 'fullName'
  | ImportBelonging
  | PartTarget
  | `measured:${Measurable}`
  | `social:${SocialPlatform}`
  | `followers:${SocialPlatform}`
  | `custom:${string}`
/** The target of a column. A cell with two values has two targets: `hometown+school`. */
export type ImportTarget = SimpleTarget | `${string}+${string}`

export const simpleTargetsOf = (target: ImportTarget) => target.split('+') as SimpleTarget[]

/** Need `athletes.sensitive`. */
export function isSensitiveTarget(target: ImportTarget) {
  return simpleTargetsOf(target).some(
    (one) => one.startsWith('contact') || (sensitiveFacts as ReadonlySet<string>).has(one.split('.')[0] ?? ''),
  )
}
const importTarget = boundedString(100, 'Choose a field').check(
  z.refine(isImportTarget, 'Choose a field'),
) as unknown as z.ZodMiniType<ImportTarget, ImportTarget>

function isImportTarget(text: string) {
  const targets = text.split('+')
  return targets.length <= 2 && targets.every(isSimpleTarget)
}

function isSimpleTarget(text: string) {
  return (
    text === 'fullName' ||
    Object.hasOwn(belongings, text) ||
    isPartTarget(text) ||
    (athleteFactNames as string[]).includes(text) ||
    (text.startsWith('measured:') && (measurableIds as string[]).includes(text.slice(9))) ||
    (/^(social|followers):/.test(text) && Object.hasOwn(socialPlatforms, text.replace(/^\w+:/, ''))) ||
    /^custom:[\da-f-]{36}$/.test(text)
  )
}

/** Columns have the labels of the form. */
const {
  lookedAfterBy: _,
  tags: __,
  programs: ___,
  ...columns
} = { fullName: 'Full name', ...factLabels, classYear: 'Class year' }
/** Labels of all targets except custom fields, in display order. */
export const importTargetNames: [ImportTarget, string][] = [
  ...(Object.entries(columns) as [ImportTarget, string][]),
  ...(Object.entries(belongings) as [ImportTarget, string][]),
  ...measurableIds.map((kind): [ImportTarget, string] => [`measured:${kind}`, measurables[kind].name]),
  ...(Object.keys(socialPlatforms) as SocialPlatform[]).flatMap((platform): [ImportTarget, string][] => [
    [`social:${platform}`, socialPlatforms[platform]],
    [`followers:${platform}`, `${socialPlatforms[platform]} followers`],
  ]),
  ...(Object.entries(partTargets) as [ImportTarget, string][]),
  ['hometown+school', 'Hometown and school'],
  ['measured:height+measured:weight', 'Height and weight'],
]
const targetNames = new Map<string, string>(importTargetNames)
/** The label of a target, except of a custom field. */
export const importTargetName = (target: ImportTarget) =>
  targetNames.get(target) ??
  simpleTargetsOf(target)
    .map((one) => targetNames.get(one) ?? one)
    .join(' and ')

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
  ask: 'Ask me',
} as const
export type DuplicateChoice = keyof typeof duplicateChoices
const duplicateChoice = z.enum(Object.keys(duplicateChoices) as DuplicateChoice[], 'Choose what to do')

/** Why a row waits for an answer: same by this, but not certain; or several athletes fit. */
export const importDoubts = {
  identifier: 'Same unique ID, but another name and birth date',
  email: 'Same email address, but other details differ',
  birth: 'Same name and birth date',
  name: 'Same name, nothing else to go by',
  several: 'Several athletes fit',
} as const
export type ImportDoubt = keyof typeof importDoubts
export const importAnswers = { update: 'Same, update', add: 'Someone else', skip: 'Skip row' } as const
export type ImportAnswer = keyof typeof importAnswers
const importAnswer = z.enum(Object.keys(importAnswers) as ImportAnswer[], 'Choose an answer')

const columnNumber = z.int().check(z.gte(0), z.lte(MOST_IMPORT_COLUMNS))
const columnKey = boundedString(3).check(z.regex(/^\d{1,3}$/))

export const importMapping = z.strictObject({
  /** The target of each column; null: not imported. */
  targets: z.array(z.nullable(importTarget)).check(z.maxLength(MOST_IMPORT_COLUMNS)),
  /** Meanings by column index and lower-case value. Empty: imported as empty. */
  values: z.record(columnKey, z.record(boundedString(200), line(200))),
  /** The unit of bare numbers, by column index. Without one, each value decides. */
  units: z.optional(z.record(columnKey, z.enum(writtenUnits, 'Choose a unit'))),
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
  /** Rows that wait for an answer. They are left out until then. */
  open: z._default(count, 0),
  /** Values that updates change. */
  changedValues: z._default(count, 0),
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
  /** The row with the column names. Null: there is none. */
  headerRow: z.nullable(count),
  /** The first rows of the file, with their numbers in the spreadsheet. */
  firstRows: z.array(z.object({ row: count, cells: z.array(z.string()) })),
  /** Sheets of a workbook that have data. */
  sheets: z.array(z.object({ name: z.string(), rows: count })),
  /** The sheet that was read. Null: not a workbook. */
  sheet: z.nullable(z.string()),
  /** The sport guessed from positions or titles, with the reason. */
  sportGuess: z.nullable(z.object({ sport: z.enum(sportIds), reason: z.string() })),
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

/** The file name, and the sheet of a workbook, if any. */
export const newImportQuery = z.strictObject({ name: z.optional(line(200)), sheet: z.optional(line(100)) })
export type NewImportQuery = z.infer<typeof newImportQuery>

/** The row number of the header in the spreadsheet. Null: the first row is data. */
export const importHeader = z.strictObject({ row: z.nullable(z.int().check(z.gte(1), z.lte(1_100_000))) })
export type ImportHeader = z.infer<typeof importHeader>

/** A custom field for an unmatched column. */
export const importField = z.extend(newCustomField, { column: columnNumber })
export type ImportField = z.infer<typeof importField>

/** `unread`: with errors, or with values that are left empty. */
const rowFilter = z.enum(['failed', 'unread', 'skipped', 'updated', 'kept', 'asked'])
export type ImportRowFilter = z.infer<typeof rowFilter>
export const importRowsQuery = listQuery(['line'], { outcome: z.optional(rowFilter) })
export type ImportRowsQuery = z.infer<typeof importRowsQuery>
const problems = z.array(z.object({ column: z.nullable(columnNumber), value: z.string(), message: z.string() }))
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
  doubt: z.nullable(z.enum(Object.keys(importDoubts) as ImportDoubt[])),
  answer: z.nullable(importAnswer),
  /** The known athlete that the row may be. */
  candidate: z.nullable(
    z.object({
      name: z.string(),
      sport: z.nullable(z.enum(sportIds)),
      positions: z.array(z.string()),
      school: z.nullable(z.string()),
      classYear: z.nullable(count),
      addedAt: z.iso.datetime(),
    }),
  ),
})
export type ImportRow = z.infer<typeof importRow>
export const importRowsPage = listPage(importRow)

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

/** Whether rows are the athletes they may be. Without rows: all that are open. */
export const importAnswersGiven = z.strictObject({
  answer: importAnswer,
  rows: z.optional(z.array(rowId).check(z.minLength(1), z.maxLength(MOST_EDITED_ROWS, 'Choose at most 1,000 rows'))),
})
export type ImportAnswersGiven = z.infer<typeof importAnswersGiven>
