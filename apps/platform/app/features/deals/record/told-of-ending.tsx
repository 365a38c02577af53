import { dealsApi } from '@sherpa/api-client/deals'
import type { EndingAction, Told } from '@sherpa/contracts/deal-work'
import { listInWords } from '@sherpa/contracts/list-in-words'
import { useOrganization } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'

/** Such as "Jonah Okoye (athlete) and a guardian". */
export const toldInWords = (told: Told) =>
  listInWords(told.map(({ name, as }) => (name ? `${name} (${as})` : `a ${as}`)))

/** In dialogs that end a deal before it is signed. */
export function ToldOfEnding({ deal, action }: { deal: string; action: EndingAction }) {
  const { id: organization } = useOrganization()
  const ending = dealsApi.useEndingQuery({ organization, deal, query: { action } }, { refetchOnMountOrArgChange: true })
  return (
    <Loaded query={ending}>
      {({ told }) => (
        <p className="break-words">
          {told.length > 0 ? `Sherpa tells ${toldInWords(told)}, without amounts.` : 'Sherpa tells nobody.'} The company
          is not told.
        </p>
      )}
    </Loaded>
  )
}
