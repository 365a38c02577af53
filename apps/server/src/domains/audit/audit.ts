import {
  type AccountActivityQuery,
  type Activity,
  type ActivityQuery,
  type EventName,
  eventsOfKind,
} from '@sherpa/contracts/activity'
import type { Member } from '../../http/access.ts'
import type { Database, Queryable } from '../../persistence/database.ts'

const PAGE = 50
const KEPT_DAYS = 365

type AuditEvent = {
  event: EventName
  /** Who did it; the system itself, if nobody. */
  actor?: string | undefined
  organization?: string | undefined
  /** Whom it was done to, if that is someone else. */
  person?: string | undefined
  /** The mail address it is about. It is kept apart from the record, and not for good. */
  whom?: string | undefined
  /** A few words, never a name or an address: the record outlives those. */
  details?: string | undefined
}

/** Writes down what happened: with a client, as part of its transaction. */
export async function noteEvent(database: Queryable, note: AuditEvent) {
  const { event, actor, organization, person, whom, details } = note
  const about = person ?? (organization ? undefined : actor)
  const { rows } = await database.query(
    `insert into audit_events (subject, subject_id, event, actor_id, organization_id, details)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [about ? 'user' : 'organization', about ?? organization, event, actor, organization, details],
  )
  if (whom) await keepAuditValue(database, rows[0].id, { organization, whom })
}

/** Keeps the mail address that an event is about, beside the record of events, so that it can be forgotten. */
async function keepAuditValue(
  database: Queryable,
  event: string,
  { organization, whom }: { organization: string | undefined; whom: string },
) {
  await database.query(
    `insert into audit_values (event_id, organization_id, person_id, whom)
     values ($1, $2, (select id from users where email = $3), $3)`,
    [event, organization, whom],
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

export async function forgetOldAuditValues(database: Queryable) {
  await database.query('select forget_audit_values(null, $1)', [KEPT_DAYS])
}

export type AuditEvents = ReturnType<typeof auditEvents>

/** Pages of events, the newest first, with the names that people have today. */
export function auditEvents(database: Database) {
  async function list(
    of: string,
    id: string,
    { kind, person, from, until, before }: ActivityQuery,
    { withAddresses }: { withAddresses: boolean },
  ): Promise<Activity> {
    const { rows } = await database.query(
      `select e.id, e.at, e.event, e.details, v.whom,
         case when actor.id is not null then json_build_object('id', actor.id, 'name', actor.name) end as actor,
         case when person.id is not null then json_build_object('id', person.id, 'name', person.name) end as person
       from audit_events e
       left join users actor on actor.id = e.actor_id and actor.deleted_at is null
       left join users person on person.id = e.subject_id and person.deleted_at is null
         and e.subject = 'user' and e.subject_id is distinct from e.actor_id
       left join audit_values v on v.organization_id = e.organization_id and v.event_id = e.id and $7
       where ${of}
         and ($2::text[] is null or e.event = any($2))
         and ($3::uuid is null or e.actor_id = $3 or (e.subject = 'user' and e.subject_id = $3))
         and ($4::timestamptz is null or e.at >= $4) and ($5::timestamptz is null or e.at < $5)
         and ($6::bigint is null or e.id < $6)
       order by e.id desc limit ${PAGE + 1}`,
      [id, kind && eventsOfKind(kind), person, from, until, before, withAddresses],
    )
    const events = rows.slice(0, PAGE).map((row) => ({ ...row, at: row.at.toISOString() }))
    return { events, next: rows.length > PAGE ? events.at(-1)?.id : null }
  }

  return {
    ofOrganization: ({ organization, permissions }: Member, query: ActivityQuery) =>
      list('e.organization_id = $1', organization, query, { withAddresses: permissions.includes('people.view') }),

    /** What concerns the account itself, not what the person did in organizations. */
    ofAccount: (person: string, query: AccountActivityQuery) =>
      list(
        `e.subject = 'user' and e.subject_id = $1 and e.organization_id is null
         ${query.kind === 'failed-log-ins' ? '' : "and e.event <> 'log-in-failed'"}`,
        person,
        query,
        { withAddresses: false },
      ),
  }
}
