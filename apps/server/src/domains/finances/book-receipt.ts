import { dayIn } from '@sherpa/contracts/days'
import { recoup } from '@sherpa/contracts/money'
import { Refusal } from '@sherpa/contracts/problem'
import type { NewReceipt, PlannedReceipt, ReceiptReversal, ReceiptRow } from '@sherpa/contracts/receipt'
import type { Person } from '../../http/access.ts'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { type Database, inTransaction, type Queryable, sendAhead } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { noteEvent } from '../audit/audit.ts'
import { allocationRows, type NewAllocation, recoupmentRows } from './allocations.ts'
import { takeBankLine } from './bank-line-state.ts'
import {
  type BookingContext,
  feeOfPart,
  loadBookingContext,
  type Part,
  type RecoupableExpense,
  readBookingContext,
  type Titles,
} from './booking-context.ts'
import { bookkeepingOf, requireBookableDay } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'
import { type NewEntry, pair, postEntries } from './ledger.ts'
import { receiptOf, rowOfReceipt } from './receipts.ts'
import { reverseReceipt } from './reverse-receipt.ts'

/** Money that came, and everything that follows from it: what the athlete earned, the fee, and what comes back of expenses. */
export function bookingReceipts({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    book(viewer: Viewer & { person: Pick<Person, 'name'> }, receipt: NewReceipt, idempotency?: Idempotency) {
      return inTransaction(database, (client) => {
        // Asked together with whether it was booked before: then it does not matter what it says.
        const loading = loadBookingContext(client, viewer, receipt)
        loading.catch(() => undefined)
        return answerOnce(client, idempotency, async () => {
          const context = await loading
          const booked = await bookIn(context, client, viewer, receipt, clock())
          const { organization } = viewer.member
          const noted = noteEvent(client, { event: 'receipt-booked', actor: viewer.person.id, organization })
          sendAhead(client, booked.written, noted)
          return answerOf(viewer.person, receipt, context, booked)
        })
      })
    },

    /** What the fees would be, if it were booked now. */
    async fees(viewer: Viewer, planned: PlannedReceipt) {
      const { parts, totals } = await readBookingContext(database, viewer, planned)
      const fees = parts.map((part) => feeOfPart(totals, part))
      return { fees, feeMinor: fees.reduce((sum, fee) => sum + fee, 0) }
    },

    reverse(viewer: Viewer, id: string, reversal: ReceiptReversal) {
      return inTransaction(database, async (client) => {
        const { today } = await bookkeepingOf(client, viewer.member.organization, clock())
        await reverseReceipt(client, viewer, id, { ...reversal, today })
        return receiptOf(client, viewer, id)
      })
    },
  }
}

/** Books a receipt as part of a transaction, and answers with its id. The audit event is the caller's: one for many, if there are many. */
export async function bookReceipt(client: Queryable, viewer: Viewer, receipt: NewReceipt, now: Date): Promise<string> {
  const { id, written } = await bookIn(await loadBookingContext(client, viewer, receipt), client, viewer, receipt, now)
  await written
  return id
}

async function bookIn(
  { timeZone, parts, totals, recoupable, company }: BookingContext,
  client: Queryable,
  viewer: Viewer,
  receipt: NewReceipt,
  now: Date,
) {
  const { organization } = viewer.member
  const { receivedOn, currency, amountMinor, bankLineId } = receipt
  requireBookableDay('receivedOn', receivedOn, dayIn(now.toISOString(), timeZone))
  if (receipt.companyId !== null && !company) throw new Refusal('not-found')
  if (bankLineId !== null) {
    requireMoney(parts)
    await takeBankLine(client, viewer, bankLineId, { currency, amountMinor, day: receivedOn, dayField: 'receivedOn' })
  }
  const id = newId()
  const base = { of: { receipt: id }, occurredOn: receivedOn }
  const entries: (NewEntry & { id: string })[] = []
  const allocations = parts.map((part) => {
    const feeMinor = feeOfPart(totals, part)
    const line = { currency, athlete: part.athlete, deal: part.deal, income: part.income }
    const entry = newId()
    const account = part.inKind ? 'in-kind-earnings' : 'athlete-earnings'
    const earned = pair(account, 'payors', { ...line, amountMinor: part.amountMinor })
    entries.push({ ...base, id: entry, cause: 'receipt', lines: earned })
    if (feeMinor !== 0) {
      const fee = pair('fees-receivable', 'fees', { ...line, amountMinor: feeMinor })
      entries.push({ ...base, id: newId(), cause: 'fee', lines: fee })
    }
    return { ...part, id: newId(), feeMinor, entry }
  })
  const recoupments = allocations.flatMap((allocation) =>
    recoupFrom(recoupable, allocation).map(({ expense, base: baseMinor, amount }) => {
      const recouped = { expense, allocation: allocation.id, baseMinor, amountMinor: amount }
      if (amount === 0) return { ...recouped, entry: null }
      const { athlete, deal, income } = allocation
      const line = { currency, athlete, deal, income, amountMinor: amount }
      const lines = pair('fees-receivable', 'recoverable-expenses', line)
      const entry = { ...base, id: newId(), cause: 'recoupment' as const, lines }
      entries.push(entry)
      return { ...recouped, entry: entry.id }
    }),
  )
  const written = postEntries(client, { organization, by: viewer.person.id }, entries, {
    receipts: [receiptRow(viewer, id, receipt)],
    receipt_allocations: allocationRows(organization, { receipt: id, currency }, allocations),
    recoupments: recoupmentRows(organization, recoupments),
  })
  return { id, allocations, written }
}

function requireMoney(parts: readonly Part[]) {
  if (!parts.some(({ inKind }) => inKind)) return
  const message = 'A bank transaction can’t cover in-kind payments. Record those separately'
  throw new Refusal('invalid-fields', { errors: [{ field: 'allocations', message }] })
}

/** Of each expense its share of what came, until all of it is back. Together they take no more than there is, and nothing of what came in kind. */
function recoupFrom(expenses: RecoupableExpense[], { athlete, deal, amountMinor, inKind }: Part) {
  let available = inKind ? 0 : amountMinor
  return expenses.flatMap((expense) => {
    if (expense.athlete !== athlete || (expense.deal !== null && expense.deal !== deal)) return []
    const { base, amount } = recoup(expense, amountMinor, available)
    if (base === 0 || available === 0) return []
    expense.base += base
    expense.recouped += amount
    available -= amount
    return [{ expense: expense.id, base, amount }]
  })
}

/** The same as if it were read. */
function answerOf(
  person: Pick<Person, 'id' | 'name'>,
  { receivedOn, reference, note, bankLineId, ...receipt }: NewReceipt,
  { now, company }: BookingContext,
  { id, allocations }: { id: string; allocations: (NewAllocation & Titles)[] },
): ReceiptRow {
  return rowOfReceipt({
    ...receipt,
    id,
    received_on: receivedOn,
    reference: reference || null,
    note: note || null,
    bank_line_id: bankLineId,
    booked_at: now,
    booked_by: person.id,
    booker: person.name,
    reversed_at: null,
    reversed_by: null,
    reverser: null,
    reversed_because: null,
    company_id: company?.id ?? null,
    companyName: company?.name ?? null,
    allocations: allocations
      .map(({ id, payment, paymentTitle, deal, dealTitle, athlete, athleteName, amountMinor, inKind, feeMinor }) => ({
        id,
        payment: payment === null ? null : { id: payment, title: paymentTitle ?? '' },
        deal: { id: deal, title: dealTitle },
        athlete: { id: athlete, name: athleteName },
        amountMinor,
        inKind,
        feeMinor,
      }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  })
}

function receiptRow(viewer: Viewer, id: string, receipt: NewReceipt) {
  const { receivedOn, payer, companyId, reference, currency, amountMinor, note, bankLineId } = receipt
  return {
    organization_id: viewer.member.organization,
    id,
    received_on: receivedOn,
    company_id: companyId,
    payer,
    reference: reference || null,
    currency,
    amount_minor: String(amountMinor),
    note: note || null,
    bank_line_id: bankLineId,
    booked_by: viewer.person.id,
  }
}
