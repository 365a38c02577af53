import type { Need, NeedKind, NeedScope, Needs } from '@sherpa/contracts/home'
import { type RawBuilder, sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'

/** The member making the request. */
export type Viewer = { person: Pick<Person, 'id'>; member: Member }

/** A need before its details are loaded. */
export type FoundNeed = { kind: NeedKind; id: string; deal: string | null; day: string | null; since: Date | null }

/** Columns of the selects of sources. `select *` would keep the statement from being prepared. */
export const needColumns = sql.raw('kind, id, deal, day, since')

export type NeedSearch = {
  scope: NeedScope
  today: string
  now: Date
  /** Only about this record. */
  about?: { athlete: string } | { company: string } | undefined
}

/** Condition on a column with an athlete id. Such needs are about no company. */
export function isAboutAthlete(about: NeedSearch['about'], column: string): RawBuilder<boolean> {
  if (!about) return sql`true`
  return 'athlete' in about ? sql`${sql.ref(column)} = ${about.athlete}` : sql`false`
}

/** Needs of a domain. */
export type NeedSource = {
  kinds: readonly NeedKind[]
  /** Common table expressions that several selects read. PostgreSQL skips those that none reads. */
  shared?: (viewer: Viewer, search: NeedSearch) => RawBuilder<unknown>[]
  /**
   * SQL selects with the columns kind, id, deal, day and since: ids only, since most rows are only counted. None for
   * needs that the viewer may not finish.
   */
  select: (database: Queryable, viewer: Viewer, search: NeedSearch) => Promise<RawBuilder<unknown>[]>
  /** Details of the rows that are shown, in any order. */
  describe: (database: Queryable, viewer: Viewer, found: readonly FoundNeed[]) => Promise<NeedDetails[]>
}

export type NeedDetails = Omit<Need, 'day' | 'since'>

/** Housekeeping of a domain: one row per kind, with its number. */
export type HousekeepingSource = (database: Queryable, viewer: Viewer, now: Date) => Promise<Needs['housekeeping']>
