import { athletesQuery } from '@sherpa/contracts/athlete'
import { companiesQuery } from '@sherpa/contracts/company'
import { dealsQuery } from '@sherpa/contracts/deal'
import { deliverablesQuery, paymentsQuery } from '@sherpa/contracts/deal-work'
import { deskQuery } from '@sherpa/contracts/desk'
import { membersQuery } from '@sherpa/contracts/organization'
import { staffInvoicesQuery, staffSubscriptionsQuery } from '@sherpa/contracts/subscription'
import type { ListWithViews } from '@sherpa/contracts/view'
import type * as z from 'zod/mini'

const listQueries: Record<ListWithViews, { shape: object }> = {
  athletes: athletesQuery,
  deals: dealsQuery,
  companies: companiesQuery,
  deliverables: deliverablesQuery,
  payments: paymentsQuery,
  members: membersQuery,
  'demo-requests': deskQuery,
  'staff-invoices': staffInvoicesQuery,
  'staff-subscriptions': staffSubscriptionsQuery,
}

/** Whether a list has everything that the address says. */
export function isAddressOf(list: ListWithViews, address: string) {
  const shape = listQueries[list].shape as Record<string, z.ZodMiniType>
  const parameters = [...new URLSearchParams(address)]
  return parameters.every(([name, value]) =>
    name === 'columns' ? /^[\w,-]+$/.test(value) : viewable(name) && shape[name]?.safeParse(value).success,
  )
}

/** Where a page begins is nothing to save. */
const viewable = (name: string) => !['after', 'ids', 'limit'].includes(name)
