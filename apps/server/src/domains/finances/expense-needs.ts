import type { Currency } from '@sherpa/contracts/currency'
import { sql } from 'kysely'
import { query, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts, isVisibleAthlete, seesAllAthletes } from '../athletes/athletes.ts'
import { isAboutAthlete, type NeedSource } from '../home/home.ts'
import { loadDecidingRoles, mayViewerDecide } from './expense-deciders.ts'

/** Expenses that wait for the viewer's decision. */
export const expenseNeeds: NeedSource = {
  kinds: ['expense'],

  async select(database, viewer, { about }) {
    const { organization, role, permissions } = viewer.member
    if (role === 'athlete' || !permissions.includes('money.edit')) return []
    const roles = await loadDecidingRoles(database, organization)
    const seen = seesAllAthletes(viewer) ? sql`true` : isVisibleAthlete(viewer, sql.ref('e.athlete_id'))
    return [
      sql`select 'expense' as kind, e.id, null::uuid as deal, null::date as day, e.added_at as since from expenses e
        where e.organization_id = ${organization} and e.state = 'waiting' and ${seen} and ${isAboutAthlete(about, 'e.athlete_id')} and ${mayViewerDecide(viewer, roles)}`,
    ]
  },

  async describe(database, { member }, found) {
    const rows = await rowsOf(
      database,
      query
        .selectFrom('expenses as e')
        .leftJoin(publicUsers.as('u'), (join) => join.onRef('u.id', '=', 'e.added_by').on('u.deleted_at', 'is', null))
        .leftJoin(athleteFacts.as('a'), (join) =>
          join.onRef('a.organization_id', '=', 'e.organization_id').onRef('a.id', '=', 'e.athlete_id'),
        )
        .select(['e.id', 'e.vendor', 'e.currency', 'e.amount_minor', 'u.name as addedBy', 'a.id as athlete', 'a.name'])
        .where('e.organization_id', '=', member.organization)
        .where(sql<boolean>`e.id = any(${found.map(({ id }) => id)}::uuid[])`)
        .$narrowType<{ currency: Currency }>(),
    )
    return rows.map(({ id, vendor, currency, amount_minor, addedBy, athlete, name }) => ({
      kind: 'expense',
      id,
      title: vendor,
      about: addedBy,
      deal: null,
      athlete: athlete && name ? { id: athlete, name } : null,
      company: null,
      amount: { currency, minor: Number(amount_minor) },
      trail: [],
      remindedAt: null,
    }))
  },
}
