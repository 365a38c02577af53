import { mailKind, repliesTo } from '../../mail/mail-kind.ts'
import { facts, greetableOrganization, greeting, paragraph, quote } from '../../mail/mail-template.ts'

type Reminder = {
  organization: string
  subject: string
  text: string
  /** The author. */
  replyTo: string | null
  payment: string
  due: string
  amount: string
}

/** To a payer, with the text that a person reviewed. */
export const paymentReminderMail = mailKind<Reminder>({
  name: 'payment-reminder',
  purpose: 'accounts',
  why: 'You received this email because an organization on Sherpa has a deal with you and sent a payment reminder.',
  words: ({ organization, subject, text, payment, due, amount }) => ({
    subject,
    parts: [
      greeting(),
      paragraph(`${greetableOrganization(organization)} sent you a payment reminder:`),
      quote(text),
      facts(['Payment', payment], ['Due', due], ['Amount open', amount]),
      paragraph('Replies to this email go to its author.'),
    ],
  }),
})

export const reminderMailKind = repliesTo(paymentReminderMail, ({ replyTo }) =>
  replyTo ? { name: '', email: replyTo } : null,
)
