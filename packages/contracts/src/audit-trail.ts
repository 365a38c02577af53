import * as z from 'zod/mini'
import { boundedString } from './text.ts'

/** What verification can find. */
export const trailFaults = {
  'event-changed': 'An event was changed',
  'event-missing': 'An event was deleted',
  'event-added': 'The number of events differs from the sealed ones',
  'value-changed': 'The values of a change were altered',
  'batch-changed': 'A sealed batch was altered',
  'batch-missing': 'A sealed batch was deleted',
  'head-missing': 'The head is not in this trail',
} as const
const trailFault = z.object({
  kind: z.enum(Object.keys(trailFaults) as (keyof typeof trailFaults)[]),
  batch: z.nullable(z.int()),
  event: z.nullable(z.uuid()),
})
export type TrailFault = z.infer<typeof trailFault>

const batchNumber = z.pipe(
  boundedString(10).check(z.regex(/^\d{1,9}$/, 'Enter a number')),
  z.pipe(z.transform(Number), z.number()),
)

/** SHA-256, as hexadecimal digits. */
export const trailHead = boundedString(64, 'Copy the whole head: 64 letters and digits').check(
  z.regex(/^[\da-f]{64}$/, 'Copy the whole head: 64 letters and digits'),
)

export const verificationQuery = z.strictObject({
  /** `next` of the previous part. */
  after: z.optional(batchNumber),
  /** A head that was mailed before: it must be in the trail. */
  anchor: z.optional(trailHead),
})
export type VerificationQuery = z.infer<typeof verificationQuery>

/** Result for a part of the trail. */
export const trailVerification = z.object({
  events: z.int(),
  batches: z.int(),
  /** The first ones; `faultCount` has them all. */
  faults: z.array(trailFault),
  faultCount: z.int(),
  anchorFound: z.boolean(),
  /** After this part. Null without batches. */
  head: z.nullable(z.object({ hash: z.string(), number: z.int(), sealedAt: z.iso.datetime() })),
  /** Of the whole trail, for progress. */
  totalEvents: z.int(),
  /** Events of the last minute, which are not sealed yet. */
  waiting: z.int(),
  /** `after` of the next part. Null: complete. */
  next: z.nullable(z.int()),
})
export type TrailVerification = z.infer<typeof trailVerification>
