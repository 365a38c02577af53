import { complianceOperations } from '@sherpa/contracts/compliance-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import type { VerdictAnswers } from './answer-verdicts.ts'
import type { createAssociatedPayors } from './associated-payors.ts'
import type { AthleteFactService } from './athlete-facts.ts'
import type { CompanyFactService } from './company-facts.ts'
import type { RuleNewsService } from './rule-news.ts'
import type { ComplianceSettingsService } from './settings.ts'
import type { VerdictRecords } from './verdict-record.ts'

type Parts = {
  database: Database
  records: VerdictRecords
  answers: VerdictAnswers
  athletes: AthleteFactService
  companies: CompanyFactService
  settings: ComplianceSettingsService
  listPayors: ReturnType<typeof createAssociatedPayors>
  news: RuleNewsService
}

const limits = { person: 1000 }
const change = { limits, refusals: { 409: 'Changed meanwhile' } } as const

export function complianceRoutes(
  endpoint: DefineEndpoint,
  { database, records, answers, athletes, companies, settings, listPayors, news }: Parts,
) {
  endpoint(complianceOperations.dealVerdicts, { limits: 'none' }, ({ parameter, query, ...viewer }) =>
    records.ofDeal(database, viewer, parameter('deal'), query.version),
  )
  endpoint(
    complianceOperations.answerVerdict,
    { limits, refusals: { 409: 'The version was replaced, or the rule does not block it' } },
    ({ parameter, body, ...viewer }) => answers.answer(viewer, parameter('deal'), body),
  )
  endpoint(complianceOperations.agreementVerdicts, { limits: 'none' }, ({ parameter, ...viewer }) =>
    records.ofAgreement(viewer, parameter('athlete'), parameter('agreement')),
  )
  endpoint(complianceOperations.verdictAnswers, { limits: 'none' }, ({ query, ...viewer }) =>
    answers.list(viewer, query),
  )
  endpoint(complianceOperations.athleteCompliance, { limits: 'none' }, ({ parameter, ...viewer }) =>
    athletes.load(viewer, parameter('athlete')),
  )
  endpoint(complianceOperations.changeAthleteCompliance, change, ({ parameter, body, ...viewer }) =>
    athletes.change(viewer, parameter('athlete'), body),
  )
  endpoint(complianceOperations.companyCompliance, { limits: 'none' }, ({ parameter, ...viewer }) =>
    companies.load(viewer, parameter('company')),
  )
  endpoint(complianceOperations.changeCompanyCompliance, change, ({ parameter, body, ...viewer }) =>
    companies.change(viewer, parameter('company'), body),
  )
  endpoint(complianceOperations.addAssociation, { limits }, ({ parameter, body, ...viewer }) =>
    companies.addAssociation(viewer, parameter('company'), body),
  )
  endpoint(complianceOperations.removeAssociation, { limits }, ({ parameter, ...viewer }) =>
    companies.removeAssociation(viewer, parameter('company'), parameter('association')),
  )
  endpoint(complianceOperations.associatedPayors, { limits: 'none' }, (viewer) => listPayors(viewer))
  endpoint(complianceOperations.complianceSettings, { limits: 'none' }, (viewer) => settings.load(viewer))
  endpoint(complianceOperations.listSponsors, change, ({ body, ...viewer }) => settings.listSponsors(viewer, body))
  endpoint(complianceOperations.switchRules, change, ({ body, ...viewer }) => settings.switchRules(viewer, body))
  endpoint(complianceOperations.ruleNews, { limits: 'none' }, (viewer) => news.load(viewer))
  endpoint(complianceOperations.touchedByRule, { limits: 'none' }, ({ query, ...viewer }) => news.list(viewer, query))
  endpoint(complianceOperations.openRuleNews, { limits }, (viewer) => news.open(viewer))
}
