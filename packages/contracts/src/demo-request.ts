import * as z from 'zod/mini'
import { instant } from './instant.ts'
import { fieldErrors, line, requiredLine, requiredText, text } from './text.ts'

/** Exact messages of spec §5. */
export const demoMessages = {
  nameRequired: 'Full name is required',
  emailRequired: 'Email address is required',
  emailInvalid: 'Please enter a valid email address',
  dateRequired: 'Please select a preferred date and time',
  datePast: 'Please select a date and time that has not passed',
  dateTooFar: 'Please select a date and time within the next year',
} as const

/** Generous for people, tight for abuse. */
export const demoMaxLengths = {
  full_name: 200,
  email: 254,
  phone: 50,
  company: 200,
  additional_info: 5000,
} as const

/** Spec §5: text@text.text */
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Demo request of spec §3, validated by form and API. */
export const demoRequest = z.strictObject({
  full_name: requiredLine(demoMaxLengths.full_name, demoMessages.nameRequired),
  email: requiredText(demoMaxLengths.email, demoMessages.emailRequired).check(
    z.regex(looksLikeEmail, demoMessages.emailInvalid),
  ),
  preferred_date_time: instant(demoMessages.dateRequired),
  phone: z.optional(line(demoMaxLengths.phone)),
  company: z.optional(line(demoMaxLengths.company)),
  additional_info: z.optional(text(demoMaxLengths.additional_info)),
})

/** Tolerates slow clocks of visitors. */
const CLOCK_SKEW_MS = 5 * 60_000
const YEAR_MS = 366 * 24 * 60 * 60_000

/** Error of a valid date relative to now. */
export function demoDateError(preferred: Date, now: Date): string | undefined {
  if (preferred.getTime() < now.getTime() - CLOCK_SKEW_MS) return demoMessages.datePast
  if (preferred.getTime() > now.getTime() + YEAR_MS) return demoMessages.dateTooFar
  return undefined
}

/** Response to an accepted request. */
export const demoAnswer = z.object({
  id: z.uuid(),
  /** Short enough to say on the phone. */
  reference: z.string().check(z.regex(/^SH-[0-9A-Z]{8}$/)),
  status: z.literal('received'),
})

export type DemoAnswer = z.infer<typeof demoAnswer>

export type DemoRequest = z.infer<typeof demoRequest>
/** Before normalization. */
export type DemoRequestAsSent = z.input<typeof demoRequest>
export type DemoField = keyof DemoRequest

/** First error of each field, in form order. */
export function demoErrors(values: DemoRequestAsSent, now: Date): Map<DemoField, string> {
  const errors = fieldErrors(demoRequest, values) as Map<DemoField, string>
  const dateError = errors.has('preferred_date_time')
    ? undefined
    : demoDateError(new Date(values.preferred_date_time), now)
  if (dateError) errors.set('preferred_date_time', dateError)
  return errors
}

/** Spec §5: the banner above the form. */
export function demoErrorBanner(errors: Iterable<string>) {
  return `Please fix the following errors: ${[...errors].join(', ')}`
}
