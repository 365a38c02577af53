import type { Currency } from '@sherpa/contracts/currency'
import type { NewReceipt } from '@sherpa/contracts/receipt'
import { newId } from '../../persistence/new-id.ts'
import type { Part } from './booking-context.ts'

/** All receipts have the same columns, since the statement that posts them is prepared once. */
export function receiptRow(
  { organization, by, opening }: { organization: string; by: string; opening: boolean },
  id: string,
  receipt: Omit<NewReceipt, 'allocations'>,
) {
  const { receivedOn, payer, companyId, reference, currency, amountMinor, note, bankLineId } = receipt
  return {
    organization_id: organization,
    id,
    received_on: receivedOn,
    company_id: companyId,
    payer,
    reference: reference || null,
    currency,
    amount_minor: String(amountMinor),
    note: note || null,
    bank_line_id: bankLineId,
    booked_by: by,
    opening,
  }
}

/** An allocation of a receipt with its fee, or the reversal of one. */
export type NewAllocation = Part & {
  id: string
  feeMinor: number
  /** A flat fee earned with money from before the ledger. */
  feeBeforeMinor?: number
  entry: string
  reverses?: string
}

export function allocationRows(
  organization: string,
  { receipt, currency }: { receipt: string; currency: Currency },
  allocations: readonly NewAllocation[],
) {
  return allocations.map(({ reverses = null, ...one }) => ({
    organization_id: organization,
    id: one.id,
    receipt_id: receipt,
    payment_id: one.payment,
    deal_id: one.deal,
    athlete_id: one.athlete,
    amount_minor: String(one.amountMinor),
    currency,
    income: one.income,
    in_kind: one.inKind,
    deal_version: one.version,
    fee_rate: one.rate,
    fee_flat_minor: one.flat === null ? null : String(one.flat),
    fee_minor: String(one.feeMinor),
    fee_before_minor: String(one.feeBeforeMinor ?? 0),
    entry_id: one.entry,
    reverses,
  }))
}

/** Amount recouped from an allocation, and its base. An amount that rounds to zero has no entry. */
export type Recoupment = {
  expense: string
  allocation: string
  baseMinor: number
  amountMinor: number
  entry: string | null
}

export function recoupmentRows(organization: string, recoupments: readonly Recoupment[]) {
  return recoupments.map(({ expense, allocation, baseMinor, amountMinor, entry }) => ({
    organization_id: organization,
    id: newId(),
    expense_id: expense,
    allocation_id: allocation,
    base_minor: String(baseMinor),
    amount_minor: String(amountMinor),
    entry_id: entry,
  }))
}
