import { type MailKind, mailKind, repliesTo, withAttachment } from '../../mail/mail-kind.ts'
import { facts, greetableName, greetableOrganization, greeting, paragraph } from '../../mail/mail-template.ts'
import { type SentBy, senderOf } from './statement-mail.ts'

/** To the athlete, a minor's guardian, or a chosen address. */
export const feeInvoiceMail = mailKind<
  SentBy & {
    organization: string
    organizationName: string
    invoice: string
    number: string
    athlete: string
    dueOn: string
    total: string
  }
>({
  name: 'fee-invoice',
  purpose: 'accounts',
  why: 'You received this email because an organization on Sherpa sent you an invoice.',
  words: (details) => ({
    subject: `Invoice ${details.number} from ${greetableOrganization(details.organizationName)}`,
    parts: [
      greeting(),
      paragraph(
        `${greetableOrganization(details.organizationName)} sent you an invoice for ${greetableName(details.athlete) ?? 'an athlete'}. The PDF is attached.`,
      ),
      facts(['Invoice', details.number], ['Total', details.total], ['Due', details.dueOn]),
      paragraph(`Questions? Contact ${greetableName(details.sentBy) ?? 'the organization'} at ${details.writeTo}`),
    ],
  }),
})

/** To the address that the invoice was sent to. */
export const feeInvoiceVoidedMail = mailKind<{ organizationName: string; number: string; writeTo: string }>({
  name: 'fee-invoice-voided',
  purpose: 'accounts',
  unlimited: true,
  why: 'You received this email because an organization on Sherpa sent you an invoice.',
  words: ({ organizationName, number, writeTo }) => ({
    subject: `Invoice ${number} was voided`,
    parts: [
      greeting(),
      paragraph(`${greetableOrganization(organizationName)} voided invoice ${number}: please do not pay it.`),
      paragraph(`Questions? Contact the organization at ${writeTo}`),
    ],
  }),
})

export type FeeInvoiceMailParts = { feeInvoiceFile: (organization: string, invoice: string) => Promise<Buffer> }

export function feeInvoiceMailKinds({ feeInvoiceFile }: FeeInvoiceMailParts): MailKind[] {
  return [
    feeInvoiceVoidedMail,
    withAttachment(repliesTo(feeInvoiceMail, senderOf), async ({ organization, invoice, number }) => ({
      filename: `Invoice ${number.replaceAll(/[^\p{L}\p{N} ._-]/gu, '')}.pdf`,
      contentType: 'application/pdf',
      content: await feeInvoiceFile(organization, invoice),
    })),
  ]
}
