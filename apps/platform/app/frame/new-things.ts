import type { AccountOrganization } from '@sherpa/contracts/account'
import type { Permission } from '@sherpa/contracts/organization'
import type { NavigationLink } from './organization-sections.ts'

type NewThing = Omit<NavigationLink, 'to'> & {
  /** Where it is made; undefined where there is no organization to make it in. */
  at: (organization: AccountOrganization | undefined) => string | undefined
  permission?: Permission
}

/** What can be made, in the order of the menu. A module adds its line here. */
const newThings: NewThing[] = [
  {
    label: 'Invite someone',
    about: 'Send an invitation by email',
    icon: 'invite',
    at: (organization) => organization && `/organizations/${organization.id}/people#invite`,
    permission: 'people.invite',
  },
  {
    label: 'New organization',
    about: 'Another agency, team, department or collective',
    icon: 'organization',
    at: () => '/organizations/new',
  },
]

/** Those that someone may make where they work. */
export function newThingsFor(organization: AccountOrganization | undefined): NavigationLink[] {
  return newThings.flatMap(({ at, permission, ...thing }) => {
    const to = at(organization)
    return to && (!permission || organization?.permissions.includes(permission)) ? [{ ...thing, to }] : []
  })
}
