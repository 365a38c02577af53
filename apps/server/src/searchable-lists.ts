import { athleteOperations } from '@sherpa/contracts/athlete-operations'
import { bankOperations } from '@sherpa/contracts/bank-operations'
import type { CompaniesQuery } from '@sherpa/contracts/company'
import { companyOperations } from '@sherpa/contracts/company-operations'
import { dealOperations } from '@sherpa/contracts/deal-operations'
import { dealWorkOperations } from '@sherpa/contracts/deal-work-operations'
import { disclosureOperations } from '@sherpa/contracts/disclosure-operations'
import { expenseOperations } from '@sherpa/contracts/expense-operations'
import { feeInvoiceOperations } from '@sherpa/contracts/fee-invoice-operations'
import type { ListPage } from '@sherpa/contracts/list'
import type { Operation } from '@sherpa/contracts/operation'
import { organizationOperations } from '@sherpa/contracts/organization-operations'
import { payoutOperations } from '@sherpa/contracts/payout-operations'
import { Refusal } from '@sherpa/contracts/problem'
import { receiptOperations } from '@sherpa/contracts/receipt-operations'
import { taskOperations } from '@sherpa/contracts/task-operations'
import * as z from 'zod/mini'
import { listAthletes } from './domains/athletes/athletes.ts'
import { loadFactsForReports } from './domains/compliance/facts-for-reports.ts'
import { listDeals } from './domains/deals/deal-list.ts'
import { pageOfDeliverables } from './domains/deals/deliverables.ts'
import { pageOfKeyDates } from './domains/deals/key-dates.ts'
import { listPayments } from './domains/deals/payments.ts'
import { listDisclosures } from './domains/disclosures/disclosure-list.ts'
import { listBankLines } from './domains/finances/bank-lines.ts'
import { loadBookkeeping } from './domains/finances/bookkeeping.ts'
import { listExpenses } from './domains/finances/expenses.ts'
import { listFeeInvoices } from './domains/finances/fee-invoices.ts'
import { listPayables } from './domains/finances/payouts.ts'
import { listReceipts } from './domains/finances/receipts.ts'
import { todayIn } from './domains/organizations/organizations.ts'
import { createPeopleService } from './domains/organizations/people.ts'
import { listTasks } from './domains/tasks/tasks.ts'
import type { LoadPage, Viewer } from './domains/views/views.ts'
import { permissionsOfRule, refusalFor } from './http/access.ts'
import type { Database } from './persistence/database.ts'

type Parts = {
  database: Database
  clock: () => Date
  listCompanies: (viewer: Viewer, query: CompaniesQuery) => Promise<Page>
}
type Page = ListPage<{ id: string }>
type QueryOf<O> = O extends { query: infer Query extends z.core.$ZodType } ? z.output<Query> : never

/** Loads pages of any list as its operation does, with the same checks, for work outside of a request for the list. */
export function createPageLoader({ database, clock, listCompanies }: Parts): LoadPage {
  const list = <O extends Operation>(operation: O, load: (viewer: Viewer, query: QueryOf<O>) => Promise<Page>) => ({
    operation,
    load: (viewer: Viewer, parameters: Record<string, string>) =>
      load(viewer, z.parse(operation.query as z.ZodMiniType, parameters) as QueryOf<O>),
  })
  const people = createPeopleService(database)
  const lists = {
    athletes: list(athleteOperations.athletes, (viewer, query) => listAthletes(database, viewer, query, clock())),
    deals: list(dealOperations.deals, (viewer, query) => listDeals(database, viewer, query)),
    companies: list(companyOperations.companies, listCompanies),
    payments: list(dealWorkOperations.payments, (viewer, query) => listPayments(database, viewer, query, clock())),
    receipts: list(receiptOperations.receipts, (viewer, query) => listReceipts(database, viewer, query)),
    expenses: list(expenseOperations.expenses, (viewer, query) => listExpenses(database, viewer, query)),
    'fee-invoices': list(feeInvoiceOperations.feeInvoices, (viewer, query) =>
      listFeeInvoices(database, viewer, query, clock()),
    ),
    payables: list(payoutOperations.payables, async (viewer, query) => {
      const { today } = await loadBookkeeping(database, viewer.member.organization, clock())
      return listPayables(database, viewer, { ...query, today })
    }),
    'bank-lines': list(bankOperations.bankLines, (viewer, query) => listBankLines(database, viewer, query, clock())),
    'key-dates': list(dealWorkOperations.keyDates, (viewer, query) =>
      pageOfKeyDates(database, viewer, query, { now: clock() }),
    ),
    deliverables: list(dealWorkOperations.deliverables, async (viewer, query) => {
      const today = await todayIn(database, viewer.member.organization, clock())
      return pageOfDeliverables(database, viewer, query, { today })
    }),
    tasks: list(taskOperations.tasks, (viewer, query) => listTasks(database, viewer, query)),
    disclosures: list(disclosureOperations.disclosures, (viewer, query) =>
      listDisclosures(database, viewer, query, { clock, loadComplianceFacts: loadFactsForReports }),
    ),
    members: list(organizationOperations.members, ({ member }, query) => people.members(member.organization, query)),
  }
  return (viewer, name, parameters) => {
    const { operation, load } = lists[name]
    const refused = refusalFor(viewer.member, permissionsOfRule(operation))
    if (refused) throw new Refusal(refused)
    return load(viewer, parameters)
  }
}
