import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import { createVerdictAnswerService } from './answer-verdicts.ts'
import { createAssociatedPayors } from './associated-payors.ts'
import { createAthleteFactService } from './athlete-facts.ts'
import { createCompanyFactService } from './company-facts.ts'
import type { Viewer } from './compliance-access.ts'
import type { Judgment } from './judge.ts'
import { complianceRoutes } from './routes.ts'
import { createRuleNews } from './rule-news.ts'
import { createComplianceSettingsService } from './settings.ts'
import { createVerdictRecords } from './verdict-record.ts'

type Parts = { database: Database; clock: () => Date; judgment: Judgment } & Pick<
  Parameters<typeof createVerdictAnswerService>[0],
  'allowConflict'
> &
  Pick<Parameters<typeof createAssociatedPayors>[0], 'loadPayorAttestations'>

export function composeCompliance(parts: Parts) {
  const records = createVerdictRecords(parts)
  const answers = createVerdictAnswerService({ ...parts, records })

  return {
    /** Deals that were approved against a rule, for the answer to an inquiry. */
    forInquiries: {
      headings: [
        'Answered or entered',
        'By',
        'Rule',
        'Version of the rule',
        'Deal',
        'Version',
        'Athlete',
        'Reason',
        'Approved by',
        'Approved on',
      ],
      async *rows(viewer: Viewer, period: { from: string; until: string }) {
        const { answers: all } = await answers.list(viewer, period)
        yield all.map(({ at, by, title, ruleVersion, deal, number, reason, approvedBy, approvedOn }) => [
          at,
          by?.name,
          title,
          ruleVersion,
          deal.title,
          number,
          deal.athlete,
          reason,
          approvedBy,
          approvedOn,
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
        listPayors: createAssociatedPayors(parts),
        news: createRuleNews(parts),
      })
    },
  }
}
