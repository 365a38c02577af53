import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname

/** These names are the same for every type of organization; screens use `useLabels` or `labels`. */
const rawNames = /import \{[^}]*\b(?:roles|stages)\b[^}]*\} from '@sherpa\/contracts\/labels'/

test('no screen shows names of roles or stages that ignore the type of organization', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const texts = files.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
  expect(texts.filter(([, text]) => text.includes("'@sherpa/contracts/labels'")).length).toBeGreaterThan(10)
  expect(texts.filter(([, text]) => rawNames.test(text)).map(([name]) => name)).toEqual([])
})
