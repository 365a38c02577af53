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
  /** What it is for members who are athletes: they see only their own. Hidden, where their own leads there anyway. */
  forAthletes?: { label: string; about: string; icon: ToolIconName } | 'hidden'
}

/** The work, in the order of the navigation. A module adds its line here. */
export const workSections = {
  home: { path: '', label: 'Home', about: 'What needs you', icon: 'home', permission: undefined },
  athletes: {
    path: 'athletes',
    label: 'Athletes',
    about: 'The roster',
    icon: 'people',
    permission: 'athletes.view',
    forAthletes: { label: 'My record', about: 'What is kept about you', icon: 'account' },
  },
  deals: {
    path: 'deals',
    label: 'Deals',
    about: 'Contracts, NIL and sponsorships',
    icon: 'deal',
    permission: 'deals.view',
    forAthletes: { label: 'My deals', about: 'Your contracts and deals', icon: 'deal' },
  },
  finances: {
    path: 'finances',
    label: 'Finances',
    about: 'What was received, what is due, and what was earned',
    icon: 'figures',
    permission: 'money.view',
    forAthletes: { label: 'My money', about: 'What you were paid, and what is due', icon: 'figures' },
  },
  calendar: {
    path: 'calendar',
    label: 'Calendar',
    about: 'Key dates, deliverables and payments by day',
    icon: 'calendar',
    permission: 'deals.view',
    forAthletes: { label: 'Calendar', about: 'What is due under your deals', icon: 'calendar' },
  },
  companies: {
    path: 'companies',
    label: 'Companies',
    about: 'Whom deals are made with',
    icon: 'organization',
    permission: 'deals.view',
    forAthletes: 'hidden',
  },
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
  tags: {
    path: 'tags',
    label: 'Tags',
    about: 'Words that mark athletes',
    icon: 'tag',
    permission: 'organization.edit',
    narrow: true,
  },
  customFields: {
    path: 'custom-fields',
    label: 'Custom fields',
    about: 'Facts that you add to every athlete',
    icon: 'columns',
    permission: 'organization.edit',
    narrow: true,
  },
  sports: {
    path: 'sports',
    label: 'Sports',
    about: 'The sports that you work in',
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
  books: {
    path: 'books',
    label: 'Books',
    about: 'Approval of expenses, invoices, and closed months',
    icon: 'figures',
    permission: 'organization.edit',
    narrow: true,
  },
  archives: {
    path: 'archives',
    label: 'All data',
    about: 'Everything that is kept, as one file',
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

/** The screens of our own staff. */
export const staffSections = {
  desk: {
    path: '/staff/desk',
    label: 'Demo requests',
    short: 'Requests',
    about: 'Answer those who want to see Sherpa',
    icon: 'invite',
  },
  calendar: { path: '/staff/desk/calendar', label: 'Calendar', about: 'Demos of the week', icon: 'calendar' },
  figures: { path: '/staff/desk/figures', label: 'Figures', about: 'How fast we answer', icon: 'figures' },
  prices: { path: '/staff', label: 'Prices', about: 'What each customer pays', icon: 'organization' },
  invoices: { path: '/staff/invoices', label: 'Invoices', about: 'Of all customers', icon: 'billing' },
  jobs: { path: '/staff/jobs', label: 'Jobs', about: 'Background work that failed', icon: 'activity' },
} satisfies Record<string, ScreenPlace & { path: string; short?: string; about: string; icon: ToolIconName }>

const allSettings: ReadonlySet<unknown> = new Set(Object.values(settingsSections))
export const isOfSettings = (place: ScreenPlace | undefined) => allSettings.has(place)

/** Where a link of the navigation leads. */
export type NavigationLink = Pick<OrganizationSection, 'label' | 'about' | 'icon'> & {
  to: string
  /** For the tabs on phones, where the label is too long for them. */
  short?: string
}

/** Whether a link stands for its own screen only: what lies below belongs to other links. */
export const isAlone = ({ to }: NavigationLink, links: readonly NavigationLink[]) =>
  links.some((other) => other.to.startsWith(`${to}/`))

export const workOf = (organization: AccountOrganization) => linksTo(workSections, organization)

export const settingsOf = (organization: AccountOrganization) => linksTo(settingsSections, organization)

/** Links to those sections that someone may see. */
export function linksTo(sections: Record<string, OrganizationSection>, { id, role, permissions }: AccountOrganization) {
  return Object.values(sections)
    .filter(({ permission }) => !permission || permissions.includes(permission))
    .flatMap(({ path, label, about, icon, forAthletes }): NavigationLink[] => {
      const words = (role === 'athlete' && forAthletes) || { label, about, icon }
      if (words === 'hidden') return []
      return [{ to: `/organizations/${id}${path && `/${path}`}`, ...words }]
    })
}
