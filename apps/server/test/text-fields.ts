import type { NamedOperation } from '@sherpa/contracts/operation'
import type { z } from 'zod'
import { allOperations } from './all-operations.ts'

/* All text fields of request schemas. An unknown kind of schema throws, so that none is missed. */

type Schema = z.core.$ZodType

/** Path segment to a text: field, list item, record value or key, or union member by its literals. */
type Step = { field: string } | 'item' | 'value' | 'key' | { choice: Record<string, unknown> }

export type TextField = {
  operation: NamedOperation
  part: 'body' | 'query'
  steps: Step[]
  /** For messages. */
  name: string
  schema: z.core.$ZodString
}

/** Formats with a fixed length, which reject longer texts at once. */
const fixedLength = ['uuid', 'date']

export async function allTextFields(): Promise<TextField[]> {
  const operations = await allOperations()
  return operations.flatMap((operation) =>
    (['body', 'query'] as const).flatMap((part) => {
      const schema = operation[part]
      if (!schema) return []
      return [...textsIn(schema, [])].map(({ steps, schema }) => {
        const name = `${operation.name} ${part}${steps.map(nameOf).join('')}`
        return { operation, part, steps, name, schema }
      })
    }),
  )
}

const nameOf = (step: Step) => (typeof step === 'string' ? `[${step}]` : 'field' in step ? `.${step.field}` : '')

function* textsIn(schema: Schema, steps: Step[]): Generator<Pick<TextField, 'steps' | 'schema'>> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      yield { steps, schema: schema as z.core.$ZodString }
      return
    case 'object':
      for (const [field, inner] of Object.entries(def.shape)) yield* textsIn(inner, [...steps, { field }])
      return
    case 'array':
      return yield* textsIn(def.element, [...steps, 'item'])
    case 'record':
      yield* textsIn(def.keyType, [...steps, 'key'])
      return yield* textsIn(def.valueType, [...steps, 'value'])
    case 'union':
      for (const option of def.options) yield* textsIn(option, [...steps, { choice: literalsOf(option) }])
      return
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return yield* textsIn(def.innerType, steps)
    case 'pipe':
      // Only the input side of a pipe comes from the caller.
      return yield* textsIn(def.in, steps)
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'never':
      return
    default:
      throw new Error(`Texts in a schema of the kind ${def.type} are not looked for`)
  }
}

function literalsOf(schema: Schema): Record<string, unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type !== 'object') return {}
  const known = Object.entries(def.shape).flatMap(([name, inner]) => {
    const { def } = (inner as z.core.$ZodTypes)._zod
    return def.type === 'literal' ? [[name, def.values[0]]] : []
  })
  return Object.fromEntries(known)
}

/** Maximum raw length, if it is the first check. */
export function rawMaximum({ schema }: TextField): number | undefined {
  const { def } = schema._zod
  const [first] = def.checks ?? []
  const check = first?._zod.def as { check: string; maximum?: number; abort?: boolean } | undefined
  if (check?.check === 'max_length' && check.abort) return check.maximum
  return 'format' in def && fixedLength.includes(String(def.format)) ? 36 : undefined
}

/** Maximum stored length. */
export function keptMaximum(field: TextField): number {
  const maxima = (field.schema._zod.def.checks ?? []).map(
    (check) => (check._zod.def as { maximum?: number }).maximum ?? Number.POSITIVE_INFINITY,
  )
  return Math.min(rawMaximum(field) ?? Number.POSITIVE_INFINITY, ...maxima)
}

/** One field per schema and part: parts are parsed differently. */
export const onePerSchema = (fields: TextField[]): TextField[] =>
  fields.filter(
    (field, index) => fields.findIndex(({ schema, part }) => schema === field.schema && part === field.part) === index,
  )

/** The longest field of each kind: the kinds differ in their checks and normalizations, not in their limits. */
export function onePerKind(fields: TextField[]): TextField[] {
  const byLength = fields.toSorted((a, b) => keptMaximum(a) - keptMaximum(b))
  return [...new Map(byLength.map((field) => [kindOf(field), field])).values()]
}
function kindOf({ part, schema }: TextField) {
  const { checks = [], format } = schema._zod.def as z.core.$ZodStringDef & { format?: string }
  const parts = checks.map((one) => {
    const { check, pattern, fn, tx } = one._zod.def as Record<'check' | 'pattern' | 'fn' | 'tx', unknown>
    return [check, pattern, fn, tx].map(String)
  })
  return JSON.stringify([part, format, parts])
}

/** Copy of the value with the text at the path. */
export function withText(value: unknown, [step, ...rest]: readonly Step[], text: string): unknown {
  if (step === undefined) return text
  const object = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
  if (step === 'item') return [withText(Array.isArray(value) ? value[0] : undefined, rest, text)]
  if (step === 'value') return { '1': withText(Object.values(object)[0], rest, text) }
  if (step === 'key') return { [text]: Object.values(object)[0] ?? null }
  if ('choice' in step) {
    return rest.length === 0 ? text : withText({ ...object, ...step.choice }, rest, text)
  }
  return { ...object, [step.field]: withText((object as Record<string, unknown>)[step.field], rest, text) }
}
