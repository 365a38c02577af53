import type { AccountOrganization } from '@sherpa/contracts/account'
import type { Permission } from '@sherpa/contracts/organization'
import type { ToolIconName } from '@sherpa/ui/tool-icon'
import type { ScreenPlace } from './screen-place.ts'

/** A part of an organization's screens: how navigation names it, and what one must be allowed to see it. */
export type OrganizationSection = ScreenPlace & {
  path: string
  /** What is there. */
  about: string
  icon: ToolIconName
  permission: Permission | undefined
}

/** The work, in the order of the navigation. A module adds its line here. */
export const workSections = {
  home: { path: '', label: 'Home', about: 'What needs you', icon: 'home', permission: undefined },
} satisfies Record<string, OrganizationSection>

/** The organization's own matters, which stand behind Settings. */
export const settingsSections = {
  people: {
    path: 'people',
    label: 'People',
    about: 'Members, their roles and open invitations',
    icon: 'people',
    permission: 'people.view',
  },
  permissions: {
    path: 'permissions',
    label: 'Permissions',
    about: 'What each role can do',
    icon: 'permissions',
    permission: 'permissions.edit',
  },
  billing: {
    path: 'billing',
    label: 'Plan and billing',
    about: 'The subscription and its invoices',
    icon: 'billing',
    permission: 'billing.view',
    narrow: true,
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
    label: 'Organization settings',
    about: 'Name and organization type',
    icon: 'organization',
    permission: 'organization.edit',
    narrow: true,
  },
} satisfies Record<string, OrganizationSection>

/** The screens of our own staff. */
export const staffSections = {
  desk: { path: '/staff/desk', label: 'Demo requests', about: 'Answer those who want to see Sherpa', icon: 'invite' },
  calendar: { path: '/staff/desk/calendar', label: 'Calendar', about: 'Demos of the week', icon: 'calendar' },
  figures: { path: '/staff/desk/figures', label: 'Figures', about: 'How fast we answer', icon: 'figures' },
  prices: { path: '/staff', label: 'Prices', about: 'What each customer pays', icon: 'organization' },
  invoices: { path: '/staff/invoices', label: 'Invoices', about: 'Of all customers', icon: 'billing' },
  jobs: { path: '/staff/jobs', label: 'Jobs', about: 'Background work that failed', icon: 'activity' },
} satisfies Record<string, ScreenPlace & { path: string; about: string; icon: ToolIconName }>

const allSettings: ReadonlySet<unknown> = new Set(Object.values(settingsSections))
export const isOfSettings = (place: ScreenPlace | undefined) => allSettings.has(place)

/** Where a link of the navigation leads. */
export type NavigationLink = Pick<OrganizationSection, 'label' | 'about' | 'icon'> & { to: string }

export const workOf = (organization: AccountOrganization) => linksTo(workSections, organization)

export const settingsOf = (organization: AccountOrganization) => linksTo(settingsSections, organization)

/** Links to those sections that someone may see. */
function linksTo(sections: Record<string, OrganizationSection>, { id, permissions }: AccountOrganization) {
  return Object.values(sections)
    .filter(({ permission }) => !permission || permissions.includes(permission))
    .map(({ path, label, about, icon }): NavigationLink => {
      return { to: `/organizations/${id}${path && `/${path}`}`, label, about, icon }
    })
}
