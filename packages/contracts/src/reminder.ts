import * as z from 'zod/mini'
import { delivery } from './notification.ts'

export const reminderRoles = ['approver', 'athlete', 'guardian', 'payor', 'signatory'] as const
export type ReminderRole = (typeof reminderRoles)[number]

export const reachedPerson = z.object({
  /** Null for approvers, without money permission: the approval chain depends on the amount. */
  name: z.nullable(z.string()),
  as: z.enum(reminderRoles),
  how: delivery,
})
export type ReachedPerson = z.infer<typeof reachedPerson>

/** The people whom a reminder reached. */
export const reminded = z.object({ reached: z.array(reachedPerson) })
export type Reminded = z.infer<typeof reminded>

/** `present` of a refused reminder: the record where somebody can be made reachable. */
export const unreachable = z.object({ athlete: z.optional(z.uuid()), company: z.optional(z.uuid()) })
export type Unreachable = z.infer<typeof unreachable>
