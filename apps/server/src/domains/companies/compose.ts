import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import type { DependentOn } from '../../persistence/dependents.ts'
import { dealsByCompany, hasFrozenVersions, lockDealsWith, moveDeals, seesDealsWith } from '../deals/deals.ts'
import { changingCompanies } from './change-company.ts'
import type { DealsOfCompanies } from './company-access.ts'
import { companyRecords } from './company-record.ts'
import { mergingCompanies } from './merge-companies.ts'
import { companyRoutes } from './routes.ts'

const deals: DealsOfCompanies = {
  count: dealsByCompany,
  areSeen: seesDealsWith,
  areSubmitted: hasFrozenVersions,
  lock: lockDealsWith,
  move: moveDeals,
}

type Parts = { database: Database; clock: () => Date; onCompanies: readonly DependentOn<'company'>[] }

export function composeCompanies(parts: Parts) {
  const { database } = parts
  const records = companyRecords(database, deals)

  return {
    addRoutes(endpoint: DefineEndpoint) {
      companyRoutes(endpoint, {
        database,
        records,
        changing: changingCompanies({ ...parts, records }),
        merging: mergingCompanies({ database, records, deals }),
      })
    },
  }
}
