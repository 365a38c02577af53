import { accountRoutes } from './accounts/account-routes.ts'
import { accounts as accountsOf, insertAccount, lockPerson } from './accounts/accounts.ts'
import { createAuth } from './accounts/auth.ts'
import { deleteAccount } from './accounts/delete-account.ts'
import { deviceOf } from './accounts/device-name.ts'
import { emailChange } from './accounts/email-change.ts'
import { passwordPreparer, passwords as passwordsOf } from './accounts/passwords.ts'
import { registration } from './accounts/registration.ts'
import { secondFactor as secondFactorOf } from './accounts/second-factor.ts'
import { sessionOpener } from './accounts/sessions.ts'
import { signIn as signInOf } from './accounts/sign-in.ts'
import { signInRoutes } from './accounts/sign-in-routes.ts'
import { auditEvents } from './audit/audit-events.ts'
import { forgetOldAuditValues } from './audit/audit-values.ts'
import type { Gate, Person } from './http/access.ts'
import type { DefineEndpoint } from './http/endpoint.ts'
import { knownDevices } from './http/known-devices.ts'
import { invitationRoutes } from './organisations/invitation-routes.ts'
import { invitations as invitationsOf } from './organisations/invitations.ts'
import { membership as membershipOf } from './organisations/membership.ts'
import { lockFor, organisations as organisationsOf } from './organisations/organisations.ts'
import { organisationRoutes } from './organisations/routes.ts'
import type { Database, Queryable } from './persistence/database.ts'
import { findPlan } from './plans/plans.ts'
import { staffRoutes } from './staff/routes.ts'
import { billing as billingOf, endSubscription } from './subscriptions/billing.ts'
import { billingDetails as billingDetailsOf } from './subscriptions/billing-details.ts'
import { billingDetailsRoutes } from './subscriptions/billing-details-routes.ts'
import { forgetBilling, moveBilling } from './subscriptions/forget-billing.ts'
import { invoiceDrawer } from './subscriptions/invoice-drawer.ts'
import { invoiceFiles as invoiceFilesOf } from './subscriptions/invoice-files.ts'
import type { Invoicing } from './subscriptions/invoice-paper.ts'
import { invoices as invoicesOf } from './subscriptions/invoices.ts'
import { invoiceByMail } from './subscriptions/payment-provider.ts'
import { requireRoom } from './subscriptions/plan-room.ts'
import { priceOffers as priceOffersOf } from './subscriptions/price-offers.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { subscribing as subscribingOf } from './subscriptions/subscribe.ts'
import { allForStaff } from './subscriptions/subscriptions.ts'
import { taxExemptions } from './subscriptions/tax-exemptions.ts'

export type PlatformParts = {
  database: Database
  /** Signs and encrypts what accounts need kept secret. */
  secret: string
  /** Where the platform is, for links in mail. */
  platformUrl: string
  staffMailbox: string
  invoicing: Invoicing
  clock: () => Date
  shortestAnswerMs: number
  onMail: () => void
  log: { error: (details: object, message: string) => void }
}

/** Puts the platform's modules together: each gets what it needs of the others as an argument. */
export function platform(parts: PlatformParts) {
  const { database, secret, platformUrl, staffMailbox, invoicing, clock, shortestAnswerMs, onMail, log } = parts
  const accounts = accountsOf(database)
  const organisations = organisationsOf(database)
  const membership = membershipOf({
    database,
    lockPerson,
    requireRoom,
    endSubscription: (client, organisation) => endSubscription(client, organisation, clock()),
  })
  const auth = createAuth({ database, secret, platformUrl })
  const preparePassword = passwordPreparer(auth)
  const invitations = invitationsOf({ database, requireRoom, lockPerson, preparePassword, insertAccount })
  const { issuer, tax } = invoicing
  const payments = invoiceByMail({ issuer, tax })
  const billing = billingOf({ database, payments, tax, clock, log })
  const invoiceFiles = invoiceFilesOf({ database, issuer, draw: invoiceDrawer() })
  const devices = knownDevices(secret)
  const gate: Gate = { personOf: accounts.personOf, memberOf: organisations.memberOf, devices }

  return {
    gate,
    billing,
    invoiceFiles,

    addRoutes(endpoint: DefineEndpoint) {
      const events = auditEvents(database)
      const invoices = invoicesOf(database)
      const openSession = sessionOpener({ auth, database, devices })
      const passwords = passwordsOf({ auth, accounts, database, preparePassword })
      const secondFactor = secondFactorOf({ auth, accounts, database, clock })
      signInRoutes(endpoint, {
        registration: registration({ database, accounts, preparePassword, openSession }),
        signIn: signInOf({ auth, accounts, database, devices, secondFactor }),
        passwords,
        shortestAnswerMs,
        onMail,
      })
      accountRoutes(endpoint, {
        database,
        accounts,
        passwords,
        emailChanges: emailChange(database, moveBilling),
        secondFactor,
        events,
        placesOf: async ({ id, email }) => ({
          organisations: await organisations.ofPerson(id),
          invitations: await invitations.openTo(email),
        }),
        deleteAccount: (person) => deleteAccount(person, { database, leaveAll: membership.leaveAll, forgetBilling }),
        onMail,
      })
      organisationRoutes(endpoint, { database, organisations, membership, events })
      invitationRoutes(endpoint, {
        invitations,
        openSession: async (person, request) => openSession(await accounts.byId(person), false, deviceOf(request)),
        onMail,
      })
      const takeTurn = (client: Queryable, person: Person, organisation: string) =>
        lockFor(client, person, organisation, 'billing.manage')
      const subscribing = subscribingOf({ database, findPlan, payments, staffMailbox, clock, takeTurn })
      const priceOffers = priceOffersOf({
        database,
        tax,
        clock,
        takeTurn,
        bringUpToDate: billing.bringUpToDate,
      })
      subscriptionRoutes(endpoint, { database, subscribing, priceOffers, invoices, invoiceFiles, clock, onMail })
      billingDetailsRoutes(endpoint, billingDetailsOf({ database, tax, takeTurn }))
      staffRoutes(endpoint, {
        invoices: invoices.allForStaff,
        subscriptions: () => allForStaff(database),
        markPaid: billing.markPaid,
        offerPrice: priceOffers.offer,
        setTaxExemption: taxExemptions({ database, clock }).set,
        tax,
        onMail,
      })
    },

    async forgetExpired() {
      await accounts.forgetExpired()
      await invitations.forgetExpired()
      await forgetOldAuditValues(database)
    },
  }
}
