import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { drawInThread } from '../../pdf/draw-in-thread.ts'
import { type Database, inOrganization, type Queryable } from '../../persistence/database.ts'
import { signedAthletes } from '../athletes/athletes.ts'
import { lockFor } from '../organizations/organizations.ts'
import { findPlan } from '../plans/plans.ts'
import { billing as billingOf, endSubscription } from './billing.ts'
import { billingDetails } from './billing-details.ts'
import { billingDetailsRoutes } from './billing-details-routes.ts'
import { forgetBilling, moveBilling } from './forget-billing.ts'
import { invoiceFiles as invoiceFilesOf } from './invoice-files.ts'
import type { Invoicing } from './invoice-paper.ts'
import { invoices as invoicesOf } from './invoices.ts'
import { invoiceByMail } from './payment-provider.ts'
import { athleteLimit, requireRoomInPlan, roomForAthletes } from './plan-limits.ts'
import { priceOffers as priceOffersOf } from './price-offers.ts'
import { subscriptionRoutes } from './routes.ts'
import { subscribing } from './subscribe.ts'
import { allForStaff, organizationOf } from './subscriptions.ts'
import { taxExemptions } from './tax-exemptions.ts'

type Parts = {
  database: Database
  clock: () => Date
  invoicing: Invoicing
  staffMailbox: string
  onMail: () => void
}

const lockForBilling = (client: Queryable, person: Person, organization: string) =>
  lockFor(client, person, organization, 'billing.manage')

export function composeSubscriptions({ database, clock, invoicing, staffMailbox, onMail }: Parts) {
  const { issuer, tax } = invoicing
  const payments = invoiceByMail({ issuer, tax })
  const billing = billingOf({ database, payments, tax, clock })
  const { bringUpToDate } = billing
  const invoices = invoicesOf(database)
  const invoiceFiles = invoiceFilesOf({
    database,
    issuer,
    draw: drawInThread(new URL('./invoice-pdf-thread.ts', import.meta.url)),
  })
  const priceOffers = priceOffersOf({ database, tax, clock, lockForBilling, bringUpToDate })

  return {
    /** For people who change their address, or delete their account. */
    moveBilling,
    forgetBilling,
    requireRoomInPlan,
    requireRoomForAthletes: athleteLimit(signedAthletes),
    endSubscription: (client: Queryable, organization: string) => endSubscription(client, organization, clock()),
    jobs: { bringUpToDate, roomForAthletes: roomForAthletes(signedAthletes) },

    /** For mail, which is composed outside of any organization. */
    async invoiceFile(id: string): Promise<Buffer> {
      const organization = await organizationOf(database, 'invoices', id)
      if (!organization) throw new Refusal('not-found')
      return inOrganization(organization, () => invoiceFiles.fileOf(id))
    },

    forStaff: {
      invoices: invoices.allForStaff,
      subscriptions: (asked: Parameters<typeof allForStaff>[1]) => allForStaff(database, asked),
      markPaid: billing.markPaid,
      offerPrice: priceOffers.offer,
      setTaxExemption: taxExemptions({ database, clock }).set,
      tax,
    },

    addRoutes(endpoint: DefineEndpoint) {
      subscriptionRoutes(endpoint, {
        database,
        subscribing: subscribing({ database, findPlan, payments, staffMailbox, clock, lockForBilling, signedAthletes }),
        priceOffers,
        invoices,
        invoiceFiles,
        clock,
        onMail,
      })
      billingDetailsRoutes(endpoint, billingDetails({ database, tax, lockForBilling }))
    },
  }
}
