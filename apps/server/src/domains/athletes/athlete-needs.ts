import { sql } from 'kysely'
import { query, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { type HousekeepingSource, isAboutAthlete, type NeedSource } from '../home/home.ts'
import { publicImports } from '../imports/imports.ts'
import { loadRolesWith, mayDecideAlone, publicMemberships } from '../organizations/organizations.ts'
import { isMemberSeeing, may } from './athlete-access.ts'
import { athleteFacts, guardiansWhoAreMembers, isVisibleAthlete } from './athletes.ts'
import { mayVerify, VERIFYING } from './guardians.ts'
import { computeLatestAdultBirthDate } from './minors.ts'

/** SQL condition on athletes `a`, as `isMinor`: under 18, or of unknown age unless a pro. */
const isMinorIn = (today: string) =>
  sql<boolean>`case when a.birth_date is null then a.level is distinct from 'pro' else a.birth_date > ${computeLatestAdultBirthDate(today)}::date end`

/** Confirmed guardians to verify. Whoever invited them verifies only if no one else may. */
export const guardianNeeds: NeedSource = {
  kinds: ['guardian'],

  async select(database, viewer, search) {
    const { organization, permissions } = viewer.member
    if (!mayVerify(permissions)) return []
    const verifying = await loadRolesWith(database, organization, [VERIFYING])
    const isAlone = (await mayDecideAlone(database, organization))
      ? sql`not exists (select from ${publicMemberships} m where m.organization_id = g.organization_id and m.user_id <> ${viewer.person.id}
          and ${isMemberSeeing(verifying, sql.ref('g.athlete_id'))})`
      : sql`false`
    return [
      sql`select 'guardian' as kind, g.id, null::uuid as deal, null::date as day, g.confirmed_at as since from guardianships g
        join athletes a on a.organization_id = g.organization_id and a.id = g.athlete_id
        where g.organization_id = ${organization} and g.ended_at is null and g.confirmed_at is not null and g.verified_at is null
          and a.removed_at is null and ${isVisibleAthlete(viewer, sql.ref('g.athlete_id'))}
          and (g.invited_by is distinct from ${viewer.person.id} or ${isAlone})
          and ${isMinorIn(search.today)} and ${isAboutAthlete(search.about, 'g.athlete_id')}`,
    ]
  },

  async describe(database, { member }, found) {
    const rows = await rowsOf(
      database,
      query
        .selectFrom('guardianships as g')
        .innerJoin(publicUsers.as('u'), 'u.id', 'g.user_id')
        .innerJoin(athleteFacts.as('a'), (join) =>
          join.onRef('a.organization_id', '=', 'g.organization_id').onRef('a.id', '=', 'g.athlete_id'),
        )
        .select(['g.id', 'u.name as guardian', 'a.id as athlete', 'a.name'])
        .where('g.organization_id', '=', member.organization)
        .where(sql<boolean>`g.id = any(${found.map(({ id }) => id)}::uuid[])`),
    )
    return rows.map(({ id, guardian, athlete, name }) => ({
      kind: 'guardian',
      id,
      title: guardian,
      about: null,
      deal: null,
      athlete: { id: athlete, name },
      company: null,
      amount: null,
      trail: [],
      remindedAt: null,
    }))
  },
}

/** Counting further does not change what to do. */
const MOST_COUNTED = 1000

/** Athletes whom nobody looks after, imports that failed, and guardians who became members. */
export const athleteHousekeeping: HousekeepingSource = async (database, viewer, now) => {
  const { organization, role } = viewer.member
  const counts = [
    ...(may(viewer, 'athletes.edit') && may(viewer, 'athletes.all')
      ? [
          sql`select 'unassigned-athletes' as kind, count(*)::integer as count from (select from athletes a
            where a.organization_id = ${organization} and a.removed_at is null and a.stage = 'signed' and not exists (
              select from athlete_assignments s where s.organization_id = a.organization_id and s.athlete_id = a.id)
            limit ${MOST_COUNTED}) x`,
        ]
      : []),
    ...(may(viewer, 'data.import')
      ? [
          sql`select 'failed-imports' as kind, count(*)::integer as count from ${publicImports} i
            where organization_id = ${organization} and failed is not null and created_by = ${viewer.person.id}`,
        ]
      : []),
  ]
  const [rows, [conflict, ...others]] = await Promise.all([
    counts.length > 0 ? rowsOf(database, sql<Counted>`${sql.join(counts, sql` union all `)}`) : [],
    role === 'owner' ? guardiansWhoAreMembers(database, organization, now) : [],
  ])
  return [
    ...rows.map(({ kind, count }) => ({ kind, count, athlete: null, name: null })),
    ...(conflict
      ? [
          {
            kind: 'guardians-who-are-members' as const,
            count: others.length + 1,
            athlete: conflict.athlete,
            name: conflict.guardian,
          },
        ]
      : []),
  ]
}
type Counted = { kind: 'unassigned-athletes' | 'failed-imports'; count: number }
