import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Queryable } from '../../persistence/database.ts'
import { type DependentOn, firstWithRows } from '../../persistence/dependents.ts'
import { areSigned, hasSignedDeals } from '../deals/deals.ts'
import { forgetOnInvoices } from '../finances/finances.ts'
import { type AthleteAccountParts, athleteAccounts } from './athlete-accounts.ts'
import { athleteDetails } from './athlete-details.ts'
import { athleteFiles } from './athlete-files.ts'
import { athletePictures } from './athlete-pictures.ts'
import { type ChangeParts, changingAthletes } from './change-athlete.ts'
import { changingManyAthletes } from './change-athletes.ts'
import { contacts } from './contacts.ts'
import { customFields } from './custom-fields.ts'
import { type EraseParts, erasingAthletes } from './erase-athlete.ts'
import { guardianRoutes } from './guardian-routes.ts'
import { guardians } from './guardians.ts'
import { athleteImports } from './import/imports.ts'
import { importRoutes } from './import/routes.ts'
import { mergingAthletes } from './merge-athletes.ts'
import { type OwnGuardianshipParts, ownGuardianships as ownGuardianshipsOf } from './own-guardianships.ts'
import { athleteRoutes } from './routes.ts'
import { sportsInUse } from './sports-in-use.ts'
import { tags } from './tags.ts'
import { timelines } from './timeline.ts'

type Parts<Deal> = ChangeParts &
  OwnGuardianshipParts &
  AthleteAccountParts &
  Omit<EraseParts<Deal>, 'forgetOnInvoices'> &
  Parameters<typeof athleteFiles>[0] &
  Pick<Parameters<typeof guardianRoutes>[1], 'openSession'> & { onAthletes: readonly DependentOn<'athlete'>[] }

export function composeAthletes<Deal>(parts: Parts<Deal>) {
  const { database, onAthletes, openSession, onMail } = parts
  const ownGuardianships = ownGuardianshipsOf(parts)
  const bound = onAthletes.filter(({ merge }) => merge === 'refuse')
  const isBound = async (client: Queryable, organization: string, athlete: string) =>
    (await hasSignedDeals(client, organization, athlete)) ||
    (await firstWithRows(client, bound, organization, athlete)) !== undefined

  return {
    endGuardianships: ownGuardianships.endAll,

    addRoutes(endpoint: DefineEndpoint) {
      guardianRoutes(endpoint, {
        accounts: athleteAccounts(parts),
        guardians: guardians(parts),
        own: ownGuardianships,
        openSession,
        onMail,
      })
      athleteRoutes(endpoint, {
        database,
        clock: parts.clock,
        changing: changingAthletes(parts),
        changeMany: changingManyAthletes(parts),
        merging: mergingAthletes({ ...parts, isBound, areBound: areSigned }),
        erase: erasingAthletes({ ...parts, forgetOnInvoices }),
        files: athleteFiles(parts),
        pictures: athletePictures(parts),
        timelines: timelines(database),
        contacts: contacts(parts),
        details: athleteDetails(database),
        tags: tags(database),
        customFields: customFields(database),
        sports: sportsInUse(database),
      })
      importRoutes(endpoint, athleteImports(parts))
    },
  }
}
