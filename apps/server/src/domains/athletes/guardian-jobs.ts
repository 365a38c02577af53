import { ADULT_YEARS } from '@sherpa/contracts/age'
import { addDays, addMonths, dayIn } from '@sherpa/contracts/days'
import { COPIES_DAYS } from '@sherpa/contracts/guardian-home'
import { DIGEST_HOUR } from '@sherpa/contracts/notification'
import { sql } from 'kysely'
import { z } from 'zod'
import { enqueue, enqueueInEach } from '../../jobs/enqueue.ts'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { defineJob, every, type Job } from '../../jobs/job.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordEvent } from '../audit/audit.ts'
import { notifyByMail } from '../notifications/notifications.ts'
import { lockOrganization, publicMemberships, publicOrganizations, todayIn } from '../organizations/organizations.ts'
import { loadAthleteFacts } from './athletes.ts'
import { cameOfAgeMail, guardianshipEndedMail } from './guardian-mail.ts'
import { formatContact } from './guardianship.ts'
import { computeLatestAdultBirthDate } from './minors.ts'
import { addTimelineEntry } from './timeline.ts'

/** The first time zone to start a day. */
const FIRST_ZONE = 'Pacific/Kiritimati'

const majority = z.object({ organization: z.uuid(), athlete: z.uuid(), guardians: z.array(z.uuid()) })
type Majority = z.infer<typeof majority>

export function guardianJobs({ database, clock }: { database: Database; clock: () => Date }) {
  const tell = defineJob({
    name: 'tell-of-majority',
    title: 'Tell of an 18th birthday',
    data: majority,
    run: (data) => inTransaction(database, (client) => tellOfMajority(client, data, clock())),
  })

  const endInOrganization = defineJob({
    name: 'end-guardianships-in-organization',
    title: 'End guardianships of an organization’s athletes who have turned 18',
    data: z.object({ organization: z.uuid() }),
    run: ({ organization }) => endGuardianshipsOfAdults(database, organization, { now: clock(), tell }),
  })

  return [
    tell,
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
async function endGuardianshipsOfAdults(
  database: Database,
  organization: string,
  { now, tell }: { now: Date; tell: Job<Majority> },
) {
  const today = await todayIn(database, organization, now)
  const bornUntil = computeLatestAdultBirthDate(today)
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
    inTransaction(database, async (client) => {
      const guardians = await endGuardianshipsOf(client, { organization, athlete: id, bornUntil, now })
      if (!guardians) return
      const startAfter = await morningOf(client, organization, today)
      await enqueue(client, tell, { organization, athlete: id, guardians }, { startAfter, key: id, scheduled: true })
    }),
  )
}

/** The former guardians' accounts; undefined if there was none. */
async function endGuardianshipsOf(
  client: Queryable,
  { organization, athlete, bornUntil, now }: { organization: string; athlete: string; bornUntil: string; now: Date },
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
      .set({ ended_at: now })
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete)
      .where('ended_at', 'is', null)
      .where('confirmed_at', 'is not', null)
      .returning(['contact_id as contact', 'user_id as person']),
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
  return ended.length > 0 ? ended.flatMap(({ person }) => person ?? []) : undefined
}

/** The guardianships end at midnight; nobody is mailed at night. */
async function morningOf(client: Queryable, organization: string, day: string) {
  const { at } = await oneRowOf(
    client,
    query
      .selectFrom(publicOrganizations.as('o'))
      .select(sql<Date>`(${day}::date + make_time(${DIGEST_HOUR}::integer, 0, 0)) at time zone o.time_zone`.as('at'))
      .where('o.id', '=', organization),
  )
  return at
}

/** One mail each: the athlete, who manages them, else the owners, and the former guardians. */
async function tellOfMajority(client: Queryable, { organization, athlete, guardians }: Majority, now: Date) {
  const { name: about, userId, ageFacts } = await loadAthleteFacts(client, organization, athlete, now)
  const until = ageFacts.birthDate && addDays(addMonths(ageFacts.birthDate, 12 * ADULT_YEARS), COPIES_DAYS)
  const members = await rowsOf(
    client,
    query
      .selectFrom(publicMemberships.as('m'))
      .innerJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
      .leftJoin('athlete_assignments as s', (join) =>
        join
          .onRef('s.organization_id', '=', 'm.organization_id')
          .onRef('s.user_id', '=', 'm.user_id')
          .on('s.athlete_id', '=', athlete),
      )
      .select(['u.id', 'u.name', 'u.email', 'm.role'])
      .select((eb) => eb('s.user_id', 'is not', null).as('isManager'))
      .where('m.organization_id', '=', organization)
      .where((eb) =>
        eb.or([
          eb('m.role', '=', 'owner'),
          eb('s.user_id', 'is not', null),
          ...(userId ? [eb('u.id', '=', userId)] : []),
        ]),
      )
      .orderBy('u.id')
      .$narrowType<{ email: string }>(),
  )
  const managers = members.filter(({ isManager }) => isManager)
  const owners = members.filter(({ role }) => role === 'owner')
  const own = members.filter(({ id }) => id === userId)
  for (const { id: person, name, email } of [...own, ...(managers.length > 0 ? managers : owners)]) {
    const words = { name, organization, athlete, ...(person !== userId && { about }) }
    const news = { kind: 'came-of-age', details: { athlete, what: about } } as const
    await notifyByMail(client, { organization, person, ...news }, { mail: cameOfAgeMail, recipient: email, words })
  }
  const people = await rowsOf(
    client,
    query
      .selectFrom([publicUsers.as('u'), publicOrganizations.as('o')])
      .select(['u.id', 'u.name', 'u.email', 'o.name as organizationName'])
      .where(sql<boolean>`u.id = any(${guardians}::uuid[])`)
      .where('u.deleted_at', 'is', null)
      .where('o.id', '=', organization)
      .orderBy('u.id')
      .$narrowType<{ email: string }>(),
  )
  for (const { id: person, name, email, organizationName } of people) {
    const details = { name, organization: organizationName, athlete: about, ...(until && { until }) }
    await queueMail(client, guardianshipEndedMail, { recipient: email, person, details })
  }
}
