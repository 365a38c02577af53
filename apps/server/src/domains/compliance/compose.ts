import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import { createVerdictAnswerService } from './answer-verdicts.ts'
import { createAthleteFactService } from './athlete-facts.ts'
import { createCompanyFactService } from './company-facts.ts'
import type { Judgment } from './judge.ts'
import { complianceRoutes } from './routes.ts'
import { createComplianceSettingsService } from './settings.ts'
import { createVerdictRecords } from './verdict-record.ts'

type Parts = { database: Database; clock: () => Date; judgment: Judgment } & Pick<
  Parameters<typeof createVerdictAnswerService>[0],
  'allowConflict'
>

export function composeCompliance(parts: Parts) {
  const records = createVerdictRecords(parts)

  return {
    addRoutes(endpoint: DefineEndpoint) {
      complianceRoutes(endpoint, {
        database: parts.database,
        records,
        answers: createVerdictAnswerService({ ...parts, records }),
        athletes: createAthleteFactService(parts),
        companies: createCompanyFactService(parts),
        settings: createComplianceSettingsService(parts),
      })
    },
  }
}
