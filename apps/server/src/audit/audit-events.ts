import type { Activity, EventName } from '@sherpa/contracts/activity'
import type { Database, Queryable } from '../persistence/database.ts'

const SHOWN = 100

type AuditEvent = {
  event: EventName
  /** Who did it; the system itself, if nobody. */
  actor?: string | undefined
  organisation?: string | undefined
  /** Whom it was done to, if that is someone else. */
  person?: string | undefined
  /** A few words, never a name or an address: the record outlives those. */
  details?: string | undefined
}

/** Writes down what happened: with a client, as part of its transaction. */
export async function noteEvent(database: Queryable, { event, actor, organisation, person, details }: AuditEvent) {
  const about = person ?? (organisation ? undefined : actor)
  await database.query(
    `insert into audit_events (subject, subject_id, event, actor_id, organisation_id, details)
     values ($1, $2, $3, $4, $5, $6)`,
    [about ? 'user' : 'organisation', about ?? organisation, event, actor, organisation, details],
  )
}

export type AuditEvents = ReturnType<typeof auditEvents>

/** The newest events, with the names that people have today. */
export function auditEvents(database: Database) {
  const list = async (condition: string, id: string): Promise<Activity> => {
    const { rows } = await database.query(
      `select e.at, e.event, e.details, actor.name as actor,
         case when e.subject = 'user' and e.subject_id is distinct from e.actor_id then person.name end as person
       from audit_events e
       left join users actor on actor.id = e.actor_id and actor.deleted_at is null
       left join users person on person.id = e.subject_id and person.deleted_at is null
       where ${condition} order by e.id desc limit ${SHOWN}`,
      [id],
    )
    return { events: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
  }
  return {
    ofOrganisation: (organisation: string) => list('e.organisation_id = $1', organisation),
    /** What concerns the account itself, not what the person did in organisations. */
    ofAccount: (person: string) =>
      list(`e.subject = 'user' and e.subject_id = $1 and e.organisation_id is null`, person),
  }
}
