import { defineJob } from '../../jobs/job.ts'
import { inTransaction, withoutTenant } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { createSampleJob, makeSample, removeSample, removeSampleJob, type SampleParts } from './samples.ts'

/** Each sample is created or removed in one transaction: after a restart the job begins again. */
export function sampleJobs(parts: SampleParts) {
  const { database } = parts
  const update = (id: string, change: { done?: number; total?: number; failed?: true }) =>
    run(database, query.updateTable('sample_runs').set(change).where('id', '=', id))
  /** Seen at once, so outside of the job's transaction. */
  const onStepOf = (id: string) => (done: number, total: number) => withoutTenant(() => update(id, { done, total }))
  const onGivenUp = ({ sample }: { sample: string }) => update(sample, { failed: true })

  return [
    defineJob({
      ...createSampleJob,
      title: 'Create a sample organization',
      retry: { attempts: 3, firstWaitSeconds: 5 },
      onGivenUp,
      async run({ sample: id }) {
        const asked = await rowOf(
          database,
          query
            .selectFrom('sample_runs as r')
            // Nobody waits for the sample of a deleted account.
            .innerJoin(publicUsers.as('u'), (join) =>
              join.onRef('u.id', '=', 'r.user_id').on('u.deleted_at', 'is', null),
            )
            .select(['r.user_id as owner', 'r.kind'])
            .where('r.id', '=', id)
            .where('r.state', '=', 'creating'),
        )
        await inTransaction(database, async (client) => {
          if (asked?.kind) await makeSample(client, parts, { ...asked, kind: asked.kind, id }, onStepOf(id))
          await run(client, query.deleteFrom('sample_runs').where('id', '=', id))
        })
      },
    }),
    defineJob({
      ...removeSampleJob,
      title: 'Remove a sample organization',
      retry: { attempts: 3, firstWaitSeconds: 5 },
      onGivenUp,
      async run({ sample: id }) {
        const asked = await rowOf(
          database,
          query.selectFrom('sample_runs').select('id').where('id', '=', id).where('state', '=', 'removing'),
        )
        if (!asked) return
        await inTransaction(database, async (client) => {
          await removeSample(client, id, onStepOf(id))
          await run(client, query.deleteFrom('sample_runs').where('id', '=', id))
        })
      },
    }),
  ]
}
