import { sql } from 'kysely'
import type { ArchivePart } from '../../persistence/archive-part.ts'
import { query } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'

export const taskExportParts: ArchivePart[] = [
  {
    name: 'tasks',
    about:
      'Tasks about athletes. Not included: those without a record, private to creator and assignee, and those made from a note that not the whole team reads.',
    needs: 'athletes.view',
    rows: (organization) => selectTasks(organization, sql`t.athlete_id is not null`),
  },
  {
    name: 'deal-tasks',
    about: 'Tasks about deals and companies, except those made from a note that not the whole team reads.',
    needs: 'deals.view',
    rows: (organization) => selectTasks(organization, sql`(t.deal_id is not null or t.company_id is not null)`),
  },
]

function selectTasks(organization: string, which: ReturnType<typeof sql<boolean>>) {
  return sql`select t.id, t.title, t.athlete_id as "athleteId", t.deal_id as "dealId", t.company_id as "companyId",
      assignee.name as "assignee", t.due_on as "day", t.due_time as "time", t.done_at as "doneAt", doer.name as "doneBy",
      creator.name as "createdBy", t.created_at as "createdAt"
    from tasks t
    left join ${publicUsers} assignee on assignee.id = t.assignee_id
    left join ${publicUsers} doer on doer.id = t.done_by and doer.deleted_at is null
    left join ${publicUsers} creator on creator.id = t.created_by and creator.deleted_at is null
    where t.organization_id = ${organization} and ${which}
      and (t.readers is null or t.readers = 'team') order by t.created_at, t.id`.compile(query)
}
