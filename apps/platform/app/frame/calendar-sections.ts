import type { AccountOrganization } from '@sherpa/contracts/account'
import { linksTo, PENDING_DELIVERABLES } from './navigation-links.ts'
import type { OrganizationSection } from './organization-sections.ts'

/** Screens beside the calendar, reached by tabs and the palette. */
const calendarSections: Record<string, OrganizationSection> = {
  deliverables: {
    path: PENDING_DELIVERABLES,
    label: 'Deliverables',
    icon: 'send',
    permission: 'deals.view',
    forAthletes: { label: 'Deliverables', icon: 'send' },
  },
  leagueDays: {
    path: 'calendar/league-days',
    label: 'League days',
    icon: 'flag',
    permission: 'deals.view',
    forAthletes: 'hidden',
  },
}

export const besideCalendarOf = (organization: AccountOrganization) => linksTo(calendarSections, organization)
