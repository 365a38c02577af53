import { type MailKind, mailKind } from '../../mail/mail-kind.ts'
import { facts, greetableOrganization, greeting, paragraph, quote } from '../../mail/mail-template.ts'

type Reminder = {
  organization: string
  subject: string
  text: string
  /** Who wrote it, and gets the answer. */
  replyTo: string | null
  payment: string
  due: string
  amount: string
}

/** To whoever pays an athlete, in the words of a person who has read them before. */
export const paymentReminderMail = mailKind<Reminder>({
  name: 'payment-reminder',
  purpose: 'accounts',
  why: 'You received this email because an organization on Sherpa has a deal with you, and wrote to you about a payment.',
  words: ({ organization, subject, text, payment, due, amount }) => ({
    subject,
    parts: [
      greeting(),
      paragraph(`${greetableOrganization(organization)} writes to you about a payment:`),
      quote(text),
      facts(['Payment', payment], ['Due', due], ['Still open', amount]),
      paragraph('Your answer to this email goes to the person who wrote it.'),
    ],
  }),
})

/** Answers go to the person who wrote it, and not to us. */
export const reminderMailKind: MailKind = {
  ...paymentReminderMail,
  async compose(mail, parts) {
    const composed = await paymentReminderMail.compose(mail, parts)
    const { replyTo } = mail.details as Reminder
    return replyTo ? { ...composed, replyTo } : composed
  },
}
