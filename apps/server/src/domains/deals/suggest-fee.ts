import { type DealKind, dealTerms, type FeeSuggestion } from '@sherpa/contracts/deal'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf } from '../../persistence/queries.ts'
import { requireAthleteFacts } from '../athletes/athletes.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { findAgreementFee } from './agreements.ts'
import { isDealVisible, type Viewer } from './deal-access.ts'

/** The fee of the athlete's agreement in force, else of the last deal of this kind. */
export async function suggestFee(
  client: Queryable,
  viewer: Viewer,
  { athlete, kind }: { athlete: string; kind: DealKind },
  now: Date,
): Promise<FeeSuggestion> {
  const { organization } = viewer.member
  await requireAthleteFacts(client, viewer, athlete, now)
  const agreed = await findAgreementFee(client, organization, { athlete, kind, now })
  if (agreed) return { fee: agreed.fee, source: { kind: 'agreement', startsOn: agreed.startsOn } }
  const last = await rowOf(
    client,
    query
      .selectFrom('deals as d')
      .innerJoin('deal_versions as v', (join) =>
        join
          .onRef('v.organization_id', '=', 'd.organization_id')
          .onRef('v.deal_id', '=', 'd.id')
          .on(sql<boolean>`v.number = coalesce(d.version_in_force, d.newest_version)`),
      )
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'd.organization_id')
      .select(['d.id', 'd.title', 'v.terms', 'o.currency'])
      .where('d.organization_id', '=', organization)
      .where('d.athlete_id', '=', athlete)
      .where('d.kind', '=', kind)
      .where('d.removed_at', 'is', null)
      .where(isDealVisible(viewer))
      .orderBy('d.created_at', 'desc')
      .orderBy('d.id', 'desc')
      .limit(1),
  )
  const terms = last && dealTerms.parse(last.terms)
  // A flat amount in another currency is no suggestion.
  const isUsable = terms?.fee && ('rateMillionths' in terms.fee || terms.currency === last?.currency)
  if (!last || !terms?.fee || !isUsable) return { fee: null, source: null }
  return { fee: terms.fee, source: { kind: 'deal', id: last.id, title: last.title } }
}
