import type { JudgedDeal } from '@sherpa/contracts/compliance/judgment'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { reportedDeals } from '../deals/deals.ts'

type Known = Partial<Pick<JudgedDeal, 'agreedOn' | 'amountUnknown' | 'attestation'>> & {
  /** Versions that were disclosed to the school. */
  disclosedVersions?: number[]
}

/** What athletes reported about deals, whether payors attested, and what the school was told before signing. */
export async function loadFactsForRules(client: Queryable, organization: string, deals: readonly string[]) {
  const known = new Map<string, Known>(await reportedDeals.loadFacts(client, organization, deals))
  const asked = await rowsOf(
    client,
    query
      .selectFrom('disclosures as x')
      .innerJoin('attestation_requests as r', (join) =>
        join.onRef('r.organization_id', '=', 'x.organization_id').onRef('r.disclosure_id', '=', 'x.id'),
      )
      .select(['x.deal_id as deal', 'x.attested_on as attestedOn', sql<string>`min(r.asked_on)::text`.as('invitedOn')])
      .where('x.organization_id', '=', organization)
      .where(sql<boolean>`x.deal_id = any(${deals}::uuid[])`)
      .groupBy(['x.id', 'x.deal_id', 'x.attested_on'])
      .orderBy('x.id')
      .$narrowType<{ deal: string }>(),
  )
  for (const { deal, ...attestation } of asked) known.set(deal, { ...known.get(deal), attestation })
  const disclosed = await rowsOf(
    client,
    query
      .selectFrom('disclosures as x')
      .select(['x.deal_id as deal', sql<number[]>`array_agg(coalesce(x.deal_number, 1))`.as('disclosedVersions')])
      .where('x.organization_id', '=', organization)
      .where(sql<boolean>`x.deal_id = any(${deals}::uuid[])`)
      .where('x.kind', '=', 'school-before-signing')
      .where('x.state', 'not in', ['draft', 'ready', 'revised', 'withdrawn'])
      .groupBy('x.deal_id')
      .$narrowType<{ deal: string }>(),
  )
  for (const { deal, disclosedVersions } of disclosed) known.set(deal, { ...known.get(deal), disclosedVersions })
  return known
}
