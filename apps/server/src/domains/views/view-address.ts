import { athletesQuery } from '@sherpa/contracts/athlete'
import { companiesQuery } from '@sherpa/contracts/company'
import { dealsQuery } from '@sherpa/contracts/deal'
import { deliverablesQuery, paymentsQuery } from '@sherpa/contracts/deal-work'
import { deskQuery } from '@sherpa/contracts/desk'
import { disclosuresQuery } from '@sherpa/contracts/disclosure'
import { expensesQuery } from '@sherpa/contracts/expense'
import { feeInvoicesQuery } from '@sherpa/contracts/fee-invoice'
import { membersQuery } from '@sherpa/contracts/organization'
import { ownValue } from '@sherpa/contracts/own-value'
import { payablesQuery } from '@sherpa/contracts/payout'
import { receiptsQuery } from '@sherpa/contracts/receipt'
import { staffInvoicesQuery, staffSubscriptionsQuery } from '@sherpa/contracts/subscription'
import { tasksQuery } from '@sherpa/contracts/task'
import type { ListWithViews } from '@sherpa/contracts/view'
import type * as z from 'zod/mini'

const listQueries: Record<ListWithViews, { shape: object }> = {
  athletes: athletesQuery,
  deals: dealsQuery,
  companies: companiesQuery,
  disclosures: disclosuresQuery,
  deliverables: deliverablesQuery,
  payments: paymentsQuery,
  receipts: receiptsQuery,
  expenses: expensesQuery,
  'fee-invoices': feeInvoicesQuery,
  payables: payablesQuery,
  members: membersQuery,
  tasks: tasksQuery,
  'demo-requests': deskQuery,
  'staff-invoices': staffInvoicesQuery,
  'staff-subscriptions': staffSubscriptionsQuery,
}

/** Whether the address has only filters and sorts of the list. */
export function isValidAddress(list: ListWithViews, address: string) {
  const shape = listQueries[list].shape as Record<string, z.ZodMiniType>
  const parameters = [...new URLSearchParams(address)]
  return parameters.every(([name, value]) =>
    name === 'columns' ? /^[\w,-]+$/.test(value) : isSaveable(name) && ownValue(shape, name)?.safeParse(value).success,
  )
}

/** Paging is not part of a view. */
const isSaveable = (name: string) => !['after', 'ids', 'limit'].includes(name)
