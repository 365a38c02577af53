import type { FailedJob } from '@sherpa/contracts/job'
import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import { jobFacts, startAgain } from '../../jobs/enqueue.ts'
import type { Job } from '../../jobs/job.ts'
import { type Database, enterOrganization, inTransaction } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { allOrganizationFacts } from '../organizations/organizations.ts'

const MOST = 200

const givenUp = query.selectFrom(jobFacts.as('j')).where('j.failed_at', 'is not', null)

/** What was given up, and a way to start it again, for our staff. */
export function failedJobs({ database, jobs }: { database: Database; jobs: Pick<Job, 'name' | 'title'>[] }) {
  const titles = new Map(jobs.map(({ name, title }) => [name, title]))
  const titleOf = (name: string) => titles.get(name) ?? name

  return {
    async list(): Promise<FailedJob[]> {
      const rows = await rowsOf(
        database,
        givenUp
          .leftJoin(allOrganizationFacts.as('o'), 'o.id', 'j.organization_id')
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
          .limit(MOST),
      )
      return rows.map(({ id, name, organization, organizationName, attempts, failedAt, reason, state }) => ({
        id,
        title: titleOf(name),
        organization: organization && organizationName ? { id: organization, name: organizationName } : null,
        failedAt: failedAt.toISOString(),
        attempts,
        reason: reason ?? '',
        startedAgain: state !== 'failed',
      }))
    },

    /** Of two who start it at the same time, one does; the other is told that it has been started, which is true. */
    async restart(staff: Person, id: string) {
      await inTransaction(database, async (client) => {
        const job = await rowOf(
          client,
          givenUp.select(['j.name', 'j.organization_id as organization']).where('j.id', '=', id),
        )
        if (!job) throw new Refusal('not-found')
        if (job.organization) await enterOrganization(client, job.organization)
        if (!(await startAgain(client, id))) return
        await noteEvent(client, { event: 'job-restarted', actor: staff.id, details: titleOf(job.name) })
      })
    },
  }
}

export type FailedJobs = ReturnType<typeof failedJobs>
