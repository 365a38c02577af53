import { roles } from '@sherpa/contracts/labels'
import type { Access } from '@sherpa/contracts/operation'
import { allRoles, type Permission, permissions, permissionsOf } from '@sherpa/contracts/organization'

export function accessInWords(
  access: Access,
  alsoNeeds: Permission | readonly Permission[] = [],
  notForAthletes = false,
): string {
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
      return withPermissions([access, alsoNeeds].flat() as Permission[], notForAthletes)
  }
}

function withPermissions(needed: Permission[], notForAthletes: boolean) {
  const names = needed.map((permission) => `“${permissions[permission].name}” (\`${permission}\`)`)
  const which = `the permission${needed.length > 1 ? 's' : ''} ${names.join(' and ')}`
  return `Members of the organization who have ${which}. By default: ${rolesWith(needed, notForAthletes)}.`
}

function rolesWith(needed: Permission[], notForAthletes: boolean) {
  return allRoles
    .filter((role) => needed.every((permission) => permissionsOf(role, []).includes(permission)))
    .filter((role) => role !== 'athlete' || !notForAthletes)
    .map((role) => roles[role])
    .join(', ')
}
