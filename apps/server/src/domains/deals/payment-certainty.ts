import { type RawBuilder, sql } from 'kysely'
import { isVisibleAthlete } from '../athletes/athletes.ts'
import type { Viewer } from './deal-access.ts'

// Of `payments p` with an open amount. Receipts cover the guaranteed part first, as a termination does.
export const guaranteedAmount = sql<string>`greatest(p.amount_minor - p.contingent_minor - p.received_minor, 0)`
export const conditionalAmount = sql<string>`least(p.contingent_minor, p.amount_minor - p.received_minor)`

/** Open and conditional payments as `p`; the conditions match the partial indexes. */
export function forecastPayments(viewer: Viewer): RawBuilder<unknown> {
  return sql`(select p.*, ${guaranteedAmount} as guaranteed, ${conditionalAmount} as conditional from payments p
    where p.organization_id = ${viewer.member.organization} and p.state <> 'canceled' and not p.in_kind and p.received_minor < p.amount_minor
    and ${isVisibleAthlete(viewer, sql.ref('p.athlete_id'))}) p`
}
