import * as z from 'zod/mini'
import { type AthleteFact, athleteFactNames, levels, sensitiveFacts, stages } from './athlete.ts'
import { factLabels } from './field-labels.ts'
import { listPage, listQuery } from './list.ts'
import { type Measurable, measurableIds, measurables } from './measurable.ts'
import { sportIds } from './sports.ts'
import { boundedString, line } from './text.ts'

/** How large a file may be. */
export const MOST_IMPORT_BYTES = 50 * 1024 * 1024
export const MOST_IMPORT_ROWS = 100_000
export const MOST_IMPORT_COLUMNS = 200
/** So long an import can be undone. */
export const IMPORT_UNDO_DAYS = 30
/** As what a file is sent, whatever its encoding: the server recognizes it. */
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

/** What belongs to an athlete beside facts: one contact, a note, tags, and the colleagues who look after them. */
const belongings = {
  tags: 'Tags',
  lookedAfterBy: 'Looked after by',
  contactName: 'Contact: name',
  contactRelation: 'Contact: relation',
  contactEmail: 'Contact: email',
  contactPhone: 'Contact: phone',
  note: 'Note',
} as const
export type ImportBelonging = keyof typeof belongings

/** What a column can be: a fact, the whole name, a measurement, something that belongs to the athlete, or a field that the organization has added. */
export type ImportTarget = AthleteFact | 'fullName' | ImportBelonging | `measured:${Measurable}` | `custom:${string}`

/** Only who may see them may import them. */
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

/** A column is called what the form calls it. */
const { lookedAfterBy: _, tags: __, ...columns } = { fullName: 'Full name', ...factLabels, classYear: 'Class year' }
/** All targets but the custom fields, in the order of a choice, with their names. */
export const importTargetNames: [ImportTarget, string][] = [
  ...(Object.entries(columns) as [ImportTarget, string][]),
  ...(Object.entries(belongings) as [ImportTarget, string][]),
  ...measurableIds.map((kind): [ImportTarget, string] => [`measured:${kind}`, measurables[kind].name]),
]

/** Why a row may be about an athlete who is known, or who is in an earlier row. */
export const duplicateKinds = {
  identifier: 'Same identifier',
  email: 'Same email address',
  birth: 'Same name and birth date',
  name: 'Same name, and nothing that differs',
} as const
export type DuplicateKind = keyof typeof duplicateKinds
export const duplicateChoices = {
  skip: 'Skip the row',
  'fill-empty': 'Fill in what is empty',
  'update-all': 'Update with what the file says',
  add: 'Add as another athlete',
} as const
export type DuplicateChoice = keyof typeof duplicateChoices
const duplicateChoice = z.enum(Object.keys(duplicateChoices) as DuplicateChoice[], 'Choose what to do')

const columnNumber = z.int().check(z.gte(0), z.lte(MOST_IMPORT_COLUMNS))

export const importMapping = z.strictObject({
  /** What each column is; null: it is not imported. */
  targets: z.array(z.nullable(importTarget)).check(z.maxLength(MOST_IMPORT_COLUMNS)),
  /** By the number of the column and the value in lower case: what a value means. Empty: nothing. */
  values: z.record(boundedString(3).check(z.regex(/^\d{1,3}$/)), z.record(boundedString(200), line(200))),
  /** Where the file says nothing. */
  defaults: z.strictObject({
    sport: z.nullable(z.enum(sportIds, 'Choose a sport')),
    level: z.enum(Object.keys(levels) as (keyof typeof levels)[], 'Choose a level'),
    stage: z.enum(Object.keys(stages) as (keyof typeof stages)[], 'Choose a stage'),
  }),
  /** The column that tells athletes apart: one that goes into a custom field. */
  identifier: z.nullable(columnNumber),
  duplicates: z.strictObject({
    identifier: duplicateChoice,
    email: duplicateChoice,
    birth: duplicateChoice,
    name: duplicateChoice,
  }),
  /** A value that is not understood: the row is not imported, or only the value is not. */
  notUnderstood: z.enum(['leave-out-row', 'leave-empty']),
  /** Whether 3/9/2005 is the third of September. */
  dayFirst: z.boolean(),
  /** New athletes are looked after by whoever imports them. */
  lookAfter: z.boolean(),
})
export type ImportMapping = z.infer<typeof importMapping>

const count = z.int()
/** What would come of the rows, or what has. */
const importCounts = z.object({ added: count, updated: count, same: count, skipped: count, failed: count })
export type ImportCounts = z.infer<typeof importCounts>

export const importFindings = z.object({
  counts: importCounts,
  /** Rows that are about somebody who is known, and rows that are about somebody in an earlier row. */
  duplicates: z.object({ identifier: count, email: count, birth: count, name: count }),
  withinFile: count,
  /** Tags that are not there yet, and would be made. */
  newTags: z._default(z.array(z.string()), []),
  /** So many would be signed and find no room in the plan: they become prospects, or stay what they are. */
  overPlan: count,
  /** Values that were not understood, the most frequent first. */
  notUnderstood: z.array(z.object({ column: columnNumber, value: z.string(), rows: count, message: z.string() })),
})
export type ImportFindings = z.infer<typeof importFindings>

export const athleteImport = z.object({
  id: z.uuid(),
  /** Of the file. */
  name: z.string(),
  state: importState,
  createdAt: z.iso.datetime(),
  /** Null: someone who has deleted their account. */
  createdBy: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  finishedAt: z.nullable(z.iso.datetime()),
  rows: count,
  /** How many rows the present work is through with. */
  doneRows: count,
  counts: importCounts,
  /** How many athletes an undoing left as they are, because someone has worked on them since. */
  kept: count,
  /** How many an undoing removed again, and how many it changed back. */
  removed: count,
  restored: count,
  /** The work that failed for good, and can be started again. */
  failed: z.nullable(z.enum(['checking', 'importing', 'undoing'])),
  /** Until when it can be undone; null, if there is nothing to undo. */
  undoUntil: z.nullable(z.iso.datetime()),
})
export type AthleteImport = z.infer<typeof athleteImport>

const distinctValue = z.object({
  value: z.string(),
  rows: count,
  /** In words, as it is understood. Null: it is not. */
  meaning: z.nullable(z.string()),
})
const importColumn = z.object({
  name: z.string(),
  filled: count,
  /** What it may be, where its name is nearly that of a field: nobody has said so yet. */
  suggestion: z.nullable(importTarget),
  /** How values are read that could be read in more than one way. */
  note: z.nullable(z.string()),
  /** Someone else uploaded it, and it may hold what the caller may not see. */
  hidden: z.boolean(),
  /** Where there are few. */
  distinct: z.nullable(z.array(distinctValue)),
})
export type ImportColumn = z.infer<typeof importColumn>

export const wholeImport = z.extend(athleteImport, {
  columns: z.array(importColumn),
  examples: z.array(z.array(z.string())),
  mapping: importMapping,
  /** The mapping is that of an earlier file with the same columns. */
  remembered: z.boolean(),
  /** Of the last check, unless the mapping was changed since. */
  findings: z.nullable(importFindings),
})
export type WholeImport = z.infer<typeof wholeImport>

export const importsPage = listPage(athleteImport)
export const importsQuery = listQuery(['created'], {})
export type ImportsQuery = z.infer<typeof importsQuery>

/** The name of the file, if there is one. */
export const newImportQuery = z.strictObject({ name: z.optional(line(200)) })

const rowFilter = z.enum(['failed', 'skipped', 'updated', 'kept'])
export type ImportRowFilter = z.infer<typeof rowFilter>
export const importRowsQuery = listQuery(['line'], { outcome: z.optional(rowFilter) })
export type ImportRowsQuery = z.infer<typeof importRowsQuery>
export const importRow = z.object({
  id: z.string(),
  /** The number that the row has in the spreadsheet. */
  row: count,
  name: z.string(),
  outcome: z.nullable(z.string()),
  /** The athlete that it became, or that it is about. */
  athlete: z.nullable(z.uuid()),
  matchedBy: z.nullable(z.enum(Object.keys(duplicateKinds) as DuplicateKind[])),
  /** The number of the earlier row that is about the same athlete. */
  sameAs: z.nullable(count),
  problems: z.array(z.object({ column: z.nullable(columnNumber), value: z.string(), message: z.string() })),
})
export type ImportRow = z.infer<typeof importRow>
export const importRowsPage = listPage(importRow)
