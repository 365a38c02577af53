import type { AgreementRow, AgreementState, AgreementsQuery } from '@sherpa/contracts/agreement'
import type { Currency } from '@sherpa/contracts/currency'
import type { ListPage } from '@sherpa/contracts/list'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'
import { athleteFacts, isVisibleAthlete, seesAllAthletes, selectMatchingAthletes } from '../athletes/athletes.ts'
import { publicOrganizations, todayIn } from '../organizations/organizations.ts'
import { agreementColumns, redactFor, type StoredAgreement } from './agreements.ts'
import type { Viewer } from './deal-access.ts'
import { anyOf } from './parties.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tables of a statement do not matter here, and its full type is slow to check.
type Statement<Row> = SelectQueryBuilder<any, any, Row>
type Row = StoredAgreement & { athlete: { id: string; name: string } }

/** Representation agreements of visible athletes. */
export async function listAgreements(
  database: Queryable,
  viewer: Viewer,
  { state, athlete, agent, from, until, search, ...params }: AgreementsQuery,
  now: Date,
): Promise<ListPage<AgreementRow>> {
  const { organization } = viewer.member
  const today = await todayIn(database, organization, now)
  const { currency } = await oneRowOf(
    database,
    query.selectFrom(publicOrganizations.as('o')).select('currency').where('id', '=', organization),
  )
  const states: Record<AgreementState, RawBuilder<boolean>> = {
    upcoming: sql`g.starts_on > ${today}::date`,
    current: sql`(g.starts_on <= ${today}::date and (g.last_on is null or g.last_on >= ${today}::date))`,
    over: sql`(g.starts_on <= ${today}::date and g.last_on < ${today}::date)`,
  }
  const agents = agent?.map((one) => (one === 'me' ? viewer.person.id : one))
  const page = await listRows(
    database,
    {
      table: 'agreements',
      rows: () => selectAgreements(viewer),
      filters: [
        ...(state ? [anyOf(state.map((one) => states[one]))] : []),
        ...(athlete ? [sql<boolean>`g.athlete_id = any(${athlete}::uuid[])`] : []),
        ...(from ? [sql<boolean>`g.last_on >= ${from}::date`] : []),
        ...(until ? [sql<boolean>`g.last_on <= ${until}::date`] : []),
      ],
      semiJoins: [
        ...(agents
          ? [
              sql<{ id: string }>`select x.agreement_id as id from agreement_agents x
                where x.organization_id = ${organization} and x.user_id = any(${agents}::uuid[])`,
            ]
          : []),
        ...(search
          ? [
              sql<{ id: string }>`select g.id from agreements g where g.organization_id = ${organization}
                and g.athlete_id in (${selectMatchingAthletes(viewer, search)})`,
            ]
          : []),
      ],
      restricted: !seesAllAthletes(viewer),
      sorts: {
        end: { column: 'g.last_on', type: 'date', nullable: true },
        start: { column: 'g.starts_on', type: 'date' },
      },
      sort: 'end',
      id: { column: 'g.id', type: 'uuid' },
    },
    params,
  )
  return {
    ...page,
    rows: page.rows.map(({ athlete: of, ...row }) => ({
      ...redactFor(viewer, row),
      athlete: of,
      state: stateOn(today, row),
      currency: currency as Currency,
    })),
  }
}

function selectAgreements(viewer: Viewer): Statement<Row> {
  return query
    .selectFrom('agreements as g')
    .select([
      ...agreementColumns,
      sql<Row['athlete']>`(select json_build_object('id', a.id, 'name', a.name) from ${athleteFacts} a
        where a.organization_id = g.organization_id and a.id = g.athlete_id)`.as('athlete'),
    ])
    .where('g.organization_id', '=', viewer.member.organization)
    .where(isVisibleAthlete(viewer, sql.ref('g.athlete_id'))) as unknown as Statement<Row>
}

function stateOn(today: string, { startsOn, endedOn, endsOn }: StoredAgreement): AgreementState {
  const last = endedOn ?? endsOn
  return startsOn > today ? 'upcoming' : last !== null && last < today ? 'over' : 'current'
}
