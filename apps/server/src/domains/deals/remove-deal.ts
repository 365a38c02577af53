import { type DealStage, hasBeenSigned } from '@sherpa/contracts/deal-stage'
import type { ProblemCode } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { type DependentOn, deleteUnworked, removalBlockedBy } from '../../persistence/dependents.ts'
import { query, run } from '../../persistence/queries.ts'

type Removed = { organization_id: string; id: string; stage: DealStage }

/** Removes an unsigned deal without expenses. Returns the reason if it must stay. */
export async function removeDeal(
  client: Queryable,
  onDeals: readonly DependentOn<'deal'>[],
  { organization_id, id, stage }: Removed,
): Promise<ProblemCode | undefined> {
  if (hasBeenSigned(stage)) return 'deal-in-force'
  await deleteUnworked(client, onDeals, organization_id, id)
  const blocked = await removalBlockedBy(client, onDeals, organization_id, id)
  if (blocked) return blocked
  await run(client, query.deleteFrom('deals').where('organization_id', '=', organization_id).where('id', '=', id))
  return undefined
}
