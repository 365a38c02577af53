import { ageOn } from '@sherpa/contracts/age'
import { addDays, addMonths } from '@sherpa/contracts/days'
import { stages } from '@sherpa/contracts/labels'
import { type Measurable, measurables } from '@sherpa/contracts/measurable'
import type { SampleKind } from '@sherpa/contracts/organization'
import { type SportId, sportNames } from '@sherpa/contracts/sports'
import type { Insertable } from 'kysely'
import { hashOfLinkToken, newLinkToken } from '../../mail/link-token.ts'
import type { Queryable } from '../../persistence/database.ts'
import type { Tables } from '../../persistence/database-types.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowsOf, run } from '../../persistence/queries.ts'
import { type PastEvent, recordPastEvents } from '../audit/audit.ts'
import { setPermission, todayIn } from '../organizations/organizations.ts'
import {
  departmentAthletes,
  type SampleAthlete,
  sampleAthletes,
  sampleMeasurables,
  sampleNotes,
} from './sample-athletes.ts'

const DAY_MS = 24 * 60 * 60_000
const platforms = ['instagram', 'tiktok', 'x'] as const
const SAMPLE_PROGRAMS = 4
/** Lower is better. */
const isTime = (kind: Measurable) => measurables[kind].unit === 'seconds'
const years = { 'high-school': [15, 18], college: [18, 22], pro: [22, 30] } as const

export type SamplePeople = {
  kind: SampleKind
  /** Assignees. */
  colleagues: string[]
  coaches: string[]
  /** Verifies guardians. */
  approver: string | undefined
  /** Account of the first athlete. */
  athlete: string | undefined
  addPerson: (name: string) => Promise<string>
}

/** Guardians of the first minors in a department: verified, to verify, and asked. */
const guardianStates = ['verified', 'verified', 'confirmed', 'asked'] as const

const stageBefore: Partial<Record<SampleAthlete['stage'], SampleAthlete['stage']>> = {
  recruiting: 'prospect',
  signed: 'recruiting',
  former: 'signed',
}

/** Deterministic fictional athletes with full records; only dates depend on the clock. */
export async function makeSampleAthletes(
  client: Queryable,
  organization: string,
  { kind, colleagues, coaches, approver, athlete: member, addPerson }: SamplePeople,
  now: Date,
) {
  const today = await todayIn(client, organization, now)
  const thisYear = Number(today.slice(0, 4))
  const tags = await rowsOf(
    client,
    query
      .insertInto('tags')
      .values(
        [...new Set(sampleAthletes.flatMap((one) => one.tags))].map((name) => ({
          organization_id: organization,
          name,
        })),
      )
      .returning(['id', 'name']),
  )
  const [shoe, jersey] = await rowsOf(
    client,
    query
      .insertInto('custom_fields')
      .values([
        { organization_id: organization, name: 'Shoe size', kind: 'number' },
        { organization_id: organization, name: 'Jersey', kind: 'number' },
      ])
      .returning('id'),
  )
  const isDepartment = kind === 'athletic-department'
  // Coaches of a department see the athletes of their programs.
  const managers = isDepartment ? colleagues.filter((id) => !coaches.includes(id)) : colleagues
  const rows = {
    athletes: [] as Insertable<Tables['athletes']>[],
    athlete_tags: [] as Insertable<Tables['athlete_tags']>[],
    athlete_assignments: [] as Insertable<Tables['athlete_assignments']>[],
    athlete_measurements: [] as Insertable<Tables['athlete_measurements']>[],
    athlete_contacts: [] as Insertable<Tables['athlete_contacts']>[],
    guardianships: [] as Insertable<Tables['guardianships']>[],
    athlete_eligibility: [] as Insertable<Tables['athlete_eligibility']>[],
    athlete_social_accounts: [] as Insertable<Tables['athlete_social_accounts']>[],
    custom_values: [] as Insertable<Tables['custom_values']>[],
    athlete_timeline: [] as Insertable<Tables['athlete_timeline']>[],
  }
  const events: PastEvent[] = []
  let guardians = 0
  for (const [n, sample] of (isDepartment ? departmentAthletes : sampleAthletes).entries()) {
    const id = newId(now.getTime() + n)
    const key = { organization_id: organization, athlete_id: id }
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
    // The first athletes have the latest activity.
    const lastActive = new Date(now.getTime() - 12 * 60_000 * (n + 1) ** 1.9)
    const addedAt = daysAgo(365 - 6 * n)
    const birthDate = computeBirthDate(sample, n, today)
    rows.athletes.push({
      organization_id: organization,
      id,
      given_name: sample.givenName,
      family_name: sample.familyName,
      birth_date: birthDate,
      sport: sample.sport,
      positions: sample.positions,
      level: sample.level,
      stage: sample.stage,
      school: sample.school,
      class_year:
        sample.level === 'pro' ? null : Number(birthDate.slice(0, 4)) + (sample.level === 'college' ? 22 : 18),
      hometown: sample.hometown,
      state: sample.state,
      email: `${sample.givenName}.${sample.familyName}@athlete.example`
        .normalize('NFD')
        .replace(/[^\w.@]/g, '')
        .toLowerCase(),
      phone: `(555) 555-01${String(n).padStart(2, '0')}`,
      user_id: n === 0 ? (member ?? null) : null,
      created_at: addedAt,
      last_active_at: lastActive,
    })
    const athleteTags = tags.filter(({ name }) => sample.tags.includes(name))
    rows.athlete_tags.push(...athleteTags.map(({ id: tag }) => ({ ...key, tag_id: tag })))
    const assignees = managers.filter((_, index) => index === n % managers.length || (n % 7 === 0 && index === 0))
    rows.athlete_assignments.push(...assignees.map((person) => ({ ...key, user_id: person })))
    const measurements = (sampleMeasurables[sample.sport] ?? []).flatMap(([kind, usual], index) =>
      [5, 4, 3, 2, 1, 0].map((quarter) => ({
        ...key,
        kind,
        value:
          Math.round(usual * (0.95 + ((n * 7 + index * 3) % 10) / 100 + computeProgress(kind, quarter)) * 100) / 100,
        measured_on: addDays(today, -20 - 85 * quarter),
        source: quarter % 2 ? 'Summit Lab' : 'Team staff',
      })),
    )
    rows.athlete_measurements.push(...measurements)
    const [contact, headCoach, parent] = [
      newId(),
      newId(),
      `${['Mari', 'Daniel', 'Grace', 'Luis', 'Ruth'][n % 5]} ${sample.familyName}`,
    ]
    rows.athlete_contacts.push(
      {
        ...key,
        id: contact,
        name: parent,
        relation: sample.level === 'high-school' ? 'guardian' : 'parent',
        title: ['Mother', 'Father'][n % 2] ?? null,
        reach: 'full',
        email: `family${n}@athlete.example`,
        phone: `(555) 555-01${String((n * 3) % 100).padStart(2, '0')}`,
      },
      {
        ...key,
        id: headCoach,
        name: ['Dana Whitlock', 'Marcus Hale', 'Elena Petrov', 'Tom Ridley'][n % 4] ?? '',
        relation: 'coach',
        title: 'Head coach',
        reach: 'limited',
        email: `coach${n % 4}@school.example`,
        phone: null,
      },
    )
    if (sample.level !== 'pro') {
      rows.athlete_eligibility.push({
        ...key,
        season: `${thisYear}–${String(thisYear + 1).slice(2)}`,
        status: n % 9 === 4 ? 'pending' : 'eligible',
        reason: n % 9 === 4 ? 'Transcript not received yet' : null,
        checked_on: addDays(today, -60 - n),
      })
    }
    rows.athlete_social_accounts.push({
      ...key,
      platform: platforms[n % 3] ?? 'x',
      handle: `@${sample.givenName}.${sample.familyName}`
        .normalize('NFD')
        .replace(/[^\w.@]/g, '')
        .toLowerCase(),
      followers: 800 + ((n * 3779) % 90_000),
    })
    rows.custom_values.push(
      { ...key, field_id: shoe?.id ?? '', number_value: 8 + (n % 12) / 2 },
      { ...key, field_id: jersey?.id ?? '', number_value: (n * 13) % 99 },
    )
    const notes = sampleNotes.filter((_, index) => (n + index) % 3 === 0)
    rows.athlete_timeline.push(
      { ...key, id: newId(), kind: 'added', actor_id: colleagues[n % colleagues.length] ?? null, at: addedAt },
      ...notes.map(([kind, text, more], index) => ({
        ...key,
        id: newId(),
        kind,
        text,
        ...more,
        ...(kind === 'meeting' && { with_contact: true, contact_id: headCoach }),
        readers: sampleReaders[kind],
        actor_id: colleagues[(n + index) % colleagues.length] ?? null,
        at: new Date(lastActive.getTime() - index * 9 * DAY_MS),
      })),
    )
    events.push({ event: 'athlete-added', actor: colleagues[n % colleagues.length], athlete: id, at: addedAt })
    const formerStage = stageBefore[sample.stage]
    if (n % 4 === 1 && formerStage) {
      const actor = colleagues[(n + 1) % colleagues.length]
      const changes = [{ field: 'stage', before: stages[formerStage], after: stages[sample.stage] }]
      events.push({ event: 'athlete-changed', actor, athlete: id, details: 'stage', changes, at: lastActive })
    }
    const guardian = isDepartment && sample.level === 'high-school' ? guardianStates[guardians++] : undefined
    if (!guardian) continue
    const isConfirmed = guardian !== 'asked'
    const invitedAt = daysAgo(isConfirmed ? 40 + n : 2)
    rows.guardianships.push({
      ...key,
      contact_id: contact,
      reach: 'full',
      invited_by: colleagues[0] ?? null,
      invited_at: invitedAt,
      ...(isConfirmed
        ? {
            user_id: await addPerson(parent),
            confirmed_at: new Date(invitedAt.getTime() + DAY_MS),
            consents_to_account: true,
          }
        : {
            email: `family${n}@athlete.example`,
            token_hash: hashOfLinkToken(newLinkToken(organization)),
            expires_at: daysAgo(-12),
          }),
      ...(guardian === 'verified' && {
        verified_by: approver ?? null,
        verified_at: new Date(invitedAt.getTime() + 2 * DAY_MS),
        verified_how: 'id-seen' as const,
      }),
    })
    events.push({ event: 'guardian-invited', actor: colleagues[0], athlete: id, at: invitedAt })
  }
  await run(client, query.insertInto('athletes').values(rows.athletes))
  await run(client, query.insertInto('athlete_tags').values(rows.athlete_tags))
  await run(client, query.insertInto('athlete_assignments').values(rows.athlete_assignments))
  await run(client, query.insertInto('athlete_measurements').values(rows.athlete_measurements))
  await run(client, query.insertInto('athlete_contacts').values(rows.athlete_contacts))
  if (rows.guardianships.length > 0) await run(client, query.insertInto('guardianships').values(rows.guardianships))
  await run(client, query.insertInto('athlete_eligibility').values(rows.athlete_eligibility))
  await run(client, query.insertInto('athlete_social_accounts').values(rows.athlete_social_accounts))
  await run(client, query.insertInto('custom_values').values(rows.custom_values))
  await run(client, query.insertInto('athlete_timeline').values(rows.athlete_timeline))
  if (isDepartment) await makeSamplePrograms(client, organization, rows.athletes, coaches, addMonths(today, -12))
  await recordPastEvents(client, organization, events)
}

const sampleReaders = { note: 'team', call: 'deals', text: 'deals', meeting: 'deals', email: 'money' } as const
/** One program for each of the most common sports, with the coaches in turn. */
async function makeSamplePrograms(
  client: Queryable,
  organization: string,
  athletes: Insertable<Tables['athletes']>[],
  coaches: string[],
  startsOn: string,
) {
  await setPermission(client, organization, { role: 'coach', permission: 'athletes.all', allowed: false })
  const bySport = [...Map.groupBy(athletes, ({ sport }) => sport as SportId)]
    .toSorted(([, some], [, others]) => others.length - some.length)
    .slice(0, SAMPLE_PROGRAMS)
  for (const [n, [sport, some]] of bySport.entries()) {
    const { id: program } = await oneRowOf(
      client,
      query
        .insertInto('programs')
        .values({ organization_id: organization, name: sportNames[sport], sport })
        .returning('id'),
    )
    const key = { organization_id: organization, program_id: program, starts_on: startsOn }
    await run(client, query.insertInto('program_athletes').values(some.map(({ id }) => ({ ...key, athlete_id: id }))))
    const coach = coaches[n % coaches.length]
    if (coach) await run(client, query.insertInto('program_members').values({ ...key, user_id: coach }))
  }
}

/** Strength and speed improve over time; height stays. */
function computeProgress(kind: Measurable, quartersAgo: number) {
  if (kind === 'height') return 0
  return ((5 - quartersAgo) / 120) * (isTime(kind) ? -1 : 1)
}

function computeBirthDate({ level }: SampleAthlete, n: number, today: string) {
  const [from, until] = years[level]
  const age = from + (n % (until - from))
  const newYear = `${Number(today.slice(0, 4)) - age}-01-01`
  const born = addDays(addMonths(newYear, (n * 5) % 12), (n * 11) % 28)
  return (ageOn(today, born) ?? 0) < from ? addMonths(born, -12) : born
}
