import type { Permission } from '@sherpa/contracts/organisation'
import type { ToolIconName } from '@sherpa/ui/tool-icon'

/** A part of an organisation's screens: how navigation names it, and what one must be allowed to see it. */
export type OrganisationSection = {
  path: string
  label: string
  /** What is there. */
  about: string
  icon: ToolIconName
  permission: Permission | undefined
}

/** In the order of the navigation. */
export const organisationSections = {
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
    permission: 'organisation.edit',
  },
} satisfies Record<string, OrganisationSection>

/** Those that someone may see. */
export function sectionsFor(permissions: readonly Permission[]): OrganisationSection[] {
  return Object.values<OrganisationSection>(organisationSections).filter(
    ({ permission }) => !permission || permissions.includes(permission),
  )
}
