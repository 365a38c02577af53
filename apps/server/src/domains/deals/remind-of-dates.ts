import { addDays, spokenDay } from '@sherpa/contracts/days'
import { type DealMove, type DealStage, isPossible } from '@sherpa/contracts/deal-stage'
import { explainKeyDate, type KeyDateRule } from '@sherpa/contracts/key-date'
import { DIGEST_HOUR } from '@sherpa/contracts/notification'
import { z } from 'zod'
import { enqueueInEach, enqueueSchedule } from '../../jobs/enqueue.ts'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { defineJob, every } from '../../jobs/job.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { notifyByMail } from '../notifications/notifications.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { remindOfAgreementEnds } from './agreement-ends.ts'
import { lockDealUnchecked } from './deal-access.ts'
import { keyDateNearMail } from './deal-mail.ts'
import { addTimelineEntry } from './deal-timeline.ts'
import { moveDeal, stateOf } from './life-cycle.ts'
import { type PutInForce, putSignedByAdultsInForce } from './put-in-force.ts'
import { remindOfDecisions, remindOfDeliverables, remindOfPayments, remindOfSignatures } from './reminder-schedule.ts'
import { loadLocalTime } from './reminders.ts'
import { findResponsible } from './responsible.ts'
import { loadNewestVersion } from './versions.ts'

/** Local day and time of the organization. */
type Day = { organization: string } & Awaited<ReturnType<typeof loadLocalTime>> & { now: Date }

/** Work of each hour in one organization. A job of its own, so that a failure blocks no other step. */
export type HourlyStep = {
  /** Name of the job: never rename. */
  name: string
  title: string
  /** Not mail: people get none between 21:00 and 7:00. */
  atNight?: true
  run: (database: Database, day: Day) => Promise<unknown>
}

type Parts = {
  database: Database
  clock: () => Date
  onMail: () => void
  putInForce: PutInForce
  /** Injected, because tasks, licenses and disclosures import deals. */
  furtherSteps: readonly HourlyStep[]
}

/** No reminders at night, in the organization's time zone. */
const FIRST_HOUR = DIGEST_HOUR
const LAST_HOUR = 21

/** Work of each hour: reminders, digests, and deals whose term starts or ends. */
export function createHourlyJobs({ database, clock, onMail, putInForce, furtherSteps }: Parts) {
  const steps: HourlyStep[] = [
    {
      name: 'put-signed-deals-in-force',
      title: 'Put an organization’s deals in force that only waited for a guardian',
      atNight: true,
      run: (own, { organization, now }) => putSignedByAdultsInForce(own, organization, { putInForce, now }),
    },
    {
      name: 'move-deals-by-calendar',
      title: 'Start and complete an organization’s deals by their term',
      atNight: true,
      run: moveByCalendar,
    },
    { name: 'remind-of-key-dates', title: 'Remind of an organization’s key dates', run: remindOfKeyDates },
    {
      name: 'remind-of-agreement-ends',
      title: 'Remind of an organization’s agreements that end',
      run: remindOfAgreementEnds,
    },
    { name: 'remind-of-deliverables', title: 'Remind of an organization’s deliverables', run: remindOfDeliverables },
    { name: 'remind-of-signatures', title: 'Remind of an organization’s missing signatures', run: remindOfSignatures },
    { name: 'remind-of-payments', title: 'Remind of an organization’s late payments', run: remindOfPayments },
    { name: 'remind-of-decisions', title: 'Remind of an organization’s deals to review', run: remindOfDecisions },
    ...furtherSteps,
  ]

  async function loadDay(organization: string): Promise<Day> {
    const now = clock()
    return { organization, now, ...(await loadLocalTime(database, organization, now)) }
  }
  const isTimeFor = ({ atNight }: HourlyStep, { hour }: Day) => atNight || (hour >= FIRST_HOUR && hour < LAST_HOUR)

  const stepJobs = steps.map((step) => ({
    step,
    job: defineJob({
      name: step.name,
      title: step.title,
      data: z.object({ organization: z.uuid() }),
      async run({ organization }) {
        const day = await loadDay(organization)
        // It may have waited since.
        if (!isTimeFor(step, day)) return
        try {
          await step.run(database, day)
        } finally {
          onMail()
        }
      },
    }),
  }))

  const scheduleSteps = defineJob({
    name: 'remind-of-deal-dates-in-organization',
    title: 'Schedule the hourly work of an organization',
    data: z.object({ organization: z.uuid() }),
    async run({ organization }) {
      const day = await loadDay(organization)
      const due = stepJobs.filter(({ step }) => isTimeFor(step, day)).map(({ job }) => ({ id: job.name, job }))
      await forEachOf(due, ({ job }) => enqueueSchedule(database, job, organization))
    },
  })

  return [
    ...stepJobs.map(({ job }) => job),
    scheduleSteps,
    // Hourly, since local midnight can be at any UTC hour.
    every('1 hour', {
      name: 'remind-of-deal-dates',
      title: 'Schedule the hourly work of all organizations',
      async run() {
        const { rows } = await database.query<{ id: string }>('select id from organizations_to_remind()')
        await enqueueInEach(database, scheduleSteps, rows)
      },
    }),
  ]
}

async function remindOfKeyDates(database: Database, { organization, today }: Day) {
  const near = await rowsOf(
    database,
    query
      .selectFrom('key_dates as k')
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 'k.organization_id').onRef('d.id', '=', 'k.deal_id'),
      )
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'k.organization_id')
      .select([
        'k.id',
        'k.day',
        'k.title',
        'k.rule',
        'd.id as deal',
        'd.title as dealTitle',
        'd.lead_id',
        'd.athlete_id',
        'o.name as organizationName',
      ])
      .where('k.organization_id', '=', organization)
      .where('k.canceled', '=', false)
      .where('k.done_at', 'is', null)
      .where('k.day', '>=', today)
      .where('k.day', '<=', addDays(today, 366))
      .$narrowType<{ day: string; rule: KeyDateRule }>(),
  )
  await forEachOf(near, (date) =>
    inTransaction(database, (client) => remindOfKeyDate(client, { organization, today }, date)),
  )
}

type KeyDate = {
  id: string
  day: string
  title: string
  rule: KeyDateRule
  deal: string
  dealTitle: string
  lead_id: string | null
  athlete_id: string
  organizationName: string
}

async function remindOfKeyDate(
  client: Queryable,
  { organization, today }: Pick<Day, 'organization' | 'today'>,
  date: KeyDate,
) {
  // Only the closest reminder: missed ones are not sent again.
  const due = date.rule.reminders.filter((days) => addDays(date.day, -days) <= today).sort((a, b) => a - b)[0]
  if (due === undefined) return
  const sent = await run(
    client,
    query
      .insertInto('key_date_reminders')
      .values({ organization_id: organization, key_date_id: date.id, day: date.day, days_before: due })
      .onConflict((same) => same.doNothing()),
  )
  if (sent === 0) return
  const { deal, dealTitle, title, day, organizationName } = date
  for (const { id: person, name, email } of await findResponsible(client, organization, date)) {
    await notifyByMail(
      client,
      { organization, person, kind: 'key-date-near', details: { deal, title: dealTitle, what: title, day } },
      {
        mail: keyDateNearMail,
        recipient: email,
        words: {
          name,
          title: dealTitle,
          organization,
          organizationName,
          deal,
          date: spokenDay(day),
          what: title,
          explained: explainKeyDate(date.rule),
        },
      },
    )
  }
}

/** A deal starts on the first day of its term and is completed the day after its last one, even with open items. */
async function moveByCalendar(database: Database, { organization, today, now }: Day) {
  const starting = await rowsOf(database, selectDealsIn('signed', organization).where('starts_on', '<=', today))
  const ending = await rowsOf(database, selectDealsIn('active', organization).where('ends_on', '<', today))
  const due: { id: string; move: DealMove }[] = [
    ...starting.map(({ id }) => ({ id, move: 'start' as const })),
    ...ending.map(({ id }) => ({ id, move: 'complete' as const })),
  ]
  // Locking several athletes in one transaction would break the lock order.
  await forEachOf(due, ({ id, move }) =>
    inTransaction(database, async (client) => {
      const deal = await lockDealUnchecked(client, organization, id)
      const newest = deal && (await loadNewestVersion(client, deal))
      // It may have moved meanwhile.
      if (!newest || !isPossible(stateOf(deal, newest), move)) return
      const author = { person: null, member: { organization } }
      const { stage } = await moveDeal(client, author, deal, newest, move, { now })
      await addTimelineEntry(client, author, id, { kind: 'moved', about: stage })
    }),
  )
}

function selectDealsIn(stage: DealStage, organization: string) {
  return query
    .selectFrom('deals')
    .select('id')
    .where('organization_id', '=', organization)
    .where('stage', '=', stage)
    .where('removed_at', 'is', null)
    .orderBy('athlete_id')
    .orderBy('id')
}
