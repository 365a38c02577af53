import { Refusal } from '@sherpa/contracts/problem'
import { TRIAL_DAYS } from '@sherpa/contracts/subscription'
import type { Person } from '../../http/access.ts'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { RenderPdf } from '../../pdf/draw-in-thread.ts'
import { type Database, inOrganization, type Queryable } from '../../persistence/database.ts'
import { countSignedAthletes } from '../athletes/athletes.ts'
import { lockWithPermission } from '../organizations/organizations.ts'
import { findPlan } from '../plans/plans.ts'
import { createBillingService, endSubscription } from './billing.ts'
import { createBillingDetailsService } from './billing-details.ts'
import { billingDetailsRoutes } from './billing-details-routes.ts'
import { forgetBilling, moveBilling } from './forget-billing.ts'
import { createInvoiceFileService } from './invoice-files.ts'
import type { Invoicing } from './invoice-paper.ts'
import { createInvoiceService } from './invoices.ts'
import { addDays } from './lifecycle.ts'
import { createInvoiceByMail } from './payment-provider.ts'
import { createAthleteLimit, requireRoomInPlan, roomForAthletes } from './plan-limits.ts'
import { createPriceOfferService } from './price-offers.ts'
import { subscriptionRoutes } from './routes.ts'
import { createSubscriptionService } from './subscribe.ts'
import { findOrganizationId, hasTrial, listForStaff } from './subscriptions.ts'
import { createTaxExemptionService } from './tax-exemptions.ts'

type Parts = {
  database: Database
  clock: () => Date
  invoicing: Invoicing
  staffMailbox: string
  onMail: () => void
  renderPdf: RenderPdf
}

const lockForBilling = (client: Queryable, person: Person, organization: string) =>
  lockWithPermission(client, person, organization, 'billing.manage')

export function composeSubscriptions({ database, clock, invoicing, staffMailbox, onMail, renderPdf }: Parts) {
  const { issuer, tax } = invoicing
  const payments = createInvoiceByMail({ issuer, tax })
  const billing = createBillingService({ database, payments, tax, clock })
  const { advance } = billing
  const invoices = createInvoiceService(database)
  const invoiceFiles = createInvoiceFileService({
    database,
    issuer,
    draw: renderPdf(new URL('./invoice-pdf-thread.ts', import.meta.url)),
  })
  const priceOffers = createPriceOfferService({ database, tax, clock, lockForBilling, advance })

  return {
    /** For email change and account deletion. */
    moveBilling,
    forgetBilling,
    requireRoomInPlan,
    requireRoomForAthletes: createAthleteLimit(countSignedAthletes),
    computeTrialEnd: async (client: Queryable, organization: string, person: string) =>
      (await hasTrial(client, organization, person)) ? addDays(clock(), TRIAL_DAYS) : null,
    endSubscription: (client: Queryable, organization: string) => endSubscription(client, organization, clock()),
    jobs: { advance, roomForAthletes: roomForAthletes(countSignedAthletes) },

    /** Mail is composed without a tenant. */
    async invoiceFile(id: string): Promise<Buffer> {
      const organization = await findOrganizationId(database, 'invoices', id)
      if (!organization) throw new Refusal('not-found')
      return inOrganization(organization, () => invoiceFiles.load(id))
    },

    forStaff: {
      invoices: invoices.listForStaff,
      subscriptions: (query: Parameters<typeof listForStaff>[1]) => listForStaff(database, query),
      markPaid: billing.markPaid,
      offerPrice: priceOffers.offer,
      setTaxExemption: createTaxExemptionService({ database, clock }).set,
      tax,
    },

    addRoutes(endpoint: DefineEndpoint) {
      subscriptionRoutes(endpoint, {
        database,
        subscribing: createSubscriptionService({
          database,
          findPlan,
          payments,
          staffMailbox,
          clock,
          lockForBilling,
          countSignedAthletes,
        }),
        priceOffers,
        invoices,
        invoiceFiles,
        clock,
        onMail,
      })
      billingDetailsRoutes(endpoint, createBillingDetailsService({ database, tax, lockForBilling }))
    },
  }
}
