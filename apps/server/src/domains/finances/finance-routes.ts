import { financeOperations } from '@sherpa/contracts/finance-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import { financeBreakdown, moneyOfAthlete, moneyOfDeal } from './analytics.ts'
import { ledgerSum, listLedger } from './ledger-list.ts'
import { financeOverview, latePayments } from './overview.ts'

/** Reading the books. */
export function financeRoutes(
  endpoint: DefineEndpoint,
  { database, clock }: { database: Database; clock: () => Date },
) {
  const operations = financeOperations
  const rules = { limits: 'none' } as const

  endpoint(operations.financeOverview, rules, ({ query, ...viewer }) =>
    financeOverview(database, viewer, query, clock()),
  )
  endpoint(operations.financeBreakdown, rules, ({ query, ...viewer }) =>
    financeBreakdown(database, viewer, query, clock()),
  )
  endpoint(operations.ledger, rules, ({ query, ...viewer }) => listLedger(database, viewer, query))
  endpoint(operations.ledgerSum, rules, ({ query, ...viewer }) => ledgerSum(database, viewer, query))
  endpoint(operations.moneyOfDeal, rules, ({ parameter, ...viewer }) =>
    moneyOfDeal(database, viewer, parameter('deal'), clock()),
  )
  endpoint(operations.moneyOfAthlete, rules, ({ parameter, ...viewer }) =>
    moneyOfAthlete(database, viewer, parameter('athlete'), clock()),
  )
  endpoint(operations.latePayments, rules, (viewer) => latePayments(database, viewer, clock()))
}
