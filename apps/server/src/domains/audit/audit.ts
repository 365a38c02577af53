import { randomBytes } from 'node:crypto'
import {
  type AccountActivityQuery,
  type ActivityEvent,
  type ActivityQuery,
  type ChangedValue,
  type EventName,
  eventsOfKind,
  maySeeValues,
  reportEvents,
} from '@sherpa/contracts/activity'
import type { TrailVerification, VerificationQuery } from '@sherpa/contracts/audit-trail'
import type { ListPage } from '@sherpa/contracts/list'
import type { Permission } from '@sherpa/contracts/organization'
import { type Compilable, sql } from 'kysely'
import { isUuid, type Member } from '../../http/access.ts'
import type { Database, Queryable } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { oneRowOf, query, rowOf, rowsOf, run, textOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { trailAsCsv } from './export-trail.ts'
import { batches, countSealedEvents } from './sealed-events.ts'
import { hashValue } from './trail-hash.ts'
import { verifyPart } from './verify-trail.ts'

type AuditEvent = {
  event: EventName
  /** Undefined for the system itself. */
  actor?: string | undefined
  /** The affected person, if not the actor. */
  person?: string | undefined
  /** The affected athlete. */
  athlete?: string | undefined
  /** Never a name or address: audit events are immutable and outlive erasure. */
  details?: string | undefined
  /** Defaults to now; sample data has a past. */
  at?: Date | undefined
} & (EventInOrganization | { organization?: undefined; email?: undefined; changes?: undefined; deal?: undefined })

type EventInOrganization = {
  organization: string
  /** Stored in a separate table with a retention period. */
  email?: string | undefined
  /** Stored in a separate table that erasure empties. People are ids, joined by commas. */
  changes?: readonly ChangedValue[] | undefined
  /** Stored like a value, so that erasure removes it. */
  deal?: string | undefined
}

/** The field that holds the deal of an event. */
const DEAL = 'deal'

export async function recordEvent(database: Queryable, note: AuditEvent) {
  const { event, actor, organization, person, athlete, email, details, changes = [], deal, at } = note
  const about = person ?? (organization ? undefined : actor)
  const subject = athlete ?? about ?? organization
  if (!subject) throw new Error('An event is about a person, an athlete or an organization.')
  const stored = deal ? [...changes, { field: DEAL, before: null, after: deal }] : changes
  const values = stored.map((change) => ({ ...change, salt: randomBytes(16) }))
  const insertEvent = query
    .insertInto('audit_events')
    .values({
      subject: athlete ? 'athlete' : about ? 'user' : 'organization',
      subject_id: subject,
      event,
      actor_id: actor ?? null,
      organization_id: organization ?? null,
      details: details ?? null,
      value_hashes:
        values.length > 0
          ? JSON.stringify(Object.fromEntries(values.map((value) => [value.field, hashValue(value.salt, value)])))
          : null,
      ...(at && { at }),
    })
    .returning('id')
  const [insert, name] =
    values.length > 0 && organization
      ? [insertValues(insertEvent, organization, values), 'note-event-with-values']
      : [insertEvent, 'note-event']
  // A name has one text, and past events have another column.
  const { id } = await oneRowOf(database, insert, at ? undefined : name)
  if (email) await insertAuditEmail(database, id, { organization, email })
}

/** Records that someone viewed the NCAA ID of an athlete: once per hour, because screens load again by themselves. */
export async function recordNcaaIdShown(
  database: Queryable,
  { person, member: { organization } }: Reader,
  athlete: string,
) {
  const note = { event: 'ncaa-id-shown' as const, actor: person.id, organization, athlete }
  const known = await rowOf(
    database,
    query
      .selectFrom('audit_events')
      .select('id')
      .where('organization_id', '=', organization)
      .where('subject', '=', 'athlete')
      .where('subject_id', '=', athlete)
      .where('actor_id', '=', person.id)
      .where('event', '=', note.event)
      .where('at', '>', sql<Date>`now() - interval '1 hour'`)
      .limit(1),
  )
  if (!known) await recordEvent(database, note)
}

/** One statement, so that event and values are never apart. */
function insertValues(
  event: Compilable<{ id: string }>,
  organization: string,
  values: readonly (ChangedValue & { salt: Buffer })[],
) {
  const column = (name: keyof ChangedValue) => values.map((value) => value[name])
  return sql<{ id: string }>`with event as (${event}), stored as (
    insert into audit_values (organization_id, event_id, field, before, after, salt)
    select ${organization}::uuid, event.id, v.field, v.before, v.after, v.salt
    from event, unnest(${column('field')}::text[], ${column('before')}::text[], ${column('after')}::text[],
      ${values.map(({ salt }) => salt)}::bytea[]) as v (field, before, after, salt))
    select id from event`
}

/** Fields whose values differ. Null is an empty value; undefined fields stay unchanged. */
export function changedValues<Field extends string>(
  before: Partial<Record<Field, Value>>,
  after: Partial<Record<Field, Value>>,
): ChangedValue[] {
  const asText = (value: Value) => (value === null || value === undefined || value === '' ? null : String(value))
  return (Object.keys(after) as Field[])
    .filter((field) => after[field] !== undefined)
    .map((field) => ({ field, before: asText(before[field]), after: asText(after[field]) }))
    .filter((change) => change.before !== change.after)
}

type Value = string | number | boolean | null | undefined

/** Streams the sealed trail as CSV, with the number of events at the start. */
export async function exportTrail(database: Database, { person, member: { organization } }: Reader) {
  const count = await countSealedEvents(database, organization)
  await recordEvent(database, { event: 'activity-exported', actor: person.id, organization, details: String(count) })
  return { count, parts: trailAsCsv(database, organization) }
}
type Reader = { person: { id: string }; member: Pick<Member, 'organization'> }

/** Erasure: values of events about these athletes. */
export async function forgetAuditValues(client: Queryable, athletes: readonly string[]) {
  await client.query('select forget_audit_values($1)', [athletes])
}

export type PastEvent = Pick<AuditEvent, 'event' | 'actor' | 'athlete' | 'details' | 'changes' | 'deal'> & { at: Date }

/** For sample data. */
export async function recordPastEvents(client: Queryable, organization: string, events: readonly PastEvent[]) {
  const { withValues = [], plain = [] } = Object.groupBy(events, ({ changes, deal }) =>
    changes || deal ? 'withValues' : 'plain',
  )
  for (const event of withValues) await recordEvent(client, { ...event, organization })
  if (plain.length === 0) return
  await run(
    client,
    query.insertInto('audit_events').values(
      plain.map(({ event, actor, athlete, details, at }) => ({
        subject: athlete ? ('athlete' as const) : ('organization' as const),
        subject_id: athlete ?? organization,
        event,
        actor_id: actor ?? null,
        organization_id: organization,
        details: details ?? null,
        at,
      })),
    ),
  )
}

/** Also written for unknown accounts: response times must not reveal which accounts exist. */
export async function recordFailedLogin(database: Queryable, email: string) {
  await database.query(
    `insert into audit_events (subject, subject_id, event, actor_id)
     select case when u.id is null then 'nobody' else 'user' end, coalesce(u.id, '00000000-0000-0000-0000-000000000000'),
       'log-in-failed', u.id from (values ($1)) as tried (email) left join ${textOf(publicUsers)} u on u.email = tried.email`,
    [email],
  )
}

/** Demo requests belong to no organization. */
export async function recordRequestEvent(client: Queryable, request: string, event: string) {
  await run(client, query.insertInto('audit_events').values({ subject: 'demo-request', subject_id: request, event }))
}

/** Stored apart from the immutable event, so that it can be deleted. */
async function insertAuditEmail(
  database: Queryable,
  event: string,
  { organization, email }: { organization: string; email: string },
) {
  await run(
    database,
    query.insertInto('audit_emails').values({
      event_id: event,
      organization_id: organization,
      person_id: query.selectFrom(publicUsers.as('u')).select('id').where('email', '=', email),
      email,
    }),
  )
}

/** Links rows with the old address to the person, so that account deletion still finds them. */
export async function linkAuditEmails(client: Queryable, { id, email }: { id: string; email: string }) {
  await client.query('select link_audit_emails($1, $2)', [id, email])
}

/** Account deletion calls this while the account still has its address. */
export async function deleteAuditEmails(client: Queryable, email: string) {
  await client.query('select forget_audit_emails($1, null)', [email])
}

const allEvents = query.selectFrom('audit_events as e')

type Someone = ActivityEvent['person']
const actorColumn = sql<Someone>`case when actor.id is not null
  then json_build_object('id', actor.id, 'name', actor.name) end`
const personColumn = sql<Someone>`case when person.id is not null
  then json_build_object('id', person.id, 'name', person.name) end`

const PACKET_FIELD = 'packet.'

/** Keys of packet fields may be those of other fields, such as agents: text there, ids of people elsewhere. */
export function inPacket(changes: readonly ChangedValue[]): ChangedValue[] {
  return changes.map((change) => ({ ...change, field: `${PACKET_FIELD}${change.field}` }))
}

/** Values are ids of people, whose names are not kept. */
const personFields: readonly string[] = ['agents', 'approvers', 'lead', 'lookedAfterBy', 'preparer', 'submitter']

/** Values by event, with current names of people. */
async function loadChanges(
  database: Queryable,
  events: readonly { id: string; organization_id: string | null }[],
): Promise<Map<string, ChangedValue[]>> {
  const [first] = events
  if (!first) return new Map()
  const rows = await rowsOf(
    database,
    query
      .selectFrom('audit_values as v')
      .select(['v.event_id as event', 'v.field', 'v.before', 'v.after'])
      .where('v.organization_id', '=', first.organization_id)
      .where(sql<boolean>`v.event_id = any(${events.map(({ id }) => id)}::uuid[])`)
      .orderBy('v.field'),
  )
  const isPeople = ({ field }: ChangedValue) => personFields.includes(field)
  const ids = rows.filter(isPeople).flatMap(({ before, after }) => [...splitIds(before), ...splitIds(after)])
  const people = ids.length > 0 ? await loadNames(database, ids) : new Map<string, string>()
  const nameAll = (value: string | null) => {
    const ids = splitIds(value)
    return ids.length > 0 ? ids.map((id) => people.get(id) ?? 'Someone').join(', ') : value
  }
  return Map.groupBy(
    rows.map((row) =>
      isPeople(row)
        ? { ...row, before: nameAll(row.before), after: nameAll(row.after) }
        : { ...row, field: row.field.replace(PACKET_FIELD, '') },
    ),
    ({ event }) => event,
  )
}

/** None in text: packet fields were stored without a prefix once, among them the names of agents. */
function splitIds(value: string | null) {
  const parts = value?.split(',') ?? []
  return parts.every(isUuid) ? parts : []
}

async function loadNames(database: Queryable, ids: readonly string[]) {
  const rows = await rowsOf(
    database,
    query
      .selectFrom(publicUsers.as('u'))
      .select(['id', 'name'])
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Head of an organization's chain: whoever keeps it can prove later that nothing before it changed. */
export type TrailHead = { hash: string; number: number; sealedAt: string; events: number }

export async function findTrailHead(client: Queryable, organization: string): Promise<TrailHead | undefined> {
  const newest = await rowOf(
    client,
    batches.where('b.organization_id', '=', organization).orderBy('b.number', 'desc').limit(1),
  )
  if (!newest) return undefined
  const { head, number, sealedAt } = newest
  return { hash: head.toString('hex'), number, sealedAt, events: await countSealedEvents(client, organization) }
}

/** Claims the head of the current organization for a mail. Undefined if it was mailed after `before`. */
export async function claimTrailHead(
  client: Queryable,
  organization: string,
  { now, before }: { now: Date; before: Date },
): Promise<TrailHead | undefined> {
  const head = await findTrailHead(client, organization)
  if (!head) return undefined
  const claim = sql<{ claimed: boolean }>`select claim_audit_anchor(${head.number}, ${now}, ${before}) as claimed`
  return (await oneRowOf(client, claim)).claimed ? head : undefined
}

export type AuditEvents = ReturnType<typeof createAuditService>

/** Names by id. */
type Names = (organization: string, ids: string[]) => Promise<Map<string, string>>

/** Hides events of athletes, money and tasks from members who do not see all athletes. */
function visibleEvents({ organization, permissions, role }: Member) {
  let events = allEvents.where('e.organization_id', '=', organization)
  if (!permissions.includes('athletes.view') || !permissions.includes('athletes.all')) {
    const hiddenEvents = (['athletes', 'money', 'tasks'] as const).flatMap(eventsOfKind)
    events = events.where('e.event', 'not in', hiddenEvents).where('e.subject', '<>', 'athlete')
  }
  if (!permissions.includes('money.view')) {
    // The number of required approvals reveals the deal's amount.
    events = events.where('e.event', 'not in', [...eventsOfKind('money'), 'deal-decided'])
  }
  // Athletes see the companies of their deals only.
  if (!permissions.includes('deals.view') || role === 'athlete')
    events = events.where('e.event', 'not in', [...eventsOfKind('deals'), ...reportEvents])
  return events
}

/** Events that the member's activity has. */
export async function filterVisibleEvents(database: Queryable, member: Member, ids: readonly string[]) {
  const rows = await rowsOf(
    database,
    visibleEvents(member).select('e.id').where(sql<boolean>`e.id = any(${ids}::uuid[])`),
  )
  return rows.map(({ id }) => id)
}

/** Lists events, newest first, with current names. */
export function createAuditService(database: Database, athleteNames: Names, dealNames: Names) {
  async function list(
    events: typeof allEvents,
    { kind, person, athlete, from, until, ...paging }: ActivityQuery,
    { permissions }: { permissions: readonly Permission[] },
  ): Promise<ListPage<ActivityEvent>> {
    let filtered = events
    if (athlete) filtered = filtered.where('e.subject', '=', 'athlete').where('e.subject_id', '=', athlete)
    if (kind) filtered = filtered.where('e.event', 'in', eventsOfKind(kind))
    if (from) filtered = filtered.where('e.at', '>=', sql<Date>`${from}`)
    if (until) filtered = filtered.where('e.at', '<', sql<Date>`${until}`)

    const rows = () =>
      filtered
        .leftJoin(publicUsers.as('actor'), (join) =>
          join.onRef('actor.id', '=', 'e.actor_id').on('actor.deleted_at', 'is', null),
        )
        .leftJoin(publicUsers.as('person'), (join) =>
          join
            .onRef('person.id', '=', 'e.subject_id')
            .on('person.deleted_at', 'is', null)
            .on('e.subject', '=', 'user')
            .onRef('e.subject_id', 'is distinct from', 'e.actor_id'),
        )
        .leftJoin('audit_emails as v', (join) =>
          join
            .onRef('v.organization_id', '=', 'e.organization_id')
            .onRef('v.event_id', '=', 'e.id')
            .on((eb) => eb.lit(permissions.includes('people.view'))),
        )
        .select(['e.id', 'e.at', 'e.event', 'e.details', 'v.email', actorColumn.as('actor'), personColumn.as('person')])
        .select(['e.subject', 'e.subject_id', 'e.organization_id'])
        .select(sql<boolean>`e.value_hashes is not null`.as('hasValues'))
        .select(sql<boolean>`e.actor_id is null`.as('bySystem'))
        .$narrowType<{ event: EventName }>()
    const anyOf = person
      ? [sql<boolean>`e.actor_id = ${person}`, sql<boolean>`(e.subject = 'user' and e.subject_id = ${person})`]
      : []
    const time = { column: 'e.at', type: 'timestamptz' } as const
    const id = { column: 'e.id', type: 'uuid' } as const
    const page = await listRows(
      database,
      { table: 'audit_events', rows, anyOf, sorts: { time }, sort: '-time', id, withoutTotal: true },
      paging,
    )
    const athletes = page.rows.filter(({ subject }) => subject === 'athlete')
    const organization = athletes[0]?.organization_id
    const names = organization
      ? await athleteNames(
          organization,
          athletes.map(({ subject_id }) => subject_id),
        )
      : new Map<string, string>()
    const changes = await loadChanges(
      database,
      page.rows.filter(({ hasValues }) => hasValues),
    )
    const dealOf = (event: string) => changes.get(event)?.find(({ field }) => field === DEAL)?.after
    const deals = permissions.includes('deals.view')
      ? page.rows.map(({ id }) => dealOf(id)).filter((id) => id !== null && id !== undefined)
      : []
    const dealsByName = organization && deals.length > 0 ? await dealNames(organization, deals) : undefined
    return {
      ...page,
      rows: page.rows.map(({ at, subject, subject_id: id, ...row }) => {
        const deal = dealOf(row.id)
        const dealName = deal && dealsByName?.get(deal)
        return {
          ...row,
          at: at.toISOString(),
          athlete: subject === 'athlete' ? { id, name: names.get(id) ?? '' } : null,
          deal: dealName ? { id: deal, name: dealName } : null,
          changes: (changes.get(row.id) ?? []).filter(
            ({ field }) => field !== DEAL && maySeeValues(row.event, field, permissions),
          ),
        }
      }),
    }
  }

  return {
    async verify({ organization }: Member, { after, anchor }: VerificationQuery): Promise<TrailVerification> {
      const { anchorsFound, ...part } = await verifyPart(database, organization, {
        after,
        anchors: anchor ? [anchor] : [],
      })
      return { ...part, anchorFound: anchorsFound.length > 0 }
    },

    ofOrganization(member: Member, filter: ActivityQuery) {
      const events = visibleEvents(member)
      return list(events, filter, member)
    },

    /** Events of the account itself, not of the person's work in organizations. */
    ofAccount(person: string, filter: AccountActivityQuery) {
      const events = allEvents
        .where('e.subject', '=', 'user')
        .where('e.subject_id', '=', person)
        .where('e.organization_id', 'is', null)
      return list(filter.kind === 'failed-log-ins' ? events : events.where('e.event', '<>', 'log-in-failed'), filter, {
        permissions: [],
      })
    },
  }
}
