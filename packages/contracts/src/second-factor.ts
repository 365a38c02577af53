import { ownersOnly, type Permission } from './organization.ts'

const guarded: ReadonlySet<Permission> = new Set<Permission>(['money.edit', 'data.export', ...ownersOnly])

/** Permissions for money, bulk personal data and owner actions need a second factor. */
export const needsSecondFactor = (permission: Permission) => guarded.has(permission)

/** Shown to people without a second factor. */
export const secondFactorSentence = 'Turn on two-factor authentication first, in your account settings'
