import type { Queryable } from '../../persistence/database.ts'

const KEPT_DAYS = 365

/** Keeps the mail address that an event is about, beside the record of events, so that it can be forgotten. */
export async function keepAuditValue(
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
  await client.query('update audit_values set person_id = $1 where whom = $2', [id, email])
}

/** For whoever deletes their account: called while the account still has its address. */
export async function forgetAuditValues(client: Queryable, email: string) {
  await client.query(
    'delete from audit_values where whom = $1 or person_id = (select id from users where email = $1)',
    [email],
  )
}

export async function forgetOldAuditValues(database: Queryable) {
  await database.query(
    `delete from audit_values v using audit_events e
     where e.id = v.event_id and e.at < now() - make_interval(days => ${KEPT_DAYS})`,
  )
}
