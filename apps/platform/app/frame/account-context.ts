import type { Account, AccountOrganization } from '@sherpa/contracts/account'
import { labels } from '@sherpa/contracts/labels'
import type { Permission } from '@sherpa/contracts/organization'
import { needsSecondFactor } from '@sherpa/contracts/second-factor'
import { createContext, useContext } from 'react'

/** Provided by the signed-in frame before it shows a screen. */
export const AccountContext = createContext<Account | undefined>(undefined)

export function useAccount() {
  const account = useContext(AccountContext)
  if (!account) throw new Error('Only screens inside the signed-in frame know an account.')
  return account
}

/** The organization in the address. */
export const OrganizationContext = createContext<AccountOrganization | undefined>(undefined)

export function useOrganization() {
  const organization = useContext(OrganizationContext)
  if (!organization) throw new Error('Only screens inside the organization frame know an organization.')
  const hasSecondFactor = useContext(AccountContext)?.user.secondFactor
  const has = (permission: Permission) => organization.permissions.includes(permission)
  const isHeldBack = (permission: Permission) =>
    needsSecondFactor(permission) && !hasSecondFactor && !organization.sample
  return {
    ...organization,
    /** Whether the role has it, regardless of the second factor. */
    has,
    may: (permission: Permission) => has(permission) && !isHeldBack(permission),
    lacksSecondFactorFor: (permission: Permission) => has(permission) && isHeldBack(permission),
  }
}

/** Names of stages and roles in the current organization. */
export function useLabels() {
  return labels[useContext(OrganizationContext)?.kind ?? 'agency']
}
