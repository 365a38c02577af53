import { listInWords } from '@sherpa/contracts/list-in-words'
import { type Permission, type PermissionTable, permissions, type Role } from '@sherpa/contracts/organization'

/** A role's permissions in one line. */
export function permissionSummary(role: Role, { roles }: PermissionTable) {
  if (role === 'owner') return 'Can do everything, including permissions and transferring ownership.'
  const allowed = roles.find((row) => row.role === role)?.permissions ?? []
  if (allowed.length === 0) return 'Has no permissions in this organization.'
  const told = allowed.filter((permission) => !isImplied(permission, allowed))
  return `Can ${listInWords(told.map(nameInSentence))}.`
}

/** Who edits something also views it. */
const isImplied = (permission: Permission, allowed: readonly Permission[]) =>
  permission.endsWith('.view') && (allowed as readonly string[]).includes(permission.replace('.view', '.edit'))

const nameInSentence = (permission: Permission) => permissions[permission].name.toLowerCase()
