import * as z from 'zod/mini'

/** Everything that is put on record. */
export const eventNames = [
  'registered',
  'address-verified',
  'logged-in',
  'log-in-failed',
  'logged-out',
  'renamed',
  'password-changed',
  'password-reset',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-renewed',
  'session-revoked',
  'sessions-revoked',
  'account-deleted',
  'organisation-created',
  'organisation-edited',
  'invited',
  'invitation-withdrawn',
  'invitation-refused',
  'joined',
  'role-changed',
  'removed',
  'left',
  'handed-over',
  'permission-changed',
  'subscribed',
  'plan-changed',
  'billing-address-changed',
  'subscription-cancelled',
  'subscription-resumed',
  'subscription-ended',
  'price-agreed',
  'price-offered',
  'price-accepted',
  'billing-details-changed',
  'tax-exemption-changed',
  'invoice-issued',
  'invoice-paid',
  'payment-overdue',
  'staff-added',
  'marked-paid',
] as const
export type EventName = (typeof eventNames)[number]

export const activity = z.object({
  events: z.array(
    z.object({
      at: z.iso.datetime(),
      event: z.enum(eventNames),
      /** Who did it; null for the system itself and for people who have left for good. */
      actor: z.nullable(z.string()),
      /** Whom it was done to, if that is someone else. */
      person: z.nullable(z.string()),
      /** What more there is to say, in words. */
      details: z.nullable(z.string()),
    }),
  ),
})
export type Activity = z.infer<typeof activity>
