import { dealsApi } from '@sherpa/api-client/deals'
import { upload } from '@sherpa/api-client/upload'
import type { Deal } from '@sherpa/contracts/deal'
import { dealWorkOperations } from '@sherpa/contracts/deal-work-operations'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { showToast } from '@sherpa/ui/toast-area'
import { useRef } from 'react'
import { useAction } from '../../../data/use-action.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useAppDispatch } from '../../../store.ts'
import { reasonNotToSend } from '../../athletes/files/file-words.ts'
import { QuietButton } from '../../athletes/record/panel-parts.tsx'
import { LinkedFile } from '../link/linked-file.tsx'
import { currentVersion } from './contested-terms.ts'

/** The contract PDF of the newest version. A draft can have one; it is locked with the terms. */
export function ContractPanel({ deal }: { deal: Deal }) {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const input = useRef<HTMLInputElement>(null)
  const { busy, run } = useAction()
  const [addressOf] = dealsApi.useDealDocumentAddressMutation()
  const [remove] = dealsApi.useRemoveDealDocumentMutation()
  const { contract } = currentVersion(deal)
  const mayChange = deal.actions.includes('add-contract')
  if (!contract && !mayChange) return null
  const of = { organization, deal: deal.id }

  function set(file: File | undefined) {
    if (!file) return
    const reason = reasonNotToSend(file)
    if (reason) return showToast('error', reason)
    const watch = { signal: new AbortController().signal, onProgress: () => undefined }
    const sent = { ...of, query: { name: file.name }, body: file }
    void run(() => dispatch(upload(dealWorkOperations.setDealContract, sent, watch)), 'Contract stored.')
  }

  return (
    <Panel
      title="Contract"
      actions={
        mayChange && (
          <>
            <input
              ref={input}
              type="file"
              hidden
              aria-label="Contract PDF"
              accept="application/pdf,.pdf"
              onChange={({ target }) => {
                set(target.files?.[0])
                target.value = ''
              }}
            />
            <QuietButton
              name={contract ? 'Replace contract' : 'Add contract'}
              onClick={() => !busy && input.current?.click()}
            >
              {busy ? 'Storing…' : contract ? 'Replace' : 'Add'}
            </QuietButton>
          </>
        )
      }
    >
      {contract ? (
        <div className="-mt-4">
          <LinkedFile
            name={contract.name}
            addressOf={async () => (await addressOf({ ...of, document: contract.id }).unwrap()).address}
          />
          {mayChange && (
            <Button
              look="secondary"
              size="small"
              busy={busy}
              onClick={() => run(() => remove({ ...of, document: contract.id }).unwrap(), 'Contract removed.')}
            >
              Remove contract
            </Button>
          )}
        </div>
      ) : (
        <p className="text-sm text-grey">Add the PDF of the contract. All parties read it before they sign.</p>
      )}
    </Panel>
  )
}
