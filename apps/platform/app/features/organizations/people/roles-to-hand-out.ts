import { mayHandOut, type Permission, type PermissionTable, type Role } from '@sherpa/contracts/organization'

/** The roles that someone may give to others: none that may do more than they may themselves. */
export function rolesToHandOut(mine: readonly Permission[], { roles }: PermissionTable): Role[] {
  return roles.filter(({ role, permissions }) => mayHandOut(mine, role, permissions)).map(({ role }) => role)
}
