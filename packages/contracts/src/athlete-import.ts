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
import {
  columnKey,
  columnNumber,
  commonColumn,
  commonFindings,
  commonRow,
  type ImportAnswer,
  importedFile,
  MOST_IMPORT_COLUMNS,
} from './import.ts'
import { stages } from './labels.ts'
import { listPage } from './list.ts'
import { type Measurable, measurableIds, measurables, writtenUnits } from './measurable.ts'
import { sportIds } from './sports.ts'
import { boundedString, line } from './text.ts'

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
export const answerNames: Record<ImportAnswer, string> = {
  update: 'Same, update',
  add: 'Someone else',
  skip: 'Skip row',
}

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
    level: z.nullable(z.enum(Object.keys(levels) as (keyof typeof levels)[], 'Choose a level')),
    stage: z.nullable(z.enum(Object.keys(stages) as (keyof typeof stages)[], 'Choose a stage')),
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
export const importFindings = z.extend(commonFindings, {
  duplicates: z.object({ identifier: count, email: count, birth: count, name: count }),
  /** Tags that would be created. */
  newTags: z._default(z.array(z.string()), []),
  /** Signed athletes over the plan's limit: they become prospects or keep their stage. */
  overPlan: count,
})
export type ImportFindings = z.infer<typeof importFindings>

const importColumn = z.extend(commonColumn, {
  /** A likely target, if the name is similar to a field. */
  suggestion: z.nullable(importTarget),
})
export type ImportColumn = z.infer<typeof importColumn>

export const wholeImport = z.extend(importedFile, {
  /** The sport guessed from positions or titles, with the reason. */
  sportGuess: z.nullable(z.object({ sport: z.enum(sportIds), reason: z.string() })),
  columns: z.array(importColumn),
  mapping: importMapping,
  /** Of the last check; null after a change of the mapping. */
  findings: z.nullable(importFindings),
})
export type WholeImport = z.infer<typeof wholeImport>

/** A custom field for an unmatched column. */
export const importField = z.extend(newCustomField, { column: columnNumber })
export type ImportField = z.infer<typeof importField>

export const importRow = z.extend(commonRow, {
  /** The created or matched athlete. */
  athlete: z.nullable(z.uuid()),
  matchedBy: z.nullable(z.enum(Object.keys(duplicateKinds) as DuplicateKind[])),
  doubt: z.nullable(z.enum(Object.keys(importDoubts) as ImportDoubt[])),
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
