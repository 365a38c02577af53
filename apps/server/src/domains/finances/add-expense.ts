import type { NewExpense } from '@sherpa/contracts/expense'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { holdAthlete, ofSeenAthletes, seesAllAthletes } from '../athletes/athletes.ts'
import { noteEvent } from '../audit/audit.ts'
import { dealFacts } from '../deals/deals.ts'
import { notify } from '../notifications/notifications.ts'
import { bookkeepingOf, requireBookableDay } from './bookkeeping.ts'
import { aboutExpense, postExpense } from './decide-expense.ts'
import { decidersOfExpense, decidingRoles } from './expense-deciders.ts'
import { expenseOf } from './expenses.ts'
import type { Viewer } from './finance-access.ts'

/** Adds an expense: booked at once, or, above the limit, put before colleagues who can decide about it. */
export function addingExpenses({ database, clock }: { database: Database; clock: () => Date }) {
  return (viewer: Viewer, expense: NewExpense, idempotency?: Idempotency) => {
    const { organization } = viewer.member
    return inTransaction(database, (client) =>
      answerOnce(client, idempotency, async () => {
        const { today, currency } = await bookkeepingOf(client, organization, clock())
        requireBookableDay('spentOn', expense.spentOn, today)
        const athlete = await athleteOf(client, viewer, expense)
        const waits = await isAboveLimit(client, organization, expense, currency)
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
          state: waits ? 'waiting' : 'approved',
          added_by: viewer.person.id,
        } as const
        await run(client, query.insertInto('expenses').values(row))
        await noteEvent(client, { ...aboutExpense(viewer, row), event: 'expense-added' })
        if (waits) await askForDecision(client, viewer, row.id)
        else await postExpense(client, viewer, row)
        return expenseOf(client, viewer, row.id)
      }),
    )
  }
}

/** Whom it is about, if the viewer sees them: the deal says it too. */
async function athleteOf(client: Queryable, viewer: Viewer, { athleteId, dealId }: NewExpense): Promise<string | null> {
  const { organization } = viewer.member
  if (dealId !== null) {
    const deal = await rowOf(
      client,
      query
        .selectFrom(dealFacts.as('d'))
        .select('d.athlete_id')
        .where('d.organization_id', '=', organization)
        .where('d.id', '=', dealId)
        .where('d.removed_at', 'is', null)
        .where(ofSeenAthletes(viewer, sql.ref('d.athlete_id'))),
    )
    if (!deal) throw new Refusal('not-found')
    if (athleteId !== null && athleteId !== deal.athlete_id) throw wrongField('dealId', 'Choose a deal of this athlete')
    return deal.athlete_id
  }
  if (athleteId === null) {
    // Otherwise they could not see what they have added.
    if (!seesAllAthletes(viewer)) throw wrongField('athleteId', 'Choose an athlete')
    return null
  }
  await holdAthlete(client, viewer, athleteId)
  return athleteId
}

const wrongField = (field: string, message: string) => new Refusal('invalid-fields', { errors: [{ field, message }] })

/** What is in another currency cannot be compared with the limit: it counts as large. */
async function isAboveLimit(
  client: Queryable,
  organization: string,
  { currency, amountMinor }: NewExpense,
  ownCurrency: string,
) {
  const books = await rowOf(
    client,
    query.selectFrom('books').select('expense_limit_minor as limit').where('organization_id', '=', organization),
  )
  const limit = books?.limit ?? null
  return limit !== null && (currency !== ownCurrency || amountMinor > Number(limit))
}

async function askForDecision(client: Queryable, { person, member }: Viewer, id: string) {
  const { organization } = member
  const deciders = decidersOfExpense(await decidingRoles(client, organization))
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
