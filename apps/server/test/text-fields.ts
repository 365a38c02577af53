import type { NamedOperation } from '@sherpa/contracts/operation'
import type { z } from 'zod'
import { allOperations } from './all-operations.ts'

/*
 * Every text that a caller can send, found in the schemas of the operations. A kind of schema that is not known here throws, so that
 * none is overlooked.
 */

type Schema = z.core.$ZodType

/** A step to a text: into a field, an item of a list, a value or the key of a record, or a choice among objects, by what tells it. */
type Step = { field: string } | 'item' | 'value' | 'key' | { choice: Record<string, unknown> }

export type TextField = {
  operation: NamedOperation
  part: 'body' | 'query'
  steps: Step[]
  /** Where it is, in words. */
  name: string
  schema: z.core.$ZodString
}

/** Formats whose pattern matches one length only: they refuse longer texts at once. */
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
      // What comes after it is made from what was checked.
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

/** The longest text that may be sent at all: what is checked before everything else. Undefined: there is no such check. */
export function rawMaximum({ schema }: TextField): number | undefined {
  const { def } = schema._zod
  const [first] = def.checks ?? []
  const check = first?._zod.def as { check: string; maximum?: number; abort?: boolean } | undefined
  if (check?.check === 'max_length' && check.abort) return check.maximum
  return 'format' in def && fixedLength.includes(String(def.format)) ? 36 : undefined
}

/** The longest text that is kept. */
export function keptMaximum(field: TextField): number {
  const maxima = (field.schema._zod.def.checks ?? []).map(
    (check) => (check._zod.def as { maximum?: number }).maximum ?? Number.POSITIVE_INFINITY,
  )
  return Math.min(rawMaximum(field) ?? Number.POSITIVE_INFINITY, ...maxima)
}

/** The same value with a text in its place. */
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
