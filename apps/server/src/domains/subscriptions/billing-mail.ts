import { formatMoney, formatPrice } from '@sherpa/contracts/subscription'
import { type DetailedMailKind, type MailKind, mailKind, withAttachment } from '../../mail/mail-kind.ts'
import { facts, greetableName, greetableOrganization, greeting, link, paragraph } from '../../mail/mail-template.ts'
import { oneLine } from '../../mail/mailbox.ts'
import { spokenDay } from '../../mail/zoned-time.ts'

/** Goes to the organization's billing email. */
export type MailKindToBilling<Details> = DetailedMailKind<Details> & { toBilling: true }

function mailKindToBilling<Details extends { organization: string }>(
  kind: Pick<DetailedMailKind<Details>, 'name' | 'words'>,
): MailKindToBilling<Details> {
  const why = "You received this email because this is your organization's billing email at Sherpa."
  return { ...mailKind<Details>({ ...kind, purpose: 'billing', why, unlimited: true }), toBilling: true }
}

type InvoiceDetails = {
  organization: string
  /** The id is for the PDF. */
  invoice: { id: string; number: string; billedTo: string; dueAt: string; totalCents: number }
}
type PaymentDetails = { organization: string; number: string; totalCents: number }

export const invoiceMail = mailKindToBilling<InvoiceDetails>({
  name: 'invoice',
  words: (details, at) => {
    const { invoice } = details
    return {
      subject: `Invoice ${invoice.number} from Sherpa`,
      parts: [
        greeting(),
        paragraph(
          `Here is the invoice for ${greetableOrganization(invoice.billedTo)}. The PDF is attached to this email.`,
        ),
        facts(
          ['Invoice', invoice.number],
          ['Amount', formatMoney(invoice.totalCents)],
          ['Due date', spokenDay(invoice.dueAt)],
        ),
        link('View plan and invoices', at(`/organizations/${details.organization}/billing`)),
      ],
    }
  },
})

export const paymentReceivedMail = mailKindToBilling<PaymentDetails>({
  name: 'payment-received',
  words: (details, at) => ({
    subject: `Payment received for invoice ${details.number}`,
    parts: [
      greeting(),
      paragraph(
        `We received your payment of ${formatMoney(details.totalCents)} for invoice ${details.number}. Thank you.`,
      ),
      link('View plan and invoices', at(`/organizations/${details.organization}/billing`)),
    ],
  }),
})

export const paymentOverdueMail = mailKindToBilling<PaymentDetails>({
  name: 'payment-overdue',
  words: (details, at) => ({
    subject: `Invoice ${details.number} is overdue`,
    parts: [
      greeting(),
      paragraph(
        `We have not received your payment of ${formatMoney(details.totalCents)} for invoice ${details.number}. Please pay within 30 days to keep your subscription. If you already paid or the invoice is wrong, reply to this email.`,
      ),
      link('View plan and invoices', at(`/organizations/${details.organization}/billing`)),
    ],
  }),
})

export const priceNeededMail = mailKind<{ organization: string; plan: string; seats: number }>({
  name: 'price-needed',
  purpose: 'billing',
  why: 'You received this email because notifications about new subscriptions go to this mailbox.',
  toStaff: true,
  words: (details, at) => ({
    subject: `Set a price for ${oneLine(details.organization).slice(0, 80)}`,
    parts: [
      paragraph('An organization chose a plan without a list price. Send them an offer.'),
      facts(['Organization', details.organization], ['Plan', details.plan], ['Seats', String(details.seats)]),
      link('Set price', at('/staff')),
    ],
  }),
})

type PlanTerms = {
  organization: string
  organizationName: string
  plan: string
  seats: number
  /** Such as "8.25% sales tax". */
  tax: string | null
}

type PriceOfferDetails = PlanTerms & {
  priceCents: number
  /** Null: starts on acceptance. */
  startsAt: string | null
}

export const priceOfferMail = mailKindToBilling<PriceOfferDetails>({
  name: 'price-offer',
  words: (details, at) => ({
    subject: `Your price for ${details.plan}`,
    parts: [
      greeting(),
      paragraph(
        `Here is our price for ${greetableOrganization(details.organizationName)}. Nothing changes until someone who manages billing for your organization accepts it.`,
      ),
      facts(
        ['Plan', details.plan],
        ['Price', formatPrice(details.priceCents)],
        ['Seats', String(details.seats)],
        ['Monthly total', formatMonthlyTotal(details.priceCents, details)],
        ['Starts', details.startsAt ? spokenDay(details.startsAt) : 'When you accept'],
      ),
      link('Review and accept', at(`/organizations/${details.organization}/billing`)),
    ],
  }),
})

type PriceAcceptedDetails = PriceOfferDetails & { acceptedBy: string }

export const priceAcceptedMail = mailKindToBilling<PriceAcceptedDetails>({
  name: 'price-accepted',
  words: (details, at) => ({
    subject: `Price accepted for ${details.plan}`,
    parts: [
      greeting(),
      paragraph(
        `${greetableName(details.acceptedBy) ?? 'Someone'} accepted our price for ${greetableOrganization(details.organizationName)}. We will email you an invoice for each month.`,
      ),
      facts(
        ['Plan', details.plan],
        ['Price', formatPrice(details.priceCents)],
        ['Seats', String(details.seats)],
        ['Monthly total', formatMonthlyTotal(details.priceCents, details)],
        ['Starts', details.startsAt ? spokenDay(details.startsAt) : 'Now'],
      ),
      link('View plan and billing', at(`/organizations/${details.organization}/billing`)),
    ],
  }),
})

type TrialEndingDetails = PlanTerms & {
  endsAt: string
  priceCents: number | null
  offerPriceCents: number | null
}

export const trialEndingMail = mailKindToBilling<TrialEndingDetails>({
  name: 'trial-ending',
  words: (details, at) => ({
    subject: `Your Sherpa trial ends on ${spokenDay(details.endsAt)}`,
    parts: [
      greeting(),
      paragraph(
        `The free trial of ${details.plan} for ${greetableOrganization(details.organizationName)} ends on ${spokenDay(details.endsAt)}.`,
      ),
      paragraph(describeNextStep(details)),
      link('View plan and billing', at(`/organizations/${details.organization}/billing`)),
    ],
  }),
})

type TrialWithoutPlanDetails = { name: string; organization: string; organizationName: string; endsAt: string }

export const trialWithoutPlanMail = mailKind<TrialWithoutPlanDetails>({
  name: 'trial-ending-without-plan',
  purpose: 'billing',
  why: 'You received this email because you own an organization on Sherpa.',
  words: (details, at) => ({
    subject: `Your Sherpa trial ends on ${spokenDay(details.endsAt)}`,
    parts: [
      greeting(details.name),
      paragraph(
        `The free trial of ${greetableOrganization(details.organizationName)} ends on ${spokenDay(details.endsAt)}, and no plan is chosen yet. Choose one to continue. Your data stays as it is.`,
      ),
      link('Choose a plan', at(`/organizations/${details.organization}/billing`)),
    ],
  }),
})

function formatMonthlyTotal(priceCents: number, { seats, tax }: PlanTerms) {
  return `${formatMoney(priceCents * seats)}${tax ? ` plus ${tax}` : ''}`
}

function describeNextStep(details: TrialEndingDetails) {
  const { priceCents, offerPriceCents } = details
  if (priceCents !== null) {
    return `Your plan then continues for ${formatMonthlyTotal(priceCents, details)} per month, and we will email you the first invoice. To stop, cancel before that day.`
  }
  const untilThen = 'Until you do, your trial continues and you pay nothing.'
  return offerPriceCents !== null
    ? `To continue after that, please accept our price of ${formatPrice(offerPriceCents)}. ${untilThen}`
    : `We will email you a price to accept. ${untilThen}`
}

const noticesToBilling = [paymentReceivedMail, paymentOverdueMail, priceOfferMail, priceAcceptedMail, trialEndingMail]

export const namesOfMailToBilling = [invoiceMail, ...noticesToBilling].map(({ name }) => name)

export type BillingMailParts = { invoiceFile: (invoice: string) => Promise<Buffer> }

export function billingMailKinds({ invoiceFile }: BillingMailParts): MailKind[] {
  const invoiceWithFile = withAttachment(invoiceMail, async ({ invoice }) => ({
    filename: `${invoice.number}.pdf`,
    contentType: 'application/pdf',
    content: await invoiceFile(invoice.id),
  }))
  return [invoiceWithFile, ...noticesToBilling, priceNeededMail, trialWithoutPlanMail]
}
