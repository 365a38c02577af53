import { type MailKind, mailKind, withAttachment } from '../../mail/mail-kind.ts'
import { facts, greetableName, greetableOrganization, greeting, paragraph } from '../../mail/mail-template.ts'

/** To the athlete, or the guardian of a minor, or whoever else a colleague has named. */
export const feeInvoiceMail = mailKind<{
  organization: string
  organizationName: string
  invoice: string
  number: string
  athlete: string
  dueOn: string
  total: string
  sentBy: string
  writeTo: string
}>({
  name: 'fee-invoice',
  purpose: 'accounts',
  why: 'You received this email because an organization on Sherpa has sent you an invoice.',
  words: (details) => ({
    subject: `Invoice ${details.number} from ${greetableOrganization(details.organizationName)}`,
    parts: [
      greeting(),
      paragraph(
        `${greetableOrganization(details.organizationName)} has sent you an invoice for ${greetableName(details.athlete) ?? 'an athlete'}. It is attached.`,
      ),
      facts(['Invoice', details.number], ['Total', details.total], ['Due', details.dueOn]),
      paragraph(
        `If you have a question about it, write to ${greetableName(details.sentBy) ?? 'the organization'}: ${details.writeTo}`,
      ),
    ],
  }),
})

export type FeeInvoiceMailParts = { feeInvoiceFile: (organization: string, invoice: string) => Promise<Buffer> }

export function feeInvoiceMailKinds({ feeInvoiceFile }: FeeInvoiceMailParts): MailKind[] {
  return [
    withAttachment(feeInvoiceMail, async ({ organization, invoice, number }) => ({
      filename: `Invoice ${number.replaceAll(/[^\p{L}\p{N} ._-]/gu, '')}.pdf`,
      contentType: 'application/pdf',
      content: await feeInvoiceFile(organization, invoice),
    })),
  ]
}
