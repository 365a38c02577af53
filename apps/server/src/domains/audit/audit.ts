import {
  type AccountActivityQuery,
  type ActivityEvent,
  type ActivityQuery,
  type EventName,
  eventsOfKind,
} from '@sherpa/contracts/activity'
import type { ListPage } from '@sherpa/contracts/list'
import { sql } from 'kysely'
import type { Member } from '../../http/access.ts'
import type { Database, Queryable } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists.ts'
import { oneRowOf, query, run } from '../../persistence/queries.ts'

type AuditEvent = {
  event: EventName
  /** Who did it; the system itself, if nobody. */
  actor?: string | undefined
  /** Whom it was done to, if that is someone else. */
  person?: string | undefined
  /** A few words, never a name or an address: the record outlives those. */
  details?: string | undefined
} & (EventInOrganization | { organization?: undefined; whom?: undefined })

type EventInOrganization = {
  organization: string
  /** The mail address it is about. It is kept apart from the record, and not for good. */
  whom?: string | undefined
}

/** Writes down what happened: with a client, as part of its transaction. */
export async function noteEvent(database: Queryable, note: AuditEvent) {
  const { event, actor, organization, person, whom, details } = note
  const about = person ?? (organization ? undefined : actor)
  const subject = about ?? organization
  if (!subject) throw new Error('An event is about a person or an organization.')
  const { id } = await oneRowOf(
    database,
    query
      .insertInto('audit_events')
      .values({
        subject: about ? 'user' : 'organization',
        subject_id: subject,
        event,
        actor_id: actor ?? null,
        organization_id: organization ?? null,
        details: details ?? null,
      })
      .returning('id'),
  )
  if (whom) await keepAuditValue(database, id, { organization, whom })
}

/** Keeps the mail address that an event is about, beside the record of events, so that it can be forgotten. */
async function keepAuditValue(
  database: Queryable,
  event: string,
  { organization, whom }: { organization: string; whom: string },
) {
  await run(
    database,
    query.insertInto('audit_values').values({
      event_id: event,
      organization_id: organization,
      person_id: query.selectFrom('users').select('id').where('email', '=', whom),
      whom,
    }),
  )
}

/** When someone changes their address: what is kept about the old one is found through its person from then on. */
export async function keepAuditValuesFindable(client: Queryable, { id, email }: { id: string; email: string }) {
  await client.query('select keep_audit_values_findable($1, $2)', [id, email])
}

/** For whoever deletes their account: called while the account still has its address. */
export async function forgetAuditValues(client: Queryable, email: string) {
  await client.query('select forget_audit_values($1, null)', [email])
}

const allEvents = query.selectFrom('audit_events as e')

type Someone = ActivityEvent['person']
const actorIfAny = sql<Someone>`case when actor.id is not null
  then json_build_object('id', actor.id, 'name', actor.name) end`
const personIfAny = sql<Someone>`case when person.id is not null
  then json_build_object('id', person.id, 'name', person.name) end`

export type AuditEvents = ReturnType<typeof auditEvents>

/** Pages of events, the newest first, with the names that people have today. */
export function auditEvents(database: Database) {
  async function list(
    events: typeof allEvents,
    { kind, person, from, until, ...asked }: ActivityQuery,
    { withAddresses }: { withAddresses: boolean },
  ): Promise<ListPage<ActivityEvent>> {
    let wanted = events
    if (kind) wanted = wanted.where('e.event', 'in', eventsOfKind(kind))
    if (person) {
      wanted = wanted.where(({ eb, or, and }) =>
        or([eb('e.actor_id', '=', person), and([eb('e.subject', '=', 'user'), eb('e.subject_id', '=', person)])]),
      )
    }
    if (from) wanted = wanted.where('e.at', '>=', sql<Date>`${from}`)
    if (until) wanted = wanted.where('e.at', '<', sql<Date>`${until}`)

    const rows = () =>
      wanted
        .leftJoin('users as actor', (join) =>
          join.onRef('actor.id', '=', 'e.actor_id').on('actor.deleted_at', 'is', null),
        )
        .leftJoin('users as person', (join) =>
          join
            .onRef('person.id', '=', 'e.subject_id')
            .on('person.deleted_at', 'is', null)
            .on('e.subject', '=', 'user')
            .onRef('e.subject_id', 'is distinct from', 'e.actor_id'),
        )
        .leftJoin('audit_values as v', (join) =>
          join
            .onRef('v.organization_id', '=', 'e.organization_id')
            .onRef('v.event_id', '=', 'e.id')
            .on((eb) => eb.lit(withAddresses)),
        )
        .select(['e.id', 'e.at', 'e.event', 'e.details', 'v.whom', actorIfAny.as('actor'), personIfAny.as('person')])
        .$narrowType<{ event: EventName }>()
    const id = { column: 'e.id', type: 'bigint' } as const
    // Ids rise with time. But only by the time itself is a span of it found at once.
    const time = from || until ? ({ column: 'e.at', type: 'timestamptz' } as const) : id
    const page = await listRows(
      database,
      { table: 'audit_events', rows, sorts: { time }, sort: '-time', id, uncounted: true },
      asked,
    )
    return { ...page, rows: page.rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
  }

  return {
    ofOrganization: ({ organization, permissions }: Member, filter: ActivityQuery) =>
      list(allEvents.where('e.organization_id', '=', organization), filter, {
        withAddresses: permissions.includes('people.view'),
      }),

    /** What concerns the account itself, not what the person did in organizations. */
    ofAccount(person: string, filter: AccountActivityQuery) {
      const events = allEvents
        .where('e.subject', '=', 'user')
        .where('e.subject_id', '=', person)
        .where('e.organization_id', 'is', null)
      return list(filter.kind === 'failed-log-ins' ? events : events.where('e.event', '<>', 'log-in-failed'), filter, {
        withAddresses: false,
      })
    },
  }
}
