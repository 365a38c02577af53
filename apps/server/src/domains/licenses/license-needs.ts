import { addDays } from '@sherpa/contracts/days'
import { NEED_DAYS_AHEAD } from '@sherpa/contracts/home'
import { stateName } from '@sherpa/contracts/us-states'
import { sql } from 'kysely'
import { rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import type { NeedSource } from '../home/home.ts'
import { publicMemberships } from '../organizations/organizations.ts'
import { isVisibleLicense } from './license-access.ts'

/** Condition on licenses `l`: the member has no license of the state that ends later. */
export const isNotRenewed = sql<boolean>`not exists (select from licenses n where n.organization_id = l.organization_id
  and n.user_id = l.user_id and n.state = l.state and (n.ends_on is null or n.ends_on > l.ends_on))`

/** Licenses of members that have expired or expire within the next days. */
export const licenseNeeds: NeedSource = {
  kinds: ['license'],

  async select(_, viewer, { scope, today, about }) {
    const { person, member } = viewer
    if (about || member.role === 'athlete') return []
    const seesOthers = scope === 'everyone' && member.permissions.includes('people.manage')
    return [
      sql`select 'license' as kind, l.id, null::uuid as deal, l.ends_on as day, null::timestamptz as since
        from licenses l join ${publicMemberships} m on m.organization_id = l.organization_id and m.user_id = l.user_id
        where l.organization_id = ${member.organization} and m.role <> 'athlete'
          and l.ends_on <= ${addDays(today, NEED_DAYS_AHEAD)}::date and ${isNotRenewed}
          and ${seesOthers ? sql`true` : sql`l.user_id = ${person.id}`} and ${isVisibleLicense(viewer)}`,
    ]
  },

  async describe(database, { person, member }, found) {
    const rows = await rowsOf(
      database,
      sql<{ id: string; state: string; licensee: string; name: string | null }>`select l.id, l.state,
          l.user_id as licensee, u.name from licenses l join ${publicUsers} u on u.id = l.user_id
        where l.organization_id = ${member.organization} and l.id = any(${found.map(({ id }) => id)}::uuid[])`,
    )
    return rows.map(({ id, state, licensee, name }) => ({
      kind: 'license' as const,
      id,
      title: `${stateName(state)} license`,
      about: licensee === person.id ? null : name,
      deal: null,
      athlete: null,
      company: null,
      amount: null,
      trail: [],
      remindedAt: null,
    }))
  },
}
