import type { AccountOrganization } from '@sherpa/contracts/account'
import { ownValue } from '@sherpa/contracts/own-value'
import type { ToolIconName } from '@sherpa/ui/tool-icon'
import { type OrganizationSection, settingsSections, staffSections, workSections } from './organization-sections.ts'

/** The list opens with pending ones. */
export const PENDING_DELIVERABLES = 'calendar/deliverables?state=planned,submitted,returned'

/** Short descriptions by path. Apart from the sections, which the log-in loads with all routes. */
const abouts: Record<string, string> = {
  '': 'What needs you',
  athletes: 'The roster',
  deals: 'Contracts, NIL and sponsorships',
  compliance: 'Disclosures by deadline',
  finances: 'Payments, fees and expenses',
  tasks: 'What you have to do',
  calendar: 'Key dates, deliverables and payments by day',
  companies: 'Brands, clubs and other partners',
  [PENDING_DELIVERABLES]: 'What athletes owe under their deals',
  'calendar/league-days': 'League dates that key dates depend on',
  people: 'Members, their roles and open invitations',
  licenses: 'Registrations as athlete agents, by state',
  permissions: 'What each role can do',
  billing: 'The subscription and its invoices',
  activity: 'Who did what, and when',
  programs: 'Groups of athletes and staff',
  tags: 'Labels for athletes',
  'custom-fields': 'Fields you add to every athlete',
  sports: 'Sports you work in',
  approvals: 'Who approves which deals',
  accounting: 'Expense approval, invoices and closed months',
  archives: 'All data in one ZIP file',
  settings: 'Organization settings: name, time zone, currency',
}
/** For athletes, who see only their own data. */
const aboutsForAthletes: Record<string, string> = {
  athletes: 'Your own record',
  deals: 'Your contracts and deals',
  finances: 'Money received and due',
  tasks: 'What your people asked you to do',
  calendar: 'What is due under your deals',
  [PENDING_DELIVERABLES]: 'What you owe under your deals',
}

/** Keys that lead to a section after `g`, by path. */
const keys: Record<string, string> = {
  '': 'h',
  athletes: 'a',
  deals: 'd',
  finances: 'f',
  tasks: 't',
  calendar: 'c',
  companies: 'o',
}

export type NavigationLink = Pick<OrganizationSection, 'label' | 'icon'> & {
  to: string
  about: string
  /** A shorter label for tabs on phones. */
  short?: string
  key?: string
  /** Of settings. */
  group?: string
}

/** Whether a link matches its own address only, because other links lie below it. */
export const isAlone = ({ to }: NavigationLink, links: readonly NavigationLink[]) =>
  links.some((other) => other.to.startsWith(`${to}/`))

export const workOf = (organization: AccountOrganization) => linksTo(workSections, organization)

/** The settings in navigation order, with their icons. */
const settingsGroups = {
  Organization: {
    settings: 'organization',
    billing: 'billing',
    accounting: 'figures',
    activity: 'activity',
    archives: 'download',
  },
  People: { people: 'people', licenses: 'check', permissions: 'permissions', programs: 'people', approvals: 'check' },
  Records: { tags: 'tag', customFields: 'columns', sports: 'sports' },
} satisfies Record<string, { [section in keyof typeof settingsSections]?: ToolIconName }>

export const settingsOf = (organization: AccountOrganization) =>
  Object.entries(settingsGroups).flatMap(([group, icons]) => {
    const sections = Object.entries(icons) as [keyof typeof settingsSections, ToolIconName][]
    return linksTo(
      Object.fromEntries(sections.map(([name, icon]) => [name, { ...settingsSections[name], icon }])),
      organization,
    ).map((link) => ({ ...link, group }))
  })

/** Links to the sections that the reader has permission for. */
export function linksTo(sections: Record<string, OrganizationSection>, { id, role, permissions }: AccountOrganization) {
  return Object.values(sections)
    .filter(({ permission, or }) => !permission || permissions.includes(permission) || (or && permissions.includes(or)))
    .flatMap(({ path, label, icon, forAthletes }): NavigationLink[] => {
      const words = (role === 'athlete' && forAthletes) || { label, icon }
      if (words === 'hidden') return []
      const key = ownValue(keys, path)
      const about = (role === 'athlete' && ownValue(aboutsForAthletes, path)) || (ownValue(abouts, path) ?? '')
      return [{ to: `/organizations/${id}${path && `/${path}`}`, ...(key && { key }), about, ...words }]
    })
}

const { desk, calendar, figures, prices, invoices, jobs } = staffSections
/** Screens for staff, in navigation order. */
export const staffLinks: NavigationLink[] = [
  { ...linkTo(desk), short: 'Requests', key: 'r', about: 'Requests for a demo of Sherpa', icon: 'invite' },
  { ...linkTo(calendar), key: 'c', about: 'Demos of the week', icon: 'calendar' },
  { ...linkTo(figures), key: 'e', about: 'Response times and outcomes', icon: 'figures' },
  { ...linkTo(prices), key: 'p', about: 'What each customer pays', icon: 'organization' },
  { ...linkTo(invoices), key: 'i', about: 'Invoices of all customers', icon: 'billing' },
  { ...linkTo(jobs), key: 'j', about: 'Failed background jobs', icon: 'activity' },
]

function linkTo({ path, label }: { path: string; label: string }) {
  return { to: path, label }
}
