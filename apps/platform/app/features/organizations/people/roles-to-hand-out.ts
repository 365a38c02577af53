import { mayHandOut, type Permission, type PermissionTable, type Role } from '@sherpa/contracts/organization'

/** The roles a person may assign: none with more permissions than their own. */
export function rolesToHandOut(mine: readonly Permission[], { roles }: PermissionTable): Role[] {
  return roles.filter(({ role, permissions }) => mayHandOut(mine, role, permissions)).map(({ role }) => role)
}
