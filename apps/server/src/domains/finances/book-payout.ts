import type { Currency } from '@sherpa/contracts/currency'
import type { IncomeClass } from '@sherpa/contracts/money'
import type { NewPayout } from '@sherpa/contracts/payout'
import { Refusal } from '@sherpa/contracts/problem'
import type { Reversal } from '@sherpa/contracts/receipt'
import { sql } from 'kysely'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { isVisibleAthlete } from '../athletes/athletes.ts'
import { recordEvent } from '../audit/audit.ts'
import { payments } from '../deals/deals.ts'
import { loadBookkeeping, requireBookableDay } from './bookkeeping.ts'
import { lockExpense } from './expenses.ts'
import type { Viewer } from './finance-access.ts'
import { pair, postEntries, reverseEntries } from './ledger.ts'
import { loadPayable } from './payouts.ts'
import { postPay } from './post-pay.ts'

/** The locked payable of a payout. */
type Payable = {
  kind: 'payment' | 'expense'
  id: string
  athlete: string | null
  deal: string | null
  income: IncomeClass | null
  currency: Currency
  openMinor: number
}

/** Records payouts: payments to athletes under own deals, and reimbursements to colleagues. */
export function createPayoutBookingService({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    book(viewer: Viewer, payout: NewPayout, idempotency?: Idempotency) {
      const { organization } = viewer.member
      return inTransaction(database, (client) =>
        answerOnce(client, idempotency, async () => {
          const { today } = await loadBookkeeping(client, organization, clock())
          requireBookableDay('paidOn', payout.paidOn, today)
          const payable = await lockPayable(client, viewer, payout)
          if (payout.amountMinor > payable.openMinor) throw new Refusal('more-than-owed')
          const id = newId()
          await run(
            client,
            query.insertInto('payouts').values({
              organization_id: organization,
              id,
              paid_on: payout.paidOn,
              payment_id: payout.paymentId,
              expense_id: payout.expenseId,
              athlete_id: payable.athlete,
              currency: payable.currency,
              amount_minor: String(payout.amountMinor),
              reference: payout.reference || null,
              booked_by: viewer.person.id,
            }),
          )
          const by = { organization, by: viewer.person.id }
          await addPaid(client, organization, payable, payout.amountMinor)
          // An advance payment accrues on the day it is paid.
          if (payable.kind === 'payment') {
            await postPay(client, { ...by, today, payment: payable.id, on: payout.paidOn })
          }
          const { currency, athlete, deal, income } = payable
          const line = { currency, athlete, deal, income, amountMinor: payout.amountMinor }
          const lines = pair(payable.kind === 'payment' ? 'owed-to-athletes' : 'payables', 'bank', line)
          await postEntries(client, by, [{ cause: 'payout', of: { payout: id }, occurredOn: payout.paidOn, lines }])
          await recordEvent(client, { event: 'payout-booked', ...payoutEventFields(viewer, payable.athlete) })
          return loadPayable(client, viewer, payable.id, today)
        }),
      )
    },

    reverse(viewer: Viewer, id: string, { reason }: Reversal) {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const payout = await rowOf(
          client,
          query
            .selectFrom('payouts as o')
            .select(['o.payment_id as paymentId', 'o.expense_id as expenseId', 'o.amount_minor', 'o.reversed_at'])
            .where('o.organization_id', '=', organization)
            .where('o.id', '=', id)
            .where(isVisibleAthlete(viewer, sql.ref('o.athlete_id')))
            .forUpdate(),
        )
        if (!payout) throw new Refusal('not-found')
        if (payout.reversed_at) throw new Refusal('already-reversed')
        const payable = await lockPayable(client, viewer, payout)
        const { today } = await loadBookkeeping(client, organization, clock())
        const by = { organization, by: viewer.person.id }
        await reverseEntries(client, by, { payout: id }, { on: today, note: reason })
        await addPaid(client, organization, payable, -Number(payout.amount_minor))
        if (payable.kind === 'payment') await postPay(client, { ...by, today, payment: payable.id, on: today })
        await run(
          client,
          query
            .updateTable('payouts')
            .set({ reversed_at: clock(), reversed_by: viewer.person.id, reversal_reason: reason })
            .where('organization_id', '=', organization)
            .where('id', '=', id),
        )
        await recordEvent(client, { event: 'payout-reversed', ...payoutEventFields(viewer, payable.athlete) })
        return loadPayable(client, viewer, payable.id, today)
      })
    },
  }
}

const payoutEventFields = ({ person, member }: Viewer, athlete: string | null) => ({
  actor: person.id,
  organization: member.organization,
  athlete: athlete ?? undefined,
})

async function lockPayable(
  client: Queryable,
  viewer: Viewer,
  { paymentId, expenseId }: Pick<NewPayout, 'paymentId' | 'expenseId'>,
): Promise<Payable> {
  if (expenseId !== null) return lockRepayable(client, viewer, expenseId)
  return { kind: 'payment', ...(await payments.lockPayable(client, viewer, paymentId ?? '')) }
}

async function lockRepayable(client: Queryable, viewer: Viewer, id: string): Promise<Payable> {
  const expense = await lockExpense(client, viewer, id)
  const isOwed = expense.state === 'approved' && expense.paid_by === 'colleague'
  return {
    kind: 'expense',
    id,
    athlete: expense.athlete_id,
    deal: expense.deal_id,
    income: null,
    currency: expense.currency,
    openMinor: isOwed ? Number(expense.amount_minor) - Number(expense.repaid_minor) : 0,
  }
}

async function addPaid(client: Queryable, organization: string, { kind, id }: Payable, minor: number) {
  if (kind === 'payment') return payments.addReceived(client, organization, id, minor)
  await client.query(
    'update expenses set repaid_minor = repaid_minor + $3, version = version + 1 where organization_id = $1 and id = $2',
    [organization, id, minor],
  )
}
