import type { Tax } from '@sherpa/contracts/billing-details'
import type { ListPage } from '@sherpa/contracts/list'
import { staffOperations } from '@sherpa/contracts/staff-operations'
import type {
  StaffInvoice,
  StaffInvoicesQuery,
  StaffSubscription,
  StaffSubscriptionsQuery,
} from '@sherpa/contracts/subscription'
import type { Person } from '../../http/access.ts'
import type { CellSettings } from '../../http/cells.ts'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { FailedJobs } from './failed-jobs.ts'

export type StaffParts = {
  cells: CellSettings
  invoices: (query: StaffInvoicesQuery) => Promise<ListPage<StaffInvoice>>
  subscriptions: (query: StaffSubscriptionsQuery) => Promise<ListPage<StaffSubscription>>
  tax: Tax | null
  markPaid: (staff: Person, invoice: string, reference: string) => Promise<void>
  offerPrice: (staff: Person, subscription: string, priceCents: number) => Promise<void>
  setTaxExemption: (staff: Person, subscription: string, exempt: boolean) => Promise<void>
  failedJobs: FailedJobs
  onMail: () => void
}

/** Ample for manual work. */
const changes = { person: 300 }

export function staffRoutes(
  endpoint: DefineEndpoint,
  { cells, invoices, subscriptions, tax, markPaid, offerPrice, setTaxExemption, failedJobs, onMail }: StaffParts,
) {
  endpoint(staffOperations.staffCells, { limits: 'none' }, () => ({
    own: cells.own,
    others: Object.keys(cells.addresses),
  }))

  endpoint(staffOperations.staffInvoices, { limits: 'none' }, ({ query }) => invoices(query))

  endpoint(
    staffOperations.recordPayment,
    { limits: changes, refusals: { 409: 'It was settled before' } },
    async ({ person, parameter, body }) => {
      await markPaid(person, parameter('invoice'), body.reference)
      onMail()
    },
  )

  endpoint(staffOperations.staffSubscriptions, { limits: 'none' }, async ({ query }) => ({
    ...(await subscriptions(query)),
    tax,
  }))

  endpoint(staffOperations.offerPrice, { limits: changes }, async ({ person, parameter, body }) => {
    await offerPrice(person, parameter('subscription'), body.priceCents)
    onMail()
  })

  endpoint(staffOperations.setTaxExemption, { limits: changes }, ({ person, parameter, body }) =>
    setTaxExemption(person, parameter('subscription'), body.exempt),
  )

  endpoint(staffOperations.listFailedJobs, { limits: 'none' }, async () => ({ jobs: await failedJobs.list() }))

  endpoint(staffOperations.restartJob, { limits: changes }, ({ person, parameter }) =>
    failedJobs.restart(person, parameter('job')),
  )
}
