import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ZodMiniType } from 'zod/mini'
import { isKept } from '../data/typed-text.ts'

const SUSPECT =
  /pass|secret|token|ticket|code|pin$|otp|iban|bic|swift|bank|routing|account|payment|card|cvc|cvv|ssn|social|tax|key|proof|credential/i

/** Records, days, amounts and consents, or what contains other fields. */
const HARMLESS = new Set([
  ...['accounts', 'bankLineId', 'consentsToAccount', 'key', 'keyDates', 'postalCode', 'proof'],
  ...['guardiansSeePayments', 'paymentId', 'payments', 'Record payment for this deal'],
])

test('no secret field of any operation is kept on a device', async () => {
  const operations = import.meta.glob<Record<string, Record<string, { body?: ZodMiniType }>>>(
    '../../../../packages/contracts/src/*-operations.ts',
    { eager: true },
  )
  const names = Object.values(operations)
    .flatMap((module) => Object.values(module))
    .flatMap((group) => Object.values(group))
    .flatMap(({ body }) => (body ? namesIn(body) : []))
  expect(names.length).toBeGreaterThan(300)
  expect(unknown(names)).toEqual([])
})

test('no secret field of any form is kept on a device', () => {
  const app = join(import.meta.dirname, '..')
  const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
    .map((path) => readFileSync(join(app, path), 'utf8'))
  const names = sources.flatMap((source) => [...source.matchAll(/\sname="([^"]+)"/g)].map(([, name = '']) => name))
  expect(names.length).toBeGreaterThan(100)
  expect(unknown(names)).toEqual([])
  // Whatever their name.
  for (const source of sources) {
    for (const [, type = ''] of source.matchAll(/\stype="(password|file|hidden)"/g)) {
      expect(isKept({ type, name: '', autocomplete: '' })).toBe(false)
    }
    for (const [, autocomplete = ''] of source.matchAll(/\sautoComplete="([^"]*(?:password|code|cc-)[^"]*)"/g)) {
      if (autocomplete === 'postal-code') continue
      expect(isKept({ type: 'text', name: '', autocomplete: autocomplete as AutoFill })).toBe(false)
    }
  }
})

const isText = (name: string) => isKept({ type: 'text', autocomplete: '', name })
const unknown = (names: string[]) =>
  [...new Set(names)].filter((name) => SUSPECT.test(name) && isText(name) && !HARMLESS.has(name)).sort()

/** Names of fields at any depth. */
function namesIn(schema: ZodMiniType, seen = new Set<unknown>()): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const {
    shape = {},
    options = [],
    element,
    innerType,
    in: from,
    valueType,
    left,
    right,
  } = schema.def as unknown as {
    shape?: Record<string, ZodMiniType>
    options?: ZodMiniType[]
    element?: ZodMiniType
    innerType?: ZodMiniType
    in?: ZodMiniType
    valueType?: ZodMiniType
    left?: ZodMiniType
    right?: ZodMiniType
  }
  const inner = [...Object.values(shape), ...options, element, innerType, from, valueType, left, right]
  return [...Object.keys(shape), ...inner.flatMap((one) => (one ? namesIn(one, seen) : []))]
}
