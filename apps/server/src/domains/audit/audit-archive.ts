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
]
