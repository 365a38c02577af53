import { organizationsApi } from '@sherpa/api-client/organizations'
import type { Currency } from '@sherpa/contracts/currency'
import { useOrganization } from '../../frame/account-context.ts'

/** The organization's default currency. */
export function useOwnCurrency(): Currency {
  const { id: organization } = useOrganization()
  return organizationsApi.useOrganizationQuery({ organization }).currentData?.currency ?? 'USD'
}
