import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import { createSonar } from './answer-question.ts'
import { createEngine, type EngineSettings } from './engine.ts'
import { sonarRoutes } from './routes.ts'
import { createSearchHistory } from './search-history.ts'

type Parts = Omit<Parameters<typeof createSonar>[0], 'readByEngine'> & {
  database: Database
  /** Undefined without one. */
  engine: EngineSettings | undefined
  log: Parameters<typeof createEngine>[1]
}

export function composeSonar({ engine, log, ...parts }: Parts) {
  const { database, clock } = parts
  return {
    addRoutes(endpoint: DefineEndpoint) {
      sonarRoutes(endpoint, {
        database,
        ask: createSonar({ ...parts, readByEngine: engine && createEngine(engine, log) }),
        searches: createSearchHistory(database, clock),
        hasEngine: engine !== undefined,
      })
    },
  }
}
