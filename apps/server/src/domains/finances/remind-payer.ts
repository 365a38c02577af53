import { formatMoney } from '@sherpa/contracts/currency'
import { spokenDay } from '@sherpa/contracts/days'
import type { NewReminder, ReminderDraft } from '@sherpa/contracts/payment'
import { Refusal } from '@sherpa/contracts/problem'
import { greetableTitle } from '../../mail/mail-template.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import { noteEvent } from '../audit/audit.ts'
import { payments } from '../deals/deals.ts'
import { organizationFacts } from '../organizations/organizations.ts'
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
        await findLate(database, viewer, id, clock()),
        await remindersOf(database, viewer, id),
        await senderOf(database, viewer),
      ]
      return { ...draftOf(payment, sender), reminders, remindedToday: isRecent(reminders, clock()) }
    },

    async send(viewer: Viewer, id: string, { to, text, again }: NewReminder) {
      await inTransaction(database, async (client) => {
        const payment = await findLate(client, viewer, id, clock(), 'lock')
        const reminders = await remindersOf(client, viewer, id)
        if (!payment.addresses.some((address) => address.toLowerCase() === to.toLowerCase())) {
          const message = 'Choose the address of the payor or a company contact'
          throw new Refusal('invalid-fields', { errors: [{ field: 'to', message }] })
        }
        if (!again && isRecent(reminders, clock())) throw new Refusal('reminded-recently')
        const { organization } = viewer.member
        const sender = await senderOf(client, viewer)
        await payments.addReminder(client, viewer, { payment: id, to, at: clock() })
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

type LatePayment = Awaited<ReturnType<typeof findLate>>
type Sender = Awaited<ReturnType<typeof senderOf>>

async function findLate(client: Queryable, viewer: Viewer, id: string, now: Date, lock?: 'lock') {
  const { today } = await bookkeepingOf(client, viewer.member.organization, now)
  const { openMinor, currency, ...payment } = await payments.findLate(client, viewer, { id, today, lock })
  return { ...payment, open: formatMoney(openMinor, currency, 'en-US') }
}

async function remindersOf(client: Queryable, viewer: Viewer, payment: string): Promise<ReminderDraft['reminders']> {
  const rows = await payments.remindersOf(client, viewer.member.organization, payment)
  return rows.map((row) => ({ at: row.sent_at.toISOString(), by: personOf(row.sent_by, row.name), to: row.sent_to }))
}

function senderOf(client: Queryable, viewer: Viewer) {
  return oneRowOf(
    client,
    query
      .selectFrom([userFacts.as('u'), organizationFacts.as('o')])
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
