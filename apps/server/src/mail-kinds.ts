import { accountMailKinds } from './domains/accounts/account-mail.ts'
import { type DemoMailParts, demoMailKinds } from './domains/demo/demo-mail.ts'
import { deskMailKinds } from './domains/demo/desk-mail.ts'
import { invitationMail } from './domains/organizations/invitation-mail.ts'
import { type BillingMailParts, billingMailKinds } from './domains/subscriptions/billing-mail.ts'
import type { MailKind } from './mail/mail-kind.ts'

export type MailKindParts = DemoMailParts & BillingMailParts

/** Every kind of mail that we send. */
export function mailKinds(parts: MailKindParts): MailKind[] {
  return [
    ...demoMailKinds(parts),
    ...deskMailKinds(parts),
    ...accountMailKinds,
    invitationMail,
    ...billingMailKinds(parts),
  ]
}
