import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './prepare.mjs'
import { chosenUnitTests, slowFiles, slowness, testFiles } from './tiers.mjs'

test('each slow test is represented by quick ones that exist', () => {
  const slow = slowFiles()
  const lacking = [...slow].flatMap(([file, { representatives }]) =>
    representatives
      .filter((other) => slow.has(other) || !/\.test\.tsx?$/.test(other) || !existsSync(join(root, other)))
      .map((other) => `${file}: ${other}`),
  )
  expect(slow.size).toBeGreaterThan(0)
  expect(lacking).toEqual([])
})

test('the marker says why, and what represents the file', () => {
  expect(slowness('// slow: all roles; represented by a.test.ts, b.test.ts\n')).toEqual({
    reason: 'all roles',
    representatives: ['a.test.ts', 'b.test.ts'],
  })
  expect(slowness('import\n\n// slow: late; represented by a.test.ts')).toBeDefined()
  expect(slowness('1\n2\n3\n4\n// slow: too late; represented by a.test.ts')).toBeUndefined()
  expect(slowness('// slow: no representative')).toBeUndefined()
})

test('both tiers together are all unit tests', () => {
  const all = chosenUnitTests('deep')
  expect([...chosenUnitTests('quick'), ...chosenUnitTests('slow')].sort()).toEqual(all.sort())
  expect(all).toContain('scripts/tiers.test.ts')
})

test('the quick tier has a few journeys', () => {
  const journeys = testFiles().filter((file) => file.startsWith('e2e/'))
  const tags = journeys.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/tag: '@quick'/g) ?? [])
  expect(tags.length).toBeGreaterThanOrEqual(8)
  expect(tags.length).toBeLessThanOrEqual(10)
})
