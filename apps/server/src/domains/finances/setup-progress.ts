import type { SetupProgress } from '@sherpa/contracts/finance'
import { sql } from 'kysely'
import type { Member } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'
import { publicDeals } from '../deals/deals.ts'

export function loadSetupProgress(client: Queryable, { organization }: Member): Promise<SetupProgress> {
  const deals = query
    .selectFrom(publicDeals.as('d'))
    .select('d.id')
    .where('d.organization_id', '=', organization)
    .where('d.removed_at', 'is', null)
  const signed = deals.where('d.version_in_force', 'is not', null)
  const open = deals
    .where('d.version_in_force', 'is', null)
    .where('d.stage', 'in', ['draft', 'in-review', 'approved'])
    .orderBy('d.id', 'desc')
    .limit(1)
  const receipts = query
    .selectFrom('receipts')
    .select('id')
    .where('organization_id', '=', organization)
    .where('reversed_at', 'is', null)
  return oneRowOf(
    client,
    query.selectNoFrom([
      sql<boolean>`exists ${deals}`.as('hasDeal'),
      sql<boolean>`exists ${signed}`.as('hasSignedDeal'),
      sql<boolean>`exists ${receipts}`.as('hasPayment'),
      open.as('openDeal'),
    ]),
  )
}
