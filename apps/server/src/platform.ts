import { liveOperations } from '@sherpa/contracts/live-operations'
import { Refusal } from '@sherpa/contracts/problem'
import type { FastifyRequest } from 'fastify'
import { archiveParts } from './archive-parts.ts'
import { onAthletes, onCompanies, onDeals } from './dependents.ts'
import { accountRoutes } from './domains/accounts/account-routes.ts'
import { accounts as accountsOf, insertAccount, lockPerson } from './domains/accounts/accounts.ts'
import { authentication as authenticationOf } from './domains/accounts/better-auth/authentication.ts'
import { identityConfirmation } from './domains/accounts/confirm-identity.ts'
import { deleteAccount } from './domains/accounts/delete-account.ts'
import { deviceName, deviceOf } from './domains/accounts/device-name.ts'
import { emailChange } from './domains/accounts/email-change.ts'
import { passwords as passwordsOf, preparePassword } from './domains/accounts/passwords.ts'
import { registration } from './domains/accounts/registration.ts'
import { secondFactor as secondFactorOf } from './domains/accounts/second-factor.ts'
import { sessionOpener } from './domains/accounts/sessions.ts'
import { signIn as signInOf } from './domains/accounts/sign-in.ts'
import { signInRoutes } from './domains/accounts/sign-in-routes.ts'
import { archives } from './domains/archives/archives.ts'
import { archiveRoutes } from './domains/archives/routes.ts'
import { seenAmong, seesAll } from './domains/athletes/athlete-access.ts'
import { athleteAccounts, athleteLinker } from './domains/athletes/athlete-accounts.ts'
import { athleteDetails } from './domains/athletes/athlete-details.ts'
import { athleteFiles } from './domains/athletes/athlete-files.ts'
import { athletePictures } from './domains/athletes/athlete-pictures.ts'
import { athleteNames, ofSeenAthletes, signedAthletes, signingGuardianship } from './domains/athletes/athletes.ts'
import { changingAthletes } from './domains/athletes/change-athlete.ts'
import { changingManyAthletes } from './domains/athletes/change-athletes.ts'
import { contacts } from './domains/athletes/contacts.ts'
import { customFields } from './domains/athletes/custom-fields.ts'
import { erasingAthletes } from './domains/athletes/erase-athlete.ts'
import { guardianRoutes } from './domains/athletes/guardian-routes.ts'
import { guardians } from './domains/athletes/guardians.ts'
import { guardianRefuser } from './domains/athletes/guardianship.ts'
import { athleteImports } from './domains/athletes/import/imports.ts'
import { importRoutes } from './domains/athletes/import/routes.ts'
import { mergingAthletes } from './domains/athletes/merge-athletes.ts'
import { ownGuardianships as ownGuardianshipsOf } from './domains/athletes/own-guardianships.ts'
import { athleteRoutes } from './domains/athletes/routes.ts'
import { sportsInUse } from './domains/athletes/sports-in-use.ts'
import { tags } from './domains/athletes/tags.ts'
import { isReader, timelines } from './domains/athletes/timeline.ts'
import { auditEvents } from './domains/audit/audit.ts'
import { changingCompanies } from './domains/companies/change-company.ts'
import type { DealsOfCompanies } from './domains/companies/company-access.ts'
import { companyRecords } from './domains/companies/company-record.ts'
import { mergingCompanies } from './domains/companies/merge-companies.ts'
import { companyRoutes } from './domains/companies/routes.ts'
import { tellingOfCorrectedAge } from './domains/deals/age-corrected.ts'
import { agreementsSeenAmong, representation } from './domains/deals/agreements.ts'
import { approvalSettings } from './domains/deals/approval-chains.ts'
import { changingDeals } from './domains/deals/change-deal.ts'
import { companiesHeardOf, dealsSeenAmong, mayReadDeal, workSeenAmong } from './domains/deals/deal-access.ts'
import { dealDocuments } from './domains/deals/deal-documents.ts'
import { dealTimelines } from './domains/deals/deal-timeline.ts'
import {
  areSigned,
  dealsByCompany,
  hasFrozenVersions,
  hasSignedDeals,
  lockDealsWith,
  moveDeals,
  ofSeenDeals,
  seesDealsWith,
} from './domains/deals/deals.ts'
import { deliverables } from './domains/deals/deliverables.ts'
import { drawingDocuments } from './domains/deals/draw-documents.ts'
import { forgettingDeals } from './domains/deals/forget-deals.ts'
import { guardianDeals } from './domains/deals/guardian-deals.ts'
import { keyDates } from './domains/deals/key-dates.ts'
import { withdrawOpenApprovals } from './domains/deals/leaving-member.ts'
import { movingDeals } from './domains/deals/move-deal.ts'
import { paperConfirmations } from './domains/deals/paper-confirmations.ts'
import { puttingInForce } from './domains/deals/put-in-force.ts'
import { remindingOfDates } from './domains/deals/remind-of-dates.ts'
import { repairJobs } from './domains/deals/repair-deals.ts'
import { reviewingDeals } from './domains/deals/review-deal.ts'
import { dealRoutes } from './domains/deals/routes.ts'
import { requiringSameMoney } from './domains/deals/same-money.ts'
import { signingDeals } from './domains/deals/sign-deal.ts'
import { dealWorkRoutes } from './domains/deals/work-routes.ts'
import { answeringRequests } from './domains/demo/answer-request.ts'
import { demoRequests } from './domains/demo/demo-requests.ts'
import { deskRoutes, visitorRoutes } from './domains/demo/desk-routes.ts'
import { demoRoutes } from './domains/demo/routes.ts'
import { visitors } from './domains/demo/visitor.ts'
import { visitorLinks } from './domains/demo/visitor-links.ts'
import { addingExpenses } from './domains/finances/add-expense.ts'
import { importingBankFiles } from './domains/finances/bank-import.ts'
import { bankRoutes } from './domains/finances/bank-routes.ts'
import { bookingPayouts } from './domains/finances/book-payout.ts'
import { bookingReceipts } from './domains/finances/book-receipt.ts'
import { bookSettings } from './domains/finances/books.ts'
import { booksRoutes } from './domains/finances/books-routes.ts'
import { closingBooks } from './domains/finances/closing.ts'
import { decidingExpenses } from './domains/finances/decide-expense.ts'
import { expenseFiles } from './domains/finances/expense-files.ts'
import { expenseRoutes } from './domains/finances/expense-routes.ts'
import { feeInvoiceRoutes } from './domains/finances/fee-invoice-routes.ts'
import { moneySeenAmong } from './domains/finances/finance-access.ts'
import { financeRoutes } from './domains/finances/finance-routes.ts'
import { forgetOnInvoices, hasBookings } from './domains/finances/finances.ts'
import { invoicePayments } from './domains/finances/invoice-payments.ts'
import { issuingInvoices } from './domains/finances/issue-invoice.ts'
import { meetingConditions } from './domains/finances/meet-condition.ts'
import { paymentRoutes } from './domains/finances/payment-routes.ts'
import { payoutRoutes } from './domains/finances/payout-routes.ts'
import { receiptRoutes } from './domains/finances/receipt-routes.ts'
import { remindingPayers } from './domains/finances/remind-payer.ts'
import { sendingInvoices } from './domains/finances/send-invoice.ts'
import { statementRoutes } from './domains/finances/statement-routes.ts'
import { statements } from './domains/finances/statements.ts'
import { notifications } from './domains/notifications/notifications.ts'
import { notificationRoutes } from './domains/notifications/routes.ts'
import { invitationRoutes } from './domains/organizations/invitation-routes.ts'
import { invitations as invitationsOf } from './domains/organizations/invitations.ts'
import { membership as membershipOf } from './domains/organizations/membership.ts'
import { lockFor, organizations as organizationsOf } from './domains/organizations/organizations.ts'
import { people } from './domains/organizations/people.ts'
import { organizationRoutes } from './domains/organizations/routes.ts'
import { findPlan } from './domains/plans/plans.ts'
import { sampleRoutes } from './domains/samples/routes.ts'
import { samples } from './domains/samples/samples.ts'
import { failedJobs } from './domains/staff/failed-jobs.ts'
import { staffRoutes } from './domains/staff/routes.ts'
import { billing as billingOf, endSubscription } from './domains/subscriptions/billing.ts'
import { billingDetails as billingDetailsOf } from './domains/subscriptions/billing-details.ts'
import { billingDetailsRoutes } from './domains/subscriptions/billing-details-routes.ts'
import { forgetBilling, moveBilling } from './domains/subscriptions/forget-billing.ts'
import { invoiceFiles as invoiceFilesOf } from './domains/subscriptions/invoice-files.ts'
import type { Invoicing } from './domains/subscriptions/invoice-paper.ts'
import { invoices as invoicesOf } from './domains/subscriptions/invoices.ts'
import { invoiceByMail } from './domains/subscriptions/payment-provider.ts'
import { athleteLimit, requireRoomInPlan, roomForAthletes } from './domains/subscriptions/plan-limits.ts'
import { priceOffers as priceOffersOf } from './domains/subscriptions/price-offers.ts'
import { subscriptionRoutes } from './domains/subscriptions/routes.ts'
import { subscribing as subscribingOf } from './domains/subscriptions/subscribe.ts'
import { allForStaff, organizationOf } from './domains/subscriptions/subscriptions.ts'
import { taxExemptions } from './domains/subscriptions/tax-exemptions.ts'
import { viewRoutes } from './domains/views/routes.ts'
import { forgetStaffViews, forgetViews, views } from './domains/views/views.ts'
import { fileAddresses } from './files/file-addresses.ts'
import type { FileStore } from './files/file-store.ts'
import { storedFiles } from './files/stored-files.ts'
import type { Gate, Person } from './http/access.ts'
import type { DefineEndpoint } from './http/endpoint.ts'
import { knownDevices } from './http/known-devices.ts'
import { rateLimits } from './http/rate-limits.ts'
import { allJobs } from './job-list.ts'
import { liveUpdates } from './live/live-updates.ts'
import { drawInThread } from './pdf/draw-in-thread.ts'
import { type Database, inOrganization, type Queryable } from './persistence/database.ts'
import { firstWithRows } from './persistence/dependents.ts'
import { sampleParts } from './sample-parts.ts'

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
  files: FileStore
  rateLimited: boolean
  clock: () => Date
  shortestAnswerMs: number
  onMail: () => void
  forgetMail: (messageIds: string[]) => Promise<void>
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
  const {
    database,
    background,
    secret,
    platformUrl,
    staffMailbox,
    invoicing,
    clock,
    shortestAnswerMs,
    onMail,
    forgetMail,
    log,
  } = parts
  const { companyTimeZone, retentionDays, organizer } = parts.demoDesk
  const requests = demoRequests(database, visitorLinks({ database, secret }).tokenFor)
  const accounts = accountsOf(database)
  const organizations = organizationsOf(database)
  const membership = membershipOf({
    database,
    lockPerson,
    requireRoomInPlan,
    forgetViews,
    withdrawRequests: withdrawOpenApprovals,
    endSubscription: (client, organization) => endSubscription(client, organization, clock()),
  })
  const authentication = authenticationOf({ database, secret, platformUrl })
  const invitations = invitationsOf({
    database,
    requireRoomInPlan,
    lockPerson,
    preparePassword,
    insertAccount,
    linkAthlete: athleteLinker(clock),
    refuseGuardian: guardianRefuser(clock),
  })
  const guardianParts = { database, clock, closeAccount: membership.endForAthlete }
  const ownGuardianships = ownGuardianshipsOf({ ...guardianParts, lockPerson, preparePassword, insertAccount })
  const { issuer, tax } = invoicing
  const payments = invoiceByMail({ issuer, tax })
  const billing = billingOf({ database, payments, tax, clock })
  const store = (files: Database) => storedFiles({ database: files, store: parts.files, secret })
  const documentsOf = (own: Database) =>
    dealDocuments({
      database: own,
      files: store(own),
      addresses: fileAddresses({ secret, clock }),
      admitSession: accounts.admitSession,
    })
  const documents = documentsOf(database)
  const drawing = drawingDocuments({
    database: background,
    clock,
    documents: documentsOf(background),
    draw: drawInThread(new URL('./domains/deals/deal-pdf-thread.ts', import.meta.url)),
    onMail,
  })
  const requireSameMoney = requiringSameMoney(hasBookings)
  const tellOfCorrectedAge = tellingOfCorrectedAge(clock)
  const putInForce = puttingInForce({ clock, requireSameMoney })
  const jobs = allJobs({
    database: background,
    clock,
    bringUpToDate: billing.bringUpToDate,
    retentionDays,
    files: store(background),
    archiveParts,
    forgetMail,
    roomForAthletes: roomForAthletes(signedAthletes),
    onAthletes,
    tellOfCorrectedAge,
    drawDocument: drawing.drawDocument,
    remindOfDates: remindingOfDates({ database: background, clock, onMail, putInForce }),
    repairs: repairJobs({ database: background, clock, redrawFrozen: drawing.redrawFrozen }),
  })
  const invoiceFiles = invoiceFilesOf({
    database,
    issuer,
    draw: drawInThread(new URL('./domains/subscriptions/invoice-pdf-thread.ts', import.meta.url)),
  })
  const feeInvoices = sendingInvoices({
    database,
    clock,
    draw: drawInThread(new URL('./domains/finances/invoice-pdf-thread.ts', import.meta.url)),
  })
  const devices = knownDevices({
    secret,
    clock,
    passwordChangedAt: accounts.passwordChangedAt,
  })
  const gate: Gate = { personOf: accounts.personOf, admit: accounts.admit, devices }

  const live = liveUpdates({
    database: background,
    gate,
    expiryOf: accounts.expiryOf,
    clock,
    isAmong: (audience, viewer) => isReader(viewer, audience),
    narrowed: (topic, viewer) => {
      if (seesAll(viewer)) return undefined
      if (topic === 'athletes') return (ids) => seenAmong(background, viewer, ids)
      if (topic === 'agreements') return (ids) => agreementsSeenAmong(background, viewer, ids)
      if (topic === 'deliverables' || topic === 'key-dates')
        return (ids) => workSeenAmong(background, viewer, topic, ids)
      if (topic === 'companies') return companiesHeardOf(background, viewer)
      if (topic === 'deals') return (ids) => dealsSeenAmong(background, viewer, ids)
      return moneySeenAmong(background, viewer, topic)
    },
    log,
  })

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

    dealDocument: (organization: string, document: string) =>
      inOrganization(organization, () => documents.bytesOf(organization, document)),

    maySeeDeal: (person: string, { organization, ...about }: { organization: string; deal: string; money?: true }) =>
      inOrganization(organization, () => mayReadDeal(database, organization, person, about)),

    guardianMaySign: async (person: string, guardianship: string) =>
      (await signingGuardianship(database, person, guardianship)) !== undefined,

    feeInvoiceFile: (organization: string, invoice: string) =>
      inOrganization(organization, () => feeInvoices.fileOf(organization, invoice)),

    addRoutes(endpoint: DefineEndpoint) {
      demoRoutes(endpoint, { requests, limited: parts.rateLimited, clock, companyTimeZone, onAccepted: onMail })
      visitorRoutes(endpoint, {
        visitors: visitors({
          database,
          clock,
          companyTimeZone,
          organizer,
          requestForMail: requests.forMail,
          forgetMail,
        }),
        onMail,
      })
      deskRoutes(endpoint, {
        database,
        answering: answeringRequests({ database, clock }),
        settings: { companyTimeZone, retentionDays },
        clock,
        onMail,
      })
      const events = auditEvents(database, (organization, ids) => athleteNames(database, organization, ids))
      const invoices = invoicesOf(database)
      const openSession = sessionOpener({ authentication, database, devices })
      const passwords = passwordsOf({ authentication, accounts, database })
      const secondFactor = secondFactorOf({ authentication, accounts, database, clock })
      const confirmIdentity = identityConfirmation({ passwords, secondFactor })
      signInRoutes(endpoint, {
        registration: registration({ database, accounts, openSession }),
        signIn: signInOf({
          authentication,
          accounts,
          database,
          devices,
          secondFactor,
          limits: rateLimits(database, { enabled: parts.rateLimited, clock }),
        }),
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
        confirmIdentity,
        events,
        placesOf: async ({ id, email }) => ({
          organizations: await organizations.ofPerson(id),
          invitations: await invitations.openTo(email),
        }),
        deleteAccount: (person) =>
          deleteAccount(person, {
            database,
            leaveAll: membership.leaveAll,
            endGuardianships: ownGuardianships.endAll,
            forgetBilling,
            forgetStaffViews,
          }),
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
      notificationRoutes(endpoint, notifications(database, { athlete: ofSeenAthletes, deal: ofSeenDeals }))
      const openSessionFor = async (person: string, request: FastifyRequest) =>
        openSession(await accounts.byId(person), false, deviceOf(request))
      invitationRoutes(endpoint, { invitations, openSession: openSessionFor, onMail })
      guardianRoutes(endpoint, {
        accounts: athleteAccounts({ database, clock, sendInvitation: invitations.inviteAthlete }),
        guardians: guardians(guardianParts),
        own: ownGuardianships,
        openSession: openSessionFor,
        onMail,
      })
      viewRoutes(endpoint, views(database))
      sampleRoutes(endpoint, samples({ database, clock, fill: sampleParts }))
      const bound = onAthletes.filter(({ merge }) => merge === 'refuse')
      const hasRows = async (client: Queryable, organization: string, athlete: string) =>
        (await firstWithRows(client, bound, organization, athlete)) !== undefined
      const isBound = async (...athlete: Parameters<typeof hasSignedDeals>) =>
        (await hasSignedDeals(...athlete)) || (await hasRows(...athlete))
      const changeParts = {
        database,
        clock,
        requireRoomForAthletes: athleteLimit(signedAthletes),
        tellOfCorrectedAge,
      }
      const fileParts = {
        database,
        clock,
        files: store(database),
        addresses: fileAddresses({ secret, clock }),
        admitSession: accounts.admitSession,
      }
      athleteRoutes(endpoint, {
        database,
        clock,
        changing: changingAthletes(changeParts),
        changeMany: changingManyAthletes(changeParts),
        merging: mergingAthletes({ database, clock, isBound, areBound: areSigned, onAthletes, tellOfCorrectedAge }),
        erase: erasingAthletes({
          database,
          clock,
          confirmIdentity,
          onAthletes,
          deals: forgettingDeals(onDeals),
          forgetOnInvoices,
          onMail,
        }),
        files: athleteFiles(fileParts),
        pictures: athletePictures(fileParts),
        timelines: timelines(database),
        contacts: contacts({ ...guardianParts, onMail }),
        details: athleteDetails(database),
        tags: tags(database),
        customFields: customFields(database),
        sports: sportsInUse(database),
      })
      archiveRoutes(
        endpoint,
        archives({
          database,
          clock,
          files: store(database),
          addresses: fileAddresses({ secret, clock }),
          admitSession: accounts.admitSession,
          confirmIdentity,
          onMail,
        }),
      )
      importRoutes(endpoint, athleteImports({ database, clock }))
      const deals: DealsOfCompanies = {
        count: dealsByCompany,
        areSeen: seesDealsWith,
        areSubmitted: hasFrozenVersions,
        lock: lockDealsWith,
        move: moveDeals,
      }
      const records = companyRecords(database, deals)
      companyRoutes(endpoint, {
        database,
        records,
        changing: changingCompanies({ database, clock, records, onCompanies }),
        merging: mergingCompanies({ database, records, deals }),
      })
      const signing = signingDeals({
        database,
        clock,
        onMail,
        confirmIdentity,
        documents,
        confirmations: paperConfirmations({ secret, clock }),
        putInForce,
      })
      const originOf = ({ ip, headers }: FastifyRequest) => ({
        address: ip,
        device: deviceName(headers['user-agent'] ?? null),
      })
      dealRoutes(endpoint, {
        database,
        clock,
        changing: changingDeals({ database, clock, requireSameMoney, onDeals }),
        reviewing: reviewingDeals({ database, clock, onMail }),
        signing,
        moving: movingDeals({ database, clock }),
        timelines: dealTimelines(database),
        approvals: approvalSettings(database),
        representation: representation({ database, clock }),
        originOf,
      })
      dealWorkRoutes(endpoint, {
        database,
        clock,
        keyDates: keyDates({ database, clock }),
        deliverables: deliverables({ database, clock, documents }),
        documents,
        guardians: guardianDeals({ database, clock, onMail, confirmIdentity, signAs: signing.signAs }),
        signing,
        originOf,
      })
      financeRoutes(endpoint, { database, clock })
      receiptRoutes(endpoint, { database, booking: bookingReceipts({ database, clock }) })
      expenseRoutes(endpoint, {
        database,
        add: addingExpenses({ database, clock }),
        deciding: decidingExpenses({ database, clock }),
        files: expenseFiles(fileParts),
      })
      payoutRoutes(endpoint, { database, clock, booking: bookingPayouts({ database, clock }) })
      booksRoutes(endpoint, {
        settings: bookSettings({ database, clock }),
        closing: closingBooks({ database, clock, confirmIdentity, onMail }),
      })
      feeInvoiceRoutes(endpoint, {
        database,
        clock,
        issuing: issuingInvoices({ database, clock }),
        payments: invoicePayments({ database, clock }),
        sending: feeInvoices,
        onMail,
      })
      statementRoutes(
        endpoint,
        statements({
          database,
          clock,
          draw: drawInThread(new URL('./domains/finances/statement-pdf-thread.ts', import.meta.url)),
        }),
      )
      paymentRoutes(endpoint, {
        conditions: meetingConditions({ database, clock }),
        reminding: remindingPayers({ database, clock, onMail }),
      })
      bankRoutes(endpoint, { database, clock, imports: importingBankFiles({ database, clock }) })
      const lockForBilling = (client: Queryable, person: Person, organization: string) =>
        lockFor(client, person, organization, 'billing.manage')
      const subscribing = subscribingOf({
        database,
        findPlan,
        payments,
        staffMailbox,
        clock,
        lockForBilling,
        signedAthletes,
      })
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
