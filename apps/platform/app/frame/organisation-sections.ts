import type { Permission } from '@sherpa/contracts/organisation'
import type { ToolIconName } from '@sherpa/ui/tool-icon'

/** A part of an organisation's screens: how navigation names it, and what one must be allowed to see it. */
export type OrganisationSection = {
  path: string
  label: string
  icon: ToolIconName
  permission: Permission | undefined
}

/** In the order of the navigation. */
export const organisationSections = {
  overview: { path: '', label: 'Overview', icon: 'home', permission: undefined },
  people: { path: 'people', label: 'People', icon: 'people', permission: 'people.view' },
  billing: { path: 'billing', label: 'Plan and billing', icon: 'billing', permission: 'billing.view' },
  permissions: { path: 'permissions', label: 'Permissions', icon: 'permissions', permission: 'permissions.edit' },
  activity: { path: 'activity', label: 'Activity', icon: 'activity', permission: 'activity.view' },
  settings: { path: 'settings', label: 'Settings', icon: 'settings', permission: 'organisation.edit' },
} satisfies Record<string, OrganisationSection>
