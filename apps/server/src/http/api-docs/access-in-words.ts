import type { Access } from '@sherpa/contracts/operation'
import { allRoles, type Permission, permissions, permissionsOf, roles } from '@sherpa/contracts/organization'

export function accessInWords(access: Access): string {
  switch (access) {
    case 'anyone':
      return 'Anyone, without logging in.'
    case 'person':
      return 'Anyone who is logged in.'
    case 'member':
      return 'Members of the organization.'
    case 'staff':
      return 'Sherpa staff.'
    default:
      return `Members of the organization who have the permission “${permissions[access].name}” (\`${access}\`). By default: ${rolesWith(access)}.`
  }
}

function rolesWith(permission: Permission) {
  return allRoles
    .filter((role) => permissionsOf(role, []).includes(permission))
    .map((role) => roles[role])
    .join(', ')
}
