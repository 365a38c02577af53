import { type Role, roles } from '@sherpa/contracts/organisation'
import { formatMoney, type InvoiceLine } from '@sherpa/contracts/subscription'
import type { Mailboxes } from './demo-mail.ts'
import { facts, greetableName, letter, link, type Part, paragraph } from './letter.ts'
import { oneLine } from './mailbox.ts'
import type { OutgoingMessage } from './message.ts'

/** What an invoice says: enough for its letter and its PDF. */
export type InvoicePaper = {
  number: string
  billedTo: string
  billingEmail: string
  issuedAt: string
  dueAt: string
  lines: InvoiceLine[]
  totalCents: number
}

const securityChanges = {
  'password-changed': 'The password of your Sherpa account was changed.',
  'second-factor-on': 'The second step at log-in to your Sherpa account was turned on.',
  'second-factor-off': 'The second step at log-in to your Sherpa account was turned off.',
  'email-changed': 'The email address of your Sherpa account was changed.',
}
export type SecurityChange = keyof typeof securityChanges

/** Every letter of the platform, with what it is composed from. */
type Letters = {
  'finish-registration': { token: string }
  'already-registered': { name: string }
  'reset-password': { name: string; token: string }
  'approve-new-email': { name: string; newEmail: string; token: string }
  'confirm-new-email': { name: string; token: string }
  'security-notice': { name: string; change: SecurityChange }
  invitation: { organisation: string; role: Role; invitedBy: string; token: string }
  invoice: { organisation: string; invoice: InvoicePaper }
  'payment-received': { organisation: string; number: string; totalCents: number }
  'payment-overdue': { organisation: string; number: string; totalCents: number }
  'price-needed': { organisation: string; plan: string; seats: number; billingEmail: string }
}

export type PlatformMail = {
  [Kind in keyof Letters]: { kind: Kind; recipient: string; details: Letters[Kind] }
}[keyof Letters]

export type ComposeParts = {
  mailboxes: Mailboxes
  platformUrl: string
  renderInvoice: (invoice: InvoicePaper) => Promise<Buffer>
}

export async function composePlatformMail(
  id: string,
  mail: PlatformMail,
  { mailboxes, platformUrl, renderInvoice }: ComposeParts,
): Promise<OutgoingMessage> {
  const { subject, parts } = wordsOf(mail, platformUrl)
  return {
    ...letter(subject, parts),
    messageId: `<mail-${id}@sherpa.example>`,
    from: mailboxes.from,
    to: mail.recipient,
    replyTo: mailboxes.staff,
    ...(mail.kind === 'invoice' && {
      attachment: {
        filename: `${mail.details.invoice.number}.pdf`,
        contentType: 'application/pdf' as const,
        content: await renderInvoice(mail.details.invoice),
      },
    }),
  }
}

function wordsOf({ kind, details }: PlatformMail, platformUrl: string): { subject: string; parts: Part[] } {
  const at = (path: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams(query).toString()
    return `${platformUrl}${path}${search && `?${search}`}`
  }
  switch (kind) {
    case 'finish-registration':
      return {
        subject: 'Finish creating your Sherpa account',
        parts: [
          paragraph('Hello,'),
          paragraph('Confirm this email address and choose a password to finish creating your account.'),
          link('Finish creating my account', at('/finish-registration', { token: details.token })),
          paragraph('This link expires in 24 hours and works once. If you did not sign up, ignore this email.'),
        ],
      }
    case 'approve-new-email':
      return {
        subject: 'Approve your new email address',
        parts: [
          hello(details.name),
          paragraph('You asked to change the email address of your Sherpa account.'),
          facts(['New address', details.newEmail]),
          link('Approve the change', at('/confirm-email', { token: details.token })),
          paragraph(
            'The address changes once you have approved it here and confirmed it at the new address. This link expires in 24 hours. If this was not you, change your password now: nothing changes without your approval.',
          ),
        ],
      }
    case 'confirm-new-email':
      return {
        subject: 'Confirm your new email address',
        parts: [
          hello(details.name),
          paragraph('You asked to use this address for your Sherpa account.'),
          link('Confirm this address', at('/confirm-email', { token: details.token })),
          paragraph(
            'The address changes once you have also approved it at your old one. This link expires in 24 hours. If this was not you, ignore this email.',
          ),
        ],
      }
    case 'already-registered':
      return {
        subject: 'You have a Sherpa account already',
        parts: [
          hello(details.name),
          paragraph(
            'Someone, probably you, tried to register with this address. It has an account already: log in with it.',
          ),
          link('Log in', at('/login')),
          link('I have forgotten my password', at('/forgot-password')),
          paragraph('If it was not you, there is nothing to do: your account is as it was.'),
        ],
      }
    case 'reset-password':
      return {
        subject: 'Choose a new password',
        parts: [
          hello(details.name),
          paragraph('You asked for a new password for your Sherpa account.'),
          link('Choose a new password', at('/reset-password', { token: details.token })),
          paragraph('The link is good for one hour, and once. If you did not ask for it, ignore this message.'),
        ],
      }
    case 'security-notice':
      return {
        subject: securityChanges[details.change].replace(/\.$/, ''),
        parts: [
          hello(details.name),
          paragraph(securityChanges[details.change]),
          paragraph(
            'If that was you, there is nothing to do. If not, choose a new password now, and reply to this message.',
          ),
          link('Choose a new password', at('/forgot-password')),
        ],
      }
    case 'invitation': {
      const organisation = named(details.organisation)
      return {
        subject: `Join ${organisation} on Sherpa`,
        parts: [
          paragraph('Hello,'),
          paragraph(
            `${greetableName(details.invitedBy) ?? 'Someone'} invites you to join ${organisation} on Sherpa. Your role: ${roles[details.role]}.`,
          ),
          link('See the invitation', at('/invitation', { token: details.token })),
          paragraph('The invitation is good for 7 days. If you do not know who it is from, ignore this message.'),
        ],
      }
    }
    case 'invoice': {
      const { invoice } = details
      return {
        subject: `Invoice ${invoice.number} from Sherpa`,
        parts: [
          paragraph('Hello,'),
          paragraph(`Here is our invoice for ${named(invoice.billedTo)}. It comes with this message as a PDF.`),
          facts(
            ['Invoice', invoice.number],
            ['Amount', formatMoney(invoice.totalCents)],
            ['Please pay by', spokenDay(invoice.dueAt)],
          ),
          link('See plan and invoices', at(`/organisations/${details.organisation}/billing`)),
        ],
      }
    }
    case 'payment-received':
      return {
        subject: `Thank you: invoice ${details.number} is paid`,
        parts: [
          paragraph('Hello,'),
          paragraph(`We received ${formatMoney(details.totalCents)} for invoice ${details.number}. Thank you.`),
          link('See plan and invoices', at(`/organisations/${details.organisation}/billing`)),
        ],
      }
    case 'payment-overdue':
      return {
        subject: `Invoice ${details.number} is overdue`,
        parts: [
          paragraph('Hello,'),
          paragraph(
            `We have not received ${formatMoney(details.totalCents)} for invoice ${details.number} yet. Your subscription goes on for 30 days; if something is wrong with the invoice, reply to this message.`,
          ),
          link('See plan and invoices', at(`/organisations/${details.organisation}/billing`)),
        ],
      }
    case 'price-needed':
      return {
        subject: `Agree a price with ${oneLine(details.organisation).slice(0, 80)}`,
        parts: [
          paragraph('An organization has started its trial of a plan without a list price.'),
          facts(
            ['Organization', oneLine(details.organisation)],
            ['Plan', details.plan],
            ['Seats', String(details.seats)],
            ['Invoices go to', details.billingEmail],
          ),
          link('Enter the agreed price', at('/staff')),
        ],
      }
  }
}

function hello(name: string) {
  const greetable = greetableName(name)
  return paragraph(greetable ? `Hello ${greetable},` : 'Hello,')
}

function named(organisation: string) {
  return greetableName(organisation) ?? 'an organization'
}

export function spokenDay(timestamp: string) {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(timestamp))
}
