import { type Currency, formatMoney } from '@sherpa/contracts/currency'
import { spokenDay } from '@sherpa/contracts/days'
import type { NewReminder, ReminderDraft } from '@sherpa/contracts/payment'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { greetableTitle } from '../../mail/mail-template.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { ofSeenAthletes } from '../athletes/athletes.ts'
import { noteEvent } from '../audit/audit.ts'
import { bookkeepingOf } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'
import { personOf } from './receipts.ts'
import { paymentReminderMail } from './reminder-mail.ts'

/** Another reminder within this time must be confirmed. */
const RECENT_MS = 24 * 60 * 60_000

type Parts = { database: Database; clock: () => Date; onMail: () => void }

/** Payers of late payments are reminded by mail, by a person who has read it before. */
export function remindingPayers({ database, clock, onMail }: Parts) {
  return {
    async draft(viewer: Viewer, id: string): Promise<ReminderDraft> {
      const [payment, reminders, sender] = [
        await latePayment(database, viewer, id, clock()),
        await remindersOf(database, viewer, id),
        await senderOf(database, viewer),
      ]
      return { ...draftOf(payment, sender), reminders, remindedToday: isRecent(reminders, clock()) }
    },

    async send(viewer: Viewer, id: string, { to, text, again }: NewReminder) {
      await inTransaction(database, async (client) => {
        const payment = await latePayment(client, viewer, id, clock(), 'lock')
        const reminders = await remindersOf(client, viewer, id)
        if (!payment.addresses.some((address) => address.toLowerCase() === to.toLowerCase())) {
          const message = 'Choose the address of the payor or a company contact'
          throw new Refusal('invalid-fields', { errors: [{ field: 'to', message }] })
        }
        if (!again && isRecent(reminders, clock())) throw new Refusal('reminded-recently')
        const { organization } = viewer.member
        const sender = await senderOf(client, viewer)
        await run(
          client,
          query.insertInto('payment_reminders').values({
            organization_id: organization,
            id: newId(clock().getTime()),
            payment_id: id,
            sent_at: clock(),
            sent_by: viewer.person.id,
            sent_to: to,
          }),
        )
        const details = {
          organization: sender.organization,
          // Ours: what a stranger reads first is not written by anybody.
          subject: draftOf(payment, sender).subject,
          text,
          replyTo: sender.email,
          payment: `${payment.title}, ${payment.athlete}`,
          due: spokenDay(payment.dueOn),
          amount: payment.open,
        }
        await queueMail(client, paymentReminderMail, { recipient: to, details })
        const { athleteId: athlete } = payment
        await noteEvent(client, { event: 'payer-reminded', actor: viewer.person.id, organization, athlete })
      })
      onMail()
    },
  }
}

type LatePayment = Awaited<ReturnType<typeof latePayment>>
type Sender = Awaited<ReturnType<typeof senderOf>>

/** A payment that is still open after its day, and who is known at its payer. */
async function latePayment(client: Queryable, viewer: Viewer, id: string, now: Date, lock?: 'lock') {
  const { organization } = viewer.member
  const { today } = await bookkeepingOf(client, organization, now)
  /** Of the payor, then those of the company's contacts. */
  const addresses = sql<
    string[]
  >`array(select nullif(v.terms -> 'payor' ->> 'email', '') where v.terms -> 'payor' ->> 'email' <> '')
    || array(select k.email from company_contacts k where k.organization_id = d.organization_id and k.company_id = d.company_id
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
        .onRef('v.number', '=', 'd.in_force'),
    )
    .select(['p.title', 'p.state', 'p.in_kind', 'p.outgoing', 'p.due_on', 'p.currency', 'p.athlete_id'])
    .select(['d.title as deal', 'd.athlete_name', 'd.company_name', addresses.as('addresses')])
    .select(sql<string>`p.amount_minor - p.received_minor`.as('open'))
    .where('p.organization_id', '=', organization)
    .where('p.id', '=', id)
    .where(ofSeenAthletes(viewer, sql.ref('p.athlete_id')))
    .$narrowType<{ currency: Currency }>()
  const payment = await rowOf(client, lock ? statement.forNoKeyUpdate('p') : statement)
  if (!payment) throw new Refusal('not-found')
  const { due_on: dueOn, state, in_kind, outgoing } = payment
  const open = Number(payment.open)
  if (outgoing) throw new Refusal('payment-is-ours')
  if (state !== 'expected' || in_kind || open <= 0 || dueOn === null || dueOn >= today) {
    throw new Refusal('payment-not-late')
  }
  return {
    title: payment.title,
    deal: payment.deal,
    athlete: payment.athlete_name,
    athleteId: payment.athlete_id,
    company: payment.company_name,
    addresses: payment.addresses,
    dueOn,
    open: formatMoney(open, payment.currency, 'en-US'),
  }
}

async function remindersOf(client: Queryable, viewer: Viewer, payment: string): Promise<ReminderDraft['reminders']> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('payment_reminders as r')
      .leftJoin('users as u', 'u.id', 'r.sent_by')
      .select(['r.sent_at', 'r.sent_to', 'r.sent_by', 'u.name'])
      .where('r.organization_id', '=', viewer.member.organization)
      .where('r.payment_id', '=', payment)
      .orderBy('r.sent_at', 'desc')
      .limit(20),
  )
  return rows.map((row) => ({ at: row.sent_at.toISOString(), by: personOf(row.sent_by, row.name), to: row.sent_to }))
}

function senderOf(client: Queryable, viewer: Viewer) {
  return oneRowOf(
    client,
    query
      .selectFrom(['users as u', 'organizations as o'])
      .select(['u.name', 'u.email', 'o.name as organization'])
      .where('u.id', '=', viewer.person.id)
      .where('o.id', '=', viewer.member.organization),
  )
}

const isRecent = ([last]: ReminderDraft['reminders'], now: Date) =>
  last !== undefined && now.getTime() - Date.parse(last.at) < RECENT_MS

function draftOf({ addresses, title, athlete, deal, dueOn, open }: LatePayment, { name, organization }: Sender) {
  return {
    to: addresses[0] ?? null,
    addresses,
    subject: `Payment reminder: ${greetableTitle(title, 'a payment')}, due ${spokenDay(dueOn)}`.slice(0, 160),
    text: [
      `The payment “${title}” for ${athlete} under the deal “${deal}” was due on ${spokenDay(dueOn)}. ${open} is still open.`,
      'Please send the payment or let us know when to expect it. If you have already paid, please disregard this email.',
      `Thank you,\n${name}\n${organization}`,
    ].join('\n\n'),
  }
}
