import type { Queryable } from './database.ts'
import { query, rowOf, run } from './queries.ts'

/** Done once every deal of an organization was judged after the update that opens rows for what nobody can judge. */
export const FIRST_JUDGMENT = 'disclosures'

/** Whether a repair of the organization's data is not done yet. */
export async function isRepairing(client: Queryable, organization: string, name: string) {
  const pending = query
    .selectFrom('repairs')
    .select('name')
    .where('organization_id', '=', organization)
    .where('name', '=', name)
    .where('done_at', 'is', null)
  return (await rowOf(client, pending)) !== undefined
}

/** False if it was done before, perhaps by another server. */
export async function finishRepair(
  client: Queryable,
  organization: string,
  name: string,
  now: Date,
  unrepaired: readonly object[] = [],
) {
  const finished = await run(
    client,
    query
      .updateTable('repairs')
      .set({ done_at: now, unrepaired: JSON.stringify(unrepaired) })
      .where('organization_id', '=', organization)
      .where('name', '=', name)
      .where('done_at', 'is', null),
  )
  return finished > 0
}
