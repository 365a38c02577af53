import * as z from 'zod/mini'
import { currency, sumMinor } from './currency.ts'
import { organizationKind, role } from './organization.ts'

export const GUARDIAN_DAYS_AHEAD = 14
/** After the athlete comes of age. */
export const COPIES_DAYS = 90

const copy = z.object({ id: z.uuid(), title: z.string(), name: z.string(), addedAt: z.iso.datetime() })
export type SignedCopy = z.infer<typeof copy>

/** What a verified guardian with full reach sees beside the deals. Never notes or drafts. */
export const guardianHome = z.object({
  /** Type of the organization, for the names of roles. */
  kind: organizationKind,
  /** Open deliverables, overdue or due soon. */
  due: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      deal: z.string(),
      company: z.string(),
      dueOn: z.string(),
      late: z.boolean(),
    }),
  ),
  /** Payments due this year, by currency; null if the organization does not share them. */
  payments: z.nullable(
    z.object({
      year: z.int(),
      sums: z.array(z.object({ currency, receivedMinor: sumMinor, expectedMinor: sumMinor })),
    }),
  ),
  documents: z.array(copy),
  /** Representation agreements in force or to come, with the fees that the athlete sees. */
  agreements: z.array(
    z.object({ id: z.uuid(), startsOn: z.string(), endsOn: z.nullable(z.string()), fees: z.string() }),
  ),
  /** Members who see the record, and other guardians (without a role). */
  access: z.array(
    z.object({
      name: z.string(),
      role: z.nullable(role),
      isCaller: z.boolean(),
      deals: z.boolean(),
      amounts: z.boolean(),
      contacts: z.boolean(),
    }),
  ),
  /** Whom to ask: the lead of the newest deal, else who manages the athlete, else an owner. */
  lead: z.nullable(z.object({ name: z.string(), email: z.string(), phone: z.nullable(z.string()) })),
})
export type GuardianHome = z.infer<typeof guardianHome>

/** Copies of former minors that the caller signed as guardian. */
export const guardianCopies = z.object({
  athletes: z.array(
    z.object({
      /** With its organization in front (`place.ts`). */
      guardianship: z.string(),
      athlete: z.string(),
      organization: z.string(),
      /** The last day. */
      until: z.string(),
      documents: z.array(copy),
    }),
  ),
})
export type GuardianCopies = z.infer<typeof guardianCopies>
