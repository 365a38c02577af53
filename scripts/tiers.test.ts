import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './prepare.mjs'
import { chosenFiles, slowFiles, slowness, testFiles } from './tiers.mjs'

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

test('both tiers together are all files', () => {
  const [quick, slow] = [chosenFiles('quick'), chosenFiles('slow')]
  expect([...quick, ...slow].sort()).toEqual(testFiles().sort())
  expect(chosenFiles('deep')).toEqual(testFiles())
})
