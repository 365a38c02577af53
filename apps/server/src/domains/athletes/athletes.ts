import {
  type AthleteRow,
  type AthletesQuery,
  athleteName,
  type CustomValues,
  type Level,
  type Someone,
} from '@sherpa/contracts/athlete'
import type { ListPage } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import type { SportId } from '@sherpa/contracts/sports'
import type { UsState } from '@sherpa/contracts/us-states'
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Queryable } from '../../persistence/database.ts'
import type { Tables } from '../../persistence/database-types.ts'
import { isDay } from '../../persistence/lists/column-values.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { oneRowOf, published, query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import { memberFacts, todayIn } from '../organizations/organizations.ts'
import {
  requireSeen,
  seenAmong,
  seenBy,
  seesAll,
  seesOnlyThemselves,
  seesSensitive,
  type Viewer,
} from './athlete-access.ts'
import { pictureOfRow } from './athlete-pictures.ts'
import { latestCorrection } from './correct-age.ts'
import { type GuardiansChanged, guardianshipsOf, ofNoMember } from './guardianship.ts'
import { type AgeFacts, isMinor } from './minors.ts'

type Filters = Omit<AthletesQuery, 'search' | 'sort' | 'after' | 'ids' | 'limit'>

// biome-ignore lint/suspicious/noExplicitAny: what a statement reads from makes no difference here, and its type is slow to check.
type Statement<Row> = SelectQueryBuilder<any, any, Row>

type AthleteFacts = Pick<
  Selectable<Tables['athletes']>,
  'organization_id' | 'id' | 'given_name' | 'family_name' | 'birth_date' | 'level' | 'sport' | 'user_id'
> & { name: string }

/** For other domains, to join. */
export const athleteFacts = sql<AthleteFacts>`(select x.organization_id, x.id, x.given_name, x.family_name, x.birth_date, x.level, x.sport, x.user_id,
  name_of_athlete(x) as name from athletes x)`
export const assignmentFacts = published('athlete_assignments', ['organization_id', 'athlete_id', 'user_id'])

/** The roster: pages of athletes, as far as the viewer sees them. */
export async function listAthletes(database: Database, viewer: Viewer, asked: AthletesQuery, now: Date) {
  const [today, page] = await Promise.all([
    todayIn(database, viewer.member.organization, now),
    pageOfAthletes(database, viewer, asked),
  ])
  return { ...page, rows: page.rows.map((row) => athleteRowOf(row, today, viewer)) }
}

/** The rows as the database has them: all of the list or some of them, and more columns of the table of athletes, called `a`, if they are asked for. */
export async function pageOfAthletes<More = unknown>(
  database: Database,
  viewer: Viewer,
  { stage, sport, position, level, class: classYear, state, assignee, tag, custom, ...asked }: AthletesQuery,
  { more = [], among }: { more?: string[]; among?: readonly string[] | undefined } = {},
): Promise<ListPage<Row & More>> {
  const filters = { stage, sport, position, level, class: classYear, state, assignee, tag, custom }
  const { search, email } = searchOf(viewer, asked)
  return listRows(
    database,
    {
      table: 'athletes',
      rows: (source) => athleteRows(viewer, source).select(more) as unknown as Statement<Row & More>,
      filters: conditionsOf(viewer, filters),
      semiJoins: await namedBy(database, viewer, { ...filters, email, given: among }),
      restricted: !seesAll(viewer),
      sorts: {
        name: { column: 'a.folded', type: 'text' },
        active: { column: 'a.last_active_at', type: 'timestamptz' },
        class: { column: 'a.class_year', type: 'integer', nullable: true },
        added: { column: 'a.created_at', type: 'timestamptz' },
      },
      sort: '-active',
      id: { column: 'a.id', type: 'uuid' },
      search: { column: 'a.folded', indexed: true },
    },
    { ...asked, search },
  )
}

/** A whole mail address is looked up as one, for those who may see them. It is no part of the searched text. */
function searchOf(viewer: Viewer, { search }: Pick<AthletesQuery, 'search'>) {
  const isAddress = search !== undefined && /^\S+@\S+\.\S+$/.test(search) && seesSensitive(viewer)
  return isAddress ? { search: undefined, email: search.toLowerCase() } : { search, email: undefined }
}

type Row = {
  id: string
  givenName: string
  familyName: string
  preferredName: string | null
  picture: string | null
  stage: AthleteRow['stage']
  sport: SportId | null
  positions: string[]
  level: Level
  school: string | null
  classYear: number | null
  state: UsState | null
  birthDate: string | null
  lookedAfterBy: Someone[]
  tags: AthleteRow['tags']
  custom: CustomValues
  lastActiveAt: Date
  createdAt: Date
  version: number
}

/** Those that the viewer sees. */
export function athleteRows(viewer: Viewer, source: Source<'athletes'> = sql.raw('athletes')): Statement<Row> {
  return query
    .selectFrom(source.as('a'))
    .select([
      'a.id',
      'a.given_name as givenName',
      'a.family_name as familyName',
      'a.preferred_name as preferredName',
      'a.stage',
      'a.sport',
      'a.positions',
      'a.level',
      'a.school',
      'a.class_year as classYear',
      'a.state',
      'a.birth_date as birthDate',
      'a.last_active_at as lastActiveAt',
      'a.created_at as createdAt',
      'a.version',
      pictureOfRow.as('picture'),
      lookedAfterBy.as('lookedAfterBy'),
      tagsOf.as('tags'),
      customOf.as('custom'),
    ])
    .where('a.organization_id', '=', viewer.member.organization)
    .where('a.removed_at', 'is', null)
    .where(seenBy(viewer)) as unknown as Statement<Row>
}

const lookedAfterBy = sql<Someone[]>`(select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name)
  order by s.assigned_at, u.id), '[]') from athlete_assignments s join ${userFacts} u on u.id = s.user_id
  where s.organization_id = a.organization_id and s.athlete_id = a.id)`
const tagsOf = sql<AthleteRow['tags']>`(select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name)
  order by t.folded), '[]') from athlete_tags x join tags t on t.organization_id = x.organization_id and t.id = x.tag_id
  where x.organization_id = a.organization_id and x.athlete_id = a.id)`
const customOf = sql<CustomValues>`(select coalesce(json_object_agg(v.field_id, coalesce(to_json(v.text_value),
  to_json(v.number_value), to_json(v.date_value))), '{}') from custom_values v
  where v.organization_id = a.organization_id and v.athlete_id = a.id)`

/** Tags are words among colleagues: athletes do not see their own. */
export function athleteRowOf(
  { birthDate, lastActiveAt, createdAt, ...row }: Row,
  today: string,
  viewer: Viewer,
): AthleteRow {
  return {
    ...row,
    tags: seesOnlyThemselves(viewer) ? [] : row.tags,
    minor: isMinor(today, { birthDate, level: row.level }),
    lastActiveAt: lastActiveAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }
}

/** What the filters ask of the table of athletes, called `a`. */
function conditionsOf(viewer: Viewer, filters: Filters): RawBuilder<boolean>[] {
  const { stage, sport, position, level, class: years, state, assignee } = filters
  const anyOf = (column: string, values: readonly string[] | undefined): RawBuilder<boolean>[] =>
    values ? [sql`${sql.ref(column)} = any(${values}::text[])`] : []
  return [
    ...anyOf('a.stage', stage),
    ...anyOf('a.sport', sport),
    ...anyOf('a.level', level),
    ...anyOf('a.state', state),
    ...(years ? [sql<boolean>`a.class_year = any(${years}::smallint[])`] : []),
    ...(position ? [positionsIn(position)] : []),
    ...(assignee?.includes('none') ? [assignedToNobodyOr(viewer, assignee)] : []),
  ]
}

function positionsIn(positions: readonly string[]): RawBuilder<boolean> {
  const each = positions.map((one) => {
    const [sport, position] = one.split('.')
    return sql`(a.sport = ${sport} and ${position} = any(a.positions))`
  })
  return sql`(${sql.join(each, sql` or `)})`
}

function assignedToNobodyOr(viewer: Viewer, assignees: readonly string[]): RawBuilder<boolean> {
  return sql`(a.id in (${assignedTo(viewer, assignees)}) or not exists (select from athlete_assignments s
    where s.organization_id = ${viewer.member.organization} and s.athlete_id = a.id))`
}

type Named = RawBuilder<{ id: string }>

/** What the filters ask of other tables: the ids of athletes that are not removed, each found by an index. */
async function namedBy(
  database: Queryable,
  viewer: Viewer,
  {
    assignee,
    tag,
    custom,
    email,
    given,
  }: Filters & { email: string | undefined; given?: readonly string[] | undefined },
): Promise<Named[]> {
  const { organization } = viewer.member
  return [
    ...(assignee && !assignee.includes('none') ? [assignedTo(viewer, assignee)] : []),
    ...(tag ? [withAny(organization, 'athlete_tags', tag.length, sql`x.tag_id = any(${tag}::uuid[])`)] : []),
    ...(custom ? await withCustomValues(database, organization, custom) : []),
    ...(email ? [withEmail(organization, email)] : []),
    ...(given ? [sql<{ id: string }>`select id from unnest(${given}::uuid[]) as given (id)`] : []),
  ]
}

function withEmail(organization: string, email: string): Named {
  return sql`select x.id from athletes x where x.organization_id = ${organization} and x.email = ${email} and x.removed_at is null`
}

/** Who is named several times counts once. */
function withAny(organization: string, table: string, values: number, condition: RawBuilder<boolean>): Named {
  return sql`select ${values > 1 ? sql`distinct` : sql``} x.athlete_id as id from ${sql.ref(table)} x
    where x.organization_id = ${organization} and ${condition} and not exists (select from athletes removed
      where removed.organization_id = ${organization} and removed.id = x.athlete_id and removed.removed_at is not null)`
}

function assignedTo({ person, member }: Viewer, assignees: readonly string[]): Named {
  const people = assignees.filter((one) => one !== 'none').map((one) => (one === 'me' ? person.id : one))
  const condition = sql<boolean>`x.user_id = any(${people}::uuid[])`
  return withAny(member.organization, 'athlete_assignments', people.length, condition)
}

/** Of a field that is not there, nothing is found. */
async function withCustomValues(database: Queryable, organization: string, custom: readonly string[]) {
  const asked = custom.map((one) => ({ field: one.slice(0, 36), value: one.slice(37) }))
  const fields = await rowsOf(
    database,
    query
      .selectFrom('custom_fields')
      .select(['id', 'kind'])
      .where('organization_id', '=', organization)
      .where(sql<boolean>`id::text = any(${asked.map(({ field }) => field)}::text[])`),
  )
  return asked.map(({ field, value }): Named => {
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
    // Numbers are written in more ways than the database reads.
    const written = kind === 'number' ? String(Number(value)) : value
    const condition = sql<boolean>`x.field_id = ${field} and ${sql.ref(column)} = ${written}::${sql.raw(type)}`
    return withAny(organization, 'custom_values', 1, condition)
  })
}

function invalidFilter(message: string) {
  return new Refusal('invalid-fields', { errors: [{ field: 'custom', message }] })
}

/** The ids of all athletes of a list that the viewer sees, but for some: at most so many, in no order. */
export async function idsOfList(database: Queryable, viewer: Viewer, asked: AthletesQuery, most: number) {
  const { search, email } = searchOf(viewer, asked)
  const named = await namedBy(database, viewer, { ...asked, email })
  const conditions = [...conditionsOf(viewer, asked), ...named.map((ids) => sql<boolean>`a.id in (${ids})`)]
  const source: Source<'athletes'> = search
    ? sql`find_athletes(${search}, null)`
    : (sql.raw('athletes') as Source<'athletes'>)
  const all = conditions.reduce((rows, condition) => rows.where(condition), athleteRows(viewer, source))
  const rows = await rowsOf(database, all.clearSelect().select('a.id').limit(most) as Statement<{ id: string }>)
  return rows.map(({ id }) => id)
}

/** How many athletes count toward the plan. */
export async function signedAthletes(client: Queryable, organization: string): Promise<number> {
  const { count } = await oneRowOf(
    client,
    query
      .selectFrom('athletes')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('organization_id', '=', organization)
      .where('stage', '=', 'signed')
      .where('removed_at', 'is', null),
  )
  return count
}

/** As their organization calls them today. */
export async function athleteNames(database: Queryable, organization: string, ids: readonly string[]) {
  const rows = await rowsOf(
    database,
    query
      .selectFrom('athletes')
      .select(['id', 'given_name as givenName', 'family_name as familyName', 'preferred_name as preferredName'])
      .where('organization_id', '=', organization)
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  )
  return new Map(rows.map((row) => [row.id, athleteName(row)]))
}

/** Others see some of them, or only themselves. */
/** Refuses if the viewer does not see the athlete. Whoever merges the record meanwhile does so before or after the transaction. */
export async function holdAthlete(client: Queryable, viewer: Viewer, id: string) {
  const athlete = await rowOf(
    client,
    query
      .selectFrom('athletes as a')
      .select('a.id')
      .where('a.organization_id', '=', viewer.member.organization)
      .where('a.id', '=', id)
      .where('a.removed_at', 'is', null)
      .where(ofSeenAthletes(viewer, sql.ref('a.id')))
      .forKeyShare(),
  )
  if (!athlete) throw new Refusal('not-found')
}

/** Whom the statement names: so what concerns one athlete is decided one after the other. */
export function lockAthleteOf(client: Queryable, organization: string, id: RawBuilder<string>) {
  return rowOf(
    client,
    query
      .selectFrom('athletes')
      .select('id')
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .forNoKeyUpdate(),
  )
}

export const seesAllAthletes = seesAll
export const athletesSeenAmong = seenAmong

/** For a column with ids of athletes, in a table of another domain: only of those whom the viewer sees. */
export function ofSeenAthletes(viewer: Viewer, column: RawBuilder<string>): RawBuilder<boolean> {
  if (seesAll(viewer)) return sql`true`
  const { organization } = viewer.member
  return seesOnlyThemselves(viewer)
    ? sql`${column} = any(array(select id from athletes where organization_id = ${organization}
        and user_id = ${viewer.person.id} and removed_at is null))`
    : ofOwnAthletes(viewer, column)
}

/** The same for those whom the viewer looks after. */
export function ofOwnAthletes({ person, member }: Viewer, column: RawBuilder<string>): RawBuilder<boolean> {
  return sql`${column} = any(array(select athlete_id from athlete_assignments where organization_id = ${member.organization}
    and user_id = ${person.id}))`
}

/** What a deal needs to know of its athlete. Refuses if the viewer does not see them. */
export async function athleteOfDeal(client: Queryable, viewer: Viewer, id: string, now: Date) {
  await requireSeen(client, viewer, id)
  return factsForDeals(client, viewer.member.organization, id, now)
}

/** Whether someone is a minor on a day, for facts that were kept. */
export const isMinorOn = isMinor
export const correctionToAdult = latestCorrection
export type { AgeFacts, GuardiansChanged }

/** The same for whoever sees the deal already. */
export async function factsForDeals(client: Queryable, organization: string, id: string, now: Date) {
  const athlete = await oneRowOf(
    client,
    query
      .selectFrom('athletes')
      .select(['given_name', 'family_name', 'preferred_name', 'birth_date', 'level', 'user_id', 'email', 'removed_at'])
      .where('organization_id', '=', organization)
      .where('id', '=', id),
  )
  const { given_name: givenName, family_name: familyName, preferred_name: preferredName } = athlete
  const ageFacts: AgeFacts = { birthDate: athlete.birth_date, level: athlete.level as Level }
  const today = await todayIn(client, organization, now)
  return {
    id,
    name: athleteName({ givenName, familyName, preferredName }),
    legalName: `${givenName} ${familyName}`.trim(),
    level: ageFacts.level,
    ageFacts,
    today,
    minor: isMinor(today, ageFacts),
    isRemoved: athlete.removed_at !== null,
    /** The member that they are, if they have an account. */
    userId: athlete.user_id,
    email: athlete.email,
  }
}

/**
 * Whom papers about an athlete's money go to: the athlete, or of a minor a guardian, verified or at least a contact. The address is shown to
 * whoever may see that of the athlete, and that of a minor's guardian to nobody.
 */
export async function recipientOfPapers(client: Queryable, viewer: Viewer, id: string, now: Date) {
  const { organization } = viewer.member
  const athlete = await factsForDeals(client, organization, id, now)
  if (!athlete.minor) {
    const { name, email } = athlete
    return email ? { name, email, isGuardian: false, isShown: seesSensitive(viewer) } : undefined
  }
  const [verified] = await signingGuardians(client, organization, id)
  const guardian = verified ?? (await rowOf(client, guardiansAmongContacts(organization, id)))
  return guardian && { name: guardian.name, email: guardian.email, isGuardian: true, isShown: false }
}

function guardiansAmongContacts(organization: string, athlete: string) {
  return query
    .selectFrom('athlete_contacts')
    .select(['name', 'email'])
    .where('organization_id', '=', organization)
    .where('athlete_id', '=', athlete)
    .where('relation', 'in', ['guardian', 'parent'])
    .where('reach', '=', 'full')
    .where('email', 'is not', null)
    .orderBy('created_at')
    .$narrowType<{ email: string }>()
}

/** Those who can sign for a minor: confirmed by themselves, verified by a colleague, with full reach, and no members. */
export function signingGuardians(client: Queryable, organization: string, athlete: string) {
  return rowsOf(
    client,
    confirmedGuardians(organization, athlete)
      .where('g.verified_at', 'is not', null)
      .where('g.reach', '=', 'full')
      .where(ofNoMember),
  )
}

/** Those who have confirmed, whether they can sign or not. */
export function guardiansToTell(client: Queryable, organization: string, athlete: string) {
  return rowsOf(client, confirmedGuardians(organization, athlete))
}

function confirmedGuardians(organization: string, athlete: string) {
  return guardianshipsOf(organization, athlete)
    .innerJoin(userFacts.as('u'), 'u.id', 'g.user_id')
    .select(['g.id', 'u.id as userId', 'u.name', 'u.email'])
    .where('u.deleted_at', 'is', null)
    .orderBy('g.confirmed_at')
    .$narrowType<{ email: string }>()
}

/** Guardians of minors who became members in earlier releases: they cannot sign any more. */
export async function guardiansWhoAreMembers(database: Queryable, organization: string, now: Date) {
  const rows = await rowsOf(
    database,
    query
      .selectFrom('guardianships as g')
      .innerJoin(memberFacts.as('m'), (join) =>
        join.onRef('m.organization_id', '=', 'g.organization_id').onRef('m.user_id', '=', 'g.user_id'),
      )
      .innerJoin(userFacts.as('u'), 'u.id', 'g.user_id')
      .innerJoin('athletes as a', (join) =>
        join.onRef('a.organization_id', '=', 'g.organization_id').onRef('a.id', '=', 'g.athlete_id'),
      )
      .select(['u.name as guardian', 'a.id', 'a.birth_date as birthDate', 'a.level'])
      .select(['a.given_name as givenName', 'a.family_name as familyName', 'a.preferred_name as preferredName'])
      .where('g.organization_id', '=', organization)
      .where('g.ended_at', 'is', null)
      .where('a.removed_at', 'is', null)
      .orderBy('u.name')
      .orderBy('a.id'),
  )
  const today = await todayIn(database, organization, now)
  return rows
    .filter(({ birthDate, level }) => isMinor(today, { birthDate, level: level as Level }))
    .map(({ guardian, id, ...names }) => ({ guardian, athlete: { id, name: athleteName(names) } }))
}

/** For someone who signs for a minor: of which organization and athlete they are the guardian. Refuses if they are not. */
export async function guardianSigningFor(database: Queryable, person: string, guardianship: string) {
  const found = await signingGuardianship(database, person, guardianship)
  if (!found) throw new Refusal('not-found')
  return found
}

export function signingGuardianship(database: Queryable, person: string, guardianship: string) {
  return rowOf(
    database,
    query
      .selectFrom('all_guardianships as g')
      .select(['g.organization_id as organization', 'g.athlete_id as athlete'])
      .where('g.id', '=', guardianship)
      .where('g.user_id', '=', person)
      .where('g.ended_at', 'is', null)
      .where('g.verified_at', 'is not', null)
      .where('g.reach', '=', 'full')
      .where(ofNoMember),
  )
}

/** The other contacts of a minor are told when something is signed: those with full contact and an address. */
export async function contactsToTell(client: Queryable, organization: string, athlete: string, except: string | null) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('athlete_contacts')
      .select('email')
      .distinct()
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete)
      .where('reach', '=', 'full')
      .where('email', 'is not', null)
      .where('email', 'is distinct from', except)
      .$narrowType<{ email: string }>(),
  )
  return rows.map(({ email }) => email)
}
