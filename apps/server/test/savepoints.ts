import { afterEach, beforeAll, beforeEach } from 'vitest'
import { type AppParts, buildApp } from '../src/app.ts'
import { blankPdfs } from './blank-pdfs.ts'
import { freshDatabase } from './fresh-database.ts'
import { oneTransaction } from './one-transaction.ts'
import { peopleOf, type platformForTests } from './people.ts'

type World = Pick<ReturnType<typeof platformForTests>, 'app' | 'database' | 'serving' | 'people'>

/**
 * App in one transaction: each test starts from what the `beforeAll` of its file made, and is rolled back.
 * The clock of the database stands still.
 */
export function platformWithSavepoints(parts: Omit<AppParts, 'database'> = {}) {
  const world = {} as World
  let transaction: Awaited<ReturnType<typeof oneTransaction>>
  beforeAll(async () => {
    const fresh = await freshDatabase()
    transaction = await oneTransaction(fresh)
    const { owner: database, serving } = transaction
    const app = buildApp({
      database: serving,
      rateLimited: false,
      shortestAnswerMs: 0,
      logger: { level: 'error' },
      renderPdf: blankPdfs,
      ...parts,
    })
    Object.assign(world, { app, database, serving, people: peopleOf(app, database) })
    return async () => {
      await app.close()
      await transaction.end()
      await fresh.drop()
    }
  })
  beforeEach(() => transaction.keep())
  afterEach(() => transaction.restore())
  return world
}
