import type { FailedJob } from '@sherpa/contracts/job'
import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import { publicJobs, startAgain } from '../../jobs/enqueue.ts'
import type { Job } from '../../jobs/job.ts'
import { type Database, enterOrganization, inTransaction } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { publicOrganizationsOfAll } from '../organizations/organizations.ts'

const MAX_LISTED = 200

const failedJobs = query.selectFrom(publicJobs.as('j')).where('j.failed_at', 'is not', null)

/** Lets staff list and restart failed jobs. */
export function createFailedJobService({
  database,
  jobs,
}: {
  database: Database
  jobs: Pick<Job, 'name' | 'title'>[]
}) {
  const titles = new Map(jobs.map(({ name, title }) => [name, title]))
  const getTitle = (name: string) => titles.get(name) ?? name

  return {
    async list(): Promise<FailedJob[]> {
      const rows = await rowsOf(
        database,
        failedJobs
          .leftJoin(publicOrganizationsOfAll.as('o'), 'o.id', 'j.organization_id')
          .select((eb) => [
            'j.id',
            'j.name',
            'o.id as organization',
            'o.name as organizationName',
            'j.attempts',
            eb.ref('j.failed_at').$notNull().as('failedAt'),
            'j.reason',
            'j.state',
          ])
          .orderBy('j.failed_at', 'desc')
          .limit(MAX_LISTED),
      )
      return rows.map(({ id, name, organization, organizationName, attempts, failedAt, reason, state }) => ({
        id,
        title: getTitle(name),
        organization: organization && organizationName ? { id: organization, name: organizationName } : null,
        failedAt: failedAt.toISOString(),
        attempts,
        reason: reason ?? '',
        startedAgain: state !== 'failed',
      }))
    },

    /** Idempotent: a concurrent second restart succeeds without effect. */
    async restart(staff: Person, id: string) {
      await inTransaction(database, async (client) => {
        const job = await rowOf(
          client,
          failedJobs.select(['j.name', 'j.organization_id as organization']).where('j.id', '=', id),
        )
        if (!job) throw new Refusal('not-found')
        if (job.organization) await enterOrganization(client, job.organization)
        if (!(await startAgain(client, id))) return
        await recordEvent(client, { event: 'job-restarted', actor: staff.id, details: getTitle(job.name) })
      })
    },
  }
}

export type FailedJobs = ReturnType<typeof createFailedJobService>
