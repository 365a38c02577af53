import type { AccountOrganization } from '@sherpa/contracts/account'
import type { Permission } from '@sherpa/contracts/organization'
import type { NavigationLink } from './navigation-links.ts'

type NewThing = Omit<NavigationLink, 'to'> & {
  /** The address of its form; undefined without an organization. */
  at: (organization: AccountOrganization | undefined) => string | undefined
  permission?: Permission
}

/** Entries of the New menu. */
const newThings: NewThing[] = [
  {
    label: 'New task',
    about: 'Something to do, for you or a colleague',
    icon: 'check',
    at: (organization) =>
      organization && organization.role !== 'athlete' ? `/organizations/${organization.id}/tasks#new` : undefined,
  },
  {
    label: 'Add athlete',
    about: 'Someone you represent, recruit or scout',
    icon: 'account',
    at: (organization) => organization && `/organizations/${organization.id}/athletes#add`,
    permission: 'athletes.edit',
  },
  {
    label: 'New deal',
    about: 'A contract, an NIL deal or a sponsorship',
    icon: 'deal',
    at: (organization) => organization && `/organizations/${organization.id}/deals#new`,
    permission: 'deals.edit',
  },
  {
    label: 'Add expense',
    about: 'Money spent, with its receipt',
    icon: 'billing',
    at: (organization) => organization && `/organizations/${organization.id}/finances/expenses#add`,
    permission: 'money.edit',
  },
  {
    label: 'Record payment',
    about: 'Money received for an athlete',
    icon: 'billing',
    at: (organization) =>
      organization && organization.role !== 'athlete'
        ? `/organizations/${organization.id}/finances/receipts#book`
        : undefined,
    permission: 'money.edit',
  },
  {
    label: 'Add company',
    about: 'A brand, club, school, collective or league',
    icon: 'organization',
    at: (organization) => organization && `/organizations/${organization.id}/companies#add`,
    permission: 'deals.edit',
  },
  {
    label: 'Invite people',
    about: 'Send an invitation by email',
    icon: 'invite',
    at: (organization) => organization && `/organizations/${organization.id}/people#invite`,
    permission: 'people.invite',
  },
  {
    label: 'Import athletes',
    about: 'From a spreadsheet or pasted rows',
    icon: 'upload',
    at: (organization) =>
      organization?.permissions.includes('athletes.all')
        ? `/organizations/${organization.id}/athletes/import`
        : undefined,
    permission: 'data.import',
  },
  {
    label: 'New organization',
    about: 'Another agency, team, department or collective',
    icon: 'organization',
    at: () => '/organizations/new',
  },
]

/** Entries that the reader has permission for. */
export function newThingsFor(organization: AccountOrganization | undefined): NavigationLink[] {
  return newThings.flatMap(({ at, permission, ...thing }) => {
    const to = at(organization)
    return to && (!permission || organization?.permissions.includes(permission)) ? [{ ...thing, to }] : []
  })
}
