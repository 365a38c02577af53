import { newMove } from '@sherpa/contracts/deal'
import { isOnce } from '@sherpa/contracts/once'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allOperations } from '../test/all-operations.ts'

type Schema = { _zod: { def: Definition } }
type Definition = {
  type: string
  format?: string
  checks?: object[]
  shape?: Record<string, Schema>
  options?: Schema[]
  element?: Schema
  innerType?: Schema
  valueType?: Schema
  in?: Schema
  out?: Schema
  getter?: () => Schema
}

/** Lists within a schema, by path. */
function* listsIn({ _zod: { def } }: Schema, path: string): Generator<[string, Definition]> {
  if (def.type === 'array') yield [path, def]
  const inner = [def.element, def.innerType, def.valueType, def.in, def.out, ...(def.options ?? []), def.getter?.()]
  for (const one of inner) if (one) yield* listsIn(one, path)
  for (const [name, one] of Object.entries(def.shape ?? {})) yield* listsIn(one, `${path}.${name}`)
}

/** Whether items are ids, or records named by an id. */
function hasIds(item: Schema): boolean {
  const { type, format, shape, innerType, options } = item._zod.def
  if (type === 'union') return options?.some(hasIds) ?? false
  if (innerType) return hasIds(innerType)
  if (shape) return Object.entries(shape).some(([name, one]) => name === 'ruleId' || hasFormatOfIds(one))
  return format === 'uuid'
}
const hasFormatOfIds = ({ _zod: { def } }: Schema) => (def.innerType?._zod.def ?? def).format === 'uuid'

test('lists of ids and lists keyed by id refuse doubles', async () => {
  const found = (await allOperations()).flatMap(({ name, body }) =>
    body ? [...listsIn(body as unknown as Schema, name)] : [],
  )
  const keyed = found.filter(([, { element }]) => element && hasIds(element))
  expect(keyed.length).toBeGreaterThan(30)
  const open = keyed.filter(([, { checks = [] }]) => !checks.some(isOnce)).map(([path]) => path)
  expect([...new Set(open)]).toEqual([])
})

test('the second amount for a payment that stays owed after a termination has the error', () => {
  const owed = [1, 2].map((amountMinor) => ({ paymentId: '0199f7a8-0000-7000-8000-00000000000a', amountMinor }))
  const move = { version: 1, move: 'terminate', comment: null }
  expect(z.safeParse(newMove, { ...move, owed: owed.slice(1) }).success).toBe(true)
  expect(z.safeParse(newMove, { ...move, owed }).error?.issues).toMatchObject([
    { path: ['owed', 1, 'amountMinor'], message: 'Enter one amount per payment' },
  ])
})
