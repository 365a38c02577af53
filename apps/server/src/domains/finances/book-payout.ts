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
import { ofSeenAthletes } from '../athletes/athletes.ts'
import { noteEvent } from '../audit/audit.ts'
import { payments } from '../deals/deals.ts'
import { bookkeepingOf, requireBookableDay } from './bookkeeping.ts'
import { lockExpense } from './expenses.ts'
import type { Viewer } from './finance-access.ts'
import { pair, postEntries, reverseEntries } from './ledger.ts'
import { payableOf } from './payouts.ts'
import { postPay } from './post-pay.ts'

/** What is paid with a payout: locked, so that nobody else pays the same meanwhile. */
type Owed = {
  kind: 'payment' | 'expense'
  id: string
  athlete: string | null
  deal: string | null
  income: IncomeClass | null
  currency: Currency
  leftMinor: number
}

/** Money that the organization paid: to athletes under its own deals, and back to colleagues. */
export function bookingPayouts({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    book(viewer: Viewer, payout: NewPayout, idempotency?: Idempotency) {
      const { organization } = viewer.member
      return inTransaction(database, (client) =>
        answerOnce(client, idempotency, async () => {
          const { today } = await bookkeepingOf(client, organization, clock())
          requireBookableDay('paidOn', payout.paidOn, today)
          const owed = await lockOwed(client, viewer, payout)
          if (payout.amountMinor > owed.leftMinor) throw new Refusal('more-than-owed')
          const id = newId()
          await run(
            client,
            query.insertInto('payouts').values({
              organization_id: organization,
              id,
              paid_on: payout.paidOn,
              payment_id: payout.paymentId,
              expense_id: payout.expenseId,
              athlete_id: owed.athlete,
              currency: owed.currency,
              amount_minor: String(payout.amountMinor),
              reference: payout.reference || null,
              booked_by: viewer.person.id,
            }),
          )
          const by = { organization, by: viewer.person.id }
          await addPaid(client, organization, owed, payout.amountMinor)
          // What is paid before it is due is owed from that day on.
          if (owed.kind === 'payment')
            await postPay(client, { ...by, today, payment: { id: owed.id, on: payout.paidOn } })
          const { currency, athlete, deal, income } = owed
          const line = { currency, athlete, deal, income, amountMinor: payout.amountMinor }
          const lines = pair(owed.kind === 'payment' ? 'owed-to-athletes' : 'payables', 'bank', line)
          await postEntries(client, by, [{ cause: 'payout', of: { payout: id }, occurredOn: payout.paidOn, lines }])
          await noteEvent(client, { event: 'payout-booked', ...aboutPayout(viewer, owed.athlete) })
          return payableOf(client, viewer, owed.id, today)
        }),
      )
    },

    reverse(viewer: Viewer, id: string, { because }: Reversal) {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const payout = await rowOf(
          client,
          query
            .selectFrom('payouts as o')
            .select(['o.payment_id as paymentId', 'o.expense_id as expenseId', 'o.amount_minor', 'o.reversed_at'])
            .where('o.organization_id', '=', organization)
            .where('o.id', '=', id)
            .where(ofSeenAthletes(viewer, sql.ref('o.athlete_id')))
            .forUpdate(),
        )
        if (!payout) throw new Refusal('not-found')
        if (payout.reversed_at) throw new Refusal('already-reversed')
        const owed = await lockOwed(client, viewer, payout)
        const { today } = await bookkeepingOf(client, organization, clock())
        const by = { organization, by: viewer.person.id }
        await reverseEntries(client, by, { payout: id }, { on: today, note: because })
        await addPaid(client, organization, owed, -Number(payout.amount_minor))
        if (owed.kind === 'payment') await postPay(client, { ...by, today, payment: { id: owed.id, on: today } })
        await run(
          client,
          query
            .updateTable('payouts')
            .set({ reversed_at: clock(), reversed_by: viewer.person.id, reversed_because: because })
            .where('organization_id', '=', organization)
            .where('id', '=', id),
        )
        await noteEvent(client, { event: 'payout-reversed', ...aboutPayout(viewer, owed.athlete) })
        return payableOf(client, viewer, owed.id, today)
      })
    },
  }
}

const aboutPayout = ({ person, member }: Viewer, athlete: string | null) => ({
  actor: person.id,
  organization: member.organization,
  athlete: athlete ?? undefined,
})

async function lockOwed(
  client: Queryable,
  viewer: Viewer,
  { paymentId, expenseId }: Pick<NewPayout, 'paymentId' | 'expenseId'>,
): Promise<Owed> {
  if (expenseId !== null) return lockRepayable(client, viewer, expenseId)
  return { kind: 'payment', ...(await payments.lockPayable(client, viewer, paymentId ?? '')) }
}

async function lockRepayable(client: Queryable, viewer: Viewer, id: string): Promise<Owed> {
  const expense = await lockExpense(client, viewer, id)
  const isOwed = expense.state === 'approved' && expense.paid_by === 'colleague'
  return {
    kind: 'expense',
    id,
    athlete: expense.athlete_id,
    deal: expense.deal_id,
    income: null,
    currency: expense.currency,
    leftMinor: isOwed ? Number(expense.amount_minor) - Number(expense.repaid_minor) : 0,
  }
}

async function addPaid(client: Queryable, organization: string, { kind, id }: Owed, minor: number) {
  if (kind === 'payment') return payments.addReceived(client, organization, id, minor)
  await client.query(
    'update expenses set repaid_minor = repaid_minor + $3, version = version + 1 where organization_id = $1 and id = $2',
    [organization, id, minor],
  )
}
