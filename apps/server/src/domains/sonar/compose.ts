import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import { createSonar } from './answer-question.ts'
import { createEngine, type EngineSettings } from './engine.ts'
import { createRecordSearch } from './find-records.ts'
import { sonarRoutes } from './routes.ts'
import { createSearchHistory } from './search-history.ts'

type Parts = Omit<Parameters<typeof createSonar>[0], 'readByEngine'> & {
  database: Database
  findContacts: Parameters<typeof createRecordSearch>[0]['findContacts']
  /** Undefined without one. */
  engine: EngineSettings | undefined
  log: Parameters<typeof createEngine>[1]
}

export function composeSonar({ engine, log, findContacts, ...parts }: Parts) {
  const { database, clock } = parts
  return {
    addRoutes(endpoint: DefineEndpoint) {
      sonarRoutes(endpoint, {
        database,
        ask: createSonar({ ...parts, readByEngine: engine && createEngine(engine, log) }),
        findRecords: createRecordSearch({ loadPage: parts.loadPage, findContacts }),
        searches: createSearchHistory(database, clock),
        hasEngine: engine !== undefined,
      })
    },
  }
}
