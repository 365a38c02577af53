import {
  allRoles,
  mayHandOut,
  type Permission,
  type PermissionTable,
  permissionsOf,
  type Role,
} from '@sherpa/contracts/organisation'

/**
 * The roles that someone may give to others. Those who may not see the organisation's own table go by the defaults; the server has
 * the last word.
 */
export function rolesToHandOut(mine: readonly Permission[], table: PermissionTable | undefined): Role[] {
  return allRoles.filter((role) => {
    const ofTheRole = table?.roles.find((row) => row.role === role)?.permissions ?? permissionsOf(role, [])
    return mayHandOut(mine, ofTheRole)
  })
}
