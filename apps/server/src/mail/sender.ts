import type { MailDescription, MailPurpose } from './mail-kind.ts'

/** Mailboxes have the form `Sherpa Demos <demo@sherpa.example>` or a plain address. */
export type Sender = {
  mailboxes: { from: Record<MailPurpose, string>; replyTo: Record<MailPurpose, string>; staff: string }
  /** For the footer of every mail. */
  company: { name: string; postalAddress: string; siteUrl: string }
}

export function addressesFor({ purpose }: Pick<MailDescription, 'purpose'>, { mailboxes }: Sender) {
  return { from: mailboxes.from[purpose], replyTo: mailboxes.replyTo[purpose] }
}
