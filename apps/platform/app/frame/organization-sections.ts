import type { Permission } from '@sherpa/contracts/organization'
import type { ToolIconName } from '@sherpa/ui/tool-icon'

/** A part of an organization's screens: how navigation names it, and what one must be allowed to see it. */
export type OrganizationSection = {
  path: string
  label: string
  /** What is there. */
  about: string
  icon: ToolIconName
  permission: Permission | undefined
}

/** In the order of the navigation. */
export const organizationSections = {
  overview: { path: '', label: 'Overview', about: 'Where to start', icon: 'home', permission: undefined },
  people: {
    path: 'people',
    label: 'People',
    about: 'Members, their roles and open invitations',
    icon: 'people',
    permission: 'people.view',
  },
  billing: {
    path: 'billing',
    label: 'Plan and billing',
    about: 'The subscription and its invoices',
    icon: 'billing',
    permission: 'billing.view',
  },
  permissions: {
    path: 'permissions',
    label: 'Permissions',
    about: 'What each role can do',
    icon: 'permissions',
    permission: 'permissions.edit',
  },
  activity: {
    path: 'activity',
    label: 'Activity',
    about: 'Who did what, and when',
    icon: 'activity',
    permission: 'activity.view',
  },
  settings: {
    path: 'settings',
    label: 'Settings',
    about: 'Name and organization type',
    icon: 'settings',
    permission: 'organization.edit',
  },
} satisfies Record<string, OrganizationSection>

/** Those that someone may see. */
export function sectionsFor(permissions: readonly Permission[]): OrganizationSection[] {
  return Object.values<OrganizationSection>(organizationSections).filter(
    ({ permission }) => !permission || permissions.includes(permission),
  )
}
