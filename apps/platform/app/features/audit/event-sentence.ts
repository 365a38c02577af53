import type { ActivityEvent, EventName } from '@sherpa/contracts/activity'

type Told = Pick<ActivityEvent, 'actor' | 'person' | 'whom' | 'details'> & { event: string }

type Sentence = (words: { who: string; whom: string; details: string | null }) => string

/** Whoever has deleted their account, and addresses that are not kept any more. */
const UNKNOWN = 'someone'

/** What happens to an account is told to its owner, the rest to everyone in the organization. */
const sentences: Record<EventName, Sentence> = {
  registered: () => 'You created your account',
  'address-verified': () => 'You verified your email address',
  'logged-in': () => 'You logged in',
  'log-in-failed': ({ details }) =>
    details ? 'Someone entered a wrong two-factor code' : 'Someone entered a wrong password',
  'logged-out': () => 'You logged out',
  renamed: () => 'You changed your name',
  'password-changed': () => 'You changed your password',
  'password-reset': () => 'You reset your password with a one-time link',
  'second-factor-on': () => 'You turned on two-factor authentication',
  'second-factor-off': () => 'You turned off two-factor authentication',
  'recovery-codes-renewed': () => 'You created new recovery codes',
  'session-revoked': () => 'You logged out a device',
  'sessions-revoked': () => 'You logged out all other devices',
  'email-change-requested': () => 'You asked to change your email address',
  'email-changed': () => 'You changed your email address',
  'account-deleted': () => 'You deleted your account',
  'organization-created': ({ who }) => `${who} created the organization`,
  'organization-edited': ({ who }) => `${who} changed the organization settings`,
  invited: ({ who, whom, details }) => `${who} invited ${whom}${as(details)}`,
  'invitation-withdrawn': ({ who, whom, details }) => `${who} canceled the invitation for ${whom}${as(details)}`,
  'invitation-refused': ({ whom }) => `${whom === UNKNOWN ? atTheStart(whom) : whom} declined the invitation`,
  joined: ({ who, details }) => `${who} joined${as(details)}`,
  'role-changed': ({ who, whom, details }) => `${who} changed the role of ${whom}${fromTo(details)}`,
  removed: ({ who, whom }) => `${who} removed ${whom}`,
  left: ({ who }) => `${who} left`,
  'handed-over': ({ who, whom }) => `${who} transferred ownership to ${whom}`,
  'permission-changed': ({ who }) => `${who} changed a permission`,
  subscribed: ({ who }) => `${who} started a subscription`,
  'plan-changed': ({ who }) => `${who} changed the plan`,
  'billing-address-changed': ({ who }) => `${who} changed the billing email address`,
  'subscription-canceled': ({ who }) => `${who} canceled the subscription`,
  'subscription-resumed': ({ who }) => `${who} resumed the subscription`,
  'subscription-ended': () => 'The subscription ended',
  'invoice-issued': ({ details }) => `Invoice ${details ?? ''} was issued`,
  'invoice-paid': ({ details }) => `Invoice ${details ?? ''} was paid`,
  'payment-overdue': () => 'A payment is overdue',
  'price-agreed': () => 'A price was agreed',
  'price-offered': ({ details }) => `Sherpa sent a price: ${details ?? ''}`,
  'price-accepted': ({ who, details }) => `${who} accepted the price: ${details ?? ''}`,
  'billing-details-changed': ({ who }) => `${who} changed the billing details`,
  'tax-exemption-changed': ({ details }) => `The tax status was changed to: ${details ?? ''}`,
  'staff-added': () => 'Your account was added to Sherpa’s staff',
  'marked-paid': ({ who, details }) => `${who} marked invoice ${details ?? ''} as paid`,
  'job-restarted': ({ who, details }) => `${who} started a failed job again: ${details ?? ''}`,
}

/** These have more to say than fits into their sentence. */
const withNote: ReadonlySet<string> = new Set(['permission-changed', 'subscribed', 'plan-changed'])

/** What happened, in words; `me` is addressed. Events of a newer server than this page are at least readable. */
export function eventSentence({ event, actor, person, whom, details }: Told, me?: string) {
  const sentence = sentences[event as EventName] as Sentence | undefined
  if (!sentence) return atTheStart(event.replaceAll('-', ' '))
  const who = actor && actor.id === me ? 'You' : (actor?.name ?? atTheStart(UNKNOWN))
  return sentence({ who, whom: person?.name ?? whom ?? UNKNOWN, details })
}

export function eventNote({ event, details }: Told) {
  return withNote.has(event) || !(event in sentences) ? details : null
}

function as(role: string | null) {
  return role ? ` as ${role}` : ''
}

/** The record has both roles as "Agent → Coach". */
function fromTo(roles: string | null) {
  const [before, after] = roles?.split(' → ') ?? []
  return before && after ? ` from ${before} to ${after}` : ''
}

function atTheStart(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
