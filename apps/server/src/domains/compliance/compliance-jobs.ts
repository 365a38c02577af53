import { z } from 'zod'
import { enqueueInEach } from '../../jobs/enqueue.ts'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { defineJob, every } from '../../jobs/job.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { FIRST_JUDGMENT, finishRepair } from '../../persistence/repairs.ts'
import { recordEvent } from '../audit/audit.ts'
import { listAthletesToJudge } from '../deals/deals.ts'
import { todayIn } from '../organizations/organizations.ts'
import type { Judgment } from './judge.ts'

export type ComplianceJobParts = { database: Database; clock: () => Date; judgment: Judgment }

/** The function `judge_again` enqueues the first two after a change of facts. */
export function complianceJobs({ database, clock, judgment }: ComplianceJobParts) {
  const judge = (organization: string, athlete: string) =>
    inTransaction(database, (client) => judgment.judgeAthlete(client, organization, athlete))

  const judgeOrganization = defineJob({
    name: 'judge-organization',
    title: 'Judge all open deals of an organization by the compliance rules',
    data: z.object({ organization: z.uuid() }),
    async run({ organization }) {
      const today = await todayIn(database, organization, clock())
      await forEachOf(await listAthletesToJudge(database, organization, today), (athlete) =>
        judge(organization, athlete),
      )
      await inTransaction(database, async (client) => {
        const isFirst = await finishRepair(client, organization, FIRST_JUDGMENT, clock())
        if (isFirst) await recordEvent(client, { event: 'deadlines-checked', organization })
      })
    },
  })

  return [
    judgeOrganization,
    defineJob({
      name: 'judge-athlete',
      title: 'Judge the open deals of an athlete by the compliance rules',
      data: z.object({ organization: z.uuid(), athlete: z.uuid() }),
      run: ({ organization, athlete }) => judge(organization, athlete),
    }),
    every('1 hour', {
      name: 'judge-after-update',
      title: 'Find organizations whose deals nobody has judged since the update',
      async run() {
        const { rows } = await database.query<{ id: string }>('select organizations_to_repair($1) as id', [
          FIRST_JUDGMENT,
        ])
        await enqueueInEach(database, judgeOrganization, rows)
      },
    }),
    // Rules come into force, deadlines pass and athletes come of age without a change of facts.
    every('1 day at 06:00', {
      name: 'judge-all',
      title: 'Schedule the nightly judgment by the compliance rules',
      async run() {
        const { rows } = await database.query<{ id: string }>('select id from organizations_to_judge()')
        await enqueueInEach(database, judgeOrganization, rows)
      },
    }),
  ]
}
