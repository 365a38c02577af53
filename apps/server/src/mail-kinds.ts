import { accountMailKinds } from './domains/accounts/account-mail.ts'
import { guardianMailKinds } from './domains/athletes/guardian-mail.ts'
import { type DealMailParts, dealMailKinds } from './domains/deals/deal-mail.ts'
import { type DemoMailParts, demoMailKinds } from './domains/demo/demo-mail.ts'
import { deskMailKinds } from './domains/demo/desk-mail.ts'
import { type DisclosureMailParts, disclosureMailKinds } from './domains/disclosures/disclosure-mail.ts'
import { type FeeInvoiceMailParts, feeInvoiceMailKinds } from './domains/finances/invoice-mail.ts'
import { reminderMailKind } from './domains/finances/reminder-mail.ts'
import { type StatementMailParts, statementMailKinds } from './domains/finances/statement-mail.ts'
import { licenseEndingMail } from './domains/licenses/license-mail.ts'
import { type DigestMailParts, digestMailKind } from './domains/notifications/digest-mail.ts'
import { auditHeadMail } from './domains/organizations/audit-head-mail.ts'
import { workReceivedMail } from './domains/organizations/handover-mail.ts'
import { invitationMail } from './domains/organizations/invitation-mail.ts'
import { ownerNoticeMail } from './domains/organizations/owner-notice-mail.ts'
import { type BillingMailParts, billingMailKinds } from './domains/subscriptions/billing-mail.ts'
import { tasksDueMail } from './domains/tasks/task-mail.ts'
import { viewAlertMail } from './domains/views/view-mail.ts'
import type { MailKind } from './mail/mail-kind.ts'

export type MailKindParts = DemoMailParts &
  DisclosureMailParts &
  DealMailParts &
  DigestMailParts &
  FeeInvoiceMailParts &
  StatementMailParts &
  BillingMailParts

/** All kinds of mail. */
export function mailKinds(parts: MailKindParts): MailKind[] {
  return [
    ...demoMailKinds(parts),
    ...deskMailKinds(parts),
    ...accountMailKinds,
    invitationMail,
    ownerNoticeMail,
    auditHeadMail,
    ...guardianMailKinds,
    ...dealMailKinds(parts),
    ...disclosureMailKinds(parts),
    digestMailKind(parts),
    tasksDueMail,
    viewAlertMail,
    licenseEndingMail,
    workReceivedMail,
    ...feeInvoiceMailKinds(parts),
    ...statementMailKinds(parts),
    reminderMailKind,
    ...billingMailKinds(parts),
  ]
}
