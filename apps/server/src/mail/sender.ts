import type { MailDescription, MailPurpose } from './mail-kind.ts'

/** Who our mail comes from. Each mailbox is one: `Sherpa Demos <demo@sherpa.example>` or an address alone. */
export type Sender = {
  mailboxes: { from: Record<MailPurpose, string>; replyTo: Record<MailPurpose, string>; staff: string }
  /** What the footer of every mail says about us. */
  company: { name: string; postalAddress: string; siteUrl: string }
}

export function addressesFor({ purpose }: Pick<MailDescription, 'purpose'>, { mailboxes }: Sender) {
  return { from: mailboxes.from[purpose], replyTo: mailboxes.replyTo[purpose] }
}
