import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Queryable } from '../../persistence/database.ts'
import { firstWithRows } from '../../persistence/dependents.ts'
import type { AddNextStep } from '../contact-log/contact-log.ts'
import { areSigned, hasSignedDeals } from '../deals/deals.ts'
import { eraseInvoiceRecipients } from '../finances/finances.ts'
import { type AthleteAccountParts, createAthleteAccountService } from './athlete-accounts.ts'
import { createAthleteDetailService } from './athlete-details.ts'
import { createAthleteFileService } from './athlete-files.ts'
import { createAthletePictureService } from './athlete-pictures.ts'
import { type ChangeParts, createAthleteChangeService } from './change-athlete.ts'
import { createBulkAthleteChangeService } from './change-athletes.ts'
import { createContactDataService } from './contact-data.ts'
import { createContactService } from './contacts.ts'
import { createCustomFieldService } from './custom-fields.ts'
import { createAthleteErasureService, type EraseParts } from './erase-athlete.ts'
import { guardianRoutes } from './guardian-routes.ts'
import { createGuardianService } from './guardians.ts'
import { type AthleteImportParts, createAthletesImportable } from './import/athletes-importable.ts'
import { importRoutes } from './import/routes.ts'
import { createAthleteMergeService } from './merge-athletes.ts'
import { createOwnGuardianshipService, type OwnGuardianshipParts } from './own-guardianships.ts'
import { createProgramDayService } from './program-days.ts'
import { programRoutes } from './program-routes.ts'
import { createProgramService } from './programs.ts'
import { athleteRoutes } from './routes.ts'
import { createSportsInUseService } from './sports-in-use.ts'
import { createTagService } from './tags.ts'
import { createTimelineService } from './timeline.ts'

type Parts<Deal> = ChangeParts &
  AthleteImportParts &
  OwnGuardianshipParts &
  AthleteAccountParts &
  Omit<EraseParts<Deal>, 'eraseInvoiceRecipients'> &
  Parameters<typeof createAthleteFileService>[0] &
  Pick<Parameters<typeof guardianRoutes>[1], 'openSession'> &
  Pick<Parameters<typeof createTimelineService>[0], 'isVisibleDisclosure'> & {
    addNextStep: AddNextStep
  }

export function composeAthletes<Deal>(parts: Parts<Deal>) {
  const { database, onAthletes, openSession, onMail } = parts
  const ownGuardianships = createOwnGuardianshipService(parts)
  const blockingDependents = onAthletes.filter(({ merge }) => merge === 'refuse')
  const hasSignedOrBooked = async (client: Queryable, organization: string, athlete: string) =>
    (await hasSignedDeals(client, organization, athlete)) ||
    (await firstWithRows(client, blockingDependents, organization, athlete)) !== undefined

  return {
    endGuardianships: ownGuardianships.endAll,

    addRoutes(endpoint: DefineEndpoint) {
      guardianRoutes(endpoint, {
        accounts: createAthleteAccountService(parts),
        guardians: createGuardianService(parts),
        own: ownGuardianships,
        openSession,
        onMail,
      })
      athleteRoutes(endpoint, {
        database,
        clock: parts.clock,
        changes: createAthleteChangeService(parts),
        changeMany: createBulkAthleteChangeService(parts),
        merges: createAthleteMergeService({ ...parts, hasSignedOrBooked, areSignedOrBooked: areSigned }),
        erase: createAthleteErasureService({ ...parts, eraseInvoiceRecipients }),
        files: createAthleteFileService(parts),
        pictures: createAthletePictureService(parts),
        timelines: createTimelineService(parts),
        contacts: createContactService(parts),
        details: createAthleteDetailService(database),
        contactData: createContactDataService(parts),
        tags: createTagService(database),
        customFields: createCustomFieldService(database),
        sports: createSportsInUseService(database),
        addNextStep: parts.addNextStep,
      })
      programRoutes(endpoint, createProgramService(database), createProgramDayService(database))
      importRoutes(endpoint, { ...parts, importable: createAthletesImportable(parts) })
    },
  }
}
