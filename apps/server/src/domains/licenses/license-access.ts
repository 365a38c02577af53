import { type RawBuilder, sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import { filterIds } from '../../persistence/queries.ts'

export type Viewer = { person: Pick<Person, 'id'>; member: Member }

/** Condition on licenses `l`. */
export function isVisibleLicense({ person, member }: Viewer): RawBuilder<boolean> {
  if (member.role === 'athlete') return sql`false`
  const seesAll = member.permissions.includes('people.view') || member.permissions.includes('disclosures.edit')
  return seesAll ? sql`true` : sql`l.user_id = ${person.id}`
}

export const mayEditLicense = ({ person, member }: Viewer, licensee: string) =>
  licensee === person.id || member.permissions.includes('people.manage')

/** Filters ids to visible licenses. */
export function filterVisibleLicenses(database: Queryable, viewer: Viewer, ids: readonly string[]) {
  const { organization } = viewer.member
  return filterIds(database, { table: 'licenses', as: 'l', organization }, ids, isVisibleLicense(viewer))
}
