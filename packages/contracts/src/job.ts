import * as z from 'zod/mini'

/** A job that was given up. It is listed until it has succeeded. */
const failedJob = z.object({
  id: z.uuid(),
  /** What it does, in plain words. */
  title: z.string(),
  /** Whose job it is; null for Sherpa’s own. */
  organization: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  failedAt: z.iso.datetime(),
  attempts: z.int(),
  reason: z.string(),
  /** It was started again, and is waiting or running. */
  startedAgain: z.boolean(),
})
export type FailedJob = z.infer<typeof failedJob>

export const failedJobList = z.object({ jobs: z.array(failedJob) })
