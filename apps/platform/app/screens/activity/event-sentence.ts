import type { EventName } from '@sherpa/contracts/activity'

type Event = { event: string; actor: string | null; person: string | null }

type Sentence = (who: string, whom: string) => string

const sentences: Record<EventName, Sentence> = {
  registered: (who) => `${who} created the account`,
  'address-verified': (who) => `${who} confirmed the email address`,
  'logged-in': (who) => `${who} logged in`,
  'log-in-failed': () => 'Someone failed to log in',
  'logged-out': (who) => `${who} logged out`,
  renamed: (who) => `${who} changed the name`,
  'password-changed': (who) => `${who} changed the password`,
  'password-reset': (who) => `${who} chose a new password through a mailed link`,
  'second-factor-on': (who) => `${who} turned the second step on`,
  'second-factor-off': (who) => `${who} turned the second step off`,
  'recovery-codes-renewed': (who) => `${who} made new recovery codes`,
  'session-revoked': (who) => `${who} logged a device out`,
  'sessions-revoked': (who) => `${who} logged all other devices out`,
  'account-deleted': (who) => `${who} deleted the account`,
  'organisation-created': (who) => `${who} created the organization`,
  'organisation-edited': (who) => `${who} changed the settings`,
  invited: (who) => `${who} invited someone`,
  'invitation-withdrawn': (who) => `${who} withdrew an invitation`,
  'invitation-refused': () => 'An invitation was declined',
  joined: (who) => `${who} joined`,
  'role-changed': (who, whom) => `${who} changed the role of ${whom}`,
  removed: (who, whom) => `${who} removed ${whom}`,
  left: (who) => `${who} left`,
  'handed-over': (who, whom) => `${who} handed the ownership over to ${whom}`,
  'permission-changed': (who) => `${who} changed a permission`,
  subscribed: (who) => `${who} chose a plan`,
  'plan-changed': (who) => `${who} changed the plan`,
  'billing-address-changed': (who) => `${who} changed where invoices go`,
  'subscription-cancelled': (who) => `${who} canceled the subscription`,
  'subscription-resumed': (who) => `${who} resumed the subscription`,
  'subscription-ended': () => 'The subscription ended',
  'invoice-issued': () => 'An invoice was issued',
  'invoice-paid': () => 'An invoice was paid',
  'payment-overdue': () => 'A payment is overdue',
  'price-agreed': () => 'The price was agreed',
  'price-offered': () => 'Sherpa sent a price',
  'price-accepted': (who) => `${who} accepted the price`,
  'billing-details-changed': (who) => `${who} changed the billing details`,
  'tax-exemption-changed': () => 'The tax exemption was changed',
  'staff-added': () => 'The account became one of Sherpa’s staff',
  'marked-paid': (who) => `${who} marked an invoice as paid`,
}

/** What happened, in words. Events of a newer server than this page are at least readable. */
export function eventSentence({ event, actor, person }: Event, me?: string) {
  const sentence = sentences[event as EventName] as Sentence | undefined
  const who = me !== undefined && (actor === null || actor === me) ? 'You' : (actor ?? 'Someone')
  return sentence ? sentence(who, person ?? 'someone') : readable(event)
}

function readable(code: string) {
  const words = code.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
