import { dayIn } from '@sherpa/contracts/days'
import { sql } from 'kysely'
import { z } from 'zod'
import { enqueueInEach } from '../../jobs/enqueue.ts'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { defineJob, every } from '../../jobs/job.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { lockOrganization, todayIn } from '../organizations/organizations.ts'
import { formatContact } from './guardianship.ts'
import { computeLatestAdultBirthDate } from './minors.ts'
import { addTimelineEntry } from './timeline.ts'

/** The first time zone to start a day. */
const FIRST_ZONE = 'Pacific/Kiritimati'

export function guardianJobs({ database, clock }: { database: Database; clock: () => Date }) {
  const endInOrganization = defineJob({
    name: 'end-guardianships-in-organization',
    title: 'End guardianships of an organization’s athletes who have turned 18',
    data: z.object({ organization: z.uuid() }),
    run: ({ organization }) => endGuardianshipsOfAdults(database, organization, clock()),
  })

  return [
    endInOrganization,
    // Hourly, since local midnight can be at any hour of UTC.
    every('1 hour', {
      name: 'end-guardianships-of-adults',
      title: 'Find guardianships of athletes who have turned 18',
      async run() {
        const bornUntil = computeLatestAdultBirthDate(dayIn(clock().toISOString(), FIRST_ZONE))
        const { rows } = await database.query<{ id: string }>('select id from organizations_with_guardians_of($1)', [
          bornUntil,
        ])
        await enqueueInEach(database, endInOrganization, rows)
      },
    }),
  ]
}

/** Access is computed from the birth date; this records the end of the guardianship. Each athlete has a transaction. */
async function endGuardianshipsOfAdults(database: Database, organization: string, now: Date) {
  const bornUntil = computeLatestAdultBirthDate(await todayIn(database, organization, now))
  const adults = await rowsOf(
    database,
    query
      .selectFrom('athletes as a')
      .select('a.id')
      .where('a.organization_id', '=', organization)
      .where('a.birth_date', '<=', bornUntil)
      .where(sql<boolean>`a.id = any(array(select g.athlete_id from guardianships g
        where g.organization_id = ${organization} and g.ended_at is null and g.confirmed_at is not null))`)
      .orderBy('a.id'),
  )
  await forEachOf(adults, ({ id }) =>
    inTransaction(database, (client) => endGuardianshipsOf(client, { organization, athlete: id, bornUntil })),
  )
}

async function endGuardianshipsOf(
  client: Queryable,
  { organization, athlete, bornUntil }: { organization: string; athlete: string; bornUntil: string },
) {
  // Lock order: organization, then athletes.
  await lockOrganization(client, organization)
  const adult = await rowOf(
    client,
    query
      .selectFrom('athletes')
      .select('id')
      .where('organization_id', '=', organization)
      .where('id', '=', athlete)
      .where('birth_date', '<=', bornUntil)
      .forUpdate(),
  )
  // The birth date was corrected meanwhile.
  if (!adult) return
  const ended = await rowsOf(
    client,
    query
      .updateTable('guardianships')
      .set({ ended_at: sql<Date>`now()` })
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete)
      .where('ended_at', 'is', null)
      .where('confirmed_at', 'is not', null)
      .returning('contact_id as contact'),
  )
  for (const { contact } of ended) {
    const guardian = await rowOf(
      client,
      query
        .selectFrom('athlete_contacts')
        .select(['name', 'relation'])
        .where('organization_id', '=', organization)
        .where('id', '=', contact),
    )
    await addTimelineEntry(client, { person: null, member: { organization } }, athlete, {
      kind: 'guardian-ended',
      ...(guardian && { about: formatContact(guardian) }),
    })
    await recordEvent(client, { event: 'guardian-ended', organization, athlete })
  }
}
