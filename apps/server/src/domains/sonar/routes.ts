import { searchOperations } from '@sherpa/contracts/search-operations'
import { sonarOperations } from '@sherpa/contracts/sonar-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { recordEvent } from '../audit/audit.ts'
import { loadSonarEngine, setSonarEngine } from '../organizations/organizations.ts'
import type { createSonar } from './answer-question.ts'
import type { createRecordSearch } from './find-records.ts'
import type { Searches } from './search-history.ts'

type Parts = {
  database: Database
  ask: ReturnType<typeof createSonar>
  findRecords: ReturnType<typeof createRecordSearch>
  searches: Searches
  hasEngine: boolean
}

const limits = { person: 1000 }

export function sonarRoutes(endpoint: DefineEndpoint, { database, ask, findRecords, searches, hasEngine }: Parts) {
  endpoint(sonarOperations.askSonar, { limits: { person: 3000 } }, ({ body, ...viewer }) => ask(viewer, body))
  endpoint(searchOperations.findRecords, { limits: 'none' }, ({ query, ...viewer }) => findRecords(viewer, query))
  endpoint(sonarOperations.searchHistory, { limits: 'none' }, (viewer) => searches.list(viewer))
  endpoint(sonarOperations.recordSearch, { limits }, ({ body, ...viewer }) => searches.record(viewer, body.question))
  endpoint(sonarOperations.forgetSearch, { limits }, ({ parameter, ...viewer }) =>
    searches.forget(viewer, parameter('search')),
  )
  endpoint(sonarOperations.forgetSearches, { limits }, (viewer) => searches.forgetAll(viewer))
  endpoint(sonarOperations.sonarEngine, { limits: 'none' }, async ({ member }) => ({
    available: hasEngine,
    on: await loadSonarEngine(database, member.organization),
  }))
  endpoint(sonarOperations.setSonarEngine, { limits }, ({ person, member: { organization }, body: { on } }) =>
    inTransaction(database, async (client) => {
      await setSonarEngine(client, organization, on)
      const details = on ? 'on' : 'off'
      await recordEvent(client, { event: 'sonar-engine-changed', actor: person.id, organization, details })
    }),
  )
}
