import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { affectedBy } from './changed.mjs'
import { features, sharedJourneys } from './features.mjs'
import { root } from './prepare.mjs'

const namesIn = (folder: string) => readdirSync(join(root, folder))
const groups = [...Object.values(features), ...sharedJourneys]

test('every journey is in a group, and every group has journeys that exist', () => {
  const journeys = namesIn('e2e').flatMap((name) => /^(.+)\.test\.ts$/.exec(name)?.[1] ?? [])
  expect([...new Set(groups.flatMap((group) => group.journeys))].sort()).toEqual(journeys.sort())
})

test('every domain of the server and every feature of the platform is in a group', () => {
  const folders = [...namesIn('apps/server/src/domains'), ...namesIn('apps/platform/app/features')]
  expect(
    Object.values(features)
      .flatMap((feature) => feature.folders)
      .sort(),
  ).toEqual([...new Set(folders)].sort())
})

describe('a change', () => {
  test('to one domain runs its tests, the rules for all domains and its journeys', () => {
    const { server, related, journeys } = affectedBy(['apps/server/src/domains/companies/companies.ts'])
    expect(server).toContain('apps/server/src/domains/companies/')
    expect(server).toContain('apps/server/src/http/permission-matrix.test.ts')
    expect(related).toEqual([])
    expect(journeys).toEqual(['companies', 'screens-companies'])
  })

  test('to a contract runs the tests of its domain, of its other importers, and its journeys', () => {
    const contract = 'packages/contracts/src/company.ts'
    const { server, related, journeys } = affectedBy([contract])
    expect(server).toContain('apps/server/src/domains/companies/')
    expect(related).toEqual([contract])
    expect(journeys).toEqual(['companies', 'screens-companies'])
  })

  test('to the database runs the tests of persistence and no journeys', () => {
    const { server, journeys } = affectedBy(['apps/server/src/persistence/migrations/0001_demo_requests.sql'])
    expect(server).toContain('apps/server/src/persistence/')
    expect(journeys).toEqual([])
  })

  test.each(['apps/server/src/http/endpoint.ts', 'packages/contracts/src/text.ts', 'apps/server/test/people.ts'])(
    'to shared code such as %s runs everything',
    (file) => expect(affectedBy([file])).toMatchObject({ server: undefined, journeys: undefined }),
  )

  test('to a document runs no tests', () => {
    expect(affectedBy(['docs/glossary.md', 'README.md'])).toEqual({ server: [], related: [], journeys: [] })
  })

  test('to a test runs that test', () => {
    const { server, journeys } = affectedBy(['apps/server/src/http/csv.test.ts', 'e2e/home.test.ts'])
    expect(server).toContain('apps/server/src/http/csv.test.ts')
    expect(journeys).toEqual(['home'])
  })
})
