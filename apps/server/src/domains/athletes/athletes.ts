import { type AgeFacts, isMinor } from '@sherpa/contracts/age'
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
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Queryable } from '../../persistence/database.ts'
import type { Tables } from '../../persistence/database-types.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { containsAnywhere } from '../../persistence/lists/search.ts'
import { isSameMailbox } from '../../persistence/mailbox.ts'
import { oneRowOf, published, query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { contactOrNull } from '../contact-log/contact-log.ts'
import { publicMemberships, publicOrganizationsOfAll, todayIn } from '../organizations/organizations.ts'
import {
  isMemberSeeing,
  isOwnAthlete,
  isOwnAthleteInScan,
  publicViewers,
  requireVisible,
  seenAmong,
  seenBy,
  seesAll,
  seesOnlyThemselves,
  seesSensitive,
  selectOwnAthletes,
  type Viewer,
  viewersOf,
} from './athlete-access.ts'
import {
  buildConditions,
  buildSemiJoins,
  hasRepeatedIds,
  lastContactOf,
  rangeColumnOf,
  requirePermissionFor,
} from './athlete-filters.ts'
import { pictureColumn } from './athlete-pictures.ts'
import { addAthleteByName, findAthletesByName, hideUnusedAthletes } from './athletes-by-name.ts'
import { findLatestCorrection } from './correct-age.ts'
import { findGuardianStep } from './guardian-steps.ts'
import { type GuardiansChanged, isNotMember, selectGuardianships } from './guardianship.ts'
import { programsColumn } from './program-access.ts'
import { loadReportableAthlete, loadReportableAthletes } from './reportable-athlete.ts'
import { lockRoster } from './roster-lock.ts'
import { setLevels } from './set-levels.ts'
import { addTimelineEntry, findEntry } from './timeline.ts'

export {
  addAthleteByName,
  addTimelineEntry as addAthleteEntry,
  findAthletesByName,
  findEntry,
  findGuardianStep,
  hideUnusedAthletes,
  loadReportableAthlete,
  loadReportableAthletes,
  lockRoster,
  setLevels,
}

// biome-ignore lint/suspicious/noExplicitAny: the source tables do not matter here, and their type is slow to check.
type Statement<Row> = SelectQueryBuilder<any, any, Row>

type AthleteFacts = Pick<
  Selectable<Tables['athletes']>,
  | 'organization_id'
  | 'id'
  | 'given_name'
  | 'family_name'
  | 'birth_date'
  | 'level'
  | 'sport'
  | 'school'
  | 'class_year'
  | 'state'
  | 'country'
  | 'user_id'
> & { name: string }

/** Columns that other domains may join. */
export const athleteFacts = sql<AthleteFacts>`(select x.organization_id, x.id, x.given_name, x.family_name, x.birth_date, x.level, x.sport,
  x.school, x.class_year, x.state, x.country, x.user_id,  name_of_athlete(x) as name from athletes x)`
export const publicAssignments = published('athlete_assignments', ['organization_id', 'athlete_id', 'user_id'])

/** Pages of visible athletes. */
export async function listAthletes(database: Database, viewer: Viewer, query: AthletesQuery, now: Date) {
  const [today, page] = await Promise.all([
    todayIn(database, viewer.member.organization, now),
    listStoredAthletes(database, viewer, query),
  ])
  return { ...page, rows: page.rows.map((row) => toAthleteRow(row, today, viewer)) }
}

/** Stored rows, optionally limited to ids (`among`) and with more columns of athletes `a`. */
export async function listStoredAthletes<More = unknown>(
  database: Database,
  viewer: Viewer,
  { search: asked, sort, after, ids, limit, ...filters }: AthletesQuery,
  {
    more = [],
    among,
    counted = false,
  }: {
    more?: string[]
    among?: readonly string[] | undefined
    /** Counts the rows even where that is slow. */
    counted?: boolean
  } = {},
): Promise<ListPage<Row & More>> {
  requirePermissionFor(viewer, filters)
  const { search, email } = await parseSearch(database, viewer, asked)
  // Visible programs contain only visible athletes. A search without a match looks beyond the filters.
  const isScoped = !seesAll(viewer) && (!filters.program || search !== undefined)
  const seesMany = isScoped && (await hasManyOwnAthletes(database, viewer))
  const scope = isScoped ? [seesMany ? isOwnAthleteInScan(viewer) : seenBy(viewer)] : []
  return listRows(
    database,
    {
      table: 'athletes',
      rows: (source) => storedRows(viewer, source).select(more) as unknown as Statement<Row & More>,
      // As a filter, the scope is checked once per row.
      scope,
      filters: await buildConditions(database, viewer, filters),
      semiJoins: await buildSemiJoins(database, viewer, { ...filters, email, given: among }),
      mayBeDense: Boolean(filters.measurement ?? filters.followers),
      restricted: !seesAll(viewer) || hasRepeatedIds(filters),
      rangeColumn: rangeColumnOf(viewer, filters, sort),
      // Counting checks every row.
      ...(seesMany && !counted && { withoutTotal: true }),
      sorts: {
        name: { column: 'a.folded', type: 'text' },
        active: { column: 'a.last_active_at', type: 'timestamptz' },
        class: { column: 'a.class_year', type: 'integer', nullable: true },
        added: { column: 'a.created_at', type: 'timestamptz' },
        contact: { column: lastContactOf(viewer), type: 'timestamptz' },
        school: { column: 'a.school', type: 'text', nullable: true, folded: true },
        state: { column: 'a.state', type: 'text', nullable: true },
        stage: { column: 'a.stage', type: 'text', nullable: true },
        sport: { column: 'a.sport', type: 'text', nullable: true },
      },
      sort: '-active',
      id: { column: 'a.id', type: 'uuid' },
      search: { column: 'a.folded', indexed: true },
    },
    { search, sort, after, ids, limit },
  )
}

/** Fewer are collected and looked up one by one. */
const MANY_OWN_ATHLETES = 1000

async function hasManyOwnAthletes(database: Queryable, viewer: Viewer) {
  if (seesOnlyThemselves(viewer)) return false
  const own = query.selectFrom(sql`(${selectOwnAthletes(viewer)})`.as('own'))
  return Boolean(await rowOf(database, own.select(sql`1`.as('one')).offset(MANY_OWN_ATHLETES).limit(1)))
}

/** A full email address is an exact lookup, with permission for sensitive data. It is not in the search index. */
async function parseSearch(database: Queryable, viewer: Viewer, search: string | undefined) {
  if (search === undefined) return { search, email: undefined }
  const isAddress = /^\S+@\S+\.\S+$/.test(search) && seesSensitive(viewer)
  if (isAddress) return { search: undefined, email: search.toLowerCase() }
  const spaced = search.replaceAll('\u3000', ' ')
  // Whether to split depends on the names of all athletes. Their parts are found anywhere among few athletes.
  if (!seesAll(viewer))
    return { search: (await hasManyOwnAthletes(database, viewer)) ? spaced : splitAll(spaced), email: undefined }
  if (!spaced.split(' ').some(mayBeJoined)) return { search: spaced, email: undefined }
  const split = sql<string>`split_joined_names(${spaced})`
  return { search: (await oneRowOf(database, query.selectNoFrom(split.as('search')))).search, email: undefined }
}

const splitAll = (search: string) => search.replace(/(?<=^| )([od])(?=[a-z]{4,}(?: |$))/gi, '$1 ')

/** "obrien" for O'Brien, or a CJK name without a space. */
const mayBeJoined = (word: string) =>
  /^[od][a-z]{4,}$/i.test(word) || /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,12}$/.test(word)

type Row = {
  id: string
  givenName: string
  familyName: string
  preferredName: string | null
  picture: string | null
  stage: AthleteRow['stage']
  sport: SportId | null
  positions: string[]
  level: Level | null
  school: string | null
  classYear: number | null
  state: string | null
  birthDate: string | null
  lookedAfterBy: Someone[]
  tags: AthleteRow['tags']
  programs: AthleteRow['programs']
  custom: CustomValues
  lastActiveAt: Date
  lastContactAt: Date | null
  createdAt: Date
  version: number
}

/** Visible athletes. */
export function athleteRows(viewer: Viewer, source?: Source<'athletes'>): Statement<Row> {
  return storedRows(viewer, source).where(seenBy(viewer))
}

/** Without the scope, which the caller must add. */
function storedRows(viewer: Viewer, source: Source<'athletes'> = sql.raw('athletes')): Statement<Row> {
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
      contactOrNull(lastContactOf(viewer)).as('lastContactAt'),
      'a.created_at as createdAt',
      'a.version',
      pictureColumn.as('picture'),
      lookedAfterBy.as('lookedAfterBy'),
      tagsColumn.as('tags'),
      programsColumn(viewer).as('programs'),
      customColumn.as('custom'),
    ])
    .where('a.organization_id', '=', viewer.member.organization)
    .where('a.removed_at', 'is', null) as unknown as Statement<Row>
}

const lookedAfterBy = sql<Someone[]>`(select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name)
  order by s.assigned_at, u.id), '[]') from athlete_assignments s join ${publicUsers} u on u.id = s.user_id
  where s.organization_id = a.organization_id and s.athlete_id = a.id)`
const tagsColumn = sql<AthleteRow['tags']>`(select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name)
  order by t.folded), '[]') from athlete_tags x join tags t on t.organization_id = x.organization_id and t.id = x.tag_id
  where x.organization_id = a.organization_id and x.athlete_id = a.id)`
const customColumn = sql<CustomValues>`(select coalesce(json_object_agg(v.field_id, coalesce(to_json(v.text_value),
  to_json(v.number_value), to_json(v.date_value))), '{}') from custom_values v
  where v.organization_id = a.organization_id and v.athlete_id = a.id)`

/** Tags are internal, so athletes do not see their own. */
export function toAthleteRow(
  { birthDate, lastActiveAt, lastContactAt, createdAt, ...row }: Row,
  today: string,
  viewer: Viewer,
): AthleteRow {
  return {
    ...row,
    tags: seesOnlyThemselves(viewer) ? [] : row.tags,
    minor: isMinor(today, { birthDate, level: row.level }),
    lastActiveAt: lastActiveAt.toISOString(),
    lastContactAt: seesOnlyThemselves(viewer) ? null : (lastContactAt?.toISOString() ?? null),
    createdAt: createdAt.toISOString(),
  }
}

/** Unordered ids of a list, up to a limit. */
export async function listIds(database: Queryable, viewer: Viewer, filters: AthletesQuery, limit: number) {
  requirePermissionFor(viewer, filters)
  const { search, email } = await parseSearch(database, viewer, filters.search)
  const semiJoins = await buildSemiJoins(database, viewer, { ...filters, email })
  const conditions = [
    ...(await buildConditions(database, viewer, filters)),
    ...semiJoins.map((ids) => sql<boolean>`a.id in (${ids})`),
  ]
  const isRestricted = !seesAll(viewer)
  const source: Source<'athletes'> =
    search && !isRestricted ? sql`find_athletes(${search}, null)` : (sql.raw('athletes') as Source<'athletes'>)
  if (search && isRestricted) conditions.push(containsAnywhere({ column: 'a.folded' }, search))
  const all = conditions.reduce((rows, condition) => rows.where(condition), athleteRows(viewer, source))
  const rows = await rowsOf(database, all.clearSelect().select('a.id').limit(limit) as Statement<{ id: string }>)
  return rows.map(({ id }) => id)
}

/** Ids of athletes that match a search, for lists of their records. */
export const selectMatchingAthletes = (viewer: Viewer, search: string): RawBuilder<{ id: string }> =>
  seesAll(viewer)
    ? sql`select a.id from find_athletes(${search}, null) a`
    : sql`select a.id from athletes a where a.organization_id = ${viewer.member.organization} and ${seenBy(viewer)}
        and ${containsAnywhere({ column: 'a.folded' }, search)}`

/** Signed athletes count toward the plan's limit. */
export async function countSignedAthletes(client: Queryable, organization: string): Promise<number> {
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

/** Current names by id. */
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

/** Rejects an invisible athlete, and locks the record against merging. */
export async function requireAthleteForShare(client: Queryable, viewer: Viewer, id: string) {
  const athlete = await rowOf(
    client,
    query
      .selectFrom('athletes as a')
      .select('a.id')
      .where('a.organization_id', '=', viewer.member.organization)
      .where('a.id', '=', id)
      .where('a.removed_at', 'is', null)
      .where(isVisibleAthlete(viewer, sql.ref('a.id')))
      .forKeyShare(),
  )
  if (!athlete) throw new Refusal('not-found')
}

/** Several in a fixed order, so that two batches do not wait for each other. */
export async function lockAthletes(client: Queryable, organization: string, ids: RawBuilder<unknown>) {
  await rowsOf(
    client,
    query
      .selectFrom('athletes')
      .select('id')
      .where('organization_id', '=', organization)
      .where(sql<boolean>`id = any(${ids})`)
      .orderBy('id')
      .forNoKeyUpdate(),
  )
}

/** Serializes decisions about one athlete. */
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
export const seesSensitiveFacts = seesSensitive
export const requireAthlete = requireVisible
export const athletesSeenAmong = seenAmong
export const ofOwnAthletes = isOwnAthlete
export const viewersOfAthlete = viewersOf
export { isMemberSeeing, publicViewers }

/** SQL condition on a column with athlete ids: visible to the viewer. */
export function isVisibleAthlete(viewer: Viewer, column: RawBuilder<string>): RawBuilder<boolean> {
  if (seesAll(viewer)) return sql`true`
  const { organization } = viewer.member
  return seesOnlyThemselves(viewer)
    ? sql`${column} = any(array(select id from athletes where organization_id = ${organization}
        and user_id = ${viewer.person.id} and removed_at is null))`
    : isOwnAthlete(viewer, column)
}

/** Condition on a column with an athlete id: the record was not removed. */
export function isPresentAthlete({ member }: Viewer, column: RawBuilder<string>): RawBuilder<boolean> {
  return sql`exists (select from athletes present where present.organization_id = ${member.organization}
    and present.id = ${column} and present.removed_at is null)`
}

/** Condition on a column that references athletes: the record was removed. PostgreSQL hashes these few. */
export function isRemovedAthlete({ member }: Viewer, column: RawBuilder<string>): RawBuilder<boolean> {
  return sql`${column} in (select removed.id from athletes removed where removed.organization_id = ${member.organization}
    and removed.removed_at is not null)`
}

/** Athlete facts for a deal. Rejects an invisible athlete. */
export async function requireAthleteFacts(client: Queryable, viewer: Viewer, id: string, now: Date) {
  await requireVisible(client, viewer, id)
  return loadAthleteFacts(client, viewer.member.organization, id, now)
}

/** For deals, which keep the age facts of the day they were locked. */
export const isMinorOn = isMinor
export const correctionToAdult = findLatestCorrection
export type { AgeFacts, GuardiansChanged }

/** The same without an access check, for callers that checked the deal. */
export async function loadAthleteFacts(client: Queryable, organization: string, id: string, now: Date) {
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
    /** Account of the athlete, if any. */
    userId: athlete.user_id,
    email: athlete.email,
  }
}

/**
 * Recipient of financial documents: the athlete or, for a minor, a verified guardian or else a contact. A guardian's
 * address is never shown.
 */
export async function recipientOfPapers(client: Queryable, viewer: Viewer, id: string, now: Date) {
  const { organization } = viewer.member
  const athlete = await loadAthleteFacts(client, organization, id, now)
  if (!athlete.minor) {
    const { name, email } = athlete
    return email ? { name, email, isGuardian: false, isShown: seesSensitive(viewer) } : undefined
  }
  const [verified] = await signingGuardians(client, organization, id)
  const guardian = verified ?? (await rowOf(client, selectGuardianContacts(organization, id)))
  return guardian && { name: guardian.name, email: guardian.email, isGuardian: true, isShown: false }
}

function selectGuardianContacts(organization: string, athlete: string) {
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

/** Guardians who can sign: confirmed, verified, with full reach, and not members. */
export function signingGuardians(client: Queryable, organization: string, athlete: string) {
  return rowsOf(
    client,
    selectConfirmedGuardians(organization, athlete)
      .where('g.verified_at', 'is not', null)
      .where('g.reach', '=', 'full')
      .where(isNotMember),
  )
}

export type SigningGuardian = Awaited<ReturnType<typeof signingGuardians>>[number]

/** Whether an athlete or a guardian has this mailbox, or was asked at it to confirm. */
export async function isMailboxOfAthlete(client: Queryable, organization: string, email: string) {
  const found = await rowOf(
    client,
    query
      .selectFrom('athletes')
      .select('id')
      .where('organization_id', '=', organization)
      .where('removed_at', 'is', null)
      .where(isSameMailbox('email', email))
      .unionAll(
        query
          .selectFrom('guardianships as g')
          .leftJoin(publicUsers.as('u'), 'u.id', 'g.user_id')
          .select('g.id')
          .where('g.organization_id', '=', organization)
          .where('g.ended_at', 'is', null)
          .where((eb) => eb.or([isSameMailbox('u.email', email), isSameMailbox('g.email', email)])),
      )
      .limit(1),
  )
  return found !== undefined
}

/** All confirmed guardians, also those who cannot sign. */
export function guardiansToNotify(client: Queryable, organization: string, athlete: string) {
  return rowsOf(client, selectConfirmedGuardians(organization, athlete))
}

function selectConfirmedGuardians(organization: string, athlete: string) {
  return selectGuardianships(organization, athlete)
    .innerJoin(publicUsers.as('u'), 'u.id', 'g.user_id')
    .select(['g.id', 'u.id as userId', 'u.name', 'u.email'])
    .where('u.deleted_at', 'is', null)
    .orderBy('g.confirmed_at')
    .$narrowType<{ email: string }>()
}

/** Earlier releases allowed guardians to become members. They cannot sign. */
export async function guardiansWhoAreMembers(database: Queryable, organization: string, now: Date) {
  const rows = await rowsOf(
    database,
    query
      .selectFrom('guardianships as g')
      .innerJoin(publicMemberships.as('m'), (join) =>
        join.onRef('m.organization_id', '=', 'g.organization_id').onRef('m.user_id', '=', 'g.user_id'),
      )
      .innerJoin(publicUsers.as('u'), 'u.id', 'g.user_id')
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

/** Organization and athlete of a guardian who can sign. Rejects others. */
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
      .select(sql`require_here(g.organization_id)`.as('here'))
      .where('g.id', '=', guardianship)
      .where('g.user_id', '=', person)
      .where('g.ended_at', 'is', null)
      .where('g.verified_at', 'is not', null)
      .where('g.reach', '=', 'full')
      .where(isNotMember),
  )
}

/** Verified guardianships of a person with full reach, also ended ones. Across tenants. */
export function guardianshipsOf(database: Queryable, person: string) {
  return rowsOf(
    database,
    query
      .selectFrom('all_guardianships as g')
      .innerJoin(publicOrganizationsOfAll.as('o'), 'o.id', 'g.organization_id')
      .innerJoin(publicUsers.as('u'), 'u.id', 'g.user_id')
      .select(['g.id', 'g.organization_id as organization', 'g.athlete_id as athlete', 'o.name as organizationName'])
      .select(['g.ended_at as endedAt', 'o.time_zone as zone', 'u.name as guardian'])
      .where('g.user_id', '=', person)
      .where('g.verified_at', 'is not', null)
      .where('g.reach', '=', 'full')
      .where('o.closed_at', 'is', null)
      .where(isNotMember)
      .orderBy('g.id'),
  )
}

/** Contacts to notify when something is signed for a minor: full reach, with an address. */
export async function contactsToNotify(
  client: Queryable,
  organization: string,
  athlete: string,
  except: string | null,
) {
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
