import type { ExpenseDecision } from '@sherpa/contracts/expense'
import { Refusal } from '@sherpa/contracts/problem'
import type { Reversal } from '@sherpa/contracts/receipt'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, run } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { notify, settleNotifications } from '../notifications/notifications.ts'
import { bookkeepingOf } from './bookkeeping.ts'
import { decidingRoles, isForViewer } from './expense-deciders.ts'
import { expenseOf, type LockedExpense, lockExpense } from './expenses.ts'
import type { Viewer } from './finance-access.ts'
import { pair, postEntries, reverseEntries } from './ledger.ts'

/** What happens to an expense after it was added. */
export function decidingExpenses({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    /** A colleague's yes books it. */
    decide(viewer: Viewer, id: string, decided: ExpenseDecision) {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const expense = await lockExpense(client, viewer, id)
        if (expense.state !== 'waiting') throw new Refusal('expense-decided')
        await requireForViewer(client, viewer, id)
        const { decision } = decided
        await run(
          client,
          query
            .updateTable('expenses')
            .set({
              state: decision,
              decided_at: clock(),
              decided_by: viewer.person.id,
              word: 'word' in decided ? decided.word : null,
              version: sql<number>`version + 1`,
            })
            .where('organization_id', '=', organization)
            .where('id', '=', id),
        )
        if (decision === 'approved') await postExpense(client, viewer, expense)
        await settleNotifications(client, { organization, kind: 'expense-asked', about: { expense: id } })
        await noteEvent(client, { ...aboutExpense(viewer, expense), event: 'expense-decided', details: decision })
        if (expense.added_by) {
          await notify(client, {
            organization,
            person: expense.added_by,
            actor: viewer.person.id,
            kind: 'expense-decided',
            details: { expense: id, decision },
          })
        }
        return expenseOf(client, viewer, id)
      })
    },

    /** Not once something of it was paid back: that is taken back first. */
    reverse(viewer: Viewer, id: string, { because }: Reversal) {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const expense = await lockExpense(client, viewer, id)
        if (expense.state === 'reversed') throw new Refusal('already-reversed')
        if (expense.state === 'rejected') throw new Refusal('expense-decided')
        if (Number(expense.recouped_minor) !== 0 || Number(expense.repaid_minor) !== 0) {
          throw new Refusal('expense-recouped')
        }
        const { today } = await bookkeepingOf(client, organization, clock())
        const by = { organization, by: viewer.person.id }
        await reverseEntries(client, by, { expense: id }, { on: today, note: because })
        await run(
          client,
          query
            .updateTable('expenses')
            .set({
              state: 'reversed',
              reversed_at: clock(),
              reversed_by: viewer.person.id,
              reversed_because: because,
              version: sql<number>`version + 1`,
            })
            .where('organization_id', '=', organization)
            .where('id', '=', id),
        )
        await settleNotifications(client, { organization, kind: 'expense-asked', about: { expense: id } })
        await noteEvent(client, { ...aboutExpense(viewer, expense), event: 'expense-reversed' })
        return expenseOf(client, viewer, id)
      })
    },
  }
}

async function requireForViewer(client: Queryable, viewer: Viewer, id: string) {
  const { organization } = viewer.member
  const { forViewer } = await oneRowOf(
    client,
    query
      .selectFrom('expenses as e')
      .select(isForViewer(viewer, await decidingRoles(client, organization)).as('forViewer'))
      .where('e.organization_id', '=', organization)
      .where('e.id', '=', id),
  )
  if (!forViewer) throw new Refusal('own-expense')
}

type Booked = Pick<
  LockedExpense,
  'id' | 'spent_on' | 'currency' | 'amount_minor' | 'athlete_id' | 'deal_id' | 'paid_by' | 'recoup_rate'
>

/** What comes back is not a cost; and what a colleague paid is owed to them. */
export async function postExpense(client: Queryable, { person, member }: Viewer, expense: Booked) {
  const lines = pair(
    expense.recoup_rate === null ? 'expenses' : 'recoverable-expenses',
    expense.paid_by === 'organization' ? 'bank' : 'payables',
    {
      currency: expense.currency,
      amountMinor: Number(expense.amount_minor),
      athlete: expense.athlete_id,
      deal: expense.deal_id,
    },
  )
  await postEntries(client, { organization: member.organization, by: person.id }, [
    { cause: 'expense', of: { expense: expense.id }, occurredOn: expense.spent_on, lines },
  ])
}

export function aboutExpense({ person, member }: Viewer, { athlete_id }: Pick<LockedExpense, 'athlete_id'>) {
  return { actor: person.id, organization: member.organization, athlete: athlete_id ?? undefined }
}
