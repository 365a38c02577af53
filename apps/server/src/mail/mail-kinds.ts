import type { DemoMail } from './demo-mail.ts'
import type { PlatformMail } from './platform-mail.ts'

export type MailKind = DemoMail['kind'] | PlatformMail['kind']
export type MailPurpose = 'demo' | 'accounts' | 'billing'

type MailKindDescription = {
  /** Decides which mailbox it comes from and where answers go. */
  purpose: MailPurpose
  /** Why its reader got it: the first sentence of the footer. */
  why: string
  /** It goes to our own mailbox, and not to a visitor or a customer. */
  toStaff?: true
}

export const mailKinds: Record<MailKind, MailKindDescription> = {
  confirmation: {
    purpose: 'demo',
    why: "You received this email because this address was entered in the demo form on our website. If this wasn't you, you can ignore this email: you were not added to any mailing list.",
  },
  'staff-notice': {
    purpose: 'demo',
    why: 'You received this email because every demo request is sent to this mailbox.',
    toStaff: true,
  },
  'finish-registration': {
    purpose: 'accounts',
    why: 'You received this email because someone entered this address to create a Sherpa account.',
  },
  'approve-new-email': {
    purpose: 'accounts',
    why: 'You received this email because someone asked to change the email address of your Sherpa account.',
  },
  'confirm-new-email': {
    purpose: 'accounts',
    why: 'You received this email because someone entered this address as the new address of a Sherpa account.',
  },
  'already-registered': {
    purpose: 'accounts',
    why: 'You received this email because someone tried to create a Sherpa account with this address.',
  },
  'reset-password': {
    purpose: 'accounts',
    why: 'You received this email because someone asked to reset the password of the Sherpa account with this address.',
  },
  'security-notice': {
    purpose: 'accounts',
    why: 'You received this email because the security settings of your Sherpa account changed. We always tell you when they do.',
  },
  invitation: {
    purpose: 'accounts',
    why: 'You received this email because someone entered this address to invite you to their organization on Sherpa.',
  },
  invoice: {
    purpose: 'billing',
    why: "You received this email because this is your organization's billing email at Sherpa.",
  },
  'payment-received': {
    purpose: 'billing',
    why: "You received this email because this is your organization's billing email at Sherpa.",
  },
  'payment-overdue': {
    purpose: 'billing',
    why: "You received this email because this is your organization's billing email at Sherpa.",
  },
  'price-needed': {
    purpose: 'billing',
    why: 'You received this email because notices about new subscriptions are sent to this mailbox.',
    toStaff: true,
  },
  'price-offer': {
    purpose: 'billing',
    why: "You received this email because this is your organization's billing email at Sherpa.",
  },
  'trial-ending': {
    purpose: 'billing',
    why: "You received this email because this is your organization's billing email at Sherpa.",
  },
}

/** The queue may hold a kind that an older version wrote and this one no longer knows. */
export function isToStaff(kind: string): boolean {
  return Object.hasOwn(mailKinds, kind) && mailKinds[kind as MailKind].toStaff === true
}
