import { type DealKind, dealTerms, type NewSignature } from '@sherpa/contracts/deal'
import type { DealStage } from '@sherpa/contracts/deal-stage'
import type { GuardianDeal } from '@sherpa/contracts/deal-work'
import { Refusal } from '@sherpa/contracts/problem'
import type { ConfirmIdentity, Person } from '../../http/access.ts'
import { type Database, enterOrganization, inOrganization, inTransaction } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { guardianSigningFor, loadAthleteFacts } from '../athletes/athletes.ts'
import { publicCompanies } from '../companies/companies.ts'
import { lockDealUnchecked } from './deal-access.ts'
import { contractOfVersion, versionNames } from './frozen-names.ts'
import { seenByGuardians } from './guardian-documents.ts'
import { lacksGuardian } from './missing-guardians.ts'
import { loadCorrections } from './obligations.ts'
import { determineSigners } from './request-signatures.ts'
import type { Origin, Signing } from './sign-deal.ts'

type Parts = {
  database: Database
  clock: () => Date
  onMail: () => void
  confirmIdentity: ConfirmIdentity
  signAs: Signing['signAs']
}

/** Deals of minors, for their guardians. */
export function createGuardianDealService({ database, clock, onMail, confirmIdentity, signAs }: Parts) {
  return {
    async all(person: Person, guardianship: string): Promise<{ deals: GuardianDeal[] }> {
      const { organization, athlete } = await guardianSigningFor(database, person.id, guardianship)
      return inOrganization(organization, async () => {
        const { minor } = await loadAthleteFacts(database, organization, athlete, clock())
        if (!minor) throw new Refusal('not-found')
        const rows = await rowsOf(
          database,
          query
            .selectFrom('deals as d')
            .innerJoin('deal_versions as v', (join) =>
              join.onRef('v.organization_id', '=', 'd.organization_id').onRef('v.deal_id', '=', 'd.id'),
            )
            .leftJoin('deal_signatures as s', (join) =>
              join
                .onRef('s.organization_id', '=', 'v.organization_id')
                .onRef('s.deal_id', '=', 'v.deal_id')
                .onRef('s.number', '=', 'v.number')
                .on('s.side', '=', 'guardian')
                .on('s.superseded_at', 'is', null),
            )
            .innerJoin(publicCompanies.as('c'), (join) =>
              join.onRef('c.organization_id', '=', 'v.organization_id').onRef('c.id', '=', 'v.company_id'),
            )
            .select([
              'd.id',
              'd.kind',
              'd.newest_version',
              'd.version_in_force',
              'd.stage as dealStage',
              'v.number',
              'v.hash',
              'v.stage',
              'v.terms',
              's.signed_at',
            ])
            .select(['d.organization_id', 'd.athlete_id', 'd.objection', 'v.frozen_at', 'v.athlete_facts'])
            .select([versionNames.as('names'), contractOfVersion.as('contract')])
            .where('d.organization_id', '=', organization)
            .where('d.athlete_id', '=', athlete)
            .where('d.removed_at', 'is', null)
            .where(seenByGuardians)
            .orderBy('v.frozen_at', (order) => order.desc().nullsFirst())
            .$narrowType<{ kind: DealKind; dealStage: DealStage }>(),
        )
        const corrections = await loadCorrections(database, organization)
        const deals: GuardianDeal[] = []
        for (const row of rows) {
          const isAsked = row.stage === 'approved' && row.number === row.newest_version && row.signed_at === null
          const { athlete, reviewAgain } = await determineSigners(database, row, row, clock())
          const isMissing =
            row.number === row.version_in_force &&
            (await lacksGuardian(database, { ...row, stage: row.dealStage }, athlete))
          deals.push({
            id: row.id,
            ...row.names,
            kind: row.kind,
            number: row.number,
            hash: row.hash ?? '',
            // With the fee: the guardian signs for what the athlete keeps.
            terms: dealTerms.parse(row.terms),
            contract: row.contract,
            corrections,
            signedAt: row.signed_at?.toISOString() ?? null,
            isSigned: row.stage === 'signed',
            waits: row.objection === null && (isMissing || (isAsked && !reviewAgain)),
            objected: row.objection !== null && row.number === row.newest_version,
          })
        }
        return { deals }
      })
    },

    async sign(person: Person, guardianship: string, id: string, signature: NewSignature, origin: Origin) {
      await confirmIdentity(person, signature)
      const { organization } = await guardianSigningFor(database, person.id, guardianship)
      await inTransaction(database, async (client) => {
        await enterOrganization(client, organization)
        const deal = await lockDealUnchecked(client, organization, id)
        // Ending a guardianship locks the athlete, so it cannot end before this transaction does.
        const { athlete } = await guardianSigningFor(client, person.id, guardianship)
        if (deal?.athlete_id !== athlete) throw new Refusal('not-found')
        await signAs(client, { person, member: { organization } }, deal, 'guardian', signature, origin)
      })
      onMail()
    },
  }
}
export type GuardianDeals = ReturnType<typeof createGuardianDealService>
