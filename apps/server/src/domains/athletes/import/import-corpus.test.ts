// slow: reads all rosters of real life; represented by apps/server/src/domains/athletes/import/reading.test.ts, apps/server/src/domains/athletes/import/imports.test.ts
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quietLog } from '../../../../test/jobs.ts'
import { platformForTests } from '../../../../test/people.ts'
import { scoreFolder, sumScores } from '../../../../test/score-imports.ts'
import { startJobs } from '../../../jobs/start-jobs.ts'

const CORPUS = new URL('../../../../test/import-corpus/', import.meta.url).pathname
const COLUMNS_RIGHT = 0.95
const ROWS_IMPORTED = 0.98

// Class years such as "Sr" depend on the day.
const world = platformForTests({ clock: () => new Date('2026-11-17T12:00:00Z') })
let jobs: Awaited<ReturnType<typeof startJobs>>
beforeAll(async () => {
  jobs = await startJobs({ database: world.serving, jobs: world.app.platform.jobs, log: quietLog })
})
afterAll(() => jobs.stop())

test('rosters of real life are understood', { timeout: 300_000 }, async () => {
  const files = await scoreFolder(world, CORPUS)
  const { columns, rows, values, ...total } = sumScores(files)
  const listFindings = () => ({
    errors: files.flatMap(({ file, error }) => (error ? { file, error } : [])),
    columns: files.flatMap(({ file, columns }) =>
      [...columns.wrong, ...columns.missed].map((one) => ({ file, ...one })),
    ),
    rows: files.flatMap(({ file, rows }) => [...rows.missing, ...rows.unexpected].map((one) => ({ file, ...one }))),
    values: files.flatMap(({ file, values }) => values.differing.map((one) => ({ file, ...one }))),
  })
  expect(total, JSON.stringify(listFindings(), null, 1)).toMatchObject({ failed: 0, headersWrong: 0 })
  expect(values.differing, JSON.stringify(listFindings().values, null, 1)).toBe(0)
  expect(columns.share, JSON.stringify(listFindings().columns, null, 1)).toBeGreaterThanOrEqual(COLUMNS_RIGHT)
  expect(rows.share, JSON.stringify(listFindings().rows, null, 1)).toBeGreaterThanOrEqual(ROWS_IMPORTED)
  expect(rows.unexpected).toBe(0)
  expect(files.flatMap(({ people }) => people.mergedWrongly)).toEqual([])
})
