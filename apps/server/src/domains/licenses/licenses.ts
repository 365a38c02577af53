import type { JudgedLicense } from '@sherpa/contracts/compliance/judgment'
import { addDays } from '@sherpa/contracts/days'
import { LICENSE_REMINDERS, type License, type LicenseStanding, type LicensesQuery } from '@sherpa/contracts/license'
import type { ListPage } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import type { UsState } from '@sherpa/contracts/us-states'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import type { Source, Statement } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { publicMemberships, todayIn } from '../organizations/organizations.ts'
import { isVisibleLicense, mayEditLicense, type Viewer } from './license-access.ts'
import { fileColumns, type StoredFile, toScan } from './scans.ts'

type Row = {
  id: string
  user_id: string
  name: string | null
  isMember: boolean
  state: UsState
  number: string
  starts_on: string
  ends_on: string | null
  note: string | null
  version: number
} & StoredFile

/** `inForce` limits the list to licenses that are valid on a day of the period. */
export async function listLicenses(
  database: Queryable,
  viewer: Viewer,
  { person, state, standing, search, ...params }: LicensesQuery,
  { now, inForce }: { now: Date; inForce?: { from: string; until: string } },
): Promise<ListPage<License>> {
  const { organization } = viewer.member
  const today = await todayIn(database, organization, now)
  const soon = addDays(today, Math.max(...LICENSE_REMINDERS))
  const standings: Record<LicenseStanding, RawBuilder<boolean>> = {
    expired: sql`l.ends_on < ${today}::date`,
    expiring: sql`(l.starts_on <= ${today}::date and l.ends_on between ${today}::date and ${soon}::date)`,
    current: sql`(l.starts_on <= ${today}::date and (l.ends_on is null or l.ends_on > ${soon}::date))`,
    upcoming: sql`l.starts_on > ${today}::date`,
  }
  const people = person?.map((one) => (one === 'me' ? viewer.person.id : one))
  const page = await listRows(
    database,
    {
      table: 'licenses',
      rows: (source) => selectLicenses(viewer, source),
      filters: [
        ...(people ? [sql<boolean>`l.user_id = any(${people}::uuid[])`] : []),
        ...(state ? [sql<boolean>`l.state = any(${state}::text[])`] : []),
        ...(standing
          ? [
              sql<boolean>`(${sql.join(
                standing.map((one) => standings[one]),
                sql` or `,
              )})`,
            ]
          : []),
        ...(inForce
          ? [
              sql<boolean>`(l.starts_on <= ${inForce.until}::date
                and (l.ends_on is null or l.ends_on >= ${inForce.from}::date))`,
            ]
          : []),
      ],
      semiJoins: search ? [selectMatching(organization, search)] : [],
      restricted: true,
      sorts: {
        until: { column: 'l.ends_on', type: 'date', nullable: true },
        from: { column: 'l.starts_on', type: 'date' },
      },
      sort: 'until',
      id: { column: 'l.id', type: 'uuid' },
    },
    params,
  )
  return { ...page, rows: page.rows.map((row) => toLicense(row, viewer, { today, soon })) }
}

export async function loadLicense(database: Queryable, viewer: Viewer, id: string, now: Date): Promise<License> {
  const { rows } = await listLicenses(database, viewer, { ids: [id] }, { now })
  if (!rows[0]) throw new Refusal('not-found')
  return rows[0]
}

/** Licenses of people, members or not, for the rules that judge them. */
export async function loadLicenses(
  client: Queryable,
  organization: string,
  people: readonly string[],
): Promise<Map<string, JudgedLicense[]>> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('licenses')
      .select(['user_id', 'state', 'starts_on', 'ends_on'])
      .where('organization_id', '=', organization)
      .where(sql<boolean>`user_id = any(${people}::uuid[])`)
      .orderBy('starts_on')
      .orderBy('id'),
  )
  const byPerson = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map(
    people.map((person) => [
      person,
      (byPerson.get(person) ?? []).map(({ state, starts_on, ends_on }) => ({ state, from: starts_on, until: ends_on })),
    ]),
  )
}

function selectLicenses(viewer: Viewer, source: Source<'licenses'>): Statement<Row> {
  return query
    .selectFrom(source.as('l'))
    .leftJoin(publicUsers.as('u'), (join) => join.onRef('u.id', '=', 'l.user_id').on('u.deleted_at', 'is', null))
    .leftJoin(publicMemberships.as('m'), (join) =>
      join.onRef('m.organization_id', '=', 'l.organization_id').onRef('m.user_id', '=', 'l.user_id'),
    )
    .select(['l.id', 'l.user_id', 'u.name', 'l.state', 'l.number', 'l.starts_on', 'l.ends_on', 'l.note', 'l.version'])
    .select([sql<boolean>`m.user_id is not null`.as('isMember'), ...fileColumns('l')])
    .where('l.organization_id', '=', viewer.member.organization)
    .where(isVisibleLicense(viewer)) as unknown as Statement<Row>
}

/** Every word is in the name or the number. An organization has few licenses, so no index is needed. */
function selectMatching(organization: string, search: string): RawBuilder<{ id: string }> {
  const words = search.split(/\s+/).filter(Boolean)
  const text = sql`fold(coalesce(u.name, '') || ' ' || l.number)`
  const matches = words.map((word) => sql`position(fold(${word}) in ${text}) > 0`)
  return sql`select l.id from licenses l left join ${publicUsers} u on u.id = l.user_id and u.deleted_at is null
    where l.organization_id = ${organization} and ${sql.join([sql`true`, ...matches], sql` and `)}`
}

function toLicense(row: Row, viewer: Viewer, { today, soon }: { today: string; soon: string }): License {
  const { starts_on: from, ends_on: until } = row
  const endsSoon: LicenseStanding = until !== null && until <= soon ? 'expiring' : 'current'
  return {
    id: row.id,
    person: row.name === null ? null : { id: row.user_id, name: row.name },
    isMember: row.isMember,
    state: row.state,
    number: row.number,
    from,
    until,
    note: row.note,
    standing: until !== null && until < today ? 'expired' : from > today ? 'upcoming' : endsSoon,
    file: toScan(row),
    editable: mayEditLicense(viewer, row.user_id),
    version: row.version,
  }
}
