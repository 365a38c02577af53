import { formatMoney } from '@sherpa/contracts/currency'
import { dayIn, spokenDay } from '@sherpa/contracts/days'
import type { NewReminder, ReminderDraft } from '@sherpa/contracts/payment'
import { Refusal } from '@sherpa/contracts/problem'
import type { Reminded } from '@sherpa/contracts/reminder'
import { greetableTitle } from '../../mail/mail-template.ts'
import { queueMail } from '../../mail/outbox.ts'
import { findRefused } from '../../mail/refused-addresses.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordEvent } from '../audit/audit.ts'
import { payments, remindedTodayText } from '../deals/deals.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'
import { personRef } from './receipts.ts'
import { paymentReminderMail } from './reminder-mail.ts'

type Parts = { database: Database; clock: () => Date; onMail: () => void }

/** Mails payment reminders to payers, after a person has reviewed the text. */
export function createPayerReminderService({ database, clock, onMail }: Parts) {
  return {
    async draft(viewer: Viewer, id: string): Promise<ReminderDraft> {
      const [payment, reminders, sender] = [
        await findLatePayment(database, viewer, id, clock()),
        await loadReminders(database, viewer, id),
        await loadSender(database, viewer),
      ]
      return { ...composeDraft(payment, sender), reminders, company: payment.company }
    },

    async send(viewer: Viewer, id: string, { to, text }: NewReminder): Promise<Reminded> {
      await inTransaction(database, async (client) => {
        const payment = await findLatePayment(client, viewer, id, clock(), 'lock')
        requireReachable(payment, to)
        const reminders = await loadReminders(client, viewer, id)
        requireFirstToday(reminders, to, payment)
        const { organization } = viewer.member
        const sender = await loadSender(client, viewer)
        await payments.addReminder(client, viewer, { payment: id, to, at: clock() })
        const details = {
          organization: sender.organization,
          // Fixed subject: users do not choose what an outsider reads first.
          subject: composeDraft(payment, sender).subject,
          text,
          replyTo: sender.email,
          payment: `${payment.title}, ${payment.athlete}`,
          due: spokenDay(payment.dueOn),
          amount: payment.open,
        }
        await queueMail(client, paymentReminderMail, { recipient: to, details })
        const { athleteId: athlete } = payment
        await recordEvent(client, { event: 'payer-reminded', actor: viewer.person.id, organization, athlete })
      })
      onMail()
      return { reached: [{ name: to, as: 'payor', how: 'mail' }] }
    },
  }
}

function requireReachable({ addresses, refused, company }: LatePayment, to: string) {
  const isSame = (address: string) => address.toLowerCase() === to.toLowerCase()
  if (addresses.some(isSame)) return
  const present = { company: company.id }
  if (refused.some(isSame)) {
    const detail = `Email to ${to} is refused by the mail server. No reminder was sent.`
    throw new Refusal('nobody-reachable', { detail, present })
  }
  if (addresses.length === 0) {
    const detail = `${company.name} has no email address. No reminder was sent.`
    throw new Refusal('nobody-reachable', { detail, present })
  }
  const message = 'Choose the address of the payor or a company contact'
  throw new Refusal('invalid-fields', { errors: [{ field: 'to', message }] })
}

function requireFirstToday(reminders: ReminderDraft['reminders'], to: string, { today, timeZone }: LatePayment) {
  const last = reminders.find((one) => one.to.toLowerCase() === to.toLowerCase() && dayIn(one.at, timeZone) === today)
  if (!last) return
  const by = last.by?.name ?? 'a colleague'
  throw new Refusal('reminded-recently', { detail: remindedTodayText(new Date(last.at), timeZone, by) })
}

type LatePayment = Awaited<ReturnType<typeof findLatePayment>>
type Sender = Awaited<ReturnType<typeof loadSender>>

async function findLatePayment(client: Queryable, viewer: Viewer, id: string, now: Date, lock?: 'lock') {
  const { today, timeZone } = await loadBookkeeping(client, viewer.member.organization, now)
  const { openMinor, currency, addresses, companyId, companyName, ...payment } = await payments.findLate(
    client,
    viewer,
    { id, today, lock },
  )
  const refused = await findRefused(client, addresses)
  return {
    ...payment,
    today,
    timeZone,
    company: { id: companyId, name: companyName },
    addresses: addresses.filter((address) => !refused.has(address)),
    refused: [...refused.keys()],
    open: formatMoney(openMinor, currency, 'en-US'),
  }
}

async function loadReminders(client: Queryable, viewer: Viewer, payment: string): Promise<ReminderDraft['reminders']> {
  const rows = await payments.loadReminders(client, viewer.member.organization, payment)
  return rows.map((row) => ({ at: row.sent_at.toISOString(), by: personRef(row.sent_by, row.name), to: row.sent_to }))
}

function loadSender(client: Queryable, viewer: Viewer) {
  return oneRowOf(
    client,
    query
      .selectFrom([publicUsers.as('u'), publicOrganizations.as('o')])
      .select(['u.name', 'u.email', 'o.name as organization'])
      .where('u.id', '=', viewer.person.id)
      .where('o.id', '=', viewer.member.organization),
  )
}

function composeDraft(
  { addresses, refused, title, athlete, deal, dueOn, open }: LatePayment,
  { name, organization }: Sender,
) {
  return {
    to: addresses[0] ?? null,
    addresses,
    refused,
    subject: `Payment reminder: ${greetableTitle(title, 'a payment')}, due ${spokenDay(dueOn)}`.slice(0, 160),
    text: [
      `The payment “${title}” for ${athlete} under the deal “${deal}” was due on ${spokenDay(dueOn)}. ${open} is still open.`,
      'Please send the payment or let us know when to expect it. If you have already paid, please disregard this email.',
      `Thank you,\n${name}\n${organization}`,
    ].join('\n\n'),
  }
}
