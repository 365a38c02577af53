import type { Currency } from '@sherpa/contracts/currency'
import { addDays } from '@sherpa/contracts/days'
import { permissionsOf } from '@sherpa/contracts/organization'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { type PastEvent, recordPastEvents } from '../audit/audit.ts'
import { publicDeals, publicPayments } from '../deals/deals.ts'
import { bookReceipt } from './book-receipt.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import { pair, postEntries } from './ledger.ts'

/** Fictional names. `recoupRate` is the share recouped from the athlete's receipts. */
const expenses = [
  { daysAgo: 610, category: 'travel', vendor: 'Cascade Air', dollars: 840, recoupRate: 100_000 },
  { daysAgo: 540, category: 'training', vendor: 'Summit Performance Lab', dollars: 2600, recoupRate: 100_000 },
  { daysAgo: 430, category: 'legal', vendor: 'Ames & Birch', dollars: 1850, recoupRate: null },
  { daysAgo: 320, category: 'travel', vendor: 'Cascade Air', dollars: 615, recoupRate: null },
  { daysAgo: 250, category: 'marketing', vendor: 'Fieldlight Studio', dollars: 3200, recoupRate: 50_000 },
  { daysAgo: 140, category: 'lodging', vendor: 'Harbor House Hotel', dollars: 720, recoupRate: null },
  { daysAgo: 45, category: 'medical', vendor: 'Lakeside Clinic', dollars: 980, recoupRate: 200_000 },
  { daysAgo: 9, category: 'meals', vendor: 'Copper Kettle Diner', dollars: 164, recoupRate: null },
] as const

/** Books two years of receipts: most on time, some late, some still open. */
export async function makeSampleMoney(
  client: Queryable,
  organization: string,
  { colleagues }: { colleagues: string[] },
  now: Date,
) {
  const [owner = ''] = colleagues
  const viewer = {
    person: { id: owner },
    member: { organization, role: 'owner' as const, permissions: permissionsOf('owner', []), lacksSecondFactor: false },
  }
  const { today } = await loadBookkeeping(client, organization, now)
  const due = await rowsOf(
    client,
    query
      .selectFrom(publicPayments.as('p'))
      .innerJoin(publicDeals.as('d'), (join) =>
        join.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.deal_id'),
      )
      .select(['p.id', 'p.athlete_id', 'p.amount_minor', 'p.currency', 'd.company_id', 'd.company_name'])
      .select(sql<string>`p.due_on`.as('dueOn'))
      .where('p.organization_id', '=', organization)
      .where('p.state', '=', 'expected')
      .where('p.due_on', '<', today)
      .orderBy('p.due_on')
      .orderBy('p.id')
      .$narrowType<{ currency: Currency }>(),
  )
  await addExpenses(client, viewer, { today, athletes: [...new Set(due.map(({ athlete_id }) => athlete_id))] })
  const events: PastEvent[] = []
  for (const [n, payment] of due.entries()) {
    const receivedOn = addDays(payment.dueOn, (n * 5) % 13)
    const isLate = n % 17 === 4 && payment.dueOn > addDays(today, -120)
    if (isLate || receivedOn > today) continue
    const amountMinor = Number(payment.amount_minor)
    await bookReceipt(
      client,
      viewer,
      {
        receivedOn,
        payer: payment.company_name,
        companyId: payment.company_id,
        reference: `Wire ${4100 + n}`,
        currency: payment.currency,
        amountMinor,
        note: null,
        allocations: [{ paymentId: payment.id, amountMinor }],
        bankLineId: null,
      },
      now,
    )
    if (receivedOn > addDays(today, -365)) {
      events.push({ event: 'receipt-booked', actor: colleagues[n % 2], at: new Date(`${receivedOn}T15:00:00Z`) })
    }
  }
  await recordPastEvents(
    client,
    organization,
    events.filter(({ at }) => at <= now),
  )
}

async function addExpenses(
  client: Queryable,
  { person, member: { organization } }: { person: { id: string }; member: { organization: string } },
  { today, athletes }: { today: string; athletes: string[] },
) {
  for (const [n, { daysAgo, category, vendor, dollars, recoupRate }] of expenses.entries()) {
    const [id, athlete, spentOn] = [newId(), athletes[n % athletes.length] ?? null, addDays(today, -daysAgo)]
    const amountMinor = dollars * 100
    await run(
      client,
      query.insertInto('expenses').values({
        organization_id: organization,
        id,
        spent_on: spentOn,
        category,
        vendor,
        currency: 'USD',
        amount_minor: String(amountMinor),
        athlete_id: athlete,
        paid_by: 'organization',
        recoup_rate: recoupRate,
        state: 'approved',
        added_by: person.id,
      }),
    )
    const line = { currency: 'USD' as const, amountMinor, athlete }
    const lines = pair(recoupRate ? 'recoverable-expenses' : 'expenses', 'bank', line)
    await postEntries(client, { organization, by: person.id }, [
      { cause: 'expense', of: { expense: id }, occurredOn: spentOn, lines },
    ])
  }
}
