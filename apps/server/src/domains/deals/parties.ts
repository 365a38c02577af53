import type { CalendarItem } from '@sherpa/contracts/deal-calendar'
import { type RawBuilder, sql } from 'kysely'
import { publicUsers } from '../accounts/accounts.ts'
import { ofOwnAthletes } from '../athletes/athletes.ts'
import { isLedBy, type Viewer } from './deal-access.ts'

type Parties = Pick<CalendarItem, 'deal' | 'athlete' | 'company'>

/** JSON of `deals d` with its athlete and company. */
export const dealParties = sql<Parties>`json_build_object('deal', json_build_object('id', d.id, 'title', d.title),
  'athlete', json_build_object('id', d.athlete_id, 'name', d.athlete_name),
  'company', json_build_object('id', d.company_id, 'name', d.company_name))`

/** The same as a subquery for other tables. No join: rows that are only counted or skipped do not need it. */
export function partiesOf(table: string) {
  return sql<Parties>`(select ${dealParties} from deals d where d.organization_id = ${sql.ref(`${table}.organization_id`)}
    and d.id = ${sql.ref(`${table}.deal_id`)})`
}

/** JSON of a user; null if the account was deleted. */
export function userJson(column: string) {
  return sql<{
    id: string
    name: string
  } | null>`(select json_build_object('id', u.id, 'name', u.name) from ${publicUsers} u
    where u.id = ${sql.ref(column)} and u.deleted_at is null)`
}

type Filters = {
  from?: string | undefined
  until?: string | undefined
  deal?: string | undefined
  athlete?: readonly string[] | undefined
  athletes?: 'mine' | undefined
  lead?: 'me' | undefined
}

/** Filters shared by key dates, deliverables and payments. */
export function obligationFilters(
  viewer: Viewer,
  { table, day }: { table: string; day: string },
  { from, until, deal, athlete, athletes, lead }: Filters,
): RawBuilder<boolean>[] {
  const column = (name: string) => sql.ref<string>(`${table}.${name}`)
  return [
    ...(from ? [sql<boolean>`${column(day)} >= ${from}::date`] : []),
    ...(until ? [sql<boolean>`${column(day)} <= ${until}::date`] : []),
    ...(deal ? [sql<boolean>`${column('deal_id')} = ${deal}`] : []),
    ...(athlete ? [sql<boolean>`${column('athlete_id')} = any(${athlete}::uuid[])`] : []),
    ...(lead ? [isLedBy(viewer, column('deal_id'))] : []),
    ...(athletes ? [ofOwnAthletes(viewer, column('athlete_id'))] : []),
  ]
}

export const anyOf = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
