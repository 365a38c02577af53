import type { StoredFiles } from '../../files/stored-files.ts'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { drawInThread } from '../../pdf/draw-in-thread.ts'
import { type Database, inOrganization } from '../../persistence/database.ts'
import type { DependentOn } from '../../persistence/dependents.ts'
import { hasBookings } from '../finances/finances.ts'
import { tellingOfCorrectedAge } from './age-corrected.ts'
import { representation } from './agreements.ts'
import { approvalSettings } from './approval-chains.ts'
import { changingDeals } from './change-deal.ts'
import { mayReadDeal } from './deal-access.ts'
import { dealDocuments } from './deal-documents.ts'
import { dealTimelines } from './deal-timeline.ts'
import { deliverables } from './deliverables.ts'
import { drawingDocuments } from './draw-documents.ts'
import { forgettingDeals } from './forget-deals.ts'
import { guardianDeals } from './guardian-deals.ts'
import { keyDates } from './key-dates.ts'
import { followingGuardians } from './missing-guardians.ts'
import { movingDeals } from './move-deal.ts'
import { paperConfirmations } from './paper-confirmations.ts'
import { puttingInForce } from './put-in-force.ts'
import { remindingOfDates } from './remind-of-dates.ts'
import { repairJobs } from './repair-deals.ts'
import { reviewingDeals } from './review-deal.ts'
import { dealRoutes } from './routes.ts'
import { requiringSameMoney } from './same-money.ts'
import { signingDeals } from './sign-deal.ts'
import { dealWorkRoutes } from './work-routes.ts'

type Parts = Omit<Parameters<typeof dealDocuments>[0], 'files'> &
  Pick<Parameters<typeof signingDeals>[0], 'clock' | 'confirmIdentity' | 'onMail'> &
  Pick<Parameters<typeof dealRoutes>[1], 'originOf'> & {
    background: Database
    secret: string
    storedFiles: (database: Database) => StoredFiles
    onDeals: readonly DependentOn<'deal'>[]
  }

export function composeDeals(parts: Parts) {
  const { database, background, secret, clock, onMail, onDeals, originOf } = parts
  const documentsOf = (own: Database) => dealDocuments({ ...parts, database: own, files: parts.storedFiles(own) })
  const documents = documentsOf(database)
  const requireSameMoney = requiringSameMoney(hasBookings)
  const putInForce = puttingInForce({ clock, requireSameMoney })
  const drawing = drawingDocuments({
    database: background,
    clock,
    documents: documentsOf(background),
    draw: drawInThread(new URL('./deal-pdf-thread.ts', import.meta.url)),
    onMail,
  })

  return {
    tellOfCorrectedAge: tellingOfCorrectedAge(clock),
    guardiansChanged: followingGuardians(clock),
    /** For erasing athletes. */
    forgetting: forgettingDeals(onDeals),
    jobs: {
      drawDocument: drawing.drawDocument,
      remindOfDates: remindingOfDates({ database: background, clock, onMail, putInForce }),
      repairs: repairJobs({ database: background, clock, redrawFrozen: drawing.redrawFrozen }),
    },

    documentBytes: (organization: string, document: string) =>
      inOrganization(organization, () => documents.bytesOf(organization, document)),

    maySee: (person: string, { organization, ...about }: { organization: string; deal: string; money?: true }) =>
      inOrganization(organization, () => mayReadDeal(database, organization, person, about)),

    addRoutes(endpoint: DefineEndpoint) {
      const confirmations = paperConfirmations({ secret, clock })
      const signing = signingDeals({ ...parts, documents, confirmations, putInForce })
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
        guardians: guardianDeals({ ...parts, signAs: signing.signAs }),
        signing,
        originOf,
      })
    },
  }
}
