import { DESK_STATISTICS_DAYS, type DeskFigures, waitingStates } from '@sherpa/contracts/desk'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowsOf } from '../../persistence/queries.ts'
import type { Today } from './desk-list.ts'

/** Includes erased requests. */
export async function deskFigures(database: Queryable, { now, companyTimeZone }: Today): Promise<DeskFigures> {
  const lastDay = sql`(${now}::timestamptz at time zone ${companyTimeZone})::date`
  const since = sql<Date>`((${lastDay} - ${DESK_STATISTICS_DAYS - 1}::integer)::timestamp at time zone ${companyTimeZone})`
  const [states, days, answers, open, outcomes] = await Promise.all([
    rowsOf(
      database,
      query
        .selectFrom('demo_requests')
        .select(['state', sql<number>`count(*)::integer`.as('count')])
        .groupBy('state')
        .orderBy('state'),
    ),
    rowsOf(
      database,
      query
        .selectFrom(
          sql<{
            day: Date
          }>`generate_series(${lastDay} - ${DESK_STATISTICS_DAYS - 1}::integer, ${lastDay}, interval '1 day')`.as<'d'>(
            sql`d(day)`,
          ),
        )
        .leftJoin(
          query
            .selectFrom('demo_requests')
            .select([
              sql<Date>`(created_at at time zone ${companyTimeZone})::date`.as('on'),
              sql<number>`count(*)::integer`.as('count'),
            ])
            .where('created_at', '>=', since)
            .groupBy('on')
            .as('r'),
          (join) => join.on(sql<boolean>`r.on = d.day::date`),
        )
        .select([sql<string>`to_char(d.day, 'YYYY-MM-DD')`.as('day'), sql<number>`coalesce(r.count, 0)`.as('requests')])
        .orderBy('d.day'),
    ),
    oneRowOf(
      database,
      query
        .selectFrom('demo_history')
        .select([
          sql<number>`count(*) filter (where at <= due_at)::integer`.as('kept'),
          sql<number>`count(*) filter (where at > due_at)::integer`.as('missed'),
          sql<
            number | null
          >`round(percentile_cont(0.5) within group (order by extract(epoch from at - asked_at) / 60))::integer`.as(
            'median',
          ),
        ])
        .where('due_at', 'is not', null)
        .where('at', '>=', since),
    ),
    // Unanswered requests past their deadline count as missed.
    oneRowOf(
      database,
      query
        .selectFrom('demo_requests')
        .select([
          sql<number>`count(*)::integer`.as('overdue'),
          sql<number>`count(*) filter (where due_at >= ${since})::integer`.as('missed'),
        ])
        .where('state', 'in', waitingStates)
        .where('answered_at', 'is', null)
        .where('due_at', '<', now),
    ),
    oneRowOf(
      database,
      query
        .selectFrom('demo_history')
        .select([
          sql<number>`count(*) filter (where event = 'held')::integer`.as('held'),
          sql<number>`count(*) filter (where event = 'no-show')::integer`.as('noShow'),
          sql<number>`count(*) filter (where event = 'canceled')::integer`.as('canceled'),
        ])
        .where('at', '>=', since),
    ),
  ])
  const promises = answers.kept + answers.missed + open.missed
  return {
    states,
    overdue: open.overdue,
    days,
    keptPercent: promises === 0 ? null : Math.round((answers.kept / promises) * 1000) / 10,
    medianMinutesToAnswer: answers.median,
    outcomes,
    companyTimeZone,
  }
}
