import type { Currency } from '@sherpa/contracts/currency'
import { type IncomeClass, recoupedOn } from '@sherpa/contracts/money'
import { Refusal } from '@sherpa/contracts/problem'
import type { ReceiptReversal } from '@sherpa/contracts/receipt'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { isVisibleAthlete } from '../athletes/athletes.ts'
import { changedValues, recordEvent } from '../audit/audit.ts'
import { lockDeals, payments } from '../deals/deals.ts'
import { allocationRows, type NewAllocation, type Recoupment, recoupmentRows } from './allocations.ts'
import { bookRefund, releaseBankLine } from './bank-line-state.ts'
import { accrueFee, loadRunningTotals, type RecoupableExpense } from './booking-context.ts'
import { invoicesOfReceipt } from './fee-invoices.ts'
import type { Viewer } from './finance-access.ts'
import { voidInvoice } from './issue-invoice.ts'
import { type NewEntry, pair, postEntries, reverseEntries } from './ledger.ts'
import { describeReceipt } from './receipts.ts'

/**
 * Reverses everything that a receipt has caused. Remaining fees and recoupments stay the rounded share of the running
 * total. Lock order: deals, receipt, expenses, invoices, bank lines, balances.
 */
export async function reverseReceipt(
  client: Queryable,
  viewer: Viewer,
  id: string,
  { reason, voidInvoices = [], refundedBy, today }: ReceiptReversal & { today: string },
) {
  const { organization } = viewer.member
  // Safe before the lock: the allocations of a receipt never change.
  const deals = [...new Set((await loadAllocations(client, organization, id)).map(({ deal }) => deal))]
  await lockDeals(client, organization, sql`${deals}::uuid[]`)
  const receipt = await lockReceipt(client, viewer, id)
  const { currency } = receipt
  const allocations = await loadAllocations(client, organization, id)
  const staysEarnedBefore = receipt.opening && (await hasOtherOpening(client, organization, id, deals))
  // The last money from before takes all of its fee along.
  const feesBefore =
    receipt.opening && !staysEarnedBefore
      ? await loadFeesBefore(client, organization, deals)
      : new Map<string, number>()
  const totals = await loadRunningTotals(client, organization, deals, currency)
  const recouped = await loadRecoupments(client, organization, id)
  const expenses = await lockExpenses(client, organization, recouped)
  await voidChosenInvoices(client, viewer, id, voidInvoices, reason)
  const amountMinor = Number(receipt.amount_minor)
  if (refundedBy)
    await bookRefund(client, viewer, refundedBy, { id, currency, amountMinor, line: receipt.bank_line_id })
  else await releaseBankLine(client, organization, receipt.bank_line_id, amountMinor)

  const by = { organization, by: viewer.person.id }
  await reverseEntries(client, by, { receipt: id }, { on: today, note: reason })
  const reversals = await loadReversals(client, organization, id)
  const adjustments: (NewEntry & { id: string })[] = []
  const adjust = (cause: 'fee' | 'recoupment', of: NewAllocation, amountMinor: number) => {
    const { athlete, deal, income } = of
    const credit = cause === 'fee' ? 'fees' : 'recoverable-expenses'
    const lines = pair('fees-receivable', credit, { currency, athlete, deal, income, amountMinor })
    const entry = { id: newId(), cause, of: { receipt: id }, occurredOn: today, lines, note: reason }
    adjustments.push(entry)
    return entry.id
  }
  const reversedAllocations = allocations.map((allocation) => {
    const { amountMinor, feeMinor } = allocation
    const feeBeforeMinor = feesBefore.get(allocation.deal) ?? allocation.feeBeforeMinor ?? 0
    if (feesBefore.has(allocation.deal)) feesBefore.set(allocation.deal, 0)
    const owed = accrueFee(totals, { ...allocation, amountMinor: -amountMinor }, -feeMinor - feeBeforeMinor)
    const adjustment = staysEarnedBefore ? 0 : owed
    if (adjustment !== 0) adjust('fee', allocation, adjustment)
    return {
      ...allocation,
      id: newId(),
      reverses: allocation.id,
      amountMinor: -amountMinor,
      feeMinor: adjustment - feeMinor,
      feeBeforeMinor: owed - adjustment - feeBeforeMinor,
      entry: reversals.get(allocation.entry) ?? allocation.entry,
    }
  })
  const reversedRecoupments = expenses.flatMap((expense) => {
    const ofExpense = recouped
      .filter((one) => one.expense === expense.id)
      .map((one) => ({
        ...one,
        baseMinor: -one.baseMinor,
        // Avoids a negative zero.
        amountMinor: 0 - one.amountMinor,
        entry: one.entry && (reversals.get(one.entry) ?? one.entry),
        of: reversedAllocations.find(({ reverses }) => reverses === one.allocation),
      }))
      .flatMap(({ of, ...one }) => (of ? [{ ...one, allocation: of.id, of }] : []))
    const [base, amount] = [sum(ofExpense.map((one) => one.baseMinor)), sum(ofExpense.map((one) => one.amountMinor))]
    const after = recoupedOn({ ...expense, base: expense.base + base })
    const adjustment = after - (expense.recouped + amount)
    const last = ofExpense.at(-1)?.of
    if (adjustment === 0 || !last) return ofExpense
    const entry = adjust('recoupment', last, adjustment)
    return [...ofExpense, { expense: expense.id, allocation: last.id, baseMinor: 0, amountMinor: adjustment, entry }]
  })
  await postEntries(client, by, adjustments, {
    receipt_allocations: allocationRows(organization, { receipt: id, currency }, reversedAllocations),
    recoupments: recoupmentRows(organization, reversedRecoupments),
  })
  await run(
    client,
    query
      .updateTable('receipts')
      .set({ reversed_at: sql<Date>`now()`, reversed_by: viewer.person.id, reversal_reason: reason })
      .where('organization_id', '=', organization)
      .where('id', '=', id),
  )
  const reversed = describeReceipt({
    amountMinor: Number(receipt.amount_minor),
    currency,
    receivedOn: receipt.received_on,
  })
  const changes = changedValues(reversed, { amount: null, receivedOn: null })
  await recordEvent(client, { event: 'receipt-reversed', actor: viewer.person.id, organization, changes })
  // Nobody was told of money from before.
  if (!receipt.opening) await payments.notifyReversed(client, viewer, id, deals)
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

async function lockReceipt(client: Queryable, viewer: Viewer, id: string) {
  const { organization } = viewer.member
  const receipt = await rowOf(
    client,
    query
      .selectFrom('receipts')
      .select(['currency', 'amount_minor', 'received_on', 'reversed_at', 'bank_line_id', 'opening'])
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .$narrowType<{ currency: Currency }>()
      .forUpdate(),
  )
  const hidden = await rowsOf(
    client,
    query
      .selectFrom('receipt_allocations as x')
      .select('x.id')
      .where('x.organization_id', '=', organization)
      .where('x.receipt_id', '=', id)
      .where(sql<boolean>`not ${isVisibleAthlete(viewer, sql.ref('x.athlete_id'))}`),
  )
  // A receipt with hidden allocations cannot be reversed.
  if (!receipt || hidden.length > 0) throw new Refusal('not-found')
  if (receipt.reversed_at) throw new Refusal('already-reversed')
  return receipt
}

/** Whether other money from before the ledger is left on the deals. */
async function hasOtherOpening(client: Queryable, organization: string, receipt: string, deals: readonly string[]) {
  const other = await rowOf(
    client,
    query
      .selectFrom('receipt_allocations as x')
      .innerJoin('receipts as r', (join) =>
        join.onRef('r.organization_id', '=', 'x.organization_id').onRef('r.id', '=', 'x.receipt_id'),
      )
      .select('x.id')
      .where('x.organization_id', '=', organization)
      .where(sql<boolean>`x.deal_id = any(${deals}::uuid[])`)
      .where('x.receipt_id', '<>', receipt)
      .where('x.in_kind', '=', false)
      .where('r.opening', '=', true)
      .where('r.reversed_at', 'is', null)
      .limit(1),
  )
  return other !== undefined
}

/** Fees by deal that were earned before the ledger. */
async function loadFeesBefore(client: Queryable, organization: string, deals: readonly string[]) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('receipt_allocations')
      .select(['deal_id as deal', sql<string>`sum(fee_before_minor)`.as('fee')])
      .where('organization_id', '=', organization)
      .where(sql<boolean>`deal_id = any(${deals}::uuid[])`)
      .groupBy('deal_id'),
  )
  return new Map(rows.map(({ deal, fee }) => [deal, Number(fee)]))
}

/** Same lock order as bookings. */
async function lockExpenses(client: Queryable, organization: string, recouped: readonly Recoupment[]) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('expenses')
      .select(['id', 'athlete_id', 'deal_id', 'amount_minor', 'recoup_rate', 'recoup_base_minor', 'recouped_minor'])
      .where('organization_id', '=', organization)
      .where(sql<boolean>`id = any(${recouped.map(({ expense }) => expense)}::uuid[])`)
      .orderBy('athlete_id')
      .orderBy('spent_on')
      .orderBy('id')
      .forUpdate(),
  )
  return rows.map(
    (row): RecoupableExpense => ({
      id: row.id,
      athlete: row.athlete_id ?? '',
      deal: row.deal_id,
      amount: Number(row.amount_minor),
      rate: row.recoup_rate ?? 0,
      base: Number(row.recoup_base_minor),
      recouped: Number(row.recouped_minor),
    }),
  )
}

/** Voids the chosen invoices, which must charge fees or recoupments of this receipt. */
async function voidChosenInvoices(client: Queryable, viewer: Viewer, id: string, chosen: string[], reason: string) {
  if (chosen.length === 0) return
  const { invoices } = await invoicesOfReceipt(client, viewer, id)
  if (chosen.some((invoice) => !invoices.some((one) => one.id === invoice))) {
    const message = 'Choose only invoices that charge fees or expenses of this receipt'
    throw new Refusal('invalid-fields', { errors: [{ field: 'voidInvoices', message }] })
  }
  for (const invoice of [...new Set(chosen)].toSorted()) await voidInvoice(client, viewer, invoice, reason)
}

async function loadAllocations(client: Queryable, organization: string, receipt: string): Promise<NewAllocation[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('receipt_allocations')
      .select(['id', 'payment_id as payment', 'deal_id as deal', 'athlete_id as athlete', 'amount_minor'])
      .select(['income', 'in_kind as inKind', 'deal_version as version', 'fee_rate as rate', 'fee_flat_minor'])
      .select(['fee_minor', 'fee_before_minor', 'entry_id as entry'])
      .where('organization_id', '=', organization)
      .where('receipt_id', '=', receipt)
      .where('reverses', 'is', null)
      .$narrowType<{ income: IncomeClass }>(),
  )
  return rows.map(({ amount_minor, fee_flat_minor, fee_minor, fee_before_minor, ...row }) => ({
    ...row,
    amountMinor: Number(amount_minor),
    flat: fee_flat_minor === null ? null : Number(fee_flat_minor),
    feeMinor: Number(fee_minor),
    feeBeforeMinor: Number(fee_before_minor),
  }))
}

async function loadRecoupments(client: Queryable, organization: string, receipt: string): Promise<Recoupment[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('recoupments as r')
      .innerJoin('receipt_allocations as x', (join) =>
        join.onRef('x.organization_id', '=', 'r.organization_id').onRef('x.id', '=', 'r.allocation_id'),
      )
      .select(['r.expense_id as expense', 'r.allocation_id as allocation', 'r.base_minor', 'r.amount_minor'])
      .select('r.entry_id as entry')
      .where('r.organization_id', '=', organization)
      .where('x.receipt_id', '=', receipt)
      .orderBy('r.id'),
  )
  return rows.map(({ base_minor, amount_minor, ...row }) => ({
    ...row,
    baseMinor: Number(base_minor),
    amountMinor: Number(amount_minor),
  }))
}

/** Reversing entries by reversed entry. */
async function loadReversals(client: Queryable, organization: string, receipt: string) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('entries')
      .select(['id', 'reverses'])
      .where('organization_id', '=', organization)
      .where('receipt_id', '=', receipt)
      .where('reverses', 'is not', null),
  )
  return new Map(rows.map(({ id, reverses }) => [reverses, id]))
}
