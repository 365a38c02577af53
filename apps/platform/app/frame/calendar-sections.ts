import type { AccountOrganization } from '@sherpa/contracts/account'
import { linksTo, type OrganizationSection } from './organization-sections.ts'

/** Screens beside the calendar, reached by tabs and the palette. */
const calendarSections: Record<string, OrganizationSection> = {
  deliverables: {
    // Opens with pending deliverables.
    path: 'calendar/deliverables?state=planned,submitted,returned',
    label: 'Deliverables',
    about: 'What athletes owe under their deals',
    icon: 'send',
    permission: 'deals.view',
    forAthletes: { label: 'Deliverables', about: 'What you owe under your deals', icon: 'send' },
  },
  leagueDays: {
    path: 'calendar/league-days',
    label: 'League days',
    about: 'League dates that key dates depend on',
    icon: 'flag',
    permission: 'deals.view',
    forAthletes: 'hidden',
  },
}

export const besideCalendarOf = (organization: AccountOrganization) => linksTo(calendarSections, organization)
