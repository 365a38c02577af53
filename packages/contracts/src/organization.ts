import * as z from 'zod/mini'
import { roles } from './labels.ts'
import { listQuery, severalOf } from './list.ts'
import { requiredLine } from './text.ts'

export const organizationKinds = {
  agency: 'Agency',
  team: 'Team',
  'athletic-department': 'Athletic department',
  collective: 'Collective',
} as const
export type OrganizationKind = keyof typeof organizationKinds
export const organizationKind = z.enum(keysOf(organizationKinds), 'Choose an organization type')

export type Role = keyof typeof roles
export const role = z.enum(keysOf(roles), 'Choose a role')
export const allRoles = keysOf(roles)

/** All permissions. Every endpoint names one. */
export const permissions = {
  'athletes.view': { name: 'View athletes', about: 'The roster and the records. Athletes see their own' },
  'athletes.edit': { name: 'Edit athletes', about: 'Add athletes and change records' },
  'athletes.log': {
    name: 'Log notes and measurements',
    about: 'On the records they see. Authors can change their own entries',
  },
  'athletes.all': {
    name: 'See all athletes',
    about: 'Without it, people see their own athletes and those of their programs',
  },
  'athletes.sensitive': { name: 'View sensitive data', about: 'Birth date, contacts and eligibility of athletes' },
  'deals.view': { name: 'View deals', about: 'Contracts, NIL and sponsorships. Athletes see their own' },
  'deals.edit': { name: 'Edit deals', about: 'Add deals and companies, edit terms and request approval' },
  'deals.approve': { name: 'Approve deals', about: 'Review deals and allow conflicts between them' },
  'disclosures.edit': { name: 'File disclosures', about: 'Prepare and submit reports to schools and clearinghouses' },
  'money.view': { name: 'View money', about: 'Amounts, payments, fees and documents of deals' },
  'money.edit': { name: 'Edit money', about: 'Amounts, payments and fees' },
  'data.import': { name: 'Import data', about: 'Athletes and signed deals, from a spreadsheet' },
  'data.export': { name: 'Export athletes', about: 'As a spreadsheet or a file' },
  'people.view': { name: 'View people', about: 'Members, their roles and open invitations' },
  'people.invite': { name: 'Invite people', about: 'Send, resend and cancel invitations' },
  'people.manage': { name: 'Manage people', about: 'Change roles and remove members' },
  'organization.edit': { name: 'Edit organization settings', about: 'Name, organization type, time zone and currency' },
  'billing.view': { name: 'View plan and invoices', about: 'The subscription and all invoices' },
  'billing.manage': { name: 'Manage the plan', about: 'Choose, change and cancel the subscription' },
  'activity.view': { name: 'View activity', about: 'Who did what, and when' },
  'activity.verify': { name: 'Verify activity', about: 'Check that the record of activity is complete, and export it' },
  'permissions.edit': { name: 'Manage permissions', about: 'Set what each role can do' },
  'ownership.hand-over': { name: 'Transfer ownership', about: 'Make another member the owner' },
} as const
export type Permission = keyof typeof permissions
export const permission = z.enum(keysOf(permissions))
export const allPermissions = keysOf(permissions)

/** Reserved for owners, to prevent privilege escalation. Owners have all permissions. */
export const ownersOnly: ReadonlySet<Permission> = new Set([
  'activity.verify',
  'permissions.edit',
  'ownership.hand-over',
])

/** Athletes see only their own record. */
const neverForAthletes: ReadonlySet<Permission> = new Set([
  'athletes.all',
  'athletes.edit',
  'athletes.log',
  'athletes.sensitive',
  'deals.edit',
  'deals.approve',
  'disclosures.edit',
  'money.edit',
  'data.import',
  'data.export',
])

/** Whether the role can have the permission at all. */
export function isGrantable(role: Role, permission: Permission) {
  return !ownersOnly.has(permission) && !(role === 'athlete' && neverForAthletes.has(permission))
}

const defaults: Record<Exclude<Role, 'owner'>, readonly Permission[]> = {
  agent: [
    'athletes.view',
    'athletes.edit',
    'athletes.log',
    'athletes.all',
    'athletes.sensitive',
    'deals.view',
    'deals.edit',
    'disclosures.edit',
    'money.view',
    'money.edit',
    'data.import',
    'people.view',
    'people.invite',
  ],
  coach: ['athletes.view', 'athletes.log', 'athletes.all', 'people.view'],
  'support-staff': [
    'athletes.view',
    'athletes.edit',
    'athletes.log',
    'athletes.all',
    'deals.view',
    'data.import',
    'people.view',
  ],
  athlete: ['athletes.view', 'deals.view', 'money.view'],
  compliance: [
    'athletes.view',
    'athletes.all',
    'athletes.sensitive',
    'deals.view',
    'deals.approve',
    'disclosures.edit',
    'money.view',
    'data.export',
    'people.view',
    'billing.view',
    'activity.view',
  ],
}

/** An organization's override of a default. */
export type PermissionSetting = { role: Role; permission: Permission; allowed: boolean }

export function permissionsOf(role: Role, settings: readonly PermissionSetting[]): Permission[] {
  if (role === 'owner') return allPermissions
  return allPermissions.filter((permission) => {
    if (!isGrantable(role, permission)) return false
    const setting = settings.find((one) => one.role === role && one.permission === permission)
    return setting ? setting.allowed : defaults[role].includes(permission)
  })
}

/** For athletes, limited to their own data. */
const ofOneself: ReadonlySet<Permission> = new Set(['athletes.view', 'deals.view', 'money.view'])

/** Whether a person may assign a role or manage its holders: only with all of its permissions. */
export function mayHandOut(mine: readonly Permission[], role: Role, ofTheRole: readonly Permission[]) {
  return ofTheRole.every((permission) => mine.includes(permission) || (role === 'athlete' && ofOneself.has(permission)))
}

const organizationName = requiredLine(120, 'Enter the organization’s name')

export const newOrganization = z.strictObject({ name: organizationName, kind: organizationKind })
export type NewOrganization = z.infer<typeof newOrganization>

/** Types of sample organizations. */
const sampleKinds = ['agency', 'athletic-department'] as const
export type SampleKind = (typeof sampleKinds)[number]
/** Default: agency. */
export const newSample = z.strictObject({ kind: z.optional(z.enum(sampleKinds, 'Choose an organization type')) })

export const member = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role,
  joinedAt: z.iso.datetime(),
})
export type Member = z.infer<typeof member>
export const memberSorts = ['name', 'joined'] as const
export const membersQuery = listQuery(memberSorts, { role: z.optional(severalOf(role)) })
export type MembersQuery = z.infer<typeof membersQuery>

export const openInvitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role,
  sentAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type OpenInvitation = z.infer<typeof openInvitation>
export const openInvitationsQuery = listQuery(['sent'], { role: z.optional(severalOf(role)) })
export type OpenInvitationsQuery = z.infer<typeof openInvitationsQuery>

export const roleChange = z.strictObject({ role })
/** The new owner, and the new role of the current one. */
export const handOver = z.strictObject({ person: z.uuid('Choose a member').check(z.toLowerCase()), role })

export const permissionTable = z.object({
  roles: z.array(z.object({ role, permissions: z.array(permission) })),
})
export type PermissionTable = z.infer<typeof permissionTable>

export const permissionChange = z.strictObject({ role, permission, allowed: z.boolean() })
export type PermissionChange = z.infer<typeof permissionChange>

function keysOf<Key extends string>(record: Record<Key, unknown>) {
  return Object.keys(record) as Key[]
}

/** Samples of a person that are being created or removed. */
export const sampleRuns = z.object({
  runs: z.array(
    z.object({
      /** Of the organization, which a sample that is being created does not have yet. */
      id: z.uuid(),
      /** Of one that is being created. */
      kind: z.nullable(z.enum(sampleKinds)),
      state: z.enum(['creating', 'removing']),
      /** Starting it again continues. */
      failed: z.boolean(),
      doneSteps: z.int(),
      /** Null: not counted yet. */
      totalSteps: z.nullable(z.int()),
    }),
  ),
})
export type SampleRun = z.infer<typeof sampleRuns>['runs'][number]
