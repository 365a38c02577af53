import { listInWords } from '@sherpa/contracts/list-in-words'
import { type Permission, type PermissionTable, permissions, type Role } from '@sherpa/contracts/organization'

/** A role's permissions in one line. */
export function permissionSummary(role: Role, { roles }: PermissionTable) {
  if (role === 'owner') return 'Can do everything, including permissions and transferring ownership.'
  const allowed = roles.find((row) => row.role === role)?.permissions ?? []
  if (allowed.length === 0) return 'Has no permissions in this organization.'
  return `Can ${listInWords(allowed.map(nameInSentence))}.`
}

const nameInSentence = (permission: Permission) => permissions[permission].name.toLowerCase()
