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
import { listRows } from '../../persistence/lists/list-rows.ts'
import { oneRowOf, query, run, textOf } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'

type AuditEvent = {
  event: EventName
  /** Who did it; the system itself, if nobody. */
  actor?: string | undefined
  /** Whom it was done to, if that is someone else. */
  person?: string | undefined
  /** The athlete it was done to. */
  athlete?: string | undefined
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
  const { event, actor, organization, person, athlete, whom, details } = note
  const about = person ?? (organization ? undefined : actor)
  const subject = athlete ?? about ?? organization
  if (!subject) throw new Error('An event is about a person, an athlete or an organization.')
  const { id } = await oneRowOf(
    database,
    query
      .insertInto('audit_events')
      .values({
        subject: athlete ? 'athlete' : about ? 'user' : 'organization',
        subject_id: subject,
        event,
        actor_id: actor ?? null,
        organization_id: organization ?? null,
        details: details ?? null,
      })
      .returning('id'),
    'note-event',
  )
  if (whom) await keepAuditValue(database, id, { organization, whom })
}

/** Written down whether or not there is such an account: a try at none must not be answered sooner. */
export async function noteFailedLogin(database: Queryable, email: string) {
  await database.query(
    `insert into audit_events (subject, subject_id, event, actor_id)
     select case when u.id is null then 'nobody' else 'user' end, coalesce(u.id, '00000000-0000-0000-0000-000000000000'),
       'log-in-failed', u.id from (values ($1)) as tried (email) left join ${textOf(userFacts)} u on u.email = tried.email`,
    [email],
  )
}

/** Demo requests belong to no organization. */
export async function noteRequestEvent(client: Queryable, request: string, event: string) {
  await run(client, query.insertInto('audit_events').values({ subject: 'demo-request', subject_id: request, event }))
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
      person_id: query.selectFrom(userFacts.as('u')).select('id').where('email', '=', whom),
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

/** The names of athletes, by their ids. */
type AthleteNames = (organization: string, ids: string[]) => Promise<Map<string, string>>

/** Pages of events, the newest first, with the names that people have today. */
export function auditEvents(database: Database, athleteNames: AthleteNames) {
  async function list(
    events: typeof allEvents,
    { kind, person, from, until, ...asked }: ActivityQuery,
    { withAddresses }: { withAddresses: boolean },
  ): Promise<ListPage<ActivityEvent>> {
    let wanted = events
    if (kind) wanted = wanted.where('e.event', 'in', eventsOfKind(kind))
    if (from) wanted = wanted.where('e.at', '>=', sql<Date>`${from}`)
    if (until) wanted = wanted.where('e.at', '<', sql<Date>`${until}`)

    const rows = () =>
      wanted
        .leftJoin(userFacts.as('actor'), (join) =>
          join.onRef('actor.id', '=', 'e.actor_id').on('actor.deleted_at', 'is', null),
        )
        .leftJoin(userFacts.as('person'), (join) =>
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
        .select(['e.subject', 'e.subject_id', 'e.organization_id'])
        .$narrowType<{ event: EventName }>()
    const anyOf = person
      ? [sql<boolean>`e.actor_id = ${person}`, sql<boolean>`(e.subject = 'user' and e.subject_id = ${person})`]
      : []
    const time = { column: 'e.at', type: 'timestamptz' } as const
    const id = { column: 'e.id', type: 'uuid' } as const
    const page = await listRows(
      database,
      { table: 'audit_events', rows, anyOf, sorts: { time }, sort: '-time', id, withoutTotal: true },
      asked,
    )
    const athletes = page.rows.filter(({ subject }) => subject === 'athlete')
    const organization = athletes[0]?.organization_id
    const names = organization
      ? await athleteNames(
          organization,
          athletes.map(({ subject_id }) => subject_id),
        )
      : new Map<string, string>()
    return {
      ...page,
      rows: page.rows.map(({ at, subject, subject_id: id, ...row }) => ({
        ...row,
        at: at.toISOString(),
        athlete: subject === 'athlete' ? { id, name: names.get(id) ?? '' } : null,
      })),
    }
  }

  return {
    /** For whoever does not see all athletes, what happened to them, their deals and their money did not happen. */
    ofOrganization({ organization, permissions }: Member, filter: ActivityQuery) {
      let events = allEvents.where('e.organization_id', '=', organization)
      if (!permissions.includes('athletes.view') || !permissions.includes('athletes.all')) {
        const ofThem = [...eventsOfKind('athletes'), ...eventsOfKind('money')]
        events = events.where('e.event', 'not in', ofThem).where('e.subject', '<>', 'athlete')
      }
      if (!permissions.includes('money.view')) {
        // How many have to decide about a deal depends on its amount.
        events = events.where('e.event', 'not in', [...eventsOfKind('money'), 'deal-decided'])
      }
      if (!permissions.includes('deals.view')) events = events.where('e.event', 'not in', eventsOfKind('deals'))
      return list(events, filter, { withAddresses: permissions.includes('people.view') })
    },

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
