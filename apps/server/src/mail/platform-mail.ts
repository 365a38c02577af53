import { type Role, roles } from '@sherpa/contracts/organisation'
import { formatMoney, formatPrice } from '@sherpa/contracts/subscription'
import { facts, fillTemplate, greetableName, greeting, link, type MailContent, paragraph } from './mail-template.ts'
import { oneLine } from './mailbox.ts'
import type { OutgoingMail } from './outgoing-mail.ts'
import { addressesFor, type Sender } from './sender.ts'

const securityChanges = {
  'password-changed': 'Your password was changed',
  'second-factor-on': 'Two-factor authentication was turned on',
  'second-factor-off': 'Two-factor authentication was turned off',
  'email-changed': 'Your email address was changed',
}
export type SecurityChange = keyof typeof securityChanges

/** Every kind of mail of the platform, with what it is composed from. Its purpose and sender are in mail-kinds.ts. */
type MailDetails = {
  'finish-registration': { token: string }
  'already-registered': { name: string }
  'reset-password': { name: string; token: string }
  'approve-new-email': { name: string; newEmail: string; token: string }
  'confirm-new-email': { name: string; token: string }
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
  [Kind in keyof MailDetails]: { kind: Kind; recipient: string; details: MailDetails[Kind] }
}[keyof MailDetails]

export type ComposeParts = Sender & {
  platformUrl: string
  invoiceFile: (invoice: string) => Promise<Buffer>
}

export async function composePlatformMail(id: string, mail: PlatformMail, parts: ComposeParts): Promise<OutgoingMail> {
  return {
    ...fillTemplate(mail.kind, wordsOf(mail, parts.platformUrl), parts),
    ...addressesFor(mail.kind, parts),
    messageId: `<mail-${id}@sherpa.example>`,
    to: mail.recipient,
    ...(mail.kind === 'invoice' && {
      attachment: {
        filename: `${mail.details.invoice.number}.pdf`,
        contentType: 'application/pdf' as const,
        content: await parts.invoiceFile(mail.details.invoice.id),
      },
    }),
  }
}

function wordsOf({ kind, details }: PlatformMail, platformUrl: string): MailContent {
  const at = (path: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams(query).toString()
    return `${platformUrl}${path}${search && `?${search}`}`
  }
  switch (kind) {
    case 'finish-registration':
      return {
        subject: 'Finish creating your Sherpa account',
        parts: [
          greeting(),
          paragraph('Confirm this email address and choose a password to finish creating your account.'),
          link('Finish creating my account', at('/finish-registration', { token: details.token })),
          paragraph("This link expires in 24 hours and works once. If this wasn't you, you can ignore this email."),
        ],
      }
    case 'approve-new-email':
      return {
        subject: 'Approve your new email address',
        parts: [
          greeting(details.name),
          paragraph('We received a request to change the email address of your Sherpa account.'),
          facts(['New address', details.newEmail]),
          link('Approve the change', at('/confirm-email', { token: details.token })),
          paragraph(
            'Your email address changes after you approve it here and confirm it at the new address. This link expires in 24 hours.',
          ),
          paragraph("If this wasn't you, reset your password now. Nothing changes without your approval."),
          link('Reset your password', at('/forgot-password')),
        ],
      }
    case 'confirm-new-email':
      return {
        subject: 'Confirm your new email address',
        parts: [
          greeting(details.name),
          paragraph('We received a request to use this address for your Sherpa account.'),
          link('Confirm this address', at('/confirm-email', { token: details.token })),
          paragraph(
            "Your email address changes after you also approve it at your old address. This link expires in 24 hours. If this wasn't you, you can ignore this email.",
          ),
        ],
      }
    case 'already-registered':
      return {
        subject: 'You already have a Sherpa account',
        parts: [
          greeting(details.name),
          paragraph(
            'Someone tried to create a Sherpa account with this email address. You already have an account, so you can log in.',
          ),
          link('Log in', at('/login')),
          link('Reset your password', at('/forgot-password')),
          paragraph("If this wasn't you, you can ignore this email. Your account has not changed."),
        ],
      }
    case 'reset-password':
      return {
        subject: 'Reset your password',
        parts: [
          greeting(details.name),
          paragraph('We received a request to reset the password of your Sherpa account.'),
          link('Reset password', at('/reset-password', { token: details.token })),
          paragraph(
            "This link expires in 1 hour and works once. If this wasn't you, you can ignore this email: your password stays the same.",
          ),
        ],
      }
    case 'security-notice':
      return {
        subject: securityChanges[details.change],
        parts: [
          greeting(details.name),
          paragraph("This change was made to your Sherpa account. If this was you, you don't need to do anything."),
          // The old address can no longer ask for a new password.
          ...(details.change === 'email-changed'
            ? [paragraph("If this wasn't you, reply to this email now. We will help you get your account back.")]
            : [
                paragraph("If this wasn't you, reset your password now and reply to this email."),
                link('Reset password', at('/forgot-password')),
              ]),
        ],
      }
    case 'invitation': {
      const organisation = named(details.organisation)
      return {
        subject: `Join ${organisation} on Sherpa`,
        parts: [
          greeting(),
          paragraph(
            `${greetableName(details.invitedBy) ?? 'Someone'} invited you to join ${organisation} on Sherpa. Your role: ${roles[details.role]}.`,
          ),
          link('View invitation', at('/invitation', { token: details.token })),
          paragraph("This invitation expires in 7 days. If you don't know who sent it, you can ignore this email."),
        ],
      }
    }
    case 'invoice': {
      const { invoice } = details
      return {
        subject: `Invoice ${invoice.number} from Sherpa`,
        parts: [
          greeting(),
          paragraph(`Here is the invoice for ${named(invoice.billedTo)}. The PDF is attached to this email.`),
          facts(
            ['Invoice', invoice.number],
            ['Amount', formatMoney(invoice.totalCents)],
            ['Due date', spokenDay(invoice.dueAt)],
          ),
          link('View plan and invoices', at(`/organisations/${details.organisation}/billing`)),
        ],
      }
    }
    case 'payment-received':
      return {
        subject: `Payment received for invoice ${details.number}`,
        parts: [
          greeting(),
          paragraph(
            `We received your payment of ${formatMoney(details.totalCents)} for invoice ${details.number}. Thank you.`,
          ),
          link('View plan and invoices', at(`/organisations/${details.organisation}/billing`)),
        ],
      }
    case 'payment-overdue':
      return {
        subject: `Invoice ${details.number} is overdue`,
        parts: [
          greeting(),
          paragraph(
            `We have not received your payment of ${formatMoney(details.totalCents)} for invoice ${details.number}. Please pay within 30 days to keep your subscription. If you already paid, or if the invoice is wrong, reply to this email.`,
          ),
          link('View plan and invoices', at(`/organisations/${details.organisation}/billing`)),
        ],
      }
    case 'price-needed':
      return {
        subject: `Set a price for ${oneLine(details.organisation).slice(0, 80)}`,
        parts: [
          paragraph('An organization chose a plan that has no list price. Send them a price to accept.'),
          facts(['Organization', details.organisation], ['Plan', details.plan], ['Seats', String(details.seats)]),
          link('Set a price', at('/staff')),
        ],
      }
    case 'price-offer':
      return {
        subject: `Your price for ${details.plan}`,
        parts: [
          greeting(),
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
          greeting(),
          paragraph(
            `The free trial of ${details.plan} for ${named(details.organisationName)} ends on ${spokenDay(details.endsAt)}.`,
          ),
          paragraph(afterTheTrial(details)),
          link('View plan and billing', at(`/organisations/${details.organisation}/billing`)),
        ],
      }
  }
}

function monthlyTotal(priceCents: number, { seats, tax }: PlanTerms) {
  return `${formatMoney(priceCents * seats)}${tax ? ` plus ${tax}` : ''}`
}

function afterTheTrial(details: MailDetails['trial-ending']) {
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
