import * as z from 'zod/mini'

/** Listed until it succeeds. */
const failedJob = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Null: a job of Sherpa itself. */
  organization: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  failedAt: z.iso.datetime(),
  attempts: z.int(),
  reason: z.string(),
  /** Retried, and now waiting or running. */
  startedAgain: z.boolean(),
})
export type FailedJob = z.infer<typeof failedJob>

export const failedJobList = z.object({ jobs: z.array(failedJob) })
