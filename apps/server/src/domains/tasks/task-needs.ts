import { clockTime } from '@sherpa/contracts/availability'
import { addDays } from '@sherpa/contracts/days'
import { NEED_DAYS_AHEAD } from '@sherpa/contracts/home'
import { sql } from 'kysely'
import { rowsOf } from '../../persistence/queries.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { publicCompanies } from '../companies/companies.ts'
import { publicDeals } from '../deals/deals.ts'
import type { HousekeepingSource, NeedSource } from '../home/home.ts'
import { dayOfTask, isOwnTask, isTaskVisible, startOfDay } from './task-access.ts'

/** Open tasks with a day. */
export const taskNeeds: NeedSource = {
  kinds: ['task'],

  async select(_, viewer, { scope, today, about }) {
    if (about) return []
    const own = scope === 'mine' ? isOwnTask(viewer) : sql`true`
    return [
      sql`select 'task' as kind, t.id, t.deal_id as deal, ${dayOfTask} as day, null::timestamptz as since from tasks t
        where t.organization_id = ${viewer.member.organization} and t.done_at is null
          and t.due_sort < ${startOfDay(addDays(today, NEED_DAYS_AHEAD + 1))}
          and ${own} and ${isTaskVisible(viewer)}`,
    ]
  },

  async describe(database, { member }, found) {
    const statement = sql<Row>`select t.id, t.title, t.due_time as time, d.title as "dealTitle",
        coalesce(a.id, d.athlete_id) as "athleteId", coalesce(a.name, d.athlete_name) as "athleteName",
        coalesce(c.id, d.company_id) as "companyId", coalesce(c.name, d.company_name) as "companyName"
      from tasks t
      left join ${athleteFacts} a on a.organization_id = t.organization_id and a.id = t.athlete_id
      left join ${publicDeals} d on d.organization_id = t.organization_id and d.id = t.deal_id
      left join ${publicCompanies} c on c.organization_id = t.organization_id and c.id = t.company_id
      where t.organization_id = ${member.organization} and t.id = any(${found.map(({ id }) => id)}::uuid[])`
    const isAthlete = member.role === 'athlete'
    const rows = await rowsOf(database, statement)
    return rows.map(({ id, title, time, dealTitle, athleteId, athleteName, companyId, companyName }) => ({
      kind: 'task' as const,
      id,
      title,
      // Athletes know that it is about them.
      about:
        [dealTitle ?? (isAthlete ? null : athleteName) ?? companyName, time && clockTime(time)]
          .filter(Boolean)
          .join(', ') || null,
      deal: null,
      athlete: athleteId && athleteName ? { id: athleteId, name: athleteName } : null,
      company: companyId && companyName ? { id: companyId, name: companyName } : null,
      amount: null,
      trail: [],
      remindedAt: null,
    }))
  },
}
type Row = {
  id: string
  title: string
  time: string | null
  dealTitle: string | null
  athleteId: string | null
  athleteName: string | null
  companyId: string | null
  companyName: string | null
}

/** Counting further does not change what to do. */
const MOST_COUNTED = 1000

/** Open tasks that nobody is assigned to, for owners. */
export const taskHousekeeping: HousekeepingSource = async (database, viewer) => {
  if (viewer.member.role !== 'owner') return []
  const statement = sql<{ count: number }>`select count(*)::integer as count from (select from tasks t
    where t.organization_id = ${viewer.member.organization} and t.done_at is null and t.assignee_id is null
      and ${isTaskVisible(viewer)} limit ${MOST_COUNTED}) x`
  const rows = await rowsOf(database, statement)
  return rows.map(({ count }) => ({ kind: 'tasks-without-assignee' as const, count, athlete: null, name: null }))
}
