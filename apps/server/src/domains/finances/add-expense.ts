import type { NewExpense } from '@sherpa/contracts/expense'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { isVisibleAthlete, requireAthleteForShare, seesAllAthletes } from '../athletes/athletes.ts'
import { recordEvent } from '../audit/audit.ts'
import { publicDeals } from '../deals/deals.ts'
import { notify } from '../notifications/notifications.ts'
import { loadBookkeeping, requireBookableDay } from './bookkeeping.ts'
import { expenseEventFields, postExpense } from './decide-expense.ts'
import { loadDecidingRoles, selectDeciders } from './expense-deciders.ts'
import { loadExpense } from './expenses.ts'
import type { Viewer } from './finance-access.ts'

/** Books an expense at once or, above the limit, requests approval. */
export function createExpenseRecorder({ database, clock }: { database: Database; clock: () => Date }) {
  return (viewer: Viewer, expense: NewExpense, idempotency?: Idempotency) => {
    const { organization } = viewer.member
    return inTransaction(database, (client) =>
      answerOnce(client, idempotency, async () => {
        const { today, currency } = await loadBookkeeping(client, organization, clock())
        requireBookableDay('spentOn', expense.spentOn, today)
        const athlete = await resolveAthlete(client, viewer, expense)
        const needsApproval = await isAboveLimit(client, organization, expense, currency)
        const row = {
          organization_id: organization,
          id: newId(),
          spent_on: expense.spentOn,
          category: expense.category,
          vendor: expense.vendor,
          note: expense.note || null,
          currency: expense.currency,
          amount_minor: String(expense.amountMinor),
          athlete_id: athlete,
          deal_id: expense.dealId,
          paid_by: expense.paidBy,
          recoup_rate: expense.recoupRate,
          state: needsApproval ? 'waiting' : 'approved',
          added_by: viewer.person.id,
        } as const
        await run(client, query.insertInto('expenses').values(row))
        await recordEvent(client, { ...expenseEventFields(viewer, row), event: 'expense-added' })
        if (needsApproval) await requestApproval(client, viewer, row.id)
        else await postExpense(client, viewer, row)
        return loadExpense(client, viewer, row.id)
      }),
    )
  }
}

/** The athlete of the expense, from its deal if there is one. Refuses athletes that the viewer cannot see. */
async function resolveAthlete(
  client: Queryable,
  viewer: Viewer,
  { athleteId, dealId }: NewExpense,
): Promise<string | null> {
  const { organization } = viewer.member
  if (dealId !== null) {
    const deal = await rowOf(
      client,
      query
        .selectFrom(publicDeals.as('d'))
        .select('d.athlete_id')
        .where('d.organization_id', '=', organization)
        .where('d.id', '=', dealId)
        .where('d.removed_at', 'is', null)
        .where(isVisibleAthlete(viewer, sql.ref('d.athlete_id'))),
    )
    if (!deal) throw new Refusal('not-found')
    if (athleteId !== null && athleteId !== deal.athlete_id) throw invalid('dealId', 'Choose a deal of this athlete')
    return deal.athlete_id
  }
  if (athleteId === null) {
    // Members limited to assigned athletes could not see an expense without an athlete.
    if (!seesAllAthletes(viewer)) throw invalid('athleteId', 'Choose an athlete')
    return null
  }
  await requireAthleteForShare(client, viewer, athleteId)
  return athleteId
}

const invalid = (field: string, message: string) => new Refusal('invalid-fields', { errors: [{ field, message }] })

/** Amounts in other currencies cannot be compared and always exceed the limit. */
async function isAboveLimit(
  client: Queryable,
  organization: string,
  { currency, amountMinor }: NewExpense,
  ownCurrency: string,
) {
  const settings = await rowOf(
    client,
    query
      .selectFrom('accounting_settings')
      .select('expense_limit_minor as limit')
      .where('organization_id', '=', organization),
  )
  const limit = settings?.limit ?? null
  return limit !== null && (currency !== ownCurrency || amountMinor > Number(limit))
}

async function requestApproval(client: Queryable, { person, member }: Viewer, id: string) {
  const { organization } = member
  const deciders = selectDeciders(await loadDecidingRoles(client, organization))
  const rows = await rowsOf(
    client,
    query
      .selectFrom('expenses as e')
      .innerJoinLateral(sql<{ user_id: string }>`(${deciders})`.as<'d'>(sql`d`), (join) => join.onTrue())
      .select('d.user_id as decider')
      .where('e.organization_id', '=', organization)
      .where('e.id', '=', id),
  )
  for (const { decider } of rows) {
    await notify(client, {
      organization,
      person: decider,
      actor: person.id,
      kind: 'expense-asked',
      details: { expense: id },
    })
  }
}
