import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'

/** A line of the bank is booked once: as a receipt, or as a payment of an invoice. */
export async function takeBankLine(client: Queryable, organization: string, id: string | null) {
  if (id === null) return
  const taken = await setState(client, organization, id, { from: 'open', to: 'booked' })
  if (taken === 0) throw new Refusal('bank-line-booked')
}

/** What was booked from it was taken back. */
export async function giveBankLineBack(client: Queryable, organization: string, id: string | null) {
  if (id !== null) await setState(client, organization, id, { from: 'booked', to: 'open' })
}

type State = 'open' | 'booked'

function setState(client: Queryable, organization: string, id: string, { from, to }: { from: State; to: State }) {
  return run(
    client,
    query
      .updateTable('bank_lines')
      .set({ state: to })
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .where('state', '=', from),
  )
}
