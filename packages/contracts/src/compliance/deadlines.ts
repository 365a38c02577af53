import { addBusinessDays } from '../business-days.ts'
import { addDays, endOfDay } from '../days.ts'
import type { Due } from './judgment.ts'

const HOUR_MS = 60 * 60_000
const REPORT_BUSINESS_DAYS = 5
const NOTICE_HOURS = 72

/** Five business days after signing or agreement, which is day 0. */
export const reportDue = (agreedOn: string) => ({ day: addBusinessDays(agreedOn, REPORT_BUSINESS_DAYS) })

/** Deals from before enrollment are reported within 14 days of full-time enrollment. */
export const enrollmentReportDue = (enrolledOn: string) => ({ day: addDays(enrolledOn, 14) })

/** The last day on which the athlete may cancel an agency contract. */
export const cancellationDue = (signedOn: string) => ({ day: addDays(signedOn, 14) })

/** Days for the payor to attest. */
export const attestationDue = (invitedOn: string) => ({ day: addDays(invitedOn, 5) })

/** Ohio: the high-school association is told within 14 days. */
export const highSchoolNoticeDue = (agreedOn: string) => ({ day: addDays(agreedOn, 14) })

/** The last day on which nobody has signed yet. Some states want the contract some days earlier. */
export const beforeSigningDue = (signedOn: string, daysBefore = 1) => ({ day: addDays(signedOn, -daysBefore) })

/**
 * 72 hours after signing, or before the day of the next event if that is sooner. An event on the day of signing leaves
 * no time; one before it is not the next event.
 */
export function athleticDirectorDue(signedAt: string, signedOn: string, nextEventOn: string | null, zone: string): Due {
  const hours = { at: new Date(Date.parse(signedAt) + NOTICE_HOURS * HOUR_MS).toISOString() }
  if (!nextEventOn || nextEventOn < signedOn) return hours
  if (nextEventOn === signedOn) return { at: signedAt }
  const before = { day: addDays(nextEventOn, -1) }
  return dueAt(before, zone) < dueAt(hours, zone) ? before : hours
}

/** The instant at which it lapses. A day ends at midnight in the time zone. */
export const dueAt = (due: Due, zone: string) =>
  'at' in due ? new Date(due.at).toISOString() : endOfDay(due.day, zone)
