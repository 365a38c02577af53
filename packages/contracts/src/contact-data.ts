import * as z from 'zod/mini'
import { socialAccount } from './athlete.ts'
import { instant } from './instant.ts'
import { line, text } from './text.ts'

/** What athletes keep current themselves: a fixed list. */
export const contactFields = {
  phone: 'Phone',
  address: 'Address',
  shirtSize: 'Shirt size',
  shoeSize: 'Shoe size',
  handles: 'Social accounts',
} as const
export type ContactField = keyof typeof contactFields
export const allContactFields = Object.keys(contactFields) as ContactField[]

export const contactFieldsInWords = (fields: readonly ContactField[]) =>
  fields.map((field) => contactFields[field]).join(', ')

export const contactData = z.strictObject({
  phone: z.nullable(line(40)),
  address: z.nullable(text(300)),
  shirtSize: z.nullable(line(20)),
  shoeSize: z.nullable(line(20)),
  handles: z.array(z.pick(socialAccount, { platform: true, handle: true })).check(
    z.maxLength(6, 'Enter at most 6'),
    z.refine((all) => new Set(all.map(({ platform }) => platform)).size === all.length, 'Enter each platform once'),
  ),
})
export type ContactData = z.infer<typeof contactData>

export const contactRecord = z.object({
  /** Null without permission. Phone and address of a minor are masked for members. */
  data: z.nullable(contactData),
  /** Changes that wait for a decision. */
  proposal: z.nullable(
    z.object({ data: contactData, fields: z.array(z.enum(allContactFields)), at: z.iso.datetime() }),
  ),
  /** Whether changes of the athlete are reviewed first. */
  reviewed: z.boolean(),
})
export type ContactRecord = z.infer<typeof contactRecord>

export const contactDecision = z.strictObject({
  decision: z.enum(['approved', 'declined'], 'Choose a decision'),
  /** Of the proposal that was shown. */
  at: instant(),
})
export type ContactDecision = z.infer<typeof contactDecision>
