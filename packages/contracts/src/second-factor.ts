import { ownersOnly, type Permission } from './organization.ts'

const guarded: ReadonlySet<Permission> = new Set<Permission>(['money.edit', 'data.export', ...ownersOnly])

/** Money, whole lists of personal data, and what only owners may do: these permissions count only with a second factor. */
export const needsSecondFactor = (permission: Permission) => guarded.has(permission)

/** What someone without one is told. */
export const secondFactorSentence = 'Turn on two-factor authentication first, in your account settings'
