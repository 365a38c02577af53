import {
  type Athlete,
  type AthleteChange,
  type AthleteChanges,
  type AthleteFact,
  athleteFactNames,
  type ChangedField,
  levels,
  type NewAthlete,
  positionsFit,
  stateFits,
} from '@sherpa/contracts/athlete'
import { countryName } from '@sherpa/contracts/countries'
import { stages } from '@sherpa/contracts/labels'
import { Refusal } from '@sherpa/contracts/problem'
import { positionName, type SportId, sportNames } from '@sherpa/contracts/sports'
import { usStates } from '@sherpa/contracts/us-states'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordEvent } from '../audit/audit.ts'
import { publicMemberships, releaseUnreachableWork } from '../organizations/organizations.ts'
import { type LockedAthlete, lockAthlete, requireMayWrite, type Viewer } from './athlete-access.ts'
import { loadAthlete } from './athlete-record.ts'
import { changeCustomValues } from './custom-fields.ts'
import { type NoteCorrectedAge, toAgeFacts } from './minors.ts'
import { shareRoster } from './roster-lock.ts'
import { addTimelineEntry, touch } from './timeline.ts'

export type ChangeParts = {
  database: Database
  clock: () => Date
  /** Rejects more signed athletes than the plan allows. */
  requireRoomForAthletes: (client: Queryable, organization: string, more: number) => Promise<void>
  recordAgeCorrection: NoteCorrectedAge
}

export const factColumns = {
  givenName: 'given_name',
  familyName: 'family_name',
  preferredName: 'preferred_name',
  birthDate: 'birth_date',
  sport: 'sport',
  positions: 'positions',
  level: 'level',
  school: 'school',
  classYear: 'class_year',
  hometown: 'hometown',
  state: 'state',
  country: 'country',
  email: 'email',
  phone: 'phone',
  stage: 'stage',
} as const satisfies Record<AthleteFact, keyof LockedAthlete>

export function createAthleteChangeService({
  database,
  clock,
  requireRoomForAthletes,
  recordAgeCorrection,
}: ChangeParts) {
  return {
    async add(viewer: Viewer, { lookedAfterBy, tags, ...facts }: NewAthlete): Promise<Athlete> {
      requireMayWrite(viewer, Object.keys(facts))
      requirePositions(facts.sport, facts.positions)
      requireState(facts.country, facts.state)
      const { organization } = viewer.member
      const id = newId(clock().getTime())
      return inTransaction(database, async (client) => {
        await shareRoster(client, organization)
        if (facts.stage === 'signed') await requireRoomForAthletes(client, organization, 1)
        await run(
          client,
          query.insertInto('athletes').values({
            organization_id: organization,
            id,
            given_name: facts.givenName,
            family_name: facts.familyName,
            level: facts.level,
            stage: facts.stage,
            ...toColumns(facts),
          }),
        )
        await setAssignees(client, viewer, id, lookedAfterBy ?? [viewer.person.id])
        if (tags) await setTags(client, viewer, id, tags)
        await addTimelineEntry(client, viewer, id, { kind: 'added' })
        await recordEvent(client, { event: 'athlete-added', actor: viewer.person.id, organization, athlete: id })
        return loadAthlete(client, viewer, id, clock())
      })
    },

    /** Optimistic locking: a stale version is rejected with the current record. */
    async change(viewer: Viewer, id: string, { version, changes, reason }: AthleteChange): Promise<Athlete> {
      const { lookedAfterBy, tags, custom, ...facts } = changes
      requireMayWrite(viewer, Object.keys(facts))
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const before = await lockAthlete(client, viewer, id)
        if (before.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await loadAthlete(client, viewer, id, clock()) })
        }
        if (facts.sport !== undefined || facts.positions !== undefined) {
          const sport = facts.sport === undefined ? (before.sport as SportId | null) : facts.sport
          requirePositions(sport, facts.positions ?? before.positions)
        }
        if (facts.country !== undefined || facts.state !== undefined) {
          const { country = before.country, state = before.state } = facts
          requireState(country, state)
        }
        if (facts.stage === 'signed' && before.stage !== 'signed') await requireRoomForAthletes(client, organization, 1)
        const assigned = lookedAfterBy && (await setAssignees(client, viewer, id, lookedAfterBy))
        const changedFields = [
          ...listChangedFacts(before, facts),
          ...(tags ? await setTags(client, viewer, id, tags) : []),
          ...(custom ? await changeCustomValues(client, organization, id, custom) : []),
        ]
        const changed = [...changedFields, ...(assigned ? [assigned.names] : [])]
        if (changed.length > 0) {
          await touch(client, viewer, id, toColumns(facts))
          await addTimelineEntry(client, viewer, id, { kind: 'changed', changes: changed })
          await recordEvent(client, {
            event: 'athlete-changed',
            actor: viewer.person.id,
            organization,
            athlete: id,
            details: changed.map(({ field }) => field).join(', '),
            changes: [...changedFields, ...(assigned ? [assigned.ids] : [])],
          })
          await recordAgeCorrection(client, viewer, id, toAgeFacts(before), reason)
        }
        return loadAthlete(client, viewer, id, clock())
      })
    },
  }
}
export type AthleteChangeService = ReturnType<typeof createAthleteChangeService>

type Facts = Omit<AthleteChanges, 'lookedAfterBy' | 'tags' | 'custom'>

function toColumns(facts: Facts) {
  const changedNames = athleteFactNames.filter((fact) => facts[fact] !== undefined)
  return Object.fromEntries(changedNames.map((fact) => [factColumns[fact], facts[fact] === '' ? null : facts[fact]]))
}

function requirePositions(sport: SportId | null | undefined, positions: readonly string[] | undefined) {
  if (positionsFit(sport, positions)) return
  throw new Refusal('invalid-fields', { errors: [{ field: 'positions', message: 'Choose positions of the sport' }] })
}

function requireState(country: string | null | undefined, state: string | null | undefined) {
  if (stateFits(country, state)) return
  throw new Refusal('invalid-fields', {
    errors: [{ field: 'state', message: 'Choose a US state, or another country first' }],
  })
}

export function listChangedFacts(before: LockedAthlete, facts: Facts): ChangedField[] {
  const sport = (facts.sport === undefined ? before.sport : facts.sport) as SportId | null
  return athleteFactNames
    .filter((fact) => facts[fact] !== undefined)
    .map((fact) => ({
      field: fact,
      before: formatValue(fact, before[factColumns[fact]], before.sport as SportId | null),
      after: formatValue(fact, facts[fact], sport),
    }))
    .filter((change) => change.before !== change.after)
}

const labels: Partial<Record<AthleteFact, Record<string, string>>> = {
  level: levels,
  stage: stages,
  sport: sportNames,
  state: usStates,
}

/** For the timeline. */
function formatValue(fact: AthleteFact, value: unknown, sport: SportId | null): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.map((position) => positionName(sport, position)).join(', ') || null
  if (fact === 'country') return countryName(String(value))
  return labels[fact]?.[String(value)] ?? String(value)
}

/** Athletes cannot be assignees. Returns the change by names and by ids, or undefined. */
async function setAssignees(client: Queryable, viewer: Viewer, athlete: string, people: readonly string[]) {
  const { organization } = viewer.member
  const members = await rowsOf(
    client,
    query
      .selectFrom(publicMemberships.as('m'))
      .innerJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
      .select(['u.id', 'u.name'])
      .where('m.organization_id', '=', organization)
      .where('m.role', '<>', 'athlete')
      .where(sql<boolean>`m.user_id = any(${people}::uuid[])`),
  )
  if (members.length !== new Set(people).size) {
    throw new Refusal('invalid-fields', { errors: [{ field: 'lookedAfterBy', message: 'Choose members' }] })
  }
  const before = await rowsOf(
    client,
    query
      .selectFrom('athlete_assignments as s')
      .innerJoin(publicUsers.as('u'), 'u.id', 's.user_id')
      .select(['u.id', 'u.name'])
      .where('s.organization_id', '=', organization)
      .where('s.athlete_id', '=', athlete)
      .orderBy('s.assigned_at')
      .orderBy('u.id'),
  )
  const assignees = people
    .map((id) => members.find((member) => member.id === id))
    .filter((member) => member !== undefined)
  const added = assignees.filter(({ id }) => !before.some((one) => one.id === id))
  const removed = before.filter(({ id }) => !people.includes(id))
  if (removed.length > 0) {
    await run(
      client,
      query
        .deleteFrom('athlete_assignments')
        .where('organization_id', '=', organization)
        .where('athlete_id', '=', athlete)
        .where(sql<boolean>`user_id = any(${removed.map(({ id }) => id)}::uuid[])`),
    )
    await releaseUnreachableWork(client, organization)
  }
  if (added.length > 0) {
    await run(
      client,
      query
        .insertInto('athlete_assignments')
        .values(added.map(({ id }) => ({ organization_id: organization, athlete_id: athlete, user_id: id }))),
    )
  }
  if (added.length + removed.length === 0) return undefined
  const joinIds = (some: { id: string }[]) => some.map(({ id }) => id).join(',') || null
  return {
    names: describeNameChange('lookedAfterBy', before, assignees),
    ids: { field: 'lookedAfterBy', before: joinIds(before), after: joinIds(assignees) },
  }
}

async function setTags(client: Queryable, viewer: Viewer, athlete: string, ids: readonly string[]) {
  const { organization } = viewer.member
  const newTags = await rowsOf(
    client,
    query
      .selectFrom('tags')
      .select(['id', 'name'])
      .where('organization_id', '=', organization)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .orderBy('folded'),
  )
  if (newTags.length !== new Set(ids).size) {
    throw new Refusal('invalid-fields', { errors: [{ field: 'tags', message: 'Choose tags that exist' }] })
  }
  const before = await rowsOf(
    client,
    query
      .selectFrom('athlete_tags as x')
      .innerJoin('tags as t', (join) =>
        join.onRef('t.organization_id', '=', 'x.organization_id').onRef('t.id', '=', 'x.tag_id'),
      )
      .select(['t.id', 't.name'])
      .where('x.organization_id', '=', organization)
      .where('x.athlete_id', '=', athlete)
      .orderBy('t.folded'),
  )
  await run(
    client,
    query
      .deleteFrom('athlete_tags')
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete)
      .where(sql<boolean>`tag_id <> all(${ids}::uuid[])`),
  )
  if (newTags.length > 0) {
    await run(
      client,
      query
        .insertInto('athlete_tags')
        .values(newTags.map(({ id }) => ({ organization_id: organization, athlete_id: athlete, tag_id: id })))
        .onConflict((conflict) => conflict.doNothing()),
    )
  }
  const change = describeNameChange('tags', before, newTags)
  return change.before === change.after ? [] : [change]
}

function describeNameChange(field: string, before: { name: string }[], after: { name: string }[]): ChangedField {
  const joinNames = (all: { name: string }[]) => all.map(({ name }) => name).join(', ') || null
  return { field, before: joinNames(before), after: joinNames(after) }
}
