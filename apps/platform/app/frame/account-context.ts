import type { Account, AccountOrganisation } from '@sherpa/contracts/account'
import type { Permission } from '@sherpa/contracts/organisation'
import { createContext, useContext } from 'react'

/** The signed-in frame loads the account before it shows any screen. */
export const AccountContext = createContext<Account | undefined>(undefined)

export function useAccount() {
  const account = useContext(AccountContext)
  if (!account) throw new Error('Only screens inside the signed-in frame know an account.')
  return account
}

/** The organisation that the address names. */
export const OrganisationContext = createContext<AccountOrganisation | undefined>(undefined)

export function useOrganisation() {
  const organisation = useContext(OrganisationContext)
  if (!organisation) throw new Error('Only screens inside the organisation frame know an organisation.')
  const may = (permission: Permission) => organisation.permissions.includes(permission)
  return { ...organisation, may }
}
