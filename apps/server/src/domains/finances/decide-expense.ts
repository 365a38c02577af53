import type { ExpenseDecision } from '@sherpa/contracts/expense'
import { Refusal } from '@sherpa/contracts/problem'
import type { Reversal } from '@sherpa/contracts/receipt'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { findTold, notify, settleNotifications, settleTakenBack } from '../notifications/notifications.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import { loadDecidingRoles, mayViewerDecide } from './expense-deciders.ts'
import { type LockedExpense, loadExpense, lockExpense } from './expenses.ts'
import type { Viewer } from './finance-access.ts'
import { pair, postEntries, reverseEntries } from './ledger.ts'

/** Approves, rejects and reverses expenses. */
export function createExpenseReviewService({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    /** Approval books the expense. */
    decide(viewer: Viewer, id: string, input: ExpenseDecision) {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const expense = await lockExpense(client, viewer, id)
        if (expense.state !== 'waiting') throw new Refusal('expense-decided')
        await requireMayDecide(client, viewer, id)
        const { decision } = input
        await run(
          client,
          query
            .updateTable('expenses')
            .set({
              state: decision,
              decided_at: clock(),
              decided_by: viewer.person.id,
              comment: 'comment' in input ? input.comment : null,
              version: sql<number>`version + 1`,
            })
            .where('organization_id', '=', organization)
            .where('id', '=', id),
        )
        if (decision === 'approved') await postExpense(client, viewer, expense)
        await settleNotifications(client, { organization, kind: 'expense-asked', about: { expense: id } })
        await recordEvent(client, {
          ...expenseEventFields(viewer, expense),
          event: 'expense-decided',
          details: decision,
        })
        if (expense.added_by) {
          await notify(client, {
            organization,
            person: expense.added_by,
            actor: viewer.person.id,
            kind: 'expense-decided',
            details: { expense: id, decision },
          })
        }
        return loadExpense(client, viewer, id)
      })
    },

    /** Refused once amounts were recouped or reimbursed: reverse those first. */
    reverse(viewer: Viewer, id: string, { reason }: Reversal) {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const expense = await lockExpense(client, viewer, id)
        if (expense.state === 'reversed') throw new Refusal('already-reversed')
        if (expense.state === 'rejected') throw new Refusal('expense-decided')
        if (Number(expense.recouped_minor) !== 0 || Number(expense.repaid_minor) !== 0) {
          throw new Refusal('expense-recouped')
        }
        const { today } = await loadBookkeeping(client, organization, clock())
        const by = { organization, by: viewer.person.id }
        await reverseEntries(client, by, { expense: id }, { on: today, note: reason })
        await run(
          client,
          query
            .updateTable('expenses')
            .set({
              state: 'reversed',
              reversed_at: clock(),
              reversed_by: viewer.person.id,
              reversal_reason: reason,
              version: sql<number>`version + 1`,
            })
            .where('organization_id', '=', organization)
            .where('id', '=', id),
        )
        await settleNotifications(client, { organization, kind: 'expense-asked', about: { expense: id } })
        await recordEvent(client, { ...expenseEventFields(viewer, expense), event: 'expense-reversed' })
        const told = await findTold(client, organization, 'expense-reversed', { expense: id })
        await settleTakenBack(client, organization, 'expense-reversed', { expense: id })
        for (const person of told) {
          const news = { kind: 'expense-reversed', actor: viewer.person.id, details: { expense: id } } as const
          await notify(client, { organization, person, ...news })
        }
        return loadExpense(client, viewer, id)
      })
    },
  }
}

async function requireMayDecide(client: Queryable, viewer: Viewer, id: string) {
  const { organization } = viewer.member
  const { forViewer } = await oneRowOf(
    client,
    query
      .selectFrom('expenses as e')
      .select(mayViewerDecide(viewer, await loadDecidingRoles(client, organization)).as('forViewer'))
      .where('e.organization_id', '=', organization)
      .where('e.id', '=', id),
  )
  if (!forViewer) throw new Refusal('own-expense')
}

type PostedExpense = Pick<
  LockedExpense,
  'id' | 'spent_on' | 'currency' | 'amount_minor' | 'athlete_id' | 'deal_id' | 'paid_by' | 'recoup_rate'
>

/** A recoverable expense is not a cost. An expense paid by a colleague becomes a payable. */
export async function postExpense(client: Queryable, { person, member }: Viewer, expense: PostedExpense) {
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

export function expenseEventFields({ person, member }: Viewer, { athlete_id }: Pick<LockedExpense, 'athlete_id'>) {
  return { actor: person.id, organization: member.organization, athlete: athlete_id ?? undefined }
}
