import { allRoles, permissionsOf } from '@sherpa/contracts/organization'
import { listQueryOf } from '@sherpa/contracts/sonar/address'
import { parse } from '@sherpa/contracts/sonar/parse'
import { expect, test } from 'vitest'
import { examplesFor } from './examples.ts'

const questions = allRoles.flatMap((role) => examplesFor(role).map((question) => [role, question] as const))

test('every role but athletes has five examples', () => {
  for (const role of allRoles) expect(examplesFor(role)).toHaveLength(role === 'athlete' ? 0 : 5)
})

test.each(questions)('%s: Sonar understands “%s” completely', (role, question) => {
  const reading = parse(question, {
    today: '2026-11-16',
    fiscalMonth: 1,
    currency: 'USD',
    permissions: permissionsOf(role, []),
    me: '0193a1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b',
    names: [],
  })
  expect(reading).toMatchObject({ refused: null, unknown: [], ask: [] })
  expect(listQueryOf(reading)).toBeDefined()
})
