import * as z from 'zod/mini'
import { emailAddress } from './account.ts'
import { day } from './days.ts'
import { requiredText } from './text.ts'

const someone = z.object({ id: z.uuid(), name: z.string() })

export const conditionMet = z.strictObject({ metOn: day, dueOn: day })
export type ConditionMet = z.infer<typeof conditionMet>

export const LONGEST_REMINDER = 3000

export const newReminder = z.strictObject({
  to: emailAddress,
  text: requiredText(LONGEST_REMINDER, 'Enter a message'),
})
export type NewReminder = z.infer<typeof newReminder>

const reminder = z.object({ at: z.iso.datetime(), by: z.nullable(someone), to: z.string() })
export const reminderDraft = z.object({
  /** Null: no address on record that accepts mail. */
  to: z.nullable(z.string()),
  /** Of the payor and the company's contacts. */
  addresses: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  /** The latest first. */
  reminders: z.array(reminder),
  /** On record, but the mail server refused it. */
  refused: z.array(z.string()),
  /** The payor, to add a contact. */
  company: someone,
})
export type ReminderDraft = z.infer<typeof reminderDraft>
