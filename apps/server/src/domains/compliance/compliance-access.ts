import { sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import { publicUsers } from '../accounts/accounts.ts'

export type Viewer = { person: Pick<Person, 'id'>; member: Member }

/** Verdicts that depend on an amount are for people with money permission, and the athlete they are about. */
export function seesAmounts({ member }: Viewer) {
  return member.permissions.includes('money.view') || member.role === 'athlete'
}

/** JSON of a user; null if the account was deleted. */
export const userJson = (column: string) => sql<{
  id: string
  name: string
} | null>`(select json_build_object('id', u.id, 'name', u.name) from ${publicUsers} u
  where u.id = ${sql.ref(column)} and u.deleted_at is null)`
