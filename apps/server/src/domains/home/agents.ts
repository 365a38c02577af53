import type { Agents } from '@sherpa/contracts/home'
import type { Role } from '@sherpa/contracts/organization'
import { sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts, publicAssignments } from '../athletes/athletes.ts'
import { publicDeals } from '../deals/deals.ts'
import { publicMemberships } from '../organizations/organizations.ts'
import type { Viewer } from './home.ts'

/** Members who look after an athlete: leads of their shared deals, then those assigned to them. */
export async function loadAgents(database: Database, { person, member }: Viewer): Promise<Agents> {
  if (member.role !== 'athlete') return { agents: [] }
  const statement = sql<Agents['agents'][number] & { role: Role }>`
    with me as (select a.organization_id, a.id from ${athleteFacts} a
      where a.organization_id = ${member.organization} and a.user_id = ${person.id})
    select u.id, u.name, m.role, u.email, u.phone
    from (select d.lead_id as user_id, 1 as place from ${publicDeals} d join me on me.organization_id = d.organization_id and me.id = d.athlete_id
        where d.lead_id is not null and d.removed_at is null and d.version_in_force is not null
      union select s.user_id, 2 from ${publicAssignments} s join me on me.organization_id = s.organization_id and me.id = s.athlete_id) found
    join ${publicMemberships} m on m.organization_id = ${member.organization} and m.user_id = found.user_id
    join ${publicUsers} u on u.id = m.user_id
    where u.deleted_at is null and m.role <> 'athlete'
    group by u.id, u.name, m.role, u.email, u.phone order by min(place), u.name limit 10`
  return { agents: await rowsOf(database, statement) }
}
