import { addDays } from '@sherpa/contracts/days'
import {
  MOST_NEEDS,
  NEED_DAYS_AHEAD,
  NEED_ROWS,
  type Need,
  type NeedCount,
  type NeedGroup,
  type Needs,
  type NeedsQuery,
  needGroups,
} from '@sherpa/contracts/home'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { seesAllAthletes } from '../athletes/athletes.ts'
import { todayIn } from '../organizations/organizations.ts'
import {
  type FoundNeed,
  type HousekeepingSource,
  type NeedSearch,
  type NeedSource,
  needColumns,
  type Viewer,
} from './home.ts'

type Parts = {
  database: Database
  clock: () => Date
  sources: readonly NeedSource[]
  housekeeping: readonly HousekeepingSource[]
}

export function createNeedService({ database, clock, sources, housekeeping }: Parts) {
  return {
    /** What the caller can finish, in groups, oldest first. */
    async list(viewer: Viewer, { scope = 'mine', all, athlete, company }: NeedsQuery): Promise<Needs> {
      requireScope(viewer, scope)
      const about = athlete ? { athlete } : company ? { company } : undefined
      const now = clock()
      const today = await todayIn(database, viewer.member.organization, now)
      const [found, kept] = await Promise.all([
        findNeeds(
          database,
          viewer,
          sources,
          { scope: about ? 'everyone' : scope, today, now, about },
          all ? MOST_NEEDS : NEED_ROWS,
        ),
        about ? [] : Promise.all(housekeeping.map((source) => source(database, viewer, now))),
      ])
      const details = await describe(database, viewer, sources, found)
      return {
        today,
        groups: needGroups.map((group) => {
          const rows = found.filter((one) => one.group === group)
          return {
            group,
            count: rows[0]?.total ?? 0,
            rows: rows.flatMap((row) => toNeed(row, details.get(keyOf(row)))),
          }
        }),
        housekeeping: kept.flat().filter(({ count }) => count > 0),
      }
    },

    /** Late and today, without details. */
    async count(viewer: Viewer): Promise<NeedCount> {
      const now = clock()
      const today = await todayIn(database, viewer.member.organization, now)
      const found = await findNeeds(database, viewer, sources, { scope: 'mine', today, now }, 1)
      const urgent = found.filter(({ group }) => group !== 'week')
      return { count: urgent.reduce((sum, { total }) => sum + total, 0) }
    },
  }
}
export type NeedService = ReturnType<typeof createNeedService>

/** Other people's work is for members who see all athletes. */
export function requireScope(viewer: Viewer, scope: NeedSearch['scope']) {
  if (scope === 'everyone' && !seesAllAthletes(viewer)) throw new Refusal('not-permitted')
}

type GroupedNeed = FoundNeed & { group: NeedGroup; total: number }

/** One statement over all domains: counts every row and returns the first of each group. */
async function findNeeds(
  database: Queryable,
  viewer: Viewer,
  sources: readonly NeedSource[],
  search: NeedSearch,
  limit: number,
): Promise<GroupedNeed[]> {
  const selects = (await Promise.all(sources.map((source) => source.select(database, viewer, search)))).flat()
  if (selects.length === 0) return []
  const { today } = search
  const union = sql.join(
    selects.map(
      (
        select,
      ) => sql`(select ${needColumns} from (${select}) n where n.day is null or n.day <= ${addDays(today, NEED_DAYS_AHEAD)}::date
      order by n.day limit ${MOST_NEEDS})`,
    ),
    sql` union all `,
  )
  const shared = sources.flatMap((source) => source.shared?.(viewer, search) ?? [])
  const statement = sql<GroupedNeed>`${shared.length > 0 ? sql`with ${sql.join(shared)}` : sql``}
    select kind, id, deal, day, since, "group", least(total, ${MOST_NEEDS})::integer as total
    from (select ${needColumns}, "group", count(*) over (partition by "group") as total,
        row_number() over (partition by "group" order by coalesce(day, since::date), since, id) as place
      from (select ${needColumns}, case when day < ${today}::date then 'late' when day > ${today}::date then 'week' else 'today' end as "group"
        from (${union}) found) grouped) placed
    where place <= ${limit} order by place`
  return rowsOf(database, statement)
}

async function describe(
  database: Queryable,
  viewer: Viewer,
  sources: readonly NeedSource[],
  found: readonly FoundNeed[],
) {
  const described = await Promise.all(
    sources.map(async ({ kinds, describe }) => {
      const own = found.filter(({ kind }) => kinds.includes(kind))
      return own.length > 0 ? describe(database, viewer, own) : []
    }),
  )
  return new Map(described.flat().map((details) => [keyOf(details), details]))
}

const keyOf = ({ kind, id }: Pick<FoundNeed, 'kind' | 'id'>) => `${kind} ${id}`

/** A row that was finished between the two statements has no details. */
function toNeed({ day, since }: FoundNeed, details: Omit<Need, 'day' | 'since'> | undefined): Need[] {
  return details ? [{ ...details, day, since: since?.toISOString() ?? null }] : []
}
