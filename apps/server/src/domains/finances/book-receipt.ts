import { dayIn } from '@sherpa/contracts/days'
import { recoup } from '@sherpa/contracts/money'
import { Refusal } from '@sherpa/contracts/problem'
import type { NewReceipt, PlannedReceipt, ReceiptReversal, ReceiptRow } from '@sherpa/contracts/receipt'
import type { Person } from '../../http/access.ts'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { type Database, inTransaction, type Queryable, sendAhead } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { changedValues, recordEvent } from '../audit/audit.ts'
import { payments } from '../deals/deals.ts'
import { allocationRows, type NewAllocation, receiptRow, recoupmentRows } from './allocations.ts'
import { allocateBankLine } from './bank-line-state.ts'
import {
  accrueFee,
  type BookingContext,
  loadBookingContext,
  type Part,
  type RecoupableExpense,
  readBookingContext,
  type Titles,
} from './booking-context.ts'
import { loadBookkeeping, requireBookableDay } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'
import { type NewEntry, pair, postEntries } from './ledger.ts'
import { describeReceipt, loadReceipt, toReceiptRow } from './receipts.ts'
import { reverseReceipt } from './reverse-receipt.ts'

type Parts = { database: Database; clock: () => Date; onMail: () => void }

/** Books receipts with the athlete's earnings, fees and recoupments. */
export function createReceiptBookingService({ database, clock, onMail }: Parts) {
  return {
    async book(viewer: Viewer & { person: Pick<Person, 'name'> }, receipt: NewReceipt, idempotency?: Idempotency) {
      const booked = await inTransaction(database, (client) => {
        // Pipelined with the idempotency check; for a repeated request its error is ignored.
        const loading = loadBookingContext(client, viewer, receipt)
        loading.catch(() => undefined)
        return answerOnce(client, idempotency, async () => {
          const context = await loading
          const booked = await bookInContext(context, client, viewer, receipt, clock())
          const { organization } = viewer.member
          const changes = changedValues({}, describeReceipt(receipt))
          const event = { event: 'receipt-booked' as const, actor: viewer.person.id, organization, changes }
          const recorded = recordEvent(client, event)
          sendAhead(client, booked.written, recorded)
          return buildAnswer(viewer.person, receipt, context, booked)
        })
      })
      onMail()
      return booked
    },

    /** Dry run: the fees if the receipt were booked now. */
    async fees(viewer: Viewer, planned: PlannedReceipt) {
      const { parts, totals } = await readBookingContext(database, viewer, planned)
      const fees = parts.map((part) => accrueFee(totals, part))
      const withoutFee = parts.filter(({ inKind, rate, flat }) => !inKind && rate === null && flat === null)
      return {
        fees,
        feeMinor: fees.reduce((sum, fee) => sum + fee, 0),
        dealsWithoutFee: [...new Set(withoutFee.map(({ deal }) => deal))],
      }
    },

    reverse(viewer: Viewer, id: string, reversal: ReceiptReversal) {
      return inTransaction(database, async (client) => {
        const { today } = await loadBookkeeping(client, viewer.member.organization, clock())
        await reverseReceipt(client, viewer, id, { ...reversal, today })
        return loadReceipt(client, viewer, id)
      })
    },
  }
}

/** Books a receipt within a transaction and returns its id. The caller records the audit event in the same one. */
export async function bookReceipt(client: Queryable, viewer: Viewer, receipt: NewReceipt, now: Date): Promise<string> {
  const { id, written } = await bookInContext(
    await loadBookingContext(client, viewer, receipt),
    client,
    viewer,
    receipt,
    now,
  )
  await written
  return id
}

async function bookInContext(
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
    requireNoInKind(parts)
    await allocateBankLine(client, viewer, bankLineId, {
      currency,
      amountMinor,
      day: receivedOn,
      dayField: 'receivedOn',
    })
  }
  const id = newId()
  const base = { of: { receipt: id }, occurredOn: receivedOn }
  const entries: (NewEntry & { id: string })[] = []
  const allocations = parts.map((part) => {
    const feeMinor = accrueFee(totals, part)
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
  await payments.notifyPaid(client, viewer, id, [...new Set(parts.map(({ deal }) => deal))])
  const written = postEntries(client, { organization, by: viewer.person.id }, entries, {
    receipts: [receiptRow({ organization, by: viewer.person.id, opening: false }, id, receipt)],
    receipt_allocations: allocationRows(organization, { receipt: id, currency }, allocations),
    recoupments: recoupmentRows(organization, recoupments),
  })
  return { id, allocations, written }
}

function requireNoInKind(parts: readonly Part[]) {
  if (!parts.some(({ inKind }) => inKind)) return
  const message = 'A bank transaction can’t cover in-kind payments. Record those separately'
  throw new Refusal('invalid-fields', { errors: [{ field: 'allocations', message }] })
}

/** Recoups each expense by its rate, up to its amount and the amount received. In-kind value recoups nothing. */
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

/** Builds the response without reading the rows back. */
function buildAnswer(
  person: Pick<Person, 'id' | 'name'>,
  { receivedOn, reference, note, bankLineId, ...receipt }: NewReceipt,
  { now, company }: BookingContext,
  { id, allocations }: { id: string; allocations: (NewAllocation & Titles)[] },
): ReceiptRow {
  return toReceiptRow({
    ...receipt,
    id,
    received_on: receivedOn,
    reference: reference || null,
    note: note || null,
    bank_line_id: bankLineId,
    opening: false,
    booked_at: now,
    booked_by: person.id,
    booker: person.name,
    reversed_at: null,
    reversed_by: null,
    reverser: null,
    reversal_reason: null,
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
