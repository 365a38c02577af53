import { useLocation, useParams } from 'react-router'
import { useAccount } from './account-context.ts'
import { lastOrganization } from './last-organization.ts'
import { type NavigationLink, settingsOf, staffLinks, workOf } from './navigation-links.ts'
import { isOfSettings, staffSections } from './organization-sections.ts'
import { useScreenPlace } from './screen-place.ts'

const welcome: NavigationLink = { to: '/', label: 'Home', about: 'Where to start', icon: 'home' }
export const staffLink: NavigationLink = {
  to: staffSections.desk.path,
  label: 'Staff',
  about: 'Demo requests, prices and invoices',
  icon: 'staff',
}

/** The current workspace and its navigation: the organization in the address, the staff screens, or else the last
 * organization.
 */
export function useWorkspace() {
  const { user, organizations } = useAccount()
  const { organization: addressed } = useParams()
  const { pathname } = useLocation()
  const organization =
    user.staff && pathname.startsWith('/staff')
      ? undefined
      : (organizations.find(({ id }) => id === addressed) ?? lastOrganization(organizations))
  const { place } = useScreenPlace()
  const settings = organization ? settingsOf(organization) : []
  return {
    organization,
    /** The staff workspace. */
    isStaff: user.staff && !organization,
    work: organization ? workOf(organization) : user.staff ? staffLinks : [welcome],
    settings,
    isOnSettings: isOfSettings(place),
    /** A single settings section is linked directly. */
    hasSettingsArea: settings.length > 1,
  }
}

/** Available in every workspace. */
export const accountLinks: NavigationLink[] = [
  { to: '/account', label: 'Your account', about: 'Your name, and the organizations you belong to', icon: 'account' },
  {
    to: '/account/security',
    label: 'Security',
    about: 'Password, two-factor authentication and devices',
    icon: 'permissions',
  },
]
