import { sql } from 'kysely'
import type { ArchivePart } from '../../persistence/archive-part.ts'
import { query } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'

export const auditExportParts: ArchivePart[] = [
  {
    name: 'activity',
    about: 'Who did what in your organization, and when.',
    needs: 'activity.view',
    rows: (organization) =>
      sql`select e.id, e.at, e.event, actor.name as by, person.name as person,
        case when e.subject = 'athlete' then e.subject_id end as "athleteId", v.email, e.details
        from audit_events e
        left join ${publicUsers} actor on actor.id = e.actor_id and actor.deleted_at is null
        left join ${publicUsers} person on e.subject = 'user' and person.id = e.subject_id and person.deleted_at is null
        left join audit_emails v on v.organization_id = e.organization_id and v.event_id = e.id
        where e.organization_id = ${organization}`.compile(query),
  },
  {
    name: 'activity-changes',
    about: 'Values before and after each change of the activity.',
    needs: 'activity.view',
    rows: (organization) =>
      sql`select event_id as "eventId", field, before, after, encode(salt, 'hex') as salt from audit_values
        where organization_id = ${organization}`.compile(query),
  },
  {
    name: 'activity-seals',
    about: 'Sealed batches of the activity, each chained to the one before it.',
    needs: 'activity.view',
    rows: (organization) =>
      sql`select number, sealed_at as "sealedAt", event_ids as "eventIds", encode(row_hashes, 'hex') as "eventHashes",
        encode(root, 'hex') as root, encode(head, 'hex') as head from audit_batches
        where organization_id = ${organization} order by number`.compile(query),
  },
]
