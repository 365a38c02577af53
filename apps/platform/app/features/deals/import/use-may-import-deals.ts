import { useOrganization } from '../../../frame/account-context.ts'

/** Who cannot see all athletes cannot tell which names of a file are new. */
export function useMayImportDeals() {
  const { may } = useOrganization()
  return may('data.import') && may('athletes.all') && may('deals.edit') && may('money.edit')
}
