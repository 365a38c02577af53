import { financeOperations } from '@sherpa/contracts/finance-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import { loadAthleteMoney, loadBreakdown, loadCompanyMoney, loadDealMoney, loadMoneyByDeal } from './analytics.ts'
import { loadForecast } from './forecast.ts'
import { listLedger, sumLedger } from './ledger-list.ts'
import { loadOverview } from './overview.ts'
import { loadSetupProgress } from './setup-progress.ts'

/** Read-only: reports and the ledger. */
export function financeRoutes(
  endpoint: DefineEndpoint,
  { database, clock }: { database: Database; clock: () => Date },
) {
  const operations = financeOperations
  const rules = { limits: 'none' } as const

  endpoint(operations.financeOverview, rules, ({ query, ...viewer }) => loadOverview(database, viewer, query, clock()))
  endpoint(operations.financeForecast, rules, ({ query, ...viewer }) => loadForecast(database, viewer, query, clock()))
  endpoint(operations.setupProgress, rules, ({ member }) => loadSetupProgress(database, member))
  endpoint(operations.financeBreakdown, rules, ({ query, ...viewer }) =>
    loadBreakdown(database, viewer, query, clock()),
  )
  endpoint(operations.ledger, rules, ({ query, ...viewer }) => listLedger(database, viewer, query))
  endpoint(operations.ledgerSum, rules, ({ query, ...viewer }) => sumLedger(database, viewer, query))
  endpoint(operations.moneyOfDeal, rules, ({ parameter, ...viewer }) =>
    loadDealMoney(database, viewer, parameter('deal'), clock()),
  )
  endpoint(operations.moneyOfAthlete, rules, ({ parameter, ...viewer }) =>
    loadAthleteMoney(database, viewer, parameter('athlete'), clock()),
  )
  endpoint(operations.moneyOfCompany, rules, ({ parameter, ...viewer }) =>
    loadCompanyMoney(database, viewer, parameter('company'), clock()),
  )
  endpoint(operations.moneyByDeal, rules, ({ query, ...viewer }) =>
    loadMoneyByDeal(database, viewer, query.deals, clock()),
  )
}
