import type { Permission, Role } from '@sherpa/contracts/organization'
import type { ToolIconName } from '@sherpa/ui/tool-icon'
import type { ScreenPlace } from './screen-place.ts'

/** A section of an organization, with its navigation label and permission. */
export type OrganizationSection = ScreenPlace & {
  path: string
  icon: ToolIconName
  permission: Permission | undefined
  /** Enough instead. */
  or?: Permission
  /** Labels for athletes, who see only their own data; or hidden from them. */
  forAthletes?: { label: string; icon: ToolIconName } | 'hidden'
}

/** Work sections in navigation order. */
export const workSections = {
  home: { path: '', label: 'Home', icon: 'home', permission: undefined },
  athletes: {
    path: 'athletes',
    label: 'Athletes',
    icon: 'people',
    permission: 'athletes.view',
    forAthletes: { label: 'My record', icon: 'account' },
  },
  deals: {
    path: 'deals',
    label: 'Deals',
    icon: 'deal',
    permission: 'deals.view',
    forAthletes: { label: 'My deals', icon: 'deal' },
  },
  compliance: {
    path: 'compliance',
    label: 'Compliance',
    icon: 'permissions',
    permission: 'disclosures.edit',
    or: 'deals.approve',
    forAthletes: 'hidden',
  },
  finances: {
    path: 'finances',
    label: 'Finances',
    icon: 'figures',
    permission: 'money.view',
    forAthletes: { label: 'My money', icon: 'figures' },
  },
  tasks: {
    path: 'tasks',
    label: 'Tasks',
    icon: 'check',
    permission: undefined,
    forAthletes: { label: 'My tasks', icon: 'check' },
  },
  calendar: {
    path: 'calendar',
    label: 'Calendar',
    icon: 'calendar',
    // Without deals.view it shows only when athletes are away.
    permission: 'athletes.view',
    forAthletes: { label: 'Calendar', icon: 'calendar' },
  },
  companies: {
    path: 'companies',
    label: 'Companies',
    icon: 'organization',
    permission: 'deals.view',
    forAthletes: 'hidden',
  },
} satisfies Record<string, OrganizationSection>

/** Sections below Settings. Their groups and icons are in navigation-links.ts, which the log-in does not load. */
export const settingsSections = {
  people: {
    path: 'people',
    label: 'People',
    permission: 'people.view',
  },
  licenses: {
    path: 'licenses',
    label: 'Licenses',
    // Members always see their own; coaches have none.
    permission: 'deals.view',
    forAthletes: 'hidden',
  },
  permissions: {
    path: 'permissions',
    label: 'Permissions',
    permission: 'permissions.edit',
  },
  billing: {
    path: 'billing',
    label: 'Plan and billing',
    permission: 'billing.view',
    narrow: true,
  },
  activity: {
    path: 'activity',
    label: 'Activity',
    permission: 'activity.view',
  },
  programs: {
    path: 'programs',
    label: 'Programs',
    permission: 'organization.edit',
    narrow: true,
  },
  tags: {
    path: 'tags',
    label: 'Tags',
    permission: 'organization.edit',
    narrow: true,
  },
  customFields: {
    path: 'custom-fields',
    label: 'Custom fields',
    permission: 'organization.edit',
    narrow: true,
  },
  sports: {
    path: 'sports',
    label: 'Sports',
    permission: 'organization.edit',
    narrow: true,
  },
  approvals: {
    path: 'approvals',
    label: 'Deal approvals',
    permission: 'organization.edit',
    narrow: true,
  },
  accounting: {
    path: 'accounting',
    label: 'Accounting',
    permission: 'organization.edit',
    narrow: true,
  },
  archives: {
    path: 'archives',
    label: 'Data export',
    permission: 'data.export',
    narrow: true,
  },
  settings: {
    path: 'settings',
    label: 'General',
    permission: 'organization.edit',
    narrow: true,
  },
} satisfies Record<string, Omit<OrganizationSection, 'icon'>>

/** Screens for staff. */
export const staffSections = {
  desk: { path: '/staff/desk', label: 'Demo requests' },
  calendar: { path: '/staff/desk/calendar', label: 'Calendar' },
  figures: { path: '/staff/desk/figures', label: 'Reports' },
  prices: { path: '/staff', label: 'Prices' },
  invoices: { path: '/staff/invoices', label: 'Invoices' },
  jobs: { path: '/staff/jobs', label: 'Jobs' },
} satisfies Record<string, ScreenPlace & { path: string }>

const allSettings: ReadonlySet<unknown> = new Set(Object.values(settingsSections))
export const isOfSettings = (place: ScreenPlace | undefined) => allSettings.has(place)

/** The label of a section as this role reads it. */
export function sectionLabel(label: string, role: Role | undefined) {
  const section = Object.values<OrganizationSection>(workSections).find((one) => one.label === label)
  return role === 'athlete' && typeof section?.forAthletes === 'object' ? section.forAthletes.label : label
}
