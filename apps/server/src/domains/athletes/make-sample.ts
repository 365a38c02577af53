import { addDays, addMonths } from '@sherpa/contracts/days'
import { type Measurable, measurables } from '@sherpa/contracts/measurable'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { todayIn } from '../organizations/organizations.ts'
import { ageOn } from './minors.ts'
import { type SampleAthlete, sampleAthletes, sampleMeasurables, sampleNotes } from './sample-athletes.ts'

const DAY_MS = 24 * 60 * 60_000
const platforms = ['instagram', 'tiktok', 'x'] as const
/** Lower is better. */
const isTime = (kind: Measurable) => measurables[kind].unit === 'seconds'
const years = { 'high-school': [15, 18], college: [18, 22], pro: [22, 30] } as const

export type SamplePeople = {
  /** Assignees. */
  colleagues: string[]
  /** Account of the first athlete. */
  athlete: string | undefined
}

/** Deterministic fictional athletes with full records; only dates depend on the clock. */
export async function makeSampleAthletes(
  client: Queryable,
  organization: string,
  { colleagues, athlete: member }: SamplePeople,
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
  for (const [n, sample] of sampleAthletes.entries()) {
    const id = newId(now.getTime() + n)
    const key = { organization_id: organization, athlete_id: id }
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
    // The first athletes have the latest activity.
    const lastActive = new Date(now.getTime() - 12 * 60_000 * (n + 1) ** 1.9)
    const birthDate = computeBirthDate(sample, n, today)
    await run(
      client,
      query.insertInto('athletes').values({
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
        created_at: daysAgo(200 - 3 * n),
        last_active_at: lastActive,
      }),
    )
    const athleteTags = tags.filter(({ name }) => sample.tags.includes(name))
    if (athleteTags.length > 0) {
      await run(
        client,
        query.insertInto('athlete_tags').values(athleteTags.map(({ id: tag }) => ({ ...key, tag_id: tag }))),
      )
    }
    const assignees = colleagues.filter((_, index) => index === n % colleagues.length || (n % 7 === 0 && index === 0))
    await run(
      client,
      query.insertInto('athlete_assignments').values(assignees.map((person) => ({ ...key, user_id: person }))),
    )
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
    if (measurements.length > 0) await run(client, query.insertInto('athlete_measurements').values(measurements))
    await run(
      client,
      query.insertInto('athlete_contacts').values([
        {
          ...key,
          name: `${['Mari', 'Daniel', 'Grace', 'Luis', 'Ruth'][n % 5]} ${sample.familyName}`,
          relation: sample.level === 'high-school' ? 'guardian' : 'parent',
          title: ['Mother', 'Father'][n % 2] ?? null,
          reach: 'full',
          email: `family${n}@athlete.example`,
          phone: `(555) 555-01${String((n * 3) % 100).padStart(2, '0')}`,
        },
        {
          ...key,
          name: ['Dana Whitlock', 'Marcus Hale', 'Elena Petrov', 'Tom Ridley'][n % 4] ?? '',
          relation: 'coach',
          title: 'Head coach',
          reach: 'limited',
          email: `coach${n % 4}@school.example`,
          phone: null,
        },
      ]),
    )
    if (sample.level !== 'pro') {
      await run(
        client,
        query.insertInto('athlete_eligibility').values({
          ...key,
          season: `${thisYear}–${String(thisYear + 1).slice(2)}`,
          status: n % 9 === 4 ? 'pending' : 'eligible',
          reason: n % 9 === 4 ? 'Transcript not received yet' : null,
          checked_on: addDays(today, -60 - n),
        }),
      )
    }
    await run(
      client,
      query.insertInto('athlete_social_accounts').values({
        ...key,
        platform: platforms[n % 3] ?? 'x',
        handle: `@${sample.givenName}.${sample.familyName}`
          .normalize('NFD')
          .replace(/[^\w.@]/g, '')
          .toLowerCase(),
        followers: 800 + ((n * 3779) % 90_000),
      }),
    )
    await run(
      client,
      query.insertInto('custom_values').values([
        { ...key, field_id: shoe?.id ?? '', number_value: 8 + (n % 12) / 2 },
        { ...key, field_id: jersey?.id ?? '', number_value: (n * 13) % 99 },
      ]),
    )
    const notes = sampleNotes.filter((_, index) => (n + index) % 3 === 0)
    await run(
      client,
      query.insertInto('athlete_timeline').values([
        { ...key, id: newId(), kind: 'added', actor_id: colleagues[0] ?? null, at: daysAgo(200 - 3 * n) },
        ...notes.map(([kind, text], index) => ({
          ...key,
          id: newId(),
          kind,
          text,
          readers: kind === 'note' ? ('team' as const) : ('deals' as const),
          actor_id: colleagues[(n + index) % colleagues.length] ?? null,
          at: new Date(lastActive.getTime() - index * 9 * DAY_MS),
        })),
      ]),
    )
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
