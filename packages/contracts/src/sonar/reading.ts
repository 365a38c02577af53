import * as z from 'zod/mini'
import { currency } from '../currency.ts'
import { permission } from '../organization.ts'

/** Lists and figures that a question can be about. */
export const targets = [
  'athletes',
  'deals',
  'companies',
  'payments',
  'receipts',
  'expenses',
  'fee-invoices',
  'payables',
  'bank-lines',
  'key-dates',
  'deliverables',
  'tasks',
  'disclosures',
  'overview',
  'breakdown',
] as const
export type Target = (typeof targets)[number]

const operators = ['eq', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'none'] as const
export type Operator = (typeof operators)[number]

const amount = z.strictObject({ minor: z.number(), currency })
export type Amount = z.infer<typeof amount>
const scalar = z.union([z.string(), z.number(), z.boolean(), amount])
export type Scalar = z.infer<typeof scalar>

/** A condition on a field. `address.ts` has the filter of the list for it. */
const condition = z.strictObject({
  field: z.string(),
  op: z.enum(operators),
  value: z.union([z.null(), scalar, z.array(scalar)]),
  /** Of minor units. */
  currency: z.optional(currency),
})
export type Condition = z.infer<typeof condition>

/** Offsets in the question. */
export const part = { start: z.int(), end: z.int() }
export type Part = { start: number; end: number }

/** The parameters of a list, conditions on fields, sort and search. */
export const sonarQuery = z.strictObject({
  target: z.nullable(z.enum(targets)),
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  where: z.array(condition),
  sort: z.nullable(z.string()),
  search: z.nullable(z.string()),
  /** Of an overview. */
  figure: z.nullable(z.string()),
})
export type SonarQuery = z.infer<typeof sonarQuery>

/** A removable part of the query: parameters, a condition, the sort or the search. */
export const chip = z.strictObject({
  text: z.string(),
  removes: z.array(z.string()),
  parts: z.array(z.strictObject(part)),
})
export type Chip = z.infer<typeof chip>

/** A misspelled word, as typed and as it was read. */
export const correction = z.strictObject({ ...part, text: z.string(), readAs: z.string() })
export type Correction = z.infer<typeof correction>

/** Equal readings of a part: the person chooses. */
const choice = z.strictObject({
  ...part,
  parameter: z.string(),
  values: z.array(z.strictObject({ value: z.string(), text: z.string() })),
})
export type Choice = z.infer<typeof choice>

export const sonarReading = z.extend(sonarQuery, {
  chips: z.array(chip),
  unknown: z.array(z.strictObject({ ...part, text: z.string() })),
  corrected: z.array(correction),
  ask: z.array(choice),
  refused: z.nullable(permission),
})
export type SonarReading = z.infer<typeof sonarReading>
