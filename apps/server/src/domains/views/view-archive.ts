import { sql } from 'kysely'
import type { ArchivePart } from '../../persistence/archive-part.ts'
import { query } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'

export const viewExportParts: ArchivePart[] = [
  {
    name: 'saved-views',
    about: 'Shared views. Private views are not included.',
    needs: 'people.view',
    rows: (organization) =>
      sql`select v.id, v.list, v.name, v.address, v.question, u.name as "savedBy", v.created_at as "savedAt" from saved_views v
        left join ${publicUsers} u on u.id = v.owner_id and u.deleted_at is null
        where v.organization_id = ${organization} and v.shared order by v.created_at`.compile(query),
  },
]
