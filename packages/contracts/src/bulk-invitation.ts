import * as z from 'zod/mini'
import { emailAddressOr } from './account.ts'
import { athleteSelection } from './athlete.ts'
import { eachOnce } from './once.ts'

export const MOST_INVITATIONS = 200

/** Reasons not to invite one of many. Others refuse the whole request. */
export const invitationProblems = [
  'already-a-member',
  'already-invited',
  'guardian-here',
  'no-seat-left',
  'too-many-mails',
  'athlete-linked',
  'athlete-without-email',
  'athlete-under-13',
  'birth-date-needed',
  'guardian-consent-needed',
  'address-of-contact',
] as const
export type InvitationProblem = (typeof invitationProblems)[number]

/** Owners need a confirmation each, athletes are invited from their record. */
export const bulkRoles = ['agent', 'coach', 'support-staff', 'compliance'] as const
export type BulkRole = (typeof bulkRoles)[number]

/** A dry run: checks everything and sends nothing. */
const dryRun = z.boolean()

export const bulkInvitation = z.strictObject({
  emails: z
    .array(emailAddressOr('Enter an email address'))
    .check(z.minLength(1, 'Enter an email address'), z.maxLength(MOST_INVITATIONS, 'Enter at most 200 addresses')),
  role: z.enum(bulkRoles, 'Choose a role'),
  /** Programs from the day of joining. Needs `athletes.all`. */
  programs: z.optional(z.array(z.uuid().check(z.toLowerCase())).check(z.maxLength(20, 'Choose at most 20'), eachOnce)),
  dryRun,
})
export type BulkInvitation = z.infer<typeof bulkInvitation>

export const athleteInvitations = z.strictObject({ selection: athleteSelection, dryRun })
export type AthleteInvitations = z.infer<typeof athleteInvitations>

/** Null: sent, or would be sent. */
const problem = z.nullable(z.enum(invitationProblems))
export const bulkInvitationResult = z.object({ rows: z.array(z.object({ email: z.string(), problem })) })
export type BulkInvitationResult = z.infer<typeof bulkInvitationResult>
export const athleteInvitationsResult = z.object({
  rows: z.array(z.object({ athlete: z.uuid(), name: z.string(), problem })),
})
export type AthleteInvitationsResult = z.infer<typeof athleteInvitationsResult>

export const MOST_PASTED = 30_000
const address = emailAddressOr('')

/**
 * Reads pasted addresses, separated by commas, semicolons or line breaks: `ana@club.example`,
 * `Ana Silva <ana@club.example>`, or rows of a spreadsheet with name and address. Several plain addresses may also be
 * separated by spaces.
 */
export function parseAddresses(pasted: string) {
  const found = new Map<string, { email: string; name: string }>()
  const invalid: string[] = []
  let repeated = 0
  // A quoted name may contain separators.
  for (const part of pasted.slice(0, MOST_PASTED).match(/(?:"[^"\r\n]*"|[^,;\r\n])+/g) ?? []) {
    const entry = part.trim()
    if (!entry) continue
    const named = /^([^<>]*)<([^<>]*)>$/.exec(entry)
    const words = named ? [named[2] ?? ''] : entry.split(/\s+/)
    const mails = words.filter((word) => word.includes('@'))
    const name = named?.[1] ?? words.filter((word) => !mails.includes(word)).join(' ')
    for (const word of mails.length === words.length || mails.length === 1 ? mails : [entry]) {
      const { data: email } = address.safeParse(word)
      if (!email) invalid.push(word)
      else if (found.has(email)) repeated++
      else found.set(email, { email, name: name.replace(/^[\s"']+|[\s"']+$/g, '') })
    }
  }
  return { addresses: [...found.values()], invalid, repeated }
}
