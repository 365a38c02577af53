import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import { createVerdictAnswerService } from './answer-verdicts.ts'
import { createAthleteFactService } from './athlete-facts.ts'
import { createCompanyFactService } from './company-facts.ts'
import type { Viewer } from './compliance-access.ts'
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
  const answers = createVerdictAnswerService({ ...parts, records })

  return {
    /** Deals that were approved against a rule, for the answer to an inquiry. */
    forInquiries: {
      headings: ['Answered', 'Answered by', 'Rule', 'Deal', 'Version', 'Athlete', 'Reason'],
      async *rows(viewer: Viewer, period: { from: string; until: string }) {
        const { answers: all } = await answers.list(viewer, period)
        yield all.map(({ at, by, title, deal, number, reason }) => [
          at,
          by?.name,
          title,
          deal.title,
          number,
          deal.athlete,
          reason,
        ])
      },
    },

    addRoutes(endpoint: DefineEndpoint) {
      complianceRoutes(endpoint, {
        database: parts.database,
        records,
        answers,
        athletes: createAthleteFactService(parts),
        companies: createCompanyFactService(parts),
        settings: createComplianceSettingsService(parts),
      })
    },
  }
}
