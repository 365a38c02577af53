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

export type FeeInvoiceMailParts = { feeInvoiceFile: (organization: string, invoice: string) => Promise<Buffer> }

export function feeInvoiceMailKinds({ feeInvoiceFile }: FeeInvoiceMailParts): MailKind[] {
  return [
    withAttachment(repliesTo(feeInvoiceMail, senderOf), async ({ organization, invoice, number }) => ({
      filename: `Invoice ${number.replaceAll(/[^\p{L}\p{N} ._-]/gu, '')}.pdf`,
      contentType: 'application/pdf',
      content: await feeInvoiceFile(organization, invoice),
    })),
  ]
}
