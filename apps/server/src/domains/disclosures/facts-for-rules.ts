import type { JudgedDeal } from '@sherpa/contracts/compliance/judgment'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { reportedDeals } from '../deals/deals.ts'

type Known = Partial<Pick<JudgedDeal, 'agreedOn' | 'amountUnknown' | 'attestation'>>

/** What athletes reported about deals, and whether payors attested. */
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
  return known
}
