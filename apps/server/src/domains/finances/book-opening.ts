import type { Currency } from '@sherpa/contracts/currency'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { allocationRows, receiptRow } from './allocations.ts'
import { accrueFee, readBookingContext } from './booking-context.ts'
import type { Viewer } from './finance-access.ts'
import { pair, postEntries } from './ledger.ts'

type Opening = {
  by: string
  currency: string
  payer: { id: string; name: string }
  received: readonly { paymentId: string; amountMinor: number; receivedOn: string }[]
}

/**
 * Books money that was received before the organization used the ledger: one receipt per payment, in memorandum accounts
 * only. It earns no fee and recoups nothing. A flat fee counts as earned with it, outside of the ledger. The caller has
 * locked the deal.
 */
export async function bookOpening(client: Queryable, viewer: Viewer, { by, payer, received, ...opening }: Opening) {
  const { organization } = viewer.member
  const currency = opening.currency as Currency
  const allocations = received.map(({ paymentId, amountMinor }) => ({ paymentId, amountMinor }))
  const { parts, totals } = await readBookingContext(client, viewer, { currency, allocations })
  const booked = parts.map((part, index) => {
    // A rate applies to money received in the ledger only.
    const outside = { ...part, rate: null }
    const feeBeforeMinor = accrueFee(totals, outside)
    const receipt = newId()
    const account = part.inKind ? 'in-kind-earnings' : 'athlete-earnings'
    const line = {
      currency,
      athlete: part.athlete,
      deal: part.deal,
      income: part.income,
      amountMinor: part.amountMinor,
    }
    const entry = {
      id: newId(),
      cause: 'opening' as const,
      of: { receipt },
      occurredOn: received[index]?.receivedOn ?? '',
      lines: pair(account, 'payors', line),
    }
    return { receipt, entry, allocation: { ...outside, id: newId(), feeMinor: 0, feeBeforeMinor, entry: entry.id } }
  })
  await postEntries(
    client,
    { organization, by },
    booked.map(({ entry }) => entry),
    {
      receipts: booked.map(({ receipt, entry, allocation: { amountMinor } }) =>
        receiptRow({ organization, by, opening: true }, receipt, {
          receivedOn: entry.occurredOn,
          payer: payer.name,
          companyId: payer.id,
          reference: null,
          currency,
          amountMinor,
          note: null,
          bankLineId: null,
        }),
      ),
      receipt_allocations: booked.flatMap(({ receipt, allocation }) =>
        allocationRows(organization, { receipt, currency }, [allocation]),
      ),
    },
  )
}
