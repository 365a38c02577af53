import { useLocation, useParams } from 'react-router'
import { useAccount } from './account-context.ts'
import { lastOrganization } from './last-organization.ts'
import { isOfSettings, type NavigationLink, settingsOf, staffSections, workOf } from './organization-sections.ts'
import { useScreenPlace } from './screen-place.ts'

const welcome: NavigationLink = { to: '/', label: 'Home', about: 'Where to start', icon: 'home' }
export const staffLink: NavigationLink = {
  to: '/staff',
  label: 'Staff',
  about: 'Prices and invoices of all customers',
  icon: 'staff',
}
const staffLinks: NavigationLink[] = Object.values(staffSections).map(({ path, ...link }) => ({ to: path, ...link }))

/**
 * Where someone works, and what they can go to there: the organization that the address names, Sherpa's own staff screens, or, on
 * screens that belong to neither, where they worked last.
 */
export function useWorkspace() {
  const { user, organizations } = useAccount()
  const { organization: addressed } = useParams()
  const { pathname } = useLocation()
  const organization =
    user.staff && pathname.startsWith(staffLink.to)
      ? undefined
      : (organizations.find(({ id }) => id === addressed) ?? lastOrganization(organizations))
  const { place } = useScreenPlace()
  const settings = organization ? settingsOf(organization) : []
  return {
    organization,
    /** Staff's own, for those who are staff and work nowhere else at the moment. */
    isStaff: user.staff && !organization,
    work: organization ? workOf(organization) : user.staff ? staffLinks : [welcome],
    settings,
    isOnSettings: isOfSettings(place),
    /** Whoever may see only one of the settings finds it in the navigation by its own name, and needs no other. */
    hasSettingsArea: settings.length > 1,
  }
}

/** What everyone has, wherever they work. */
export const accountLinks: NavigationLink[] = [
  { to: '/account', label: 'Your account', about: 'Your name, and the organizations you belong to', icon: 'account' },
  {
    to: '/account/security',
    label: 'Security',
    about: 'Password, two-factor authentication and devices',
    icon: 'permissions',
  },
]
