import { dayIn } from '@sherpa/contracts/days'
import { sql } from 'kysely'
import { z } from 'zod'
import { enqueueInEach } from '../../jobs/enqueue.ts'
import { defineJob, every } from '../../jobs/job.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
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
    run: ({ organization }) =>
      inTransaction(database, (client) => endGuardianshipsOfAdults(client, organization, clock())),
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

/** Access is computed from the birth date; this records the end of the guardianship. */
async function endGuardianshipsOfAdults(client: Queryable, organization: string, now: Date) {
  // Lock order: organization, then athletes.
  await lockOrganization(client, organization)
  const bornUntil = computeLatestAdultBirthDate(await todayIn(client, organization, now))
  const isConfirmed = sql<boolean>`g.organization_id = ${organization} and g.ended_at is null and g.confirmed_at is not null`
  const adults = await rowsOf(
    client,
    query
      .selectFrom('athletes as a')
      .select('a.id')
      .where('a.organization_id', '=', organization)
      .where('a.birth_date', '<=', bornUntil)
      .where(sql<boolean>`a.id = any(array(select g.athlete_id from guardianships g where ${isConfirmed}))`)
      .orderBy('a.id')
      .forUpdate(),
  )
  const ended = await rowsOf(
    client,
    query
      .updateTable('guardianships as g')
      .set({ ended_at: sql<Date>`now()` })
      .where(isConfirmed)
      .where(sql<boolean>`g.athlete_id = any(${adults.map(({ id }) => id)}::uuid[])`)
      .returning(['g.athlete_id as athlete', 'g.contact_id as contact']),
  )
  const contacts = await rowsOf(
    client,
    query
      .selectFrom('athlete_contacts')
      .select(['id', 'name', 'relation'])
      .where('organization_id', '=', organization)
      .where(sql<boolean>`id = any(${ended.map(({ contact }) => contact)}::uuid[])`),
  )
  for (const { athlete, contact } of ended) {
    const guardian = contacts.find(({ id }) => id === contact)
    await addTimelineEntry(client, { person: null, member: { organization } }, athlete, {
      kind: 'guardian-ended',
      ...(guardian && { about: formatContact(guardian) }),
    })
    await recordEvent(client, { event: 'guardian-ended', organization, athlete })
  }
}
