import { ADULT_YEARS, latestBirthDate } from '@sherpa/contracts/age'
import { type AthletesQuery, type GuardianFilter, UNKNOWN } from '@sherpa/contracts/athlete'
import { isDay } from '@sherpa/contracts/days'
import type { ListQuery } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import type { Range } from '@sherpa/contracts/range'
import { type RawBuilder, sql } from 'kysely'
import { requireForFilters } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import { isInRange } from '../../persistence/lists/ranges.ts'
import { oneRowOf, query, rowsOf } from '../../persistence/queries.ts'
import { hasContactGap, wasContacted, widestAudience } from '../contact-log/contact-log.ts'
import { currentDay } from '../organizations/organizations.ts'
import { seesOnlyThemselves, seesSensitive, type Viewer } from './athlete-access.ts'
import { includesToday, isVisibleProgram } from './program-access.ts'

type Filters = Omit<AthletesQuery, keyof ListQuery>
type IdQuery = RawBuilder<{ id: string }>

const sensitiveFilters = ['age', 'born', 'guardian', 'eligibility'] as const

/** Athletes filter by their own sensitive data. */
export function requirePermissionFor(viewer: Viewer, filters: Filters) {
  if (seesSensitive(viewer)) return
  const used = sensitiveFilters.filter((name) => filters[name] !== undefined)
  requireForFilters(viewer.member, 'athletes.sensitive', used)
}

/** Conditions on athletes `a`. */
export async function buildConditions(
  database: Queryable,
  viewer: Viewer,
  filters: Filters,
): Promise<RawBuilder<boolean>[]> {
  const { stage, sport, level, class: years, state, assignee, contact, contacted, guardian, eligibility } = filters
  const { organization } = viewer.member
  const anyOf = (column: string, values: readonly string[] | undefined): RawBuilder<boolean>[] =>
    values ? [sql`${sql.ref(column)} = any(${values}::text[])`] : []
  const anyOrUnknown = (column: string, values: readonly string[] | undefined): RawBuilder<boolean>[] =>
    values?.includes(UNKNOWN)
      ? [sql`(${sql.ref(column)} is null or ${sql.ref(column)} = any(${values}::text[]))`]
      : anyOf(column, values)
  // The log is internal: for athletes its filters do nothing.
  const seesLog = !seesOnlyThemselves(viewer)
  return [
    ...anyOrUnknown('a.stage', stage),
    ...anyOf('a.sport', sport),
    ...anyOrUnknown('a.level', level),
    ...anyOf('a.state', state),
    ...(years ? [sql<boolean>`a.class_year = any(${years}::smallint[])`] : []),
    ...anyOf('a.eligibility', eligibility),
    ...(await isOfAge(database, organization, filters)),
    ...(contact && seesLog ? [hasContactGap(lastContactOf(viewer), contact)] : []),
    ...(contacted && seesLog ? wasContacted(organization, lastContactOf(viewer), contacted) : []),
    ...(guardian && !isOnlyInvited(guardian) ? [hasGuardian(organization, guardian)] : []),
    ...(assignee?.includes('none') ? [isUnassignedOrAssignedTo(viewer, assignee)] : []),
  ]
}

/** Conditions on the birth date, with constants: PostgreSQL estimates them. */
async function isOfAge(database: Queryable, organization: string, { age, born, minor }: Filters) {
  const conditions = born ? isInRange(sql.ref('a.birth_date'), born, 'date') : []
  if (!age && !minor) return conditions
  const { today } = await oneRowOf(database, query.selectNoFrom(currentDay(organization).as('today')))
  if (age) conditions.push(...isInRange(sql.ref('a.birth_date'), birthDatesOf(age, today), 'date'))
  const adultsAreBornUntil = sql`${latestBirthDate(today, ADULT_YEARS)}::date`
  if (minor === 'yes')
    conditions.push(
      sql`(a.birth_date > ${adultsAreBornUntil} or (a.birth_date is null and a.level is distinct from 'pro'))`,
    )
  if (minor === 'no')
    conditions.push(sql`(a.birth_date <= ${adultsAreBornUntil} or (a.birth_date is null and a.level = 'pro'))`)
  return conditions
}

/** Birth dates of people of an age in full years. */
function birthDatesOf({ min, max }: Range<number>, today: string): Range<string> {
  const least = min && (min.excluded ? Math.floor(min.value) + 1 : Math.ceil(min.value))
  const most = max && (max.excluded ? Math.ceil(max.value) - 1 : Math.floor(max.value))
  return {
    min: most === null ? null : { value: birthDate(today, most + 1), excluded: true },
    max: least === null ? null : { value: birthDate(today, least), excluded: false },
  }
}
const MOST_YEARS = 150
const birthDate = (today: string, years: number) => latestBirthDate(today, Math.min(years, MOST_YEARS))

/** Ids of a semi-join repeat: collecting distinct ones would read all accounts. */
export const hasRepeatedIds = ({ followers }: Filters) => followers?.some(({ key }) => key === 'any') ?? false

/** A range whose rows may be far down in the order of the list. */
export function rangeColumnOf(
  viewer: Viewer,
  { age, born, eligibility, guardian, contact, contacted }: Filters,
  sort = '',
) {
  if (age || born) return 'a.birth_date'
  if (eligibility) return 'a.eligibility'
  if (guardian && !guardian.includes('invited') && !statesOf(guardian).includes('none')) return 'a.guardian'
  return contact || (contacted && !sort.endsWith('contact')) ? lastContactOf(viewer) : undefined
}

function isUnassignedOrAssignedTo(viewer: Viewer, assignees: readonly string[]): RawBuilder<boolean> {
  return sql`(a.id in (${selectAssigned(viewer, assignees)}) or not exists (select from athlete_assignments s
    where s.organization_id = ${viewer.member.organization} and s.athlete_id = a.id))`
}

/** States of athletes that a filter selects. Invitations expire, so no column has them. */
const guardianStates: Record<Exclude<GuardianFilter, 'invited'>, readonly string[]> = {
  confirmed: ['confirmed', 'both'],
  verified: ['verified', 'both'],
  unconfirmed: ['none'],
  unverified: ['none', 'confirmed'],
}
const statesOf = (guardian: readonly GuardianFilter[]) =>
  guardian.flatMap((filter) => (filter === 'invited' ? [] : guardianStates[filter]))
const isOnlyInvited = (guardian: readonly GuardianFilter[]) => guardian.every((filter) => filter === 'invited')

const isInvited = sql<boolean>`x.ended_at is null and x.confirmed_at is null and x.expires_at > now()`

function hasGuardian(organization: string, guardian: readonly GuardianFilter[]): RawBuilder<boolean> {
  const isInState = sql<boolean>`a.guardian = any(${statesOf(guardian)}::text[])`
  if (!guardian.includes('invited')) return isInState
  return sql`(${isInState} or exists (select from guardianships x
    where x.organization_id = ${organization} and x.athlete_id = a.id and ${isInvited}))`
}

/** The column with the last contact that the viewer may know. */
export const lastContactOf = (viewer: Viewer) => `a.last_contact_${widestAudience(viewer)}`

/** Semi-joins with other tables: ids of athletes that are not removed, each found by an index. */
export async function buildSemiJoins(
  database: Queryable,
  viewer: Viewer,
  {
    assignee,
    program,
    position,
    tag,
    guardian,
    school,
    measurement = [],
    followers = [],
    custom,
    email,
    given,
  }: Filters & { email: string | undefined; given?: readonly string[] | undefined },
): Promise<IdQuery[]> {
  const { organization } = viewer.member
  return [
    ...(assignee && !assignee.includes('none') ? [selectAssigned(viewer, assignee)] : []),
    ...(program ? [selectInPrograms(viewer, program)] : []),
    ...(position
      ? [selectByChild(organization, 'athlete_positions', position.length, sql`x.position = any(${position}::text[])`)]
      : []),
    ...(tag ? [selectByChild(organization, 'athlete_tags', tag.length, sql`x.tag_id = any(${tag}::uuid[])`)] : []),
    // An athlete may have two guardians.
    ...(guardian && isOnlyInvited(guardian) ? [selectByChild(organization, 'guardianships', 2, isInvited)] : []),
    ...(school ? [sql<{ id: string }>`select of_school.id from find_athletes_of_school(${school}) of_school`] : []),
    ...measurement.map(({ key, range }) => {
      const values = isInRange(sql.ref('x.value'), range, 'double precision')
      const condition = sql<boolean>`${sql.join([sql`x.latest`, sql`x.kind = ${key}`, ...values], sql` and `)}`
      return selectByChild(organization, 'athlete_measurements', 1, condition)
    }),
    ...followers.map(({ key, range }) => {
      const platform = key === 'any' ? [] : [sql`x.platform = ${key}`]
      const conditions = [...platform, ...isInRange(sql.ref('x.followers'), range, 'bigint')]
      const condition = sql<boolean>`${sql.join(conditions, sql` and `)}`
      return selectByChild(organization, 'athlete_social_accounts', 1, condition)
    }),
    ...(custom ? await selectByCustomValues(database, organization, custom) : []),
    ...(email ? [selectByEmail(organization, email)] : []),
    ...(given ? [sql<{ id: string }>`select id from unnest(${given}::uuid[]) as given (id)`] : []),
  ]
}

function selectByEmail(organization: string, email: string): IdQuery {
  return sql`select x.id from athletes x where x.organization_id = ${organization} and x.email = ${email} and x.removed_at is null`
}

/** `distinct` only if one athlete can match several values. */
function selectByChild(organization: string, table: string, values: number, condition: RawBuilder<boolean>): IdQuery {
  return sql`select ${values > 1 ? sql`distinct` : sql``} x.athlete_id as id from ${sql.ref(table)} x
    where x.organization_id = ${organization} and ${condition} and not exists (select from athletes removed
      where removed.organization_id = ${organization} and removed.id = x.athlete_id and removed.removed_at is not null)`
}

function selectInPrograms(viewer: Viewer, programs: readonly string[]): IdQuery {
  const condition = sql<boolean>`x.program_id = any(${programs}::uuid[]) and ${includesToday(viewer, 'x')}
    and ${isVisibleProgram(viewer, sql.ref('x.program_id'))}`
  return selectByChild(viewer.member.organization, 'program_athletes', programs.length, condition)
}

function selectAssigned({ person, member }: Viewer, assignees: readonly string[]): IdQuery {
  const people = assignees.filter((one) => one !== 'none').map((one) => (one === 'me' ? person.id : one))
  const condition = sql<boolean>`x.user_id = any(${people}::uuid[])`
  return selectByChild(member.organization, 'athlete_assignments', people.length, condition)
}

/** An unknown field matches nothing. */
async function selectByCustomValues(database: Queryable, organization: string, custom: readonly string[]) {
  const filters = custom.map((one) => ({ field: one.slice(0, 36), value: one.slice(37) }))
  const fields = await rowsOf(
    database,
    query
      .selectFrom('custom_fields')
      .select(['id', 'kind'])
      .where('organization_id', '=', organization)
      .where(sql<boolean>`id::text = any(${filters.map(({ field }) => field)}::text[])`),
  )
  return filters.map(({ field, value }): IdQuery => {
    const kind = fields.find(({ id }) => id === field)?.kind
    if (!kind) return sql`select null::uuid as id where false`
    const [column, type] =
      kind === 'number'
        ? ['x.number_value', 'double precision']
        : kind === 'date'
          ? ['x.date_value', 'date']
          : ['x.text_value', 'text']
    if (kind === 'number' && !(value.trim() && Number.isFinite(Number(value)))) throw invalidFilter('Enter a number')
    if (kind === 'date' && !isDay(value)) throw invalidFilter('Enter a date')
    // JavaScript parses more number formats than PostgreSQL.
    const normalized = kind === 'number' ? String(Number(value)) : value
    const condition = sql<boolean>`x.field_id = ${field} and ${sql.ref(column)} = ${normalized}::${sql.raw(type)}`
    return selectByChild(organization, 'custom_values', 1, condition)
  })
}

function invalidFilter(message: string) {
  return new Refusal('invalid-fields', { errors: [{ field: 'custom', message }] })
}
