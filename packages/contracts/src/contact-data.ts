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

const { platform, handle } = socialAccount.shape
const handlesOf = <Handle extends z.ZodMiniType>(handle: Handle) =>
  z.array(z.strictObject({ platform, handle })).check(
    z.maxLength(6, 'Enter at most 6'),
    z.refine((all) => new Set(all.map(({ platform }) => platform)).size === all.length, 'Enter each platform once'),
  )

export const contactData = z.strictObject({
  phone: z.nullable(line(40)),
  address: z.nullable(text(300)),
  shirtSize: z.nullable(line(20)),
  shoeSize: z.nullable(line(20)),
  handles: handlesOf(handle),
})
export type ContactData = z.infer<typeof contactData>

/** Only what changes: other fields and accounts keep what colleagues entered meanwhile. Null removes an account. */
export const contactChange = z.partial(z.extend(contactData, { handles: handlesOf(z.nullable(handle)) }))
export type ContactChange = z.infer<typeof contactChange>

/** Drops what the data has already. */
export function reduceChange(data: ContactData, { handles = [], ...plain }: ContactChange): ContactChange {
  const present = new Map(data.handles.map(({ platform, handle }) => [platform, handle]))
  const newHandles = handles.filter(({ platform, handle }) => (present.get(platform) ?? null) !== handle)
  const fields = (Object.keys(plain) as (keyof typeof plain)[]).filter(
    (field) => (data[field] || null) !== (plain[field] || null),
  )
  return {
    ...Object.fromEntries(fields.map((field) => [field, plain[field] || null])),
    ...(newHandles.length > 0 && { handles: newHandles }),
  }
}

export const fieldsOf = (change: ContactChange) => allContactFields.filter((field) => Object.hasOwn(change, field))

export const contactRecord = z.object({
  /** Null without permission. */
  data: z.nullable(contactData),
  /** Phone and address of a minor are masked until shown on request. */
  masked: z.boolean(),
  /** Changes that wait for a decision, and the data with them. */
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
