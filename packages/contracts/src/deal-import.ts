import * as z from 'zod/mini'
import { identityProof } from './account.ts'
import { type Currency, currencies, currency, sumMinor } from './currency.ts'
import { type DealKind, dealKind, dealKinds } from './deal.ts'
import { type ProductCategory, productCategories } from './exclusivity.ts'
import { columnKey, commonColumn, commonFindings, commonRow, importedFile, MOST_IMPORT_COLUMNS } from './import.ts'
import { listPage } from './list.ts'
import { boundedString, line, text } from './text.ts'

/** How often the pay of a row is paid. Leagues as in the templates of paydays. */
export const payFrequencies = {
  once: 'Once',
  week: 'Every week',
  'two-weeks': 'Every two weeks',
  'semi-monthly': 'Twice a month, on the 1st and 15th',
  month: 'Every month',
  quarter: 'Every quarter',
  year: 'Every year',
  nfl: 'NFL: 36 weekly installments',
  nba: 'NBA: semi-monthly',
  mlb: 'MLB: semi-monthly',
} as const
export type PayFrequency = keyof typeof payFrequencies

/** Fields of the deal, which each of its rows repeats. */
const dealTargets = {
  kind: 'Kind',
  athlete: 'Athlete',
  company: 'Company or club',
  title: 'Title',
  reference: 'Contract number',
  signedOn: 'Signed on',
  startsOn: 'Starts',
  endsOn: 'Ends',
  currency: 'Currency',
  fee: 'Fee',
  category: 'Category',
  businessPurpose: 'Business purpose',
  lead: 'Lead',
  guardian: 'Guardian who signed',
  file: 'Contract PDF (file name)',
} as const
/** Fields of the pay in a row: a payment, a season, or all payments of the deal. */
const payTargets = {
  season: 'Season',
  payment: 'Payment (title)',
  amount: 'Amount',
  due: 'Due on, or first payment',
  paid: 'Paid',
  times: 'Number of payments',
  guaranteed: 'Guaranteed',
  signingBonus: 'Signing bonus',
  rosterBonus: 'Roster bonus',
  otherBonus: 'Other bonus',
  received: 'Received so far',
  receivedOn: 'Received on',
} as const
export type DealField = keyof typeof dealTargets
export type PayField = keyof typeof payTargets
/** Pay in columns of its own: `payment:2:due`, `season:2027:amount`. */
export const payColumnFields = ['amount', 'due', 'received', 'guaranteed'] as const
export type PayColumnField = (typeof payColumnFields)[number]
type PayColumn = `payment:${number}:${PayColumnField}` | `season:${number}:${PayColumnField}`
export type DealTarget = DealField | PayField | PayColumn

export const MOST_PAYMENT_COLUMNS = 24
const payColumn = /^(?:payment:([1-9]|1\d|2[0-4])|season:(?:19|20)\d\d):(?:amount|due|received|guaranteed)$/

export const dealTargetNames = Object.entries({ ...dealTargets, ...payTargets }) as [DealField | PayField, string][]
const columnFieldNames: Record<PayColumnField, string> = {
  amount: 'amount',
  due: 'due on',
  received: 'received',
  guaranteed: 'guaranteed',
}
/** The label of a target. */
export function dealTargetName(target: DealTarget): string {
  const [kind = '', number = '', field] = target.split(':')
  if (!field) return { ...dealTargets, ...payTargets }[target as DealField | PayField]
  const of = columnFieldNames[field as PayColumnField]
  return kind === 'season' ? `${number} season: ${of}` : `Payment ${number}: ${of}`
}

const isDealTarget = (text: string) =>
  Object.hasOwn(dealTargets, text) || Object.hasOwn(payTargets, text) || payColumn.test(text)
const dealTarget = boundedString(40, 'Choose a field').check(
  z.refine(isDealTarget, 'Choose a field'),
) as unknown as z.ZodMiniType<DealTarget, DealTarget>

/** Columns whose values are one of some choices. */
export const dealChoices: {
  kind: Record<DealKind, string>
  category: Record<ProductCategory, string>
  currency: Record<Currency, string>
  paid: Record<PayFrequency, string>
} = {
  kind: dealKinds,
  category: productCategories,
  currency: Object.fromEntries(currencies.map((one) => [one, one])) as Record<Currency, string>,
  paid: payFrequencies,
}
export type ChoiceTarget = keyof typeof dealChoices
export const isChoiceTarget = (target: string | null | undefined): target is ChoiceTarget =>
  Object.hasOwn(dealChoices, target ?? '')

/** What a name in the file stands for: a known record, a new one, or nothing, so that its rows are left out. */
const namedRecord = z.union([z.uuid(), z.enum(['new', 'leave-out'])], 'Choose an athlete or a company')
const MOST_NAMES = 5000
const named = z
  .record(boundedString(200), namedRecord)
  .check(z.refine((names) => Object.keys(names).length <= MOST_NAMES, 'Choose fewer names'))

export const dealImportMapping = z.strictObject({
  /** The target of each column; null: not imported. */
  targets: z.array(z.nullable(dealTarget)).check(z.maxLength(MOST_IMPORT_COLUMNS)),
  /** Meanings of kinds, categories, currencies and frequencies, by column index and lower-case value. */
  values: z.record(columnKey, z.record(boundedString(200), line(200))),
  /** Meanings of names, in lower case. */
  athletes: named,
  companies: named,
  /** For rows without a value. */
  defaults: z.strictObject({ kind: dealKind, currency }),
  /** Deals that are in Sherpa: same athlete, company and start. */
  duplicates: z.enum(['skip', 'add'], 'Choose what to do'),
  /** Whether 3/9/2025 is September 3. */
  dayFirst: z.boolean(),
  /** Whether 12.000 is twelve thousand. */
  decimalComma: z.boolean(),
})
export type DealImportMapping = z.infer<typeof dealImportMapping>

const count = z.int()
/** A name that no record has. Without candidates it becomes a new record, unless something else is chosen. */
const unknownName = z.object({
  name: z.string(),
  rows: count,
  candidates: z.array(z.object({ id: z.uuid(), name: z.string(), about: z.string() })),
  /** Null: a choice is needed, because it may be one of the candidates. */
  chosen: z.nullable(namedRecord),
})
export type UnknownName = z.infer<typeof unknownName>

export const dealImportFindings = z.extend(commonFindings, {
  /** Deals that are added. */
  deals: count,
  /** Rows with more pay of the deal of an earlier row. */
  joined: count,
  /** Deals that are left out because one of their rows has an error. */
  incomplete: count,
  athletes: z.array(unknownName),
  companies: z.array(unknownName),
  /** Deals signed since the organization joined: a colleague approves the file. */
  toApprove: count,
  /** Money of the deals that are added. */
  totals: z.array(
    z.object({ currency, deals: count, totalMinor: sumMinor, receivedMinor: sumMinor, openMinor: sumMinor }),
  ),
})
export type DealImportFindings = z.infer<typeof dealImportFindings>

const someone = z.object({ id: z.uuid(), name: z.string() })
/** One approval for all deals of the file. Changes to the import void it. */
const importApproval = z.object({
  /** What is approved: each check makes a new one. */
  version: count,
  askedAt: z.nullable(z.iso.datetime()),
  approvedAt: z.nullable(z.iso.datetime()),
  approvedBy: z.nullable(someone),
  comment: z.nullable(z.string()),
  /** Whether the caller may approve: not their own file, unless nobody else can. */
  mayApprove: z.boolean(),
  /** Nobody else may approve, so a comment is needed. */
  isOnlyApprover: z.boolean(),
})

export const wholeDealImport = z.extend(importedFile, {
  columns: z.array(commonColumn),
  mapping: dealImportMapping,
  /** Of the last check; null after a change of the mapping. */
  findings: z.nullable(dealImportFindings),
  approval: importApproval,
  /** Imported deals without a contract PDF. */
  withoutPdf: count,
})
export type WholeDealImport = z.infer<typeof wholeDealImport>

export const dealImportRow = z.extend(commonRow, {
  /** The added or known deal. */
  deal: z.nullable(z.uuid()),
  /** `deal`: in Sherpa already. `row`: the same row again. */
  matchedBy: z.nullable(z.enum(['deal', 'row'])),
})
export type DealImportRow = z.infer<typeof dealImportRow>
export const dealImportRowsPage = listPage(dealImportRow)

export const importApprovalGiven = z.strictObject({ version: count, comment: z.nullable(text(1000)) })
export type ImportApprovalGiven = z.infer<typeof importApprovalGiven>
/** Entering signed deals needs a fresh proof of identity. */
export const dealImportStart = identityProof

/** Layouts of templates: a row per deal, per season of a contract, or per payment. */
export const templateLayouts = {
  deals: 'One row per deal',
  seasons: 'One row per season of a contract',
  payments: 'One row per payment',
} as const
export type TemplateLayout = keyof typeof templateLayouts
export const templateQuery = z.strictObject({
  layout: z.enum(Object.keys(templateLayouts) as TemplateLayout[], 'Choose a layout'),
})

export const MOST_ZIP_BYTES = 200 * 1024 * 1024
/** Contract PDFs of imported deals, by file name. */
export const attachedPdfs = z.object({
  attached: z.array(z.object({ file: z.string(), deal: z.uuid(), title: z.string() })),
  /** Files without a deal, with the reason. */
  left: z.array(z.object({ file: z.string(), reason: z.string() })),
})
export type AttachedPdfs = z.infer<typeof attachedPdfs>
