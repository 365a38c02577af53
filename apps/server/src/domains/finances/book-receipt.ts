import type { Currency } from '@sherpa/contracts/currency'
import { dayIn } from '@sherpa/contracts/days'
import type { FeeRule } from '@sherpa/contracts/deal'
import { feeOn, type IncomeClass, shareOf } from '@sherpa/contracts/money'
import { Refusal } from '@sherpa/contracts/problem'
import type { NewReceipt, PlannedReceipt, ReceiptReversal, ReceiptRow } from '@sherpa/contracts/receipt'
import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../http/access.ts'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { type Database, inTransaction, type Queryable, sendAhead } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { ofSeenAthletes, seesAllAthletes } from '../athletes/athletes.ts'
import { noteEvent } from '../audit/audit.ts'
import { giveBankLineBack, payBack, takeBankLine } from './bank-line-state.ts'
import { bookkeepingOf, requireBookableDay } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'
import { voidInvoice } from './issue-invoice.ts'
import { type NewEntry, pair, postEntries, reverseEntries } from './ledger.ts'
import { receiptOf, rowOfReceipt } from './receipts.ts'

/** What part of a receipt is for. */
type Part = {
  payment: string | null
  deal: string
  athlete: string
  income: IncomeClass
  fee: FeeRule | null
  amountMinor: number
}
type Rule = { rate: number | null; flat: number | null }
/** What was received and booked as a fee so far, of one deal under one rule. */
type SoFar = Rule & { deal: string; received: number; booked: number }
/** An expense that comes back from receipts. */
type Recoupable = { id: string; athlete: string; deal: string | null; rate: number; left: number }
type Titles = { paymentTitle: string | null; dealTitle: string; athleteName: string }
/** All that must be known to book a receipt, as it is once its deals are locked. */
type Ground = {
  now: Date
  timeZone: string
  parts: (Part & Titles)[]
  soFar: SoFar[]
  recoupable: Recoupable[]
  company: { id: string; name: string } | undefined
}

/** Money that came, and everything that follows from it: what the athlete earned, the fee, and what comes back of expenses. */
export function bookingReceipts({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    book(viewer: Viewer & { person: Pick<Person, 'name'> }, receipt: NewReceipt, idempotency?: Idempotency) {
      return inTransaction(database, (client) => {
        // Asked together with whether it was booked before: then it does not matter what it says.
        const asked = groundOf(client, viewer, receipt)
        asked.catch(() => undefined)
        return answerOnce(client, idempotency, async () => {
          const ground = await asked
          const booked = await bookOn(ground, client, viewer, receipt, clock())
          const { organization } = viewer.member
          const noted = noteEvent(client, { event: 'receipt-booked', actor: viewer.person.id, organization })
          sendAhead(client, booked.written, noted)
          return answerOf(viewer.person, receipt, ground, booked)
        })
      })
    },

    /** What the fees would be, if it were booked now. */
    async fees(viewer: Viewer, planned: PlannedReceipt) {
      const { parts, soFar } = await readGround(database, viewer, planned)
      const fees = parts.map((part) => feeOfPart(soFar, part))
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
  const { id, written } = await bookOn(await groundOf(client, viewer, receipt), client, viewer, receipt, now)
  await written
  return id
}

async function bookOn(
  { timeZone, parts, soFar, recoupable, company }: Ground,
  client: Queryable,
  viewer: Viewer,
  receipt: NewReceipt,
  now: Date,
) {
  const { organization } = viewer.member
  requireBookableDay('receivedOn', receipt.receivedOn, dayIn(now.toISOString(), timeZone))
  if (receipt.companyId !== null && !company) throw new Refusal('not-found')
  await takeBankLine(client, organization, receipt.bankLineId)
  const id = newId()
  const { receivedOn, currency } = receipt
  const base = { of: { receipt: id }, occurredOn: receivedOn }
  const entries: (NewEntry & { id: string })[] = []
  const allocations = parts.map((part) => {
    const feeMinor = feeOfPart(soFar, part)
    const line = { currency, athlete: part.athlete, deal: part.deal, income: part.income }
    const entry = newId()
    const earned = pair('athlete-earnings', 'payors', { ...line, amountMinor: part.amountMinor })
    entries.push({ ...base, id: entry, cause: 'receipt', lines: earned })
    if (feeMinor !== 0) {
      const fee = pair('fees-receivable', 'fees', { ...line, amountMinor: feeMinor })
      entries.push({ ...base, id: newId(), cause: 'fee', lines: fee })
    }
    return { ...part, ...ruleOf(part.fee), id: newId(), feeMinor, entry }
  })
  const recoupments = allocations.flatMap((allocation) =>
    recoup(recoupable, allocation).map(({ expense, amountMinor }) => {
      const { athlete, deal, income } = allocation
      const line = { currency, athlete, deal, income, amountMinor }
      const lines = pair('fees-receivable', 'recoverable-expenses', line)
      const entry = { ...base, id: newId(), cause: 'recoupment' as const, lines }
      entries.push(entry)
      return { expense, allocation: allocation.id, amountMinor, entry: entry.id }
    }),
  )
  const written = postEntries(client, { organization, by: viewer.person.id }, entries, {
    receipts: [receiptRow(viewer, id, receipt)],
    receipt_allocations: allocationRows(organization, id, allocations),
    recoupments: recoupmentRows(organization, recoupments),
  })
  return { id, allocations, written }
}

/** The same as if it were read. */
function answerOf(
  person: Pick<Person, 'id' | 'name'>,
  { receivedOn, reference, note, bankLineId, ...receipt }: NewReceipt,
  { now, company }: Ground,
  { id, allocations }: { id: string; allocations: (Allocation & Titles)[] },
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
      .map(({ id, payment, paymentTitle, deal, dealTitle, athlete, athleteName, amountMinor, feeMinor }) => ({
        id,
        payment: payment === null ? null : { id: payment, title: paymentTitle ?? '' },
        deal: { id: deal, title: dealTitle },
        athlete: { id: athlete, name: athleteName },
        amountMinor,
        feeMinor,
      }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  })
}

/**
 * Locks first: the fee of a deal is a share of everything received, so two receipts of it are booked one after the other. The
 * statements go out together, and the second sees what was booked while the first waited.
 */
async function groundOf(client: Queryable, viewer: Viewer, receipt: NewReceipt): Promise<Ground> {
  const { organization } = viewer.member
  const [, ground, company] = await Promise.all([
    rowsOf(
      client,
      query
        .selectFrom('deals')
        .select('id')
        .where('organization_id', '=', organization)
        .where(sql<boolean>`id = any(${askedDeals(organization, receipt)})`)
        .orderBy('id')
        .forNoKeyUpdate(),
      'lock-deals-of-receipt',
    ),
    readGround(client, viewer, receipt, lockedRecoupable(organization, receipt)),
    receipt.companyId === null ? undefined : companyOf(client, organization, receipt.companyId),
  ])
  return { ...ground, company }
}

/** What the parts of a receipt are for, if the viewer sees all of it and it can be booked, and what was booked of their deals. */
async function readGround(
  client: Queryable,
  viewer: Viewer,
  receipt: PlannedReceipt,
  recoupable?: RawBuilder<Recoupable[] | null>,
) {
  const { organization } = viewer.member
  const rows = await rowsOf(
    client,
    query
      .selectFrom(
        sql<{ payment: string | null; deal: string | null; place: string }>`${askedParts(receipt)}
          with ordinality`.as<'asked'>(sql`asked (payment, deal, place)`),
      )
      .leftJoin('payments as p', (join) =>
        join.onRef('p.id', '=', 'asked.payment').on('p.organization_id', '=', organization),
      )
      .innerJoin('deals as d', (join) =>
        join.on(sql<boolean>`d.id = coalesce(p.deal_id, asked.deal)`).on('d.organization_id', '=', organization),
      )
      .leftJoin('deal_versions as v', (join) =>
        join
          .onRef('v.organization_id', '=', 'd.organization_id')
          .onRef('v.deal_id', '=', 'd.id')
          .onRef('v.number', '=', 'd.in_force'),
      )
      .innerJoin('companies as c', (join) =>
        join.onRef('c.organization_id', '=', 'd.organization_id').onRef('c.id', '=', 'd.company_id'),
      )
      .innerJoin('organizations as o', 'o.id', 'd.organization_id')
      .select(['p.id as payment', 'p.title as paymentTitle', 'd.id as deal', 'd.title as dealTitle'])
      .select(['d.athlete_id as athlete', 'd.athlete_name as athleteName', 'c.is_self as isSelf'])
      .select(['d.in_force as inForce', 'o.time_zone as timeZone', sql<Date>`now()`.as('now')])
      .select(sql<Currency>`coalesce(p.currency, v.terms ->> 'currency')`.as('currency'))
      .select(sql<IncomeClass>`coalesce(p.income, d.kind)`.as('income'))
      .select(sql<boolean>`coalesce(p.in_kind, false)`.as('inKind'))
      .select(sql<FeeRule | null>`nullif(v.terms -> 'fee', 'null')`.as('fee'))
      .select([soFarOfDeal.as('soFar'), (recoupable ?? sql<null>`null::json`).as('recoupable')])
      .where(sql<boolean>`(asked.payment is null or p.id is not null)`)
      .where(ofSeenAthletes(viewer, sql.ref('d.athlete_id')))
      .orderBy('asked.place'),
    seesAllAthletes(viewer) ? (recoupable ? 'ground-of-receipt' : 'ground-of-fees') : undefined,
  )
  const [first] = rows
  if (!first || rows.length !== receipt.allocations.length) throw new Refusal('not-found')
  const parts = rows.map(({ isSelf, inForce, currency, inKind, fee, ...row }, index) => {
    if (inForce === null) throw new Refusal('deal-not-signed')
    if (isSelf) throw new Refusal('payment-is-ours')
    if (currency !== receipt.currency) throw new Refusal('other-currency')
    // A fee is a share of money. What comes in kind has a value, and no fee.
    return { ...row, fee: inKind ? null : fee, amountMinor: receipt.allocations[index]?.amountMinor ?? 0 }
  })
  const byDeal = new Map(rows.map(({ deal, soFar }) => [deal, soFar ?? []]))
  const { now, timeZone } = first
  return { now, timeZone, parts, soFar: [...byDeal.values()].flat(), recoupable: first.recoupable ?? [] }
}

/** Each is taken from a query of its own, so that the plan is the same for any: PostgreSQL makes it once. */
function askedParts({ allocations }: PlannedReceipt) {
  const payments = allocations.map((one) => ('paymentId' in one ? one.paymentId : null))
  const deals = allocations.map((one) => ('dealId' in one ? one.dealId : null))
  return sql`unnest((select ${payments}::uuid[]), (select ${deals}::uuid[]))`
}

/** An array, which is looked up in an index. Of rows that come from a query PostgreSQL expects too many for that. */
const askedDeals = (organization: string, receipt: PlannedReceipt) =>
  sql`array(select coalesce(p.deal_id, asked.deal) from ${askedParts(receipt)} as asked (payment, deal)
    left join payments p on p.organization_id = ${organization} and p.id = asked.payment)`

/** Expenses that come back from receipts of these athletes, the oldest first. What came before something was spent does not pay for it. */
const lockedRecoupable = (organization: string, receipt: NewReceipt) =>
  sql<Recoupable[] | null>`(select json_agg(e) from (
    select id, athlete_id as athlete, deal_id as deal, recoup_rate as rate, amount_minor - recouped_minor as left
    from expenses
    where organization_id = ${organization} and state = 'approved' and recoup_rate is not null and recouped_minor < amount_minor
      and spent_on <= ${receipt.receivedOn}::date and currency = ${receipt.currency} and athlete_id = any(array(select athlete_id from deals where organization_id = ${organization}
        and id = any(${askedDeals(organization, receipt)})))
    order by athlete_id, spent_on, id for update) e)`

function companyOf(client: Queryable, organization: string, id: string) {
  return rowOf(
    client,
    query
      .selectFrom('companies')
      .select(['id', 'name'])
      .where('organization_id', '=', organization)
      .where('id', '=', id),
    'company-of-receipt',
  )
}

async function lockDeals(client: Queryable, organization: string, deals: readonly string[]) {
  await rowsOf(
    client,
    query
      .selectFrom('deals')
      .select('id')
      .where('organization_id', '=', organization)
      .where(sql<boolean>`id = any(${deals}::uuid[])`)
      .orderBy('id')
      .forNoKeyUpdate(),
  )
}

const soFarOfDeal = sql<SoFar[] | null>`(select json_agg(x) from (
    select deal_id as deal, fee_rate as rate, fee_flat_minor as flat, sum(amount_minor) as received, sum(fee_minor) as booked
    from receipt_allocations where organization_id = d.organization_id and deal_id = d.id
    group by deal_id, fee_rate, fee_flat_minor) x)`

async function receivedSoFar(client: Queryable, organization: string, deals: readonly string[]): Promise<SoFar[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('deals as d')
      .select(soFarOfDeal.as('soFar'))
      .where('d.organization_id', '=', organization)
      .where(sql<boolean>`d.id = any(${deals}::uuid[])`),
  )
  return rows.flatMap(({ soFar }) => soFar ?? [])
}

/** The fee on one more part of a deal. It counts from then on. */
function feeOfPart(soFar: SoFar[], { deal, fee, amountMinor }: Part) {
  const before = soFarOf(soFar, deal, ruleOf(fee))
  before.received += amountMinor
  const feeMinor = fee ? feeOn(before.received, fee) - before.booked : 0
  before.booked += feeMinor
  return feeMinor
}

function soFarOf(all: SoFar[], deal: string, rule: Rule): SoFar {
  const known = all.find((one) => one.deal === deal && one.rate === rule.rate && one.flat === rule.flat)
  if (known) return known
  const first = { deal, ...rule, received: 0, booked: 0 }
  all.push(first)
  return first
}

function ruleOf(fee: FeeRule | null): Rule {
  if (!fee) return { rate: null, flat: null }
  return 'rateMillionths' in fee ? { rate: fee.rateMillionths, flat: null } : { rate: null, flat: fee.flatMinor }
}

const feeOfRule = ({ rate, flat }: Rule): FeeRule | null =>
  rate !== null ? { rateMillionths: rate } : flat !== null ? { flatMinor: flat } : null

/** Of each expense its share of what came, until all of it is back. Together they take no more than there is. */
function recoup(recoupable: Recoupable[], { athlete, deal, amountMinor }: Part) {
  let there = amountMinor
  return recoupable.flatMap((expense) => {
    if (expense.athlete !== athlete || (expense.deal !== null && expense.deal !== deal)) return []
    const back = Math.min(expense.left, there, shareOf(amountMinor, expense.rate))
    if (back <= 0) return []
    expense.left -= back
    there -= back
    return [{ expense: expense.id, amountMinor: back }]
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

type Allocation = Part & Rule & { id: string; feeMinor: number; entry: string; reverses?: string }

function allocationRows(organization: string, receipt: string, allocations: readonly Allocation[]) {
  return allocations.map(
    ({ id, payment, deal, athlete, amountMinor, rate, flat, feeMinor, entry, reverses = null }) => ({
      organization_id: organization,
      id,
      receipt_id: receipt,
      payment_id: payment,
      deal_id: deal,
      athlete_id: athlete,
      amount_minor: String(amountMinor),
      fee_rate: rate,
      fee_flat_minor: flat === null ? null : String(flat),
      fee_minor: String(feeMinor),
      entry_id: entry,
      reverses,
    }),
  )
}

type Recoupment = { expense: string; allocation: string; amountMinor: number; entry: string }

function recoupmentRows(organization: string, recoupments: readonly Recoupment[]) {
  return recoupments.map(({ expense, allocation, amountMinor, entry }) => ({
    organization_id: organization,
    id: newId(),
    expense_id: expense,
    allocation_id: allocation,
    amount_minor: String(amountMinor),
    entry_id: entry,
  }))
}

/** Everything that a receipt has caused is taken back. The fee on what is left of the deal stays the rounded share of it. */
async function reverseReceipt(
  client: Queryable,
  viewer: Viewer,
  id: string,
  { because, voidInvoices = [], paidBackBy, today }: ReceiptReversal & { today: string },
) {
  const { organization } = viewer.member
  const receipt = await rowOf(
    client,
    query
      .selectFrom('receipts')
      .select(['currency', 'amount_minor', 'reversed_at', 'bank_line_id'])
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .$narrowType<{ currency: Currency }>()
      .forUpdate(),
  )
  const allocations = await allocationsOf(client, organization, id)
  const seen = await rowsOf(
    client,
    query
      .selectFrom('receipt_allocations as x')
      .select('x.id')
      .where('x.organization_id', '=', organization)
      .where('x.receipt_id', '=', id)
      .where(ofSeenAthletes(viewer, sql.ref('x.athlete_id'))),
  )
  // Who sees only part of a receipt cannot take all of it back.
  if (!receipt || allocations.some((one) => !seen.some((other) => other.id === one.id))) throw new Refusal('not-found')
  if (receipt.reversed_at) throw new Refusal('already-reversed')

  const deals = [...new Set(allocations.map(({ deal }) => deal))]
  await lockDeals(client, organization, deals)
  const soFar = await receivedSoFar(client, organization, deals)
  const recouped = await recoupmentsOf(client, organization, id)
  const by = { organization, by: viewer.person.id }
  await reverseEntries(client, by, { receipt: id }, { on: today, note: because })
  const reversing = await reversalsOf(client, organization, id)

  const adjustments: NewEntry[] = []
  const opposite = allocations.map((allocation) => {
    const before = soFarOf(soFar, allocation.deal, allocation)
    before.received -= allocation.amountMinor
    before.booked -= allocation.feeMinor
    const rule = feeOfRule(allocation)
    const adjustment = rule ? feeOn(before.received, rule) - before.booked : 0
    before.booked += adjustment
    if (adjustment !== 0) {
      const { athlete, deal, income } = allocation
      const line = { currency: receipt.currency, athlete, deal, income, amountMinor: adjustment }
      const lines = pair('fees-receivable', 'fees', line)
      adjustments.push({ cause: 'fee', of: { receipt: id }, occurredOn: today, lines, note: because })
    }
    return {
      ...allocation,
      id: newId(),
      reverses: allocation.id,
      amountMinor: -allocation.amountMinor,
      feeMinor: adjustment - allocation.feeMinor,
      entry: reversing.get(allocation.entry) ?? allocation.entry,
    }
  })
  const back = recouped.map((one) => ({
    ...one,
    amountMinor: -one.amountMinor,
    entry: reversing.get(one.entry) ?? one.entry,
    allocation: opposite.find(({ reverses }) => reverses === one.allocation)?.id ?? one.allocation,
  }))
  await postEntries(client, by, adjustments, {
    receipt_allocations: allocationRows(organization, id, opposite),
    recoupments: recoupmentRows(organization, back),
  })
  await run(
    client,
    query
      .updateTable('receipts')
      .set({ reversed_at: sql<Date>`now()`, reversed_by: viewer.person.id, reversed_because: because })
      .where('organization_id', '=', organization)
      .where('id', '=', id),
  )
  await giveBankLineBack(client, organization, receipt.bank_line_id)
  if (paidBackBy) {
    // Lines of the bank are for people who see all athletes.
    if (!seesAllAthletes(viewer)) throw new Refusal('not-found')
    const { currency, amount_minor, bank_line_id: line } = receipt
    await payBack(client, organization, paidBackBy, { id, currency, amountMinor: Number(amount_minor), line })
  }
  for (const invoice of voidInvoices) await voidInvoice(client, viewer, invoice, because)
  await noteEvent(client, { event: 'receipt-reversed', actor: viewer.person.id, organization })
}

async function allocationsOf(client: Queryable, organization: string, receipt: string): Promise<Allocation[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('receipt_allocations as x')
      .leftJoin('payments as p', (join) =>
        join.onRef('p.organization_id', '=', 'x.organization_id').onRef('p.id', '=', 'x.payment_id'),
      )
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 'x.organization_id').onRef('d.id', '=', 'x.deal_id'),
      )
      .select(['x.id', 'x.payment_id as payment', 'x.deal_id as deal', 'x.athlete_id as athlete', 'x.amount_minor'])
      .select(['x.fee_rate as rate', 'x.fee_flat_minor', 'x.fee_minor', 'x.entry_id as entry'])
      .select(sql<IncomeClass>`coalesce(p.income, d.kind)`.as('income'))
      .where('x.organization_id', '=', organization)
      .where('x.receipt_id', '=', receipt)
      .where('x.reverses', 'is', null),
  )
  return rows.map(({ amount_minor, fee_flat_minor, fee_minor, ...row }) => ({
    ...row,
    fee: null,
    amountMinor: Number(amount_minor),
    flat: fee_flat_minor === null ? null : Number(fee_flat_minor),
    feeMinor: Number(fee_minor),
  }))
}

async function recoupmentsOf(client: Queryable, organization: string, receipt: string): Promise<Recoupment[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('recoupments as r')
      .innerJoin('receipt_allocations as x', (join) =>
        join.onRef('x.organization_id', '=', 'r.organization_id').onRef('x.id', '=', 'r.allocation_id'),
      )
      .select(['r.expense_id as expense', 'r.allocation_id as allocation', 'r.amount_minor', 'r.entry_id as entry'])
      .where('r.organization_id', '=', organization)
      .where('x.receipt_id', '=', receipt)
      .orderBy('r.expense_id'),
  )
  return rows.map(({ amount_minor, ...row }) => ({ ...row, amountMinor: Number(amount_minor) }))
}

/** Which entry takes which one back. */
async function reversalsOf(client: Queryable, organization: string, receipt: string) {
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
