import type { KeyDateRow, KeyDatesQuery, LeagueEventRow, LeaguePreview } from '@sherpa/contracts/deal-work'
import { explainShownKeyDate, type KeyDateRule } from '@sherpa/contracts/key-date'
import { eventDay, leagueEvent, leagueEvents } from '@sherpa/contracts/league-calendar'
import type { ListPage } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import { type InferResult, type RawBuilder, sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { isVisibleAthlete } from '../athletes/athletes.ts'
import { notify } from '../notifications/notifications.ts'
import { lockDeal, seesMoney, type Viewer } from './deal-access.ts'
import { addTimelineEntry, touchDeal } from './deal-timeline.ts'
import { computeDateColumns, END_OF_DEAL, refreshNextDue } from './obligations.ts'
import { anyOf, dealParties, obligationFilters, partiesOf, userJson } from './parties.ts'
import { findResponsible } from './responsible.ts'

type Parts = { database: Database; clock: () => Date }

/** Key dates of visible deals: actions that are due and rights that lapse. */
export function createKeyDateService({ database, clock }: Parts) {
  return {
    async page(viewer: Viewer, params: KeyDatesQuery): Promise<ListPage<KeyDateRow>> {
      return pageOfKeyDates(database, viewer, params, { now: clock() })
    },

    finish(viewer: Viewer, id: string, { version, proof }: { version: number; proof: string | null }) {
      return changeKeyDate(viewer, id, async (client, date) => {
        if (date.version !== version) throw new Refusal('changed-meanwhile')
        await updateKeyDate(client, viewer, id, { done_at: clock(), done_by: viewer.person.id, proof })
        await addTimelineEntry(client, viewer, date.deal_id, { kind: 'key-date-done', about: date.title, text: proof })
      })
    },

    reopen(viewer: Viewer, id: string) {
      return changeKeyDate(viewer, id, (client) =>
        updateKeyDate(client, viewer, id, { done_at: null, done_by: null, proof: null }),
      )
    },

    async leagueEvents(viewer: Viewer): Promise<{ events: LeagueEventRow[] }> {
      const { organization } = viewer.member
      const corrections = await rowsOf(
        database,
        query
          .selectFrom('league_corrections as c')
          .leftJoin(publicUsers.as('u'), (join) =>
            join.onRef('u.id', '=', 'c.corrected_by').on('u.deleted_at', 'is', null),
          )
          .select(['c.event', 'c.day', 'c.corrected_at', 'u.id as by', 'u.name'])
          .where('c.organization_id', '=', organization),
      )
      const counts = await rowsOf(
        database,
        query
          .selectFrom('key_dates as k')
          .select([sql<string>`k.rule -> 'anchor' ->> 'event'`.as('event'), sql<number>`count(*)::integer`.as('count')])
          .where('k.organization_id', '=', organization)
          .where(sql<boolean>`k.rule -> 'anchor' ->> 'event' is not null`)
          .where('k.canceled', '=', false)
          .where(isVisibleAthlete(viewer, sql.ref('k.athlete_id')))
          .groupBy('event'),
      )
      const days = Object.fromEntries(corrections.map(({ event, day }) => [event, day]))
      return {
        events: leagueEvents.map(({ id, league, title, season, day, source }) => {
          const correction = corrections.find(({ event }) => event === id)
          const effective = eventDay(id, days)
          return {
            id,
            league,
            title,
            season,
            day: effective?.day ?? day,
            shippedDay: day,
            status: effective?.status ?? 'expected',
            source,
            corrected: correction
              ? {
                  at: correction.corrected_at.toISOString(),
                  by: correction.by && correction.name ? { id: correction.by, name: correction.name } : null,
                }
              : null,
            keyDates: counts.find(({ event }) => event === id)?.count ?? 0,
          }
        }),
      }
    },

    /** Dry run of `correct`. */
    async preview(viewer: Viewer, event: string, day: string | null): Promise<LeaguePreview> {
      if (!leagueEvent(event)) throw new Refusal('not-found')
      const anchored = await rowsOf(database, selectDatesOfEvent(viewer, event))
      const moving = findMovedDates(anchored, event, day).toSorted((one, other) => (one.to.day < other.to.day ? -1 : 1))
      const dates = moving.filter(({ seen }) => seen).slice(0, MOST_PREVIEWED)
      return {
        dates: dates.map((date) => ({
          id: date.id,
          ...date.parties,
          title: date.title,
          from: date.day,
          to: date.to.day,
        })),
        others: moving.length - dates.length,
      }
    },

    /** Recomputes all dates anchored to the event and notifies the responsible members. */
    async correct(viewer: Viewer, event: string, day: string | null): Promise<{ moved: number }> {
      if (!leagueEvent(event)) throw new Refusal('not-found')
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const correction = { day, corrected_at: clock(), corrected_by: viewer.person.id }
        await run(
          client,
          day === null
            ? query
                .deleteFrom('league_corrections')
                .where('organization_id', '=', organization)
                .where('event', '=', event)
            : query
                .insertInto('league_corrections')
                .values({ organization_id: organization, event, ...correction, day })
                .onConflict((same) => same.columns(['organization_id', 'event']).doUpdateSet({ ...correction, day })),
        )
        return { moved: await moveDates(client, viewer, event, day, clock()) }
      })
    },
  }

  async function changeKeyDate(
    viewer: Viewer,
    id: string,
    work: (client: Queryable, date: { deal_id: string; title: string; version: number }) => Promise<void>,
  ): Promise<KeyDateRow> {
    const { organization } = viewer.member
    return inTransaction(database, async (client) => {
      const load = () =>
        rowOf(
          client,
          query
            .selectFrom('key_dates as k')
            .select(['k.deal_id', 'k.title', 'k.version'])
            .where('k.organization_id', '=', organization)
            .where('k.id', '=', id)
            .where('k.canceled', '=', false),
        )
      const found = await load()
      if (!found) throw new Refusal('not-found')
      await lockDeal(client, viewer, found.deal_id)
      // Read again under the lock.
      const date = await load()
      if (!date) throw new Refusal('not-found')
      await work(client, date)
      await refreshNextDue(client, organization, date.deal_id)
      await touchDeal(client, organization, date.deal_id)
      const row = await rowOf(client, selectKeyDates(viewer).where('k.id', '=', id))
      if (!row) throw new Refusal('not-found')
      return toRow(row, viewer, clock())
    })
  }

  async function updateKeyDate(client: Queryable, { member }: Viewer, id: string, to: object) {
    await run(
      client,
      query
        .updateTable('key_dates')
        .set({ ...to, version: sql<number>`version + 1` })
        .where('organization_id', '=', member.organization)
        .where('id', '=', id),
    )
  }
}
export type KeyDates = ReturnType<typeof createKeyDateService>

export async function pageOfKeyDates(
  database: Queryable,
  viewer: Viewer,
  { state, kind, from, until, deal, athlete, athletes, lead, ...params }: KeyDatesQuery,
  { now, withoutTotal }: { now: Date; withoutTotal?: true },
): Promise<ListPage<KeyDateRow>> {
  const hasLapsed = sql<boolean>`k.lapses_at <= ${now}`
  const states: Record<KeyDateRow['state'], RawBuilder<boolean>> = {
    done: sql`(k.done_at is not null or (k.rule_id = ${END_OF_DEAL} and ${hasLapsed}))`,
    late: sql`(k.done_at is null and k.rule_id <> ${END_OF_DEAL} and ${hasLapsed})`,
    open: sql`(k.done_at is null and ${hasLapsed} is not true)`,
  }
  const page = await listRows(
    database,
    {
      table: 'key_dates',
      rows: () => selectKeyDates(viewer),
      filters: [
        ...obligationFilters(viewer, { table: 'k', day: 'day' }, { from, until, deal, athlete, athletes, lead }),
        ...(state ? [anyOf(state.map((one) => states[one]))] : []),
        ...(kind ? [sql<boolean>`k.kind = any(${kind}::text[])`] : []),
      ],
      ...(withoutTotal && { withoutTotal }),
      sorts: { day: { column: 'k.day', type: 'date', nullable: true } },
      sort: 'day',
      id: { column: 'k.id', type: 'uuid' },
    },
    params,
  )
  return { ...page, rows: page.rows.map((row) => toRow(row, viewer, now)) }
}

const isCorrected = sql<boolean>`exists (select from league_corrections c where c.organization_id = k.organization_id
  and c.event = k.rule -> 'anchor' ->> 'event')`

function selectKeyDates(viewer: Viewer) {
  return query
    .selectFrom('key_dates as k')
    .select(['k.id', 'k.kind', 'k.title', 'k.rule', 'k.rule_id', 'k.day', 'k.lapses_at', 'k.missing'])
    .select(['k.moved_from', 'k.move_reason', 'k.moved_at', 'k.done_at', 'k.proof', 'k.version'])
    .select([partiesOf('k').as('parties'), userJson('k.done_by').as('by'), isCorrected.as('isCorrected')])
    .where('k.organization_id', '=', viewer.member.organization)
    .where('k.canceled', '=', false)
    .where(isVisibleAthlete(viewer, sql.ref('k.athlete_id')))
    .$narrowType<{ rule: KeyDateRule; kind: KeyDateRow['kind']; move_reason: 'corrected' | 'amended' | null }>()
}
type DateRow = InferResult<ReturnType<typeof selectKeyDates>>[number]

function toRow(row: DateRow, viewer: Viewer, now: Date): KeyDateRow {
  const { anchor } = row.rule
  const event = anchor.kind === 'leagueEvent' ? leagueEvent(anchor.event) : undefined
  return {
    id: row.id,
    ...row.parties,
    kind: row.kind,
    title: row.title,
    effect: seesMoney(viewer) ? row.rule.effect : '',
    explained: explainShownKeyDate(row.rule),
    day: row.day,
    lapsesAt: row.lapses_at?.toISOString() ?? null,
    missing: row.missing,
    expected: event?.status === 'expected' && !row.isCorrected,
    moved:
      row.moved_at && row.move_reason
        ? { from: row.moved_from, reason: row.move_reason, at: row.moved_at.toISOString() }
        : null,
    reminders: row.rule.reminders,
    state: stateOf(row, now),
    done: row.done_at
      ? {
          at: row.done_at.toISOString(),
          by: row.by,
          proof: row.proof,
        }
      : null,
    version: row.version,
  }
}

/** A term that is over asks nothing of anyone: its end is never late. */
function stateOf({ done_at, lapses_at, rule_id }: DateRow, now: Date): KeyDateRow['state'] {
  if (done_at) return 'done'
  if (!lapses_at || lapses_at > now) return 'open'
  return rule_id === END_OF_DEAL ? 'done' : 'late'
}

/** Maximum rows in the preview. */
const MOST_PREVIEWED = 100

/** Open dates of the organization that are anchored to an event. */
function selectDatesOfEvent(viewer: Viewer, event: string) {
  return query
    .selectFrom('key_dates as k')
    .innerJoin('deals as d', (join) =>
      join.onRef('d.organization_id', '=', 'k.organization_id').onRef('d.id', '=', 'k.deal_id'),
    )
    .select(['k.id', 'k.rule', 'k.day', 'k.title', 'd.lead_id', 'd.athlete_id', dealParties.as('parties')])
    .select(isVisibleAthlete(viewer, sql.ref('k.athlete_id')).as('seen'))
    .where('k.organization_id', '=', viewer.member.organization)
    .where(sql<boolean>`k.rule -> 'anchor' ->> 'event' = ${event}`)
    .where('k.canceled', '=', false)
    .where('k.done_at', 'is', null)
    .$narrowType<{ rule: KeyDateRule }>()
}

/** Finds dates that change if the event moves to this day; null means the day that ships with the product. */
function findMovedDates<Date extends { rule: KeyDateRule; day: string | null }>(
  dates: Date[],
  event: string,
  day: string | null,
) {
  // These dates depend on nothing but the event.
  const facts = { signedAt: null, termStart: null, termEnd: null, corrections: day === null ? {} : { [event]: day } }
  return dates.flatMap((date) => {
    const to = computeDateColumns(date.rule, facts)
    return to.day === null || to.day === date.day ? [] : [{ ...date, to: { ...to, day: to.day } }]
  })
}

/** Returns the number of moved dates. */
async function moveDates(client: Queryable, viewer: Viewer, event: string, day: string | null, now: Date) {
  const { organization } = viewer.member
  await client.query(
    `select from deals d where d.organization_id = $1 and d.id in (
       select k.deal_id from key_dates k where k.organization_id = $1 and k.rule -> 'anchor' ->> 'event' = $2)
     order by d.id for no key update of d`,
    [organization, event],
  )
  const anchored = await rowsOf(client, selectDatesOfEvent(viewer, event).forUpdate('k'))
  const moving = findMovedDates(anchored, event, day)
  for (const date of moving) {
    await run(
      client,
      query
        .updateTable('key_dates')
        .set({
          ...date.to,
          moved_from: date.day,
          move_reason: 'corrected',
          moved_at: now,
          version: sql<number>`version + 1`,
        })
        .where('organization_id', '=', organization)
        .where('id', '=', date.id),
    )
    const { deal } = date.parties
    await refreshNextDue(client, organization, deal.id)
    await addTimelineEntry(client, viewer, deal.id, {
      kind: 'key-date-moved',
      about: date.title,
      text: `${date.day ?? ''} → ${date.to.day}`,
    })
    await touchDeal(client, organization, deal.id)
    for (const { id: person } of await findResponsible(client, organization, date)) {
      await notify(client, {
        organization,
        person,
        actor: viewer.person.id,
        kind: 'key-date-moved',
        details: { deal: deal.id, title: deal.title, day: date.to.day },
      })
    }
  }
  return moving.length
}
