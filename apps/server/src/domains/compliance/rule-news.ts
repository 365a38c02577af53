import { MOST_TOUCHED, type Touched, type TouchedQuery, type TouchingVersion } from '@sherpa/contracts/compliance'
import { type VerdictState, verdictStates } from '@sherpa/contracts/compliance/judgment'
import { dayIn } from '@sherpa/contracts/days'
import type { ListPage } from '@sherpa/contracts/list'
import { sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { oneRowOf, query, rowsOf, run } from '../../persistence/queries.ts'
import { athleteFacts, isVisibleAthlete, seesAllAthletes } from '../athletes/athletes.ts'
import { publicAgreements, publicDeals } from '../deals/deals.ts'
import type { HousekeepingSource } from '../home/home.ts'
import { publicOrganizations, todayIn } from '../organizations/organizations.ts'
import { seesAmounts, type Viewer } from './compliance-access.ts'

const isOpenDeal = sql<boolean>`d.removed_at is null and d.stage in ('in-review', 'approved', 'signed', 'active')`

/** Verdicts `v` by changed rules about open deals and agreements that the viewer sees, at most one per deal. */
function selectTouched(viewer: Viewer, today: string, source: Source<'verdicts'> = sql.raw('verdicts')) {
  const { organization } = viewer.member
  const isOfDeal = sql`${isOpenDeal} and v.number = coalesce(d.version_in_force, d.newest_version)`
  const isOfAgreement = sql`coalesce(g.last_on, 'infinity') >= ${today}::date and g.id is not null`
  // Few subjects: without this, the index would be read until enough of them are found.
  const isSeen = seesAllAthletes(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`v.subject_id = any(array(
        select d.id from ${publicDeals} d where d.organization_id = ${organization} and ${isOpenDeal}
          and ${isVisibleAthlete(viewer, sql.ref('d.athlete_id'))}
        union all select g.id from ${publicAgreements} g where g.organization_id = ${organization}
          and ${isVisibleAthlete(viewer, sql.ref('g.athlete_id'))}))`
  return query
    .selectFrom(source.as('v'))
    .leftJoin(publicDeals.as('d'), (join) =>
      join.onRef('d.organization_id', '=', 'v.organization_id').onRef('d.id', '=', 'v.deal_id'),
    )
    .leftJoin(publicAgreements.as('g'), (join) =>
      join.onRef('g.organization_id', '=', 'v.organization_id').onRef('g.id', '=', 'v.agreement_id'),
    )
    .where('v.organization_id', '=', organization)
    .where('v.superseded_at', 'is', null)
    .where('v.changed_at', 'is not', null)
    .where(sql<boolean>`(${isOfDeal} or ${isOfAgreement})`)
    .where(isSeen)
    .where(sql<boolean>`(${seesAmounts(viewer)}::boolean or not v.uses_amount)`)
}

/** Rules and versions with news, each found by one look at the index. */
const versionsWithNews = (organization: string) => {
  const next = sql`from verdicts n where n.organization_id = ${organization} and n.superseded_at is null
    and n.changed_at is not null`
  const first = sql`order by n.rule, n.rule_version limit 1`
  return sql`changed as (
    (select n.rule, n.rule_version ${next} ${first})
    union all
    select n.rule, n.rule_version from changed c cross join lateral (select n.rule, n.rule_version ${next}
      and (n.rule, n.rule_version) > (c.rule, c.rule_version) ${first}) n)`
}

type Row = Pick<Touched, 'id'> &
  Touched['after'] & {
    changedAt: Date
    dealId: string | null
    title: string | null
    athleteId: string
    athleteName: string
    beforeVersion: number | null
    beforeState: VerdictState | null
    beforeSentence: string | null
  }

const athleteId = sql<string>`coalesce(d.athlete_id, g.athlete_id)`
/** Looked up for the rows of a page. A join would read all athletes. */
const athleteName = sql<string>`(select a.name from ${athleteFacts} a
  where a.organization_id = v.organization_id and a.id = ${athleteId})`

const toTouched = ({ id, changedAt, state, sentence, dealId, title, athleteId, athleteName, ...row }: Row): Touched => {
  const { beforeVersion: version, beforeState, beforeSentence } = row
  return {
    id,
    deal: dealId ? { id: dealId, title: title ?? '' } : null,
    athlete: { id: athleteId, name: athleteName },
    changedAt: changedAt.toISOString(),
    before: version && beforeState ? { version, state: beforeState, sentence: beforeSentence ?? '' } : null,
    after: { state, sentence },
  }
}

const states = Object.keys(verdictStates) as VerdictState[]

/** What changed rules mean for open deals. */
export function createRuleNews({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    async load(viewer: Viewer) {
      const { organization } = viewer.member
      const { created_at, time_zone } = await oneRowOf(
        database,
        query
          .selectFrom(publicOrganizations.as('o'))
          .select(['created_at', 'time_zone'])
          .where('id', '=', organization),
      )
      const counted = selectTouched(viewer, dayIn(clock().toISOString(), time_zone))
        .select('v.id')
        .where(sql<boolean>`v.rule = c.rule and v.rule_version = c.rule_version and v.state = s.state`)
        .limit(MOST_TOUCHED)
      const touching = await rowsOf(
        database,
        sql<TouchingVersion>`with recursive ${versionsWithNews(organization)}
          select c.rule, c.rule_version as version,
            json_agg(json_build_object('state', s.state, 'count', t.count) order by s.place) as counts
          from changed c cross join unnest(${states}::text[]) with ordinality s(state, place)
          cross join lateral (select count(*)::integer as count from (${counted}) x) t
          where t.count > 0 group by c.rule, c.rule_version order by c.rule, c.rule_version`,
      )
      return { joinedOn: dayIn(created_at.toISOString(), time_zone), touching }
    },

    async list(viewer: Viewer, { rule, version, state, ...paging }: TouchedQuery): Promise<ListPage<Touched>> {
      const { organization } = viewer.member
      const today = await todayIn(database, organization, clock())
      const page = await listRows(
        database,
        {
          table: 'verdicts',
          rows: (source) =>
            selectTouched(viewer, today, source)
              .leftJoin('verdicts as b', (join) =>
                join
                  .onRef('b.organization_id', '=', 'v.organization_id')
                  .onRef('b.id', '=', 'v.before_id')
                  .on(sql<boolean>`(${seesAmounts(viewer)}::boolean or not b.uses_amount)`),
              )
              .select(['v.id', 'v.changed_at as changedAt', 'v.state', 'v.sentence', 'd.id as dealId', 'd.title'])
              .select([athleteId.as('athleteId'), athleteName.as('athleteName')])
              .select(['b.rule_version as beforeVersion', 'b.state as beforeState', 'b.sentence as beforeSentence'])
              .$castTo<Row>(),
          filters: [sql`v.rule = ${rule}`, sql`v.rule_version = ${version}`, sql`v.state = ${state}`],
          restricted: true,
          withoutTotal: true,
          sorts: { changed: { column: 'v.changed_at', type: 'timestamptz' } },
          sort: 'changed',
          id: { column: 'v.id', type: 'uuid' },
        },
        paging,
      )
      return { ...page, rows: page.rows.map(toTouched) }
    },

    async open(viewer: Viewer) {
      const { organization } = viewer.member
      const row = { organization_id: organization, user_id: viewer.person.id, opened_at: clock() }
      await run(
        database,
        query
          .insertInto('rule_news_opened')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['organization_id', 'user_id']).doUpdateSet({ opened_at: clock() }),
          ),
      )
    },
  }
}

export type RuleNewsService = ReturnType<typeof createRuleNews>

const mayFix = (viewer: Viewer) =>
  viewer.member.role !== 'athlete' &&
  viewer.member.permissions.includes('deals.view') &&
  (['disclosures.edit', 'deals.approve'] as const).some((one) => viewer.member.permissions.includes(one))

/** Changed rules that touch open deals, until the page about them is opened. */
export const ruleHousekeeping: HousekeepingSource = async (database, viewer, now) => {
  if (!mayFix(viewer)) return []
  const { organization } = viewer.member
  const touched = selectTouched(viewer, await todayIn(database, organization, now))
    .select('v.id')
    .where(sql<boolean>`v.rule = c.rule and v.rule_version = c.rule_version and v.state = s.state`)
    .where(
      sql<boolean>`v.changed_at > coalesce((select opened_at from rule_news_opened o
        where o.organization_id = ${organization} and o.user_id = ${viewer.person.id}), '-infinity')`,
    )
  const { count } = await oneRowOf(
    database,
    sql<{ count: number }>`with recursive ${versionsWithNews(organization)}
      select count(*)::integer as count from changed c
      where exists (select from unnest(${states}::text[]) s(state) cross join lateral (${touched.limit(1)}) x)`,
  )
  return [{ kind: 'changed-rules', count, athlete: null, name: null }]
}
