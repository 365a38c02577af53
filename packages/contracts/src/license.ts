import * as z from 'zod/mini'
import { day } from './days.ts'
import { fileName, scanTypes } from './file.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import { requiredLine, text } from './text.ts'
import { usStateCodes } from './us-states.ts'

const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })

/** Days before the last day on which the member is reminded. */
export const LICENSE_REMINDERS = [60, 30, 7]

export const licenseStandings = {
  expired: 'Expired',
  expiring: 'Expires soon',
  current: 'Current',
  upcoming: 'Not yet valid',
} as const
export type LicenseStanding = keyof typeof licenseStandings
const standing = z.enum(Object.keys(licenseStandings) as LicenseStanding[])

const facts = {
  state: z.enum(usStateCodes, 'Choose a state'),
  number: requiredLine(60, 'Enter the license number'),
  from: day,
  /** The last day. Null: it does not expire. */
  until: z.nullable(day),
  note: z.nullable(text(500)),
}
const isOrdered = z.refine<{ from: string; until: string | null }>(
  ({ from, until }) => until === null || until >= from,
  {
    error: 'The last day is before the first',
    path: ['until'],
  },
)

export const newLicense = z
  .strictObject({
    ...facts,
    /** The caller, if it is left out. Others need `people.manage`. */
    personId: z.optional(uuid),
  })
  .check(isOrdered)
export type NewLicense = z.infer<typeof newLicense>

/** Optimistic locking by `version`. */
export const licenseChange = z.strictObject({ ...facts, version: z.int() }).check(isOrdered)
export type LicenseChange = z.infer<typeof licenseChange>

/** The document of a license or of an agent notice. */
export const scan = z.object({
  name: z.string(),
  type: z.enum(scanTypes),
  size: z.int(),
  sha256: z.string(),
})
export type Scan = z.infer<typeof scan>
export const scanQuery = z.object({ name: z.optional(fileName) })

export const license = z.object({
  id: z.uuid(),
  /** Null: a deleted account. */
  person: z.nullable(someone),
  /** False for people who left the organization. */
  isMember: z.boolean(),
  ...facts,
  number: z.string(),
  note: z.nullable(z.string()),
  standing,
  file: z.nullable(scan),
  /** Whether the caller can change it. */
  editable: z.boolean(),
  version: z.int(),
})
export type License = z.infer<typeof license>

/** Searched are the member's name and the number. */
export const licensesQuery = listQuery(['until', 'from'], {
  person: z.optional(severalOf(z.union([uuid, z.literal('me')]))),
  state: z.optional(severalOf(z.enum(usStateCodes), usStateCodes.length)),
  standing: z.optional(severalOf(standing)),
})
export type LicensesQuery = z.infer<typeof licensesQuery>
export const licensesPage = listPage(license)
