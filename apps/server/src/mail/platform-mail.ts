import { type Role, roles } from '@sherpa/contracts/organisation'
import { formatMoney, formatPrice } from '@sherpa/contracts/subscription'
import type { Mailboxes } from './demo-mail.ts'
import { facts, greetableName, letter, link, type Part, paragraph } from './letter.ts'
import { oneLine } from './mailbox.ts'
import type { OutgoingMessage } from './message.ts'

const securityChanges = {
  'password-changed': 'The password of your Sherpa account was changed.',
  'second-factor-on': 'The second step at log-in to your Sherpa account was turned on.',
  'second-factor-off': 'The second step at log-in to your Sherpa account was turned off.',
}
export type SecurityChange = keyof typeof securityChanges

/** Every letter of the platform, with what it is composed from. */
type Letters = {
  'verify-address': { name: string; token: string }
  'already-registered': { name: string }
  'reset-password': { name: string; token: string }
  'security-notice': { name: string; change: SecurityChange }
  invitation: { organisation: string; role: Role; invitedBy: string; token: string }
  /** The PDF is found by the invoice's id. */
  invoice: {
    organisation: string
    invoice: { id: string; number: string; billedTo: string; dueAt: string; totalCents: number }
  }
  'payment-received': { organisation: string; number: string; totalCents: number }
  'payment-overdue': { organisation: string; number: string; totalCents: number }
  'price-needed': { organisation: string; plan: string; seats: number }
  'price-offer': PlanTerms & {
    priceCents: number
    /** Null: as soon as it is accepted. */
    startsAt: string | null
  }
  'trial-ending': PlanTerms & {
    endsAt: string
    /** What was accepted; else what was offered; else we have yet to offer one. */
    priceCents: number | null
    offerPriceCents: number | null
  }
}

type PlanTerms = {
  organisation: string
  organisationName: string
  plan: string
  seats: number
  /** What is added to the price, such as "8.25% sales tax". */
  tax: string | null
}

export type PlatformMail = {
  [Kind in keyof Letters]: { kind: Kind; recipient: string; details: Letters[Kind] }
}[keyof Letters]

export type ComposeParts = {
  mailboxes: Mailboxes
  platformUrl: string
  invoiceFile: (invoice: string) => Promise<Buffer>
}

export async function composePlatformMail(
  id: string,
  mail: PlatformMail,
  { mailboxes, platformUrl, invoiceFile }: ComposeParts,
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
        content: await invoiceFile(mail.details.invoice.id),
      },
    }),
  }
}

function wordsOf({ kind, recipient, details }: PlatformMail, platformUrl: string): { subject: string; parts: Part[] } {
  const at = (path: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams(query).toString()
    return `${platformUrl}${path}${search && `?${search}`}`
  }
  switch (kind) {
    case 'verify-address':
      return {
        subject: 'Confirm your email address',
        parts: [
          hello(details.name),
          paragraph('Welcome to Sherpa. Please confirm that this address is yours, with the password that you chose.'),
          link('Confirm my address', at('/verify', { token: details.token, email: recipient })),
          paragraph('The link is good for one day. If you did not register, ignore this message: nothing will happen.'),
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
        subject: `Set a price for ${oneLine(details.organisation).slice(0, 80)}`,
        parts: [
          paragraph('An organization chose a plan that has no list price. Send them a price to accept.'),
          facts(
            ['Organization', oneLine(details.organisation)],
            ['Plan', details.plan],
            ['Seats', String(details.seats)],
          ),
          link('Set a price', at('/staff')),
        ],
      }
    case 'price-offer':
      return {
        subject: `Your price for ${details.plan}`,
        parts: [
          paragraph('Hello,'),
          paragraph(
            `Here is our price for ${named(details.organisationName)}. Nothing changes until someone who manages billing for your organization accepts it.`,
          ),
          facts(
            ['Plan', details.plan],
            ['Price', formatPrice(details.priceCents)],
            ['Seats', String(details.seats)],
            ['Monthly total', monthlyTotal(details.priceCents, details)],
            ['Starts', details.startsAt ? spokenDay(details.startsAt) : 'When you accept'],
          ),
          link('Review and accept', at(`/organisations/${details.organisation}/billing`)),
        ],
      }
    case 'trial-ending':
      return {
        subject: `Your Sherpa trial ends on ${spokenDay(details.endsAt)}`,
        parts: [
          paragraph('Hello,'),
          paragraph(
            `The free trial of ${details.plan} for ${named(details.organisationName)} ends on ${spokenDay(details.endsAt)}.`,
          ),
          paragraph(afterTheTrial(details)),
          link('View plan and billing', at(`/organisations/${details.organisation}/billing`)),
        ],
      }
  }
}

function hello(name: string) {
  const greetable = greetableName(name)
  return paragraph(greetable ? `Hello ${greetable},` : 'Hello,')
}

function monthlyTotal(priceCents: number, { seats, tax }: PlanTerms) {
  return `${formatMoney(priceCents * seats)}${tax ? ` plus ${tax}` : ''}`
}

function afterTheTrial(details: Letters['trial-ending']) {
  const { priceCents, offerPriceCents } = details
  if (priceCents !== null) {
    return `Your plan then continues for ${monthlyTotal(priceCents, details)} per month, and we will email you the first invoice. If you do not want to continue, cancel before that day.`
  }
  const untilThen = 'Until you do, your trial continues and you pay nothing.'
  return offerPriceCents !== null
    ? `To continue after that, please accept our price of ${formatPrice(offerPriceCents)}. ${untilThen}`
    : `We will email you a price, and you can then accept it. ${untilThen}`
}

function named(organisation: string) {
  return greetableName(organisation) ?? 'an organization'
}

export function spokenDay(timestamp: string) {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(timestamp))
}
