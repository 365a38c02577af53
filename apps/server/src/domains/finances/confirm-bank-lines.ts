import type { LineToConfirm } from '@sherpa/contracts/bank-import'
import type { Currency } from '@sherpa/contracts/currency'
import { shortDay } from '@sherpa/contracts/days'
import { problemCodes, Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { changedValues, recordEvent } from '../audit/audit.ts'
import { payments } from '../deals/deals.ts'
import { bookReceipt } from './book-receipt.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'
import { bookInvoicePayment } from './invoice-payments.ts'
import { describeReceipt } from './receipts.ts'

/** Books confirmed bank lines, each in its own transaction, so one refusal does not block the others. */
export async function confirmBankLines(
  { database, clock }: { database: Database; clock: () => Date },
  viewer: Viewer,
  lines: readonly LineToConfirm[],
) {
  const booked: { bankLineId: string; receiptId: string | null }[] = []
  const refused: { bankLineId: string; reason: string }[] = []
  for (const line of lines) {
    const { bankLineId } = line
    try {
      const receiptId = await inTransaction(database, (client) => confirmOne(client, viewer, line, clock()))
      booked.push({ bankLineId, receiptId })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ bankLineId, reason: error.errors?.[0]?.message ?? problemCodes[error.code].title })
    }
  }
  return { booked, refused: await withNames(database, viewer, refused) }
}

/** Adds the payer names of the bank lines. */
async function withNames(database: Database, { member }: Viewer, refused: { bankLineId: string; reason: string }[]) {
  if (refused.length === 0) return []
  const ids = refused.map(({ bankLineId }) => bankLineId)
  const rows = await rowsOf(
    database,
    query
      .selectFrom('bank_lines')
      .select(['id', sql<string>`coalesce(nullif(payer, ''), reference)`.as('name')])
      .where('organization_id', '=', member.organization)
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return refused.map((one) => ({ ...one, name: names.get(one.bankLineId) ?? '' }))
}

/** Returns the receipt’s id; null for an invoice payment. */
async function confirmOne(client: Queryable, viewer: Viewer, toConfirm: LineToConfirm, now: Date) {
  const { organization } = viewer.member
  const { bankLineId } = toConfirm
  const line = await rowOf(
    client,
    query
      .selectFrom('bank_lines')
      .select(['booked_on', 'currency', 'payer', 'reference'])
      .select(sql<string>`amount_minor - booked_minor`.as('left'))
      .where('organization_id', '=', organization)
      .where('id', '=', bankLineId)
      .$narrowType<{ currency: Currency }>(),
  )
  if (!line) throw new Refusal('not-found')
  const { today } = await loadBookkeeping(client, organization, now)
  if (line.booked_on > today) {
    const message = `The transaction date, ${shortDay(line.booked_on)}, is in the future`
    throw new Refusal('invalid-fields', { errors: [{ field: 'bankLineId', message }] })
  }
  if ('invoiceId' in toConfirm) {
    await bookInvoicePayment(client, viewer, toConfirm.invoiceId, {
      paidOn: line.booked_on,
      amountMinor: toConfirm.amountMinor ?? Number(line.left),
      reference: line.reference || null,
      bankLineId,
    })
    return null
  }
  const { parts } = toConfirm
  const payer = await payments.findPayer(
    client,
    organization,
    parts.map(({ paymentId }) => paymentId),
  )
  const confirmed = {
    receivedOn: line.booked_on,
    payer: line.payer || (payer?.name ?? line.reference),
    companyId: payer?.id ?? null,
    reference: line.reference || null,
    currency: line.currency,
    amountMinor: parts.reduce((sum, part) => sum + part.amountMinor, 0),
    note: null,
    allocations: parts,
    bankLineId,
  }
  const id = await bookReceipt(client, viewer, confirmed, now)
  // Refuses a double payment. Checked after booking, when the lock rules out concurrent bookings.
  if (await payments.wasPaidBefore(client, organization, parts)) throw new Refusal('more-than-owed')
  const changes = changedValues({}, describeReceipt(confirmed))
  await recordEvent(client, { event: 'receipt-booked', actor: viewer.person.id, organization, changes })
  return id
}
