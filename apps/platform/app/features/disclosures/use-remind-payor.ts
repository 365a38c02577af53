import { disclosuresApi } from '@sherpa/api-client/disclosures'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'

/** Reminds the payor of a disclosure to attest. */
export function useRemindPayor() {
  const { id: organization } = useOrganization()
  const [remind] = disclosuresApi.useRemindPayorMutation()
  const { busy, run } = useAction()
  return {
    busy,
    remindPayor: (disclosure: string) => run(() => remind({ organization, disclosure }).unwrap(), 'Payor reminded.'),
  }
}
