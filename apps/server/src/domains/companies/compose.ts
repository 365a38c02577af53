import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import type { DependentOn } from '../../persistence/dependents.ts'
import type { AddNextStep } from '../contact-log/contact-log.ts'
import {
  contactDuties,
  dealsByCompany,
  hasFrozenVersions,
  lockDealsWith,
  moveDeals,
  seesDealsWith,
} from '../deals/deals.ts'
import { createCompanyChangeService } from './change-company.ts'
import type { DealsOfCompanies, TasksOfCompanies } from './company-access.ts'
import { createCompanyLogService } from './company-log.ts'
import { createCompanyRecordService } from './company-record.ts'
import { createCompanyMergeService } from './merge-companies.ts'
import { companyRoutes } from './routes.ts'

const deals: DealsOfCompanies = {
  count: dealsByCompany,
  contactDuties,
  areSeen: seesDealsWith,
  areSubmitted: hasFrozenVersions,
  lock: lockDealsWith,
  move: moveDeals,
}

type Parts = {
  database: Database
  clock: () => Date
  onCompanies: readonly DependentOn<'company'>[]
  tasks: TasksOfCompanies
  moveCompliance: DealsOfCompanies['move']
  addNextStep: AddNextStep
}

export function composeCompanies(parts: Parts) {
  const { database } = parts
  const records = createCompanyRecordService(database, deals)

  return {
    list: records.list,
    findContacts: records.findContacts,

    addRoutes(endpoint: DefineEndpoint) {
      companyRoutes(endpoint, {
        database,
        records,
        logs: createCompanyLogService(database),
        changes: createCompanyChangeService({ ...parts, records }),
        merges: createCompanyMergeService({ ...parts, records, deals }),
        addNextStep: parts.addNextStep,
      })
    },
  }
}
