import { payoutOperations } from '@sherpa/contracts/payout-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import type { createPayoutBookingService } from './book-payout.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import { listPayables } from './payouts.ts'

export type PayoutParts = {
  database: Database
  clock: () => Date
  booking: ReturnType<typeof createPayoutBookingService>
}

const limits = { person: 1000 }

export function payoutRoutes(endpoint: DefineEndpoint, { database, clock, booking }: PayoutParts) {
  const operations = payoutOperations

  endpoint(operations.payables, { limits: 'none' }, async ({ query, ...viewer }) => {
    const { today } = await loadBookkeeping(database, viewer.member.organization, clock())
    return listPayables(database, viewer, { ...query, today })
  })
  endpoint(
    operations.recordPayout,
    { limits, refusals: { 409: 'It is more than is owed, or someone else pays it' } },
    ({ body, idempotency, ...viewer }) => booking.book(viewer, body, idempotency),
  )
  endpoint(
    operations.reversePayout,
    { limits, refusals: { 409: 'Already reversed' } },
    ({ parameter, body, ...viewer }) => booking.reverse(viewer, parameter('payout'), body),
  )
}
