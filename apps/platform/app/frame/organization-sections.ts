import type { AccountOrganization } from '@sherpa/contracts/account'
import type { Permission, Role } from '@sherpa/contracts/organization'
import type { ToolIconName } from '@sherpa/ui/tool-icon'
import type { ScreenPlace } from './screen-place.ts'

/** A section of an organization, with its navigation label and permission. */
export type OrganizationSection = ScreenPlace & {
  path: string
  /** A short description. */
  about: string
  icon: ToolIconName
  permission: Permission | undefined
  /** Goes there after `g`. */
  key?: string
  /** Labels for athletes, who see only their own data; or hidden from them. */
  forAthletes?: { label: string; about: string; icon: ToolIconName } | 'hidden'
}

/** Work sections in navigation order. */
export const workSections = {
  home: { path: '', key: 'h', label: 'Home', about: 'What needs you', icon: 'home', permission: undefined },
  athletes: {
    path: 'athletes',
    key: 'a',
    label: 'Athletes',
    about: 'The roster',
    icon: 'people',
    permission: 'athletes.view',
    forAthletes: { label: 'My record', about: 'Your own record', icon: 'account' },
  },
  deals: {
    path: 'deals',
    key: 'd',
    label: 'Deals',
    about: 'Contracts, NIL and sponsorships',
    icon: 'deal',
    permission: 'deals.view',
    forAthletes: { label: 'My deals', about: 'Your contracts and deals', icon: 'deal' },
  },
  finances: {
    path: 'finances',
    key: 'f',
    label: 'Finances',
    about: 'Payments, fees and expenses',
    icon: 'figures',
    permission: 'money.view',
    forAthletes: { label: 'My money', about: 'Money received and due', icon: 'figures' },
  },
  tasks: {
    path: 'tasks',
    key: 't',
    label: 'Tasks',
    about: 'What you have to do',
    icon: 'check',
    permission: undefined,
    forAthletes: { label: 'My tasks', about: 'What your people asked you to do', icon: 'check' },
  },
  calendar: {
    path: 'calendar',
    key: 'c',
    label: 'Calendar',
    about: 'Key dates, deliverables and payments by day',
    icon: 'calendar',
    // Without deals.view it shows only when athletes are away.
    permission: 'athletes.view',
    forAthletes: { label: 'Calendar', about: 'What is due under your deals', icon: 'calendar' },
  },
  companies: {
    path: 'companies',
    key: 'o',
    label: 'Companies',
    about: 'Brands, clubs and other partners',
    icon: 'organization',
    permission: 'deals.view',
    forAthletes: 'hidden',
  },
} satisfies Record<string, OrganizationSection>

/** Sections below Settings. */
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
  programs: {
    path: 'programs',
    label: 'Programs',
    about: 'Groups of athletes and staff',
    icon: 'people',
    permission: 'organization.edit',
    narrow: true,
  },
  tags: {
    path: 'tags',
    label: 'Tags',
    about: 'Labels for athletes',
    icon: 'tag',
    permission: 'organization.edit',
    narrow: true,
  },
  customFields: {
    path: 'custom-fields',
    label: 'Custom fields',
    about: 'Fields you add to every athlete',
    icon: 'columns',
    permission: 'organization.edit',
    narrow: true,
  },
  sports: {
    path: 'sports',
    label: 'Sports',
    about: 'Sports you work in',
    icon: 'sports',
    permission: 'organization.edit',
    narrow: true,
  },
  approvals: {
    path: 'approvals',
    label: 'Deal approvals',
    about: 'Who approves which deals',
    icon: 'check',
    permission: 'organization.edit',
    narrow: true,
  },
  accounting: {
    path: 'accounting',
    label: 'Accounting',
    about: 'Expense approval, invoices and closed months',
    icon: 'figures',
    permission: 'organization.edit',
    narrow: true,
  },
  archives: {
    path: 'archives',
    label: 'Data export',
    about: 'All data in one ZIP file',
    icon: 'download',
    permission: 'data.export',
    narrow: true,
  },
  settings: {
    path: 'settings',
    label: 'Organization settings',
    about: 'Name, time zone, currency and fiscal year',
    icon: 'organization',
    permission: 'organization.edit',
    narrow: true,
  },
} satisfies Record<string, OrganizationSection>

/** Screens for staff. */
export const staffSections = {
  desk: {
    path: '/staff/desk',
    key: 'r',
    label: 'Demo requests',
    short: 'Requests',
    about: 'Requests for a demo of Sherpa',
    icon: 'invite',
  },
  calendar: { key: 'c', path: '/staff/desk/calendar', label: 'Calendar', about: 'Demos of the week', icon: 'calendar' },
  figures: {
    key: 'e',
    path: '/staff/desk/figures',
    label: 'Reports',
    about: 'Response times and outcomes',
    icon: 'figures',
  },
  prices: { key: 'p', path: '/staff', label: 'Prices', about: 'What each customer pays', icon: 'organization' },
  invoices: {
    key: 'i',
    path: '/staff/invoices',
    label: 'Invoices',
    about: 'Invoices of all customers',
    icon: 'billing',
  },
  jobs: { key: 'j', path: '/staff/jobs', label: 'Jobs', about: 'Failed background jobs', icon: 'activity' },
} satisfies Record<
  string,
  ScreenPlace & { path: string; short?: string; key: string; about: string; icon: ToolIconName }
>

const allSettings: ReadonlySet<unknown> = new Set(Object.values(settingsSections))
export const isOfSettings = (place: ScreenPlace | undefined) => allSettings.has(place)

/** The label of a section as this role reads it. */
export function sectionLabel(label: string, role: Role | undefined) {
  const section = Object.values<OrganizationSection>(workSections).find((one) => one.label === label)
  return role === 'athlete' && typeof section?.forAthletes === 'object' ? section.forAthletes.label : label
}

export type NavigationLink = Pick<OrganizationSection, 'label' | 'about' | 'icon'> & {
  to: string
  /** A shorter label for tabs on phones. */
  short?: string
  key?: string
}

/** Whether a link matches its own address only, because other links lie below it. */
export const isAlone = ({ to }: NavigationLink, links: readonly NavigationLink[]) =>
  links.some((other) => other.to.startsWith(`${to}/`))

export const workOf = (organization: AccountOrganization) => linksTo(workSections, organization)

export const settingsOf = (organization: AccountOrganization) => linksTo(settingsSections, organization)

/** Links to the sections that the reader has permission for. */
export function linksTo(sections: Record<string, OrganizationSection>, { id, role, permissions }: AccountOrganization) {
  return Object.values(sections)
    .filter(({ permission }) => !permission || permissions.includes(permission))
    .flatMap(({ path, key, label, about, icon, forAthletes }): NavigationLink[] => {
      const words = (role === 'athlete' && forAthletes) || { label, about, icon }
      if (words === 'hidden') return []
      return [{ to: `/organizations/${id}${path && `/${path}`}`, ...(key && { key }), ...words }]
    })
}
