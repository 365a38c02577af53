import { sql } from 'kysely'
import { type ArchivePart, nameOfPerson as by } from '../../persistence/archive-part.ts'
import { query } from '../../persistence/queries.ts'

export const companyExportParts: ArchivePart[] = [
  {
    name: 'companies',
    about: 'Companies with their parent companies.',
    needs: 'deals.view',
    rows: (organization) =>
      sql`select id, name, kind, category, website, parent_id as "parentId", is_self as "isSelf", created_at as "addedAt"
        from companies where organization_id = ${organization} and removed_at is null`.compile(query),
  },
  {
    name: 'company-contacts',
    about: 'Contacts at these companies.',
    needs: 'deals.view',
    rows: (organization) =>
      sql`select id, company_id as "companyId", name, title, email, phone, created_at as "addedAt"
        from company_contacts where organization_id = ${organization}`.compile(query),
  },
  {
    name: 'company-notes',
    about: 'Notes, calls and other contacts with companies, except those that only their author reads.',
    needs: 'deals.view',
    rows: (organization) =>
      sql`select c.id, c.company_id as "companyId", c.at, ${by('actor_id')} as by, c.kind, c.direction,
        case when c.with_contact then 'contact' else 'company' end as "with", c.contact_id as "contactId", c.minutes, c.result,
        c.text, c.readers from company_timeline c where c.organization_id = ${organization} and c.readers <> 'me'`.compile(
        query,
      ),
  },
]
