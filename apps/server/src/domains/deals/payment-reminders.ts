import type { Currency } from '@sherpa/contracts/currency'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { isVisibleAthlete } from '../athletes/athletes.ts'
import { publicCompanyContacts } from '../companies/companies.ts'
import type { Viewer } from './deal-access.ts'

type Params = { id: string; today: string; lock?: 'lock' | undefined }

/** Finds an overdue payment with the addresses of its payer. */
export async function findLate(client: Queryable, viewer: Viewer, { id, today, lock }: Params) {
  /** The payor first, then the contacts of the company. */
  const addresses = sql<
    string[]
  >`array(select nullif(v.terms -> 'payor' ->> 'email', '') where v.terms -> 'payor' ->> 'email' <> '')
    || array(select k.email from ${publicCompanyContacts} k where k.organization_id = d.organization_id and k.company_id = d.company_id
      and k.email <> '' order by k.created_at)`
  const statement = query
    .selectFrom('payments as p')
    .innerJoin('deals as d', (join) =>
      join.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.deal_id'),
    )
    .leftJoin('deal_versions as v', (join) =>
      join
        .onRef('v.organization_id', '=', 'd.organization_id')
        .onRef('v.deal_id', '=', 'd.id')
        .onRef('v.number', '=', 'd.version_in_force'),
    )
    .select(['p.title', 'p.state', 'p.in_kind', 'p.outgoing', 'p.due_on', 'p.currency', 'p.athlete_id as athleteId'])
    .select(['d.title as deal', 'd.athlete_name as athlete', addresses.as('addresses')])
    .select(['d.company_id as companyId', 'd.company_name as companyName'])
    .select(sql<string>`p.amount_minor - p.received_minor`.as('open'))
    .where('p.organization_id', '=', viewer.member.organization)
    .where('p.id', '=', id)
    .where(isVisibleAthlete(viewer, sql.ref('p.athlete_id')))
    .$narrowType<{ currency: Currency }>()
  const payment = await rowOf(client, lock ? statement.forNoKeyUpdate('p') : statement)
  if (!payment) throw new Refusal('not-found')
  const { due_on: dueOn, state, in_kind, outgoing, open, ...rest } = payment
  const openMinor = Number(open)
  if (outgoing) throw new Refusal('payment-is-ours')
  if (state !== 'expected' || in_kind || openMinor <= 0 || dueOn === null || dueOn >= today) {
    throw new Refusal('payment-not-late')
  }
  return { ...rest, dueOn, openMinor }
}

/** Newest first. */
export function loadReminders(client: Queryable, organization: string, payment: string) {
  return rowsOf(
    client,
    query
      .selectFrom('payment_reminders as r')
      .leftJoin(publicUsers.as('u'), 'u.id', 'r.sent_by')
      .select(['r.sent_at', 'r.sent_to', 'r.sent_by', 'u.name'])
      .where('r.organization_id', '=', organization)
      .where('r.payment_id', '=', payment)
      .orderBy('r.sent_at', 'desc')
      .limit(20),
  )
}

export async function addReminder(
  client: Queryable,
  { person, member }: Viewer,
  { payment, to, at }: { payment: string; to: string; at: Date },
) {
  await run(
    client,
    query.insertInto('payment_reminders').values({
      organization_id: member.organization,
      id: newId(at.getTime()),
      payment_id: payment,
      sent_at: at,
      sent_by: person.id,
      sent_to: to,
    }),
  )
}
