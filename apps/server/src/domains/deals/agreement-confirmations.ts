import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts, isMemberSeeing, isVisibleAthlete } from '../athletes/athletes.ts'
import { isAboutAthlete, type NeedSource } from '../home/home.ts'
import { loadRolesWith, publicMemberships, type RolesByScope } from '../organizations/organizations.ts'
import type { Viewer } from './deal-access.ts'

/** Agreements entered as signed that the viewer can confirm. */
export const agreementConfirmations: NeedSource = {
  kinds: ['agreement-to-confirm'],

  async select(database, viewer, { about }) {
    const { organization, permissions } = viewer.member
    if (!permissions.includes('deals.approve') || !permissions.includes('deals.view')) return []
    const confirming = await loadConfirmingRoles(database, organization)
    return [
      sql`select 'agreement-to-confirm' as kind, g.id, null::uuid as deal, null::date as day, null::timestamptz as since
        from agreements g where g.organization_id = ${organization} and g.signed_at is not null and g.confirmed_at is null
          and ${isVisibleAthlete(viewer, sql.ref('g.athlete_id'))} and ${isAboutAthlete(about, 'g.athlete_id')}
          and (g.signed_by is distinct from ${viewer.person.id} or not ${hasOtherConfirmer(viewer, confirming)})`,
    ]
  },

  async describe(database, { member }, found) {
    const rows = await rowsOf(
      database,
      sql<{ id: string; athlete: { id: string; name: string }; enteredBy: string | null }>`select g.id,
          json_build_object('id', a.id, 'name', a.name) as athlete,
          (select u.name from ${publicUsers} u where u.id = g.signed_by and u.deleted_at is null) as "enteredBy"
        from agreements g join ${athleteFacts} a on a.organization_id = g.organization_id and a.id = g.athlete_id
        where g.organization_id = ${member.organization} and g.id = any(${found.map(({ id }) => id)}::uuid[])`,
    )
    return rows.map(({ id, athlete, enteredBy }) => ({
      kind: 'agreement-to-confirm' as const,
      id,
      title: 'Signed agreement',
      about: enteredBy,
      deal: null,
      athlete,
      company: null,
      amount: null,
      trail: [],
      remindedAt: null,
    }))
  },
}

export const loadConfirmingRoles = (client: Queryable, organization: string) =>
  loadRolesWith(client, organization, ['deals.approve', 'deals.view'])

/** Condition on `agreements g`: someone else can confirm it. */
export function hasOtherConfirmer({ person }: Viewer, confirming: RolesByScope): RawBuilder<boolean> {
  return sql`exists (select from ${publicMemberships} m where m.organization_id = g.organization_id
    and m.user_id <> ${person.id} and ${isMemberSeeing(confirming, sql.ref('g.athlete_id'))})`
}
