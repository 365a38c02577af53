import { liveOperations } from '@sherpa/contracts/live-operations'
import { Refusal } from '@sherpa/contracts/problem'
import { accountRoutes } from './domains/accounts/account-routes.ts'
import { accounts as accountsOf, insertAccount, lockPerson } from './domains/accounts/accounts.ts'
import { authentication as authenticationOf } from './domains/accounts/better-auth/authentication.ts'
import { deleteAccount } from './domains/accounts/delete-account.ts'
import { deviceOf } from './domains/accounts/device-name.ts'
import { emailChange } from './domains/accounts/email-change.ts'
import { passwords as passwordsOf, preparePassword } from './domains/accounts/passwords.ts'
import { registration } from './domains/accounts/registration.ts'
import { secondFactor as secondFactorOf } from './domains/accounts/second-factor.ts'
import { sessionOpener } from './domains/accounts/sessions.ts'
import { signIn as signInOf } from './domains/accounts/sign-in.ts'
import { signInRoutes } from './domains/accounts/sign-in-routes.ts'
import { auditEvents } from './domains/audit/audit.ts'
import { answeringRequests } from './domains/demo/answer-request.ts'
import { demoRequests } from './domains/demo/demo-requests.ts'
import { deskRoutes, visitorRoutes } from './domains/demo/desk-routes.ts'
import { demoRoutes } from './domains/demo/routes.ts'
import { visitors } from './domains/demo/visitor.ts'
import { visitorLinks } from './domains/demo/visitor-links.ts'
import { notifications } from './domains/notifications/notifications.ts'
import { notificationRoutes } from './domains/notifications/routes.ts'
import { invitationRoutes } from './domains/organizations/invitation-routes.ts'
import { invitations as invitationsOf } from './domains/organizations/invitations.ts'
import { membership as membershipOf } from './domains/organizations/membership.ts'
import { lockFor, organizations as organizationsOf } from './domains/organizations/organizations.ts'
import { people } from './domains/organizations/people.ts'
import { organizationRoutes } from './domains/organizations/routes.ts'
import { findPlan } from './domains/plans/plans.ts'
import { failedJobs } from './domains/staff/failed-jobs.ts'
import { staffRoutes } from './domains/staff/routes.ts'
import { billing as billingOf, endSubscription } from './domains/subscriptions/billing.ts'
import { billingDetails as billingDetailsOf } from './domains/subscriptions/billing-details.ts'
import { billingDetailsRoutes } from './domains/subscriptions/billing-details-routes.ts'
import { forgetBilling, moveBilling } from './domains/subscriptions/forget-billing.ts'
import { invoiceFiles as invoiceFilesOf } from './domains/subscriptions/invoice-files.ts'
import type { Invoicing } from './domains/subscriptions/invoice-paper.ts'
import { pdfInThread } from './domains/subscriptions/invoice-pdf-in-thread.ts'
import { invoices as invoicesOf } from './domains/subscriptions/invoices.ts'
import { invoiceByMail } from './domains/subscriptions/payment-provider.ts'
import { requireRoomInPlan } from './domains/subscriptions/plan-limits.ts'
import { priceOffers as priceOffersOf } from './domains/subscriptions/price-offers.ts'
import { subscriptionRoutes } from './domains/subscriptions/routes.ts'
import { subscribing as subscribingOf } from './domains/subscriptions/subscribe.ts'
import { allForStaff, organizationOf } from './domains/subscriptions/subscriptions.ts'
import { taxExemptions } from './domains/subscriptions/tax-exemptions.ts'
import { viewRoutes } from './domains/views/routes.ts'
import { forgetViews, views } from './domains/views/views.ts'
import type { Gate, Person } from './http/access.ts'
import type { DefineEndpoint } from './http/endpoint.ts'
import { knownDevices } from './http/known-devices.ts'
import { allJobs } from './job-list.ts'
import { liveUpdates } from './live/live-updates.ts'
import { type Database, inOrganization, type Queryable } from './persistence/database.ts'

export type PlatformParts = {
  database: Database
  /** For work in the background. */
  background: Database
  /** Signs and encrypts what accounts need kept secret. */
  secret: string
  /** Where the platform is, for links in mail. */
  platformUrl: string
  staffMailbox: string
  invoicing: Invoicing
  demoDesk: DemoDeskSettings
  rateLimited: boolean
  clock: () => Date
  shortestAnswerMs: number
  onMail: () => void
  log: { error: (details: object, message: string) => void }
}

export type DemoDeskSettings = {
  /** By whose clock answers are promised. */
  companyTimeZone: string
  /** After so many days, requests no longer tell who asked. */
  retentionDays: number
  /** The mailbox that demos are organized from. */
  organizer: string
}

/** Puts the platform's modules together: each gets what it needs of the others as an argument. */
export function platform(parts: PlatformParts) {
  const { database, background, secret, platformUrl, staffMailbox, invoicing, clock, shortestAnswerMs, onMail, log } =
    parts
  const { companyTimeZone, retentionDays, organizer } = parts.demoDesk
  const requests = demoRequests(database, visitorLinks({ database, secret }).tokenFor)
  const accounts = accountsOf(database)
  const organizations = organizationsOf(database)
  const membership = membershipOf({
    database,
    lockPerson,
    requireRoomInPlan,
    forgetViews,
    endSubscription: (client, organization) => endSubscription(client, organization, clock()),
  })
  const authentication = authenticationOf({ database, secret, platformUrl })
  const invitations = invitationsOf({ database, requireRoomInPlan, lockPerson, preparePassword, insertAccount })
  const { issuer, tax } = invoicing
  const payments = invoiceByMail({ issuer, tax })
  const billing = billingOf({ database, payments, tax, clock })
  const jobs = allJobs({ database: background, clock, bringUpToDate: billing.bringUpToDate, retentionDays })
  const invoiceFiles = invoiceFilesOf({ database, issuer, draw: pdfInThread() })
  const devices = knownDevices(secret)
  const gate: Gate = { personOf: accounts.personOf, admit: accounts.admit, devices }

  const live = liveUpdates({ database: background, gate, expiryOf: accounts.expiryOf, clock, log })

  return {
    gate,
    jobs,
    live,

    requestForMail: requests.forMail,

    /** For mail, which is composed outside of any organization. */
    async invoiceFile(id: string): Promise<Buffer> {
      const organization = await organizationOf(database, 'invoices', id)
      if (!organization) throw new Refusal('not-found')
      return inOrganization(organization, () => invoiceFiles.fileOf(id))
    },

    addRoutes(endpoint: DefineEndpoint) {
      demoRoutes(endpoint, { requests, limited: parts.rateLimited, clock, companyTimeZone, onAccepted: onMail })
      visitorRoutes(endpoint, {
        visitors: visitors({ database, clock, companyTimeZone, organizer, requestForMail: requests.forMail }),
        onMail,
      })
      deskRoutes(endpoint, {
        database,
        answering: answeringRequests({ database, clock }),
        settings: { companyTimeZone, retentionDays },
        clock,
        onMail,
      })
      const events = auditEvents(database)
      const invoices = invoicesOf(database)
      const openSession = sessionOpener({ authentication, database, devices })
      const passwords = passwordsOf({ authentication, accounts, database })
      const secondFactor = secondFactorOf({ authentication, accounts, database, clock })
      signInRoutes(endpoint, {
        registration: registration({ database, accounts, openSession }),
        signIn: signInOf({ authentication, accounts, database, devices, secondFactor }),
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
          organizations: await organizations.ofPerson(id),
          invitations: await invitations.openTo(email),
        }),
        deleteAccount: (person) => deleteAccount(person, { database, leaveAll: membership.leaveAll, forgetBilling }),
        onMail,
      })
      endpoint(liveOperations.liveUpdates, { limits: { person: 600 } }, async ({ reply, person, member }) => {
        await live.open(reply, person, member)
        return reply
      })
      endpoint(liveOperations.staffLiveUpdates, { limits: { person: 600 } }, async ({ reply, person }) => {
        await live.open(reply, person, undefined)
        return reply
      })
      organizationRoutes(endpoint, { database, organizations, membership, people: people(database), events })
      notificationRoutes(endpoint, notifications(database))
      invitationRoutes(endpoint, {
        invitations,
        openSession: async (person, request) => openSession(await accounts.byId(person), false, deviceOf(request)),
        onMail,
      })
      viewRoutes(endpoint, views(database))
      const lockForBilling = (client: Queryable, person: Person, organization: string) =>
        lockFor(client, person, organization, 'billing.manage')
      const subscribing = subscribingOf({ database, findPlan, payments, staffMailbox, clock, lockForBilling })
      const priceOffers = priceOffersOf({
        database,
        tax,
        clock,
        lockForBilling,
        bringUpToDate: billing.bringUpToDate,
      })
      subscriptionRoutes(endpoint, { database, subscribing, priceOffers, invoices, invoiceFiles, clock, onMail })
      billingDetailsRoutes(endpoint, billingDetailsOf({ database, tax, lockForBilling }))
      staffRoutes(endpoint, {
        invoices: invoices.allForStaff,
        subscriptions: (asked) => allForStaff(database, asked),
        markPaid: billing.markPaid,
        offerPrice: priceOffers.offer,
        setTaxExemption: taxExemptions({ database, clock }).set,
        tax,
        failedJobs: failedJobs({ database, jobs }),
        onMail,
      })
    },
  }
}
