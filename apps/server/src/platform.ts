import { liveOperations } from '@sherpa/contracts/live-operations'
import { archiveParts } from './archive-parts.ts'
import { onAthletes, onCompanies, onDeals } from './dependents.ts'
import { composeAccounts } from './domains/accounts/compose.ts'
import { createArchiveService } from './domains/archives/archives.ts'
import { archiveRoutes } from './domains/archives/routes.ts'
import { athleteLinker } from './domains/athletes/athlete-accounts.ts'
import { athleteHandover, listManagers } from './domains/athletes/athlete-handover.ts'
import { isVisibleAthlete, signingGuardianship } from './domains/athletes/athletes.ts'
import { composeAthletes } from './domains/athletes/compose.ts'
import { createAgeCorrectionService } from './domains/athletes/correct-age.ts'
import { createGuardianRefusal } from './domains/athletes/guardianship.ts'
import { joinPrograms, requirePrograms } from './domains/athletes/program-days.ts'
import { findTrailHead } from './domains/audit/audit.ts'
import { composeCompanies } from './domains/companies/compose.ts'
import { moveComplianceOfCompany } from './domains/compliance/company-facts.ts'
import { composeCompliance } from './domains/compliance/compose.ts'
import { enterFacts, loadKnownOfAthletes, loadKnownOfCompanies } from './domains/compliance/enter-facts.ts'
import { loadFactsForReports } from './domains/compliance/facts-for-reports.ts'
import { createJudgment } from './domains/compliance/judge.ts'
import { selectUnjudgedDeals } from './domains/compliance/unjudged-deals.ts'
import { type AddNextStep, isReader } from './domains/contact-log/contact-log.ts'
import { composeDeals } from './domains/deals/compose.ts'
import { countDates, countDatesWithoutOwner, dealHandover } from './domains/deals/deal-handover.ts'
import { recordLinkMail } from './domains/deals/deal-links.ts'
import { isVisibleDeal } from './domains/deals/deals.ts'
import { reviewHandover } from './domains/deals/review-handover.ts'
import { composeDemo, type DemoDeskSettings } from './domains/demo/compose.ts'
import { recordPayorMail } from './domains/disclosures/attestations.ts'
import { composeDisclosures } from './domains/disclosures/compose.ts'
import { isVisibleDisclosure } from './domains/disclosures/disclosure-access.ts'
import { disclosureHandover } from './domains/disclosures/disclosure-handover.ts'
import { loadFactsForRules } from './domains/disclosures/facts-for-rules.ts'
import { followTimeZone } from './domains/disclosures/follow-time-zone.ts'
import { createDisclosureOpening } from './domains/disclosures/open-disclosures.ts'
import { loadDeclared, loadPayorAttestations } from './domains/disclosures/payor-attestations.ts'
import { recordNoticeMail } from './domains/disclosures/school-notice.ts'
import { composeFinances } from './domains/finances/compose.ts'
import { countSoleExpenses } from './domains/finances/expense-deciders.ts'
import { loadHomeMoney } from './domains/finances/home-money.ts'
import { loadOverview } from './domains/finances/overview.ts'
import { createFigureService } from './domains/home/figures.ts'
import { createNeedService } from './domains/home/needs.ts'
import { homeRoutes } from './domains/home/routes.ts'
import { composeLicenses } from './domains/licenses/compose.ts'
import { loadLicenses } from './domains/licenses/licenses.ts'
import { remindOfLicenses } from './domains/licenses/remind-of-licenses.ts'
import { createNotificationSettingsService } from './domains/notifications/notification-settings.ts'
import { createNotificationService, sendDigests } from './domains/notifications/notifications.ts'
import { notificationRoutes } from './domains/notifications/routes.ts'
import { composeOrganizations } from './domains/organizations/compose.ts'
import { roleOf } from './domains/organizations/organizations.ts'
import { sampleRoutes } from './domains/samples/routes.ts'
import { createSampleService } from './domains/samples/samples.ts'
import { composeSonar } from './domains/sonar/compose.ts'
import type { EngineSettings } from './domains/sonar/engine.ts'
import { forgetSearchesNaming } from './domains/sonar/search-history.ts'
import { createFailedJobService } from './domains/staff/failed-jobs.ts'
import { staffRoutes } from './domains/staff/routes.ts'
import { composeSubscriptions } from './domains/subscriptions/compose.ts'
import type { Invoicing } from './domains/subscriptions/invoice-paper.ts'
import { addTask, createTaskService } from './domains/tasks/change-tasks.ts'
import { remindOfTasks } from './domains/tasks/remind-of-tasks.ts'
import { taskRoutes } from './domains/tasks/routes.ts'
import { isVisibleTask } from './domains/tasks/task-access.ts'
import { taskHandover } from './domains/tasks/task-handover.ts'
import { detachTasksOfCompany, moveTasksOfCompany } from './domains/tasks/tasks.ts'
import { viewRoutes } from './domains/views/routes.ts'
import { createViewAlerts } from './domains/views/view-alerts.ts'
import { createViewService } from './domains/views/views.ts'
import { createFileAddresses } from './files/file-addresses.ts'
import type { FileStore } from './files/file-store.ts'
import { createFileStorage } from './files/stored-files.ts'
import type { CellSettings } from './http/cells.ts'
import type { DefineEndpoint } from './http/endpoint.ts'
import { allJobs } from './job-list.ts'
import { forEachOf } from './jobs/for-each-of.ts'
import { createLiveUpdates } from './live/live-updates.ts'
import { createLiveAudience } from './live-scope.ts'
import { housekeepingSources, needSources } from './need-sources.ts'
import type { RenderPdf } from './pdf/draw-in-thread.ts'
import { type Database, inOrganization, inTransaction } from './persistence/database.ts'
import { sampleParts } from './sample-parts.ts'
import { createPageLoader } from './searchable-lists.ts'
import type { Secrets } from './secrets.ts'

export type PlatformParts = {
  database: Database
  /** Separate pool for background jobs. */
  background: Database
  /** Signing and encryption key of accounts. */
  secrets: Secrets
  /** For links in mail. */
  platformUrl: string
  cells: CellSettings
  staffMailbox: string
  invoicing: Invoicing
  demoDesk: DemoDeskSettings
  files: FileStore
  renderPdf: RenderPdf
  /** Of Sonar. Undefined without one. */
  engine?: EngineSettings | undefined
  rateLimited: boolean
  clock: () => Date
  shortestAnswerMs: number
  onMail: () => void
  forgetMail: (messageIds: string[]) => Promise<void>
  log: Record<'error' | 'info', (details: object, message: string) => void>
}

/** Composition root: each domain's `compose.ts` gets its dependencies on other domains as arguments. */
export function createPlatform(parts: PlatformParts) {
  const { database, background, secrets, clock, onMail, forgetMail } = parts
  const store = (own: Database) => createFileStorage({ database: own, store: parts.files, secrets })

  const demo = composeDemo({ ...parts, ...parts.demoDesk })
  const accounts = composeAccounts(parts)
  const { gate, confirmIdentity, admitSession, openSession, originOf } = accounts
  const subscriptions = composeSubscriptions(parts)
  const organizations = composeOrganizations({
    database,
    ...accounts.newAccounts,
    requireRoomInPlan: subscriptions.requireRoomInPlan,
    endSubscription: subscriptions.endSubscription,
    computeTrialEnd: subscriptions.computeTrialEnd,
    onTimeZone: followTimeZone,
    handoverParts: [athleteHandover, reviewHandover, dealHandover, taskHandover, disclosureHandover],
    listManagers,
    countDates,
    countSoleExpenses,
    linkAthlete: athleteLinker(clock),
    refuseGuardian: createGuardianRefusal(clock),
    requirePrograms,
    joinPrograms,
  })
  const { membership, handover, events } = organizations
  const shared = {
    database,
    clock,
    onMail,
    confirmIdentity,
    admitSession,
    renderPdf: parts.renderPdf,
    addresses: createFileAddresses({ secrets, clock }),
  }
  const withFiles = { ...shared, files: store(database) }
  const opening = createDisclosureOpening({ clock, loadComplianceFacts: loadFactsForReports })
  const judgment = createJudgment({
    clock,
    loadLicenses,
    loadReported: loadFactsForRules,
    loadDeclared,
    onJudged: opening.followVerdicts,
    onAthleteJudged: opening.endUnsigned,
  })
  const deals = composeDeals({
    ...shared,
    onInForce: opening.reviseAmended,
    background,
    secrets,
    storedFiles: store,
    compliance: judgment,
    onDeals,
    onAthletes,
    onCompanies,
    roomForAthletes: subscriptions.jobs.roomForAthletes,
    originOf,
    furtherSteps: [
      { name: 'remind-of-licenses', title: 'Remind of an organization’s licenses', run: remindOfLicenses },
      {
        name: 'remind-payors',
        title: 'Remind the payors whom an organization asked',
        run: (_own, day) => disclosures.remindPayors(day),
      },
      {
        name: 'remind-of-disclosures',
        title: 'Remind of an organization’s disclosures',
        run: (_own, day) => disclosures.remindOfDisclosures(day),
      },
      {
        name: 'remind-of-tasks',
        title: 'Remind of an organization’s tasks, and send the daily digests',
        // In this order: tasks have their new owners, and the digest has the tasks of the day.
        run: (own, day) =>
          forEachOf(
            [
              {
                id: 'release',
                run: () => inTransaction(own, (client) => handover.releaseUnreachable(client, day.organization, {})),
              },
              { id: 'remind', run: () => remindOfTasks(own, day) },
              { id: 'digest', run: () => sendDigests(own, day) },
            ],
            ({ run }) => run(),
          ),
      },
    ],
  })
  const disclosures = composeDisclosures({
    ...withFiles,
    background,
    secrets,
    loadComplianceFacts: loadFactsForReports,
    opening,
    facts: {
      loadKnownOfAthletes,
      loadKnownOfCompanies,
      enterFacts,
      selectUnjudgedDeals,
      judgeAthlete: judgment.judgeAthlete,
    },
    addDocument: deals.addReportDocument,
  })
  const recordAgeCorrection = createAgeCorrectionService({ clock, notifyAgeCorrection: deals.notifyAgeCorrection })
  const addNextStep: AddNextStep = (client, viewer, step) => addTask(client, viewer, step, clock())
  const athletes = composeAthletes({
    ...withFiles,
    ...accounts.newAccounts,
    closeAccount: membership.endForAthlete,
    roomForAthletes: subscriptions.jobs.roomForAthletes,
    sendInvitation: organizations.inviteAthlete,
    requireRoomForAthletes: subscriptions.requireRoomForAthletes,
    recordAgeCorrection,
    guardiansChanged: deals.guardiansChanged,
    deals: deals.erasure,
    forgetSearchesNaming,
    addNextStep,
    isVisibleDisclosure,
    onAthletes,
    openSession,
  })
  const companies = composeCompanies({
    database,
    clock,
    onCompanies,
    tasks: { move: moveTasksOfCompany, detach: detachTasksOfCompany },
    moveCompliance: moveComplianceOfCompany,
    addNextStep,
  })
  const loadPage = createPageLoader({ database, clock, listCompanies: companies.list })
  const alerts = createViewAlerts({ database, clock, loadPage, onMail })
  const sonar = composeSonar({
    database,
    clock,
    loadPage,
    findContacts: companies.findContacts,
    loadOverview: (viewer, query) => loadOverview(database, viewer, query, clock()),
    engine: parts.engine,
    log: parts.log,
  })
  const compliance = composeCompliance({
    database,
    clock,
    judgment,
    allowConflict: deals.allowConflict,
    loadPayorAttestations,
  })
  const finances = composeFinances(withFiles)
  const licenses = composeLicenses({
    ...withFiles,
    disclosures: disclosures.forInquiries,
    overrides: compliance.forInquiries,
  })
  const notifications = createNotificationService(database, {
    athlete: isVisibleAthlete,
    deal: isVisibleDeal,
    disclosure: isVisibleDisclosure,
    task: isVisibleTask,
  })

  const jobs = allJobs({
    database: background,
    clock,
    retentionDays: parts.demoDesk.retentionDays,
    files: store(background),
    archiveParts,
    forgetMail,
    onAthletes,
    judgment,
    recordAgeCorrection,
    releaseUnreachable: handover.releaseUnreachable,
    countDatesWithoutOwner,
    alerts,
    fill: sampleParts,
    log: parts.log,
    ...deals.jobs,
    ...subscriptions.jobs,
  })
  const live = createLiveUpdates({
    database: background,
    gate,
    expiryOf: accounts.expiryOf,
    clock,
    isAmong: (audience, viewer) => isReader(viewer, audience),
    narrowed: createLiveAudience(background),
    log: parts.log,
  })

  return {
    gate,
    jobs,
    live,

    requestForMail: demo.requestForMail,
    invoiceFile: subscriptions.invoiceFile,
    dealDocument: deals.documentBytes,
    maySeeDeal: deals.maySee,
    leadOf: deals.leadOf,
    reviewInMail: deals.reviewInMail,
    linkMailed: recordLinkMail,
    noticeMailed: recordNoticeMail,
    payorMailed: recordPayorMail,
    digestRows: (person: string, organization: string, ids: readonly string[]) =>
      inOrganization(organization, () => notifications.unreadAmong(person, organization, ids)),
    auditHeadFor: (person: string, organization: string) =>
      inOrganization(organization, async () => {
        const isOwner = (await roleOf(database, organization, person)) === 'owner'
        return isOwner ? (await findTrailHead(database, organization))?.hash : undefined
      }),
    feeInvoiceFile: finances.invoiceFile,
    statementFile: finances.statementFile,
    guardianMaySign: async (person: string, guardianship: string) =>
      (await signingGuardianship(database, person, guardianship)) !== undefined,

    addRoutes(endpoint: DefineEndpoint) {
      demo.addRoutes(endpoint)
      accounts.addRoutes(endpoint, {
        events,
        listAffiliations: organizations.listAffiliations,
        leaveAll: membership.leaveAll,
        endGuardianships: athletes.endGuardianships,
        moveBilling: subscriptions.moveBilling,
        forgetBilling: subscriptions.forgetBilling,
      })
      endpoint(liveOperations.liveUpdates, { limits: { person: 600 } }, async ({ reply, person, member }) => {
        await live.open(reply, person, member)
        return reply
      })
      endpoint(liveOperations.staffLiveUpdates, { limits: { person: 600 } }, async ({ reply, person }) => {
        await live.open(reply, person, undefined)
        return reply
      })
      organizations.addRoutes(endpoint, { openSession, onMail })
      notificationRoutes(endpoint, notifications, createNotificationSettingsService(database))
      viewRoutes(endpoint, createViewService(database), alerts)
      sonar.addRoutes(endpoint)
      sampleRoutes(endpoint, createSampleService({ database, clock, fill: sampleParts }))
      athletes.addRoutes(endpoint)
      archiveRoutes(endpoint, createArchiveService(withFiles))
      companies.addRoutes(endpoint)
      deals.addRoutes(endpoint)
      compliance.addRoutes(endpoint)
      finances.addRoutes(endpoint)
      licenses.addRoutes(endpoint)
      disclosures.addRoutes(endpoint)
      homeRoutes(endpoint, {
        database,
        needs: createNeedService({ database, clock, sources: needSources, housekeeping: housekeepingSources }),
        figures: createFigureService({ database, clock, loadMoney: loadHomeMoney }),
      })
      taskRoutes(endpoint, { database, tasks: createTaskService({ database, clock }) })
      subscriptions.addRoutes(endpoint)
      staffRoutes(endpoint, {
        ...subscriptions.forStaff,
        cells: parts.cells,
        failedJobs: createFailedJobService({ database, jobs }),
        onMail,
      })
    },
  }
}
