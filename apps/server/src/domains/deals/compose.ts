import type { StoredFiles } from '../../files/stored-files.ts'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { RenderPdf } from '../../pdf/draw-in-thread.ts'
import { type Database, inOrganization } from '../../persistence/database.ts'
import type { DependentOn } from '../../persistence/dependents.ts'
import type { Secrets } from '../../secrets.ts'
import { bookOpening, findBookedDeals, hasBookings, reverseOpenings } from '../finances/finances.ts'
import { createAgeCorrectionNotice } from './age-corrected.ts'
import { createRepresentationService } from './agreements.ts'
import { createApprovalSettingsService } from './approval-chains.ts'
import { createBookedTermsCheck } from './booked-terms.ts'
import { createDealChangeService } from './change-deal.ts'
import { createConflictCheck } from './conflicts.ts'
import { findLead, mayReadDeal } from './deal-access.ts'
import { createDealDocumentService } from './deal-documents.ts'
import { createDealLinkService } from './deal-links.ts'
import { createDealTimelineService } from './deal-timeline.ts'
import { createDeliverableService } from './deliverables.ts'
import { createDocumentRenderer } from './draw-documents.ts'
import { createDealEntryService } from './enter-deal.ts'
import { createEnteredActivation } from './entered-deal.ts'
import { createDealErasureService } from './erase-deals.ts'
import { createGuardianDealService } from './guardian-deals.ts'
import { createGuardianHomeService } from './guardian-home.ts'
import { createDealsImportable, type DealImportParts } from './import/deals-importable.ts'
import { dealImportRoutes } from './import/routes.ts'
import { createKeyDateService } from './key-dates.ts'
import { createLinkCodes } from './link-codes.ts'
import { dealLinkRoutes } from './link-routes.ts'
import { createLinkedDealService } from './linked-deal.ts'
import { createGuardianChangeHandler } from './missing-guardians.ts'
import { createDealMoveService } from './move-deal.ts'
import { createObjectionService } from './objections.ts'
import { createPaperConfirmations } from './paper-confirmations.ts'
import { createPaydayService } from './paydays.ts'
import { createActivation } from './put-in-force.ts'
import { createReceivedBefore } from './received-before.ts'
import { createHourlyJobs } from './remind-of-dates.ts'
import { createRepairJobs } from './repair-deals.ts'
import { createDealReviewService } from './review-deal.ts'
import { loadReviewInMail } from './review-in-mail.ts'
import { dealRoutes } from './routes.ts'
import { createSendAfterApproval } from './send-after-approval.ts'
import { createAgreementSigningService } from './sign-agreement.ts'
import { createSigningService } from './sign-deal.ts'
import { dealWorkRoutes } from './work-routes.ts'

type Parts = Omit<Parameters<typeof createDealDocumentService>[0], 'files'> &
  Pick<Parameters<typeof createSigningService>[0], 'clock' | 'confirmIdentity' | 'onMail'> &
  Pick<Parameters<typeof dealRoutes>[1], 'originOf'> & {
    background: Database
    secrets: Secrets
    renderPdf: RenderPdf
    storedFiles: (database: Database) => StoredFiles
    onDeals: readonly DependentOn<'deal'>[]
  } & Pick<Parameters<typeof createDealReviewService>[0], 'compliance'> &
  Pick<Parameters<typeof createHourlyJobs>[0], 'furtherSteps'> &
  Pick<Parameters<typeof createActivation>[0], 'onInForce'> &
  Pick<DealImportParts, 'roomForAthletes' | 'onAthletes' | 'onCompanies'>

export function composeDeals(parts: Parts) {
  const { database, background, secrets, clock, onMail, onDeals, originOf, onInForce } = parts
  const createDocuments = (own: Database) =>
    createDealDocumentService({ ...parts, database: own, files: parts.storedFiles(own) })
  const documents = createDocuments(database)
  const requireBookedTermsUnchanged = createBookedTermsCheck(hasBookings)
  const requireNoConflict = createConflictCheck(parts.compliance.allowsConflicts)
  const putInForce = createActivation({
    clock,
    requireNoConflict,
    requireBookedTermsUnchanged,
    onInForce,
  })
  const drawing = createDocumentRenderer({
    database: background,
    clock,
    documents: createDocuments(background),
    draw: parts.renderPdf(new URL('./deal-pdf-thread.ts', import.meta.url)),
    onMail,
  })

  const links = createDealLinkService({
    database,
    clock,
    onMail,
    warnBeforeSigning: parts.compliance.warnBeforeSigning,
  })
  const recordReceivedBefore = createReceivedBefore(bookOpening)
  const review = createDealReviewService({
    database,
    clock,
    onMail,
    requireNoConflict,
    compliance: parts.compliance,
    putEnteredInForce: createEnteredActivation({ clock, recordReceivedBefore, onInForce }),
    sendAfterApproval: createSendAfterApproval(links.sendLink),
  })
  const entry = createDealEntryService({ ...parts, documents, review })
  const importable = createDealsImportable({
    ...parts,
    enterLocked: entry.enterLocked,
    findBookedDeals,
    reverseOpenings,
  })

  return {
    allowConflict: review.allowConflict,
    notifyAgeCorrection: createAgeCorrectionNotice(clock),
    addReportDocument: documents.addReported,
    guardiansChanged: createGuardianChangeHandler(clock),
    /** Used when athletes are erased. */
    erasure: createDealErasureService(onDeals),
    jobs: {
      drawDocument: drawing.drawDocument,
      hourly: createHourlyJobs({
        database: background,
        clock,
        onMail,
        putInForce,
        furtherSteps: parts.furtherSteps,
      }),
      dealsImportable: importable,
      repairs: createRepairJobs({ database: background, clock, redrawFrozen: drawing.redrawFrozen }),
    },

    documentBytes: (organization: string, document: string) =>
      inOrganization(organization, () => documents.bytesOf(organization, document)),

    maySee: (person: string, { organization, ...about }: { organization: string; deal: string; money?: true }) =>
      inOrganization(organization, () => mayReadDeal(database, organization, person, about)),

    reviewInMail: (organization: string, deal: string, approver: string) =>
      inOrganization(organization, () => loadReviewInMail(database, organization, deal, approver)),

    leadOf: (organization: string, deal: string) =>
      inOrganization(organization, () => findLead(database, organization, deal)),

    addRoutes(endpoint: DefineEndpoint) {
      const confirmations = createPaperConfirmations({ secrets, clock })
      const signing = createSigningService({ ...parts, documents, confirmations, putInForce })
      const objections = createObjectionService({ database, clock, onMail })
      dealRoutes(endpoint, {
        database,
        clock,
        objections,
        changes: createDealChangeService({ database, clock, requireBookedTermsUnchanged, onDeals }),
        review,
        entry,
        signing,
        moves: createDealMoveService({ database, clock }),
        timelines: createDealTimelineService(database),
        approvals: createApprovalSettingsService(database),
        representation: createRepresentationService({ database, clock }),
        agreementSigning: createAgreementSigningService({ ...parts, files: parts.storedFiles(database) }),
        originOf,
      })
      dealWorkRoutes(endpoint, {
        database,
        clock,
        keyDates: createKeyDateService({ database, clock }),
        deliverables: createDeliverableService({ database, clock, onMail, documents }),
        documents,
        paydays: createPaydayService({ database, clock, recordReceivedBefore }),
        guardians: createGuardianDealService({ ...parts, signAs: signing.signAs }),
        guardianHome: createGuardianHomeService({ database, clock }),
        objections,
        signing,
        originOf,
      })
      dealImportRoutes(endpoint, { ...parts, documents, importable })
      dealLinkRoutes(endpoint, {
        links,
        linked: createLinkedDealService({
          ...parts,
          codes: createLinkCodes({ secrets, clock }),
          signByLink: signing.signByLink,
          requireNoConflict,
          requireBookedTermsUnchanged,
        }),
        originOf,
      })
    },
  }
}
