import type { WholeDealImport } from '@sherpa/contracts/deal-import'
import { buttonClass } from '@sherpa/ui/button'
import { Link } from 'react-router'
import { useOrganization } from '../../../frame/account-context.ts'
import { DoneLayout } from '../../imports/done-layout.tsx'
import { Figures } from '../../imports/figures.tsx'
import { ContractPdfs } from './contract-pdfs.tsx'
import { dealsImportable } from './deals-importable.ts'
import { StartButton } from './start-button.tsx'

const heads = { added: 'Deals added', skipped: 'Skipped rows', failed: 'Failed rows' }
const undoneHeads = { removed: 'Deals removed', kept: 'Deals kept' }

export function DealDoneStep({ whole, mayEdit }: { whole: WholeDealImport; mayEdit: boolean }) {
  const { id: organization } = useOrganization()
  const { id, state, counts } = whole
  return (
    <DoneLayout
      importable={dealsImportable}
      whole={whole}
      mayEdit={mayEdit}
      figures={
        state === 'undone' ? <Figures counts={whole} heads={undoneHeads} /> : <Figures counts={counts} heads={heads} />
      }
      continuing={<StartButton id={id} label="Continue" />}
      viewing={
        <Link to={`/organizations/${organization}/deals`} className={buttonClass()}>
          View deals
        </Link>
      }
      undoing="This removes the imported deals with their payments, and the athletes and companies added for them. Deals that someone has worked on since are kept and listed."
    >
      {mayEdit && state === 'done' && <ContractPdfs whole={whole} />}
    </DoneLayout>
  )
}
