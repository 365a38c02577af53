import { dealsApi } from '@sherpa/api-client/deals'
import { upload } from '@sherpa/api-client/upload'
import type { Deal } from '@sherpa/contracts/deal'
import { type DealDocument, documentKinds } from '@sherpa/contracts/deal-work'
import { dealWorkOperations } from '@sherpa/contracts/deal-work-operations'
import { allFileTypes, isPdf } from '@sherpa/contracts/file'
import { Panel } from '@sherpa/ui/panel'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useRef, useState } from 'react'
import { Day } from '../../../data/moments.tsx'
import { useAction } from '../../../data/use-action.ts'
import { useOpenAddress } from '../../../data/use-open-address.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { PdfDialog } from '../../../pdf/pdf-dialog.tsx'
import { useAppDispatch } from '../../../store.ts'
import { acceptedBy, reasonNotToSend, sizeInWords } from '../../athletes/files/file-words.ts'
import { QuietButton } from '../../athletes/record/panel-parts.tsx'

export function useDocumentsOf({ id: deal, money }: Deal) {
  const { id: organization } = useOrganization()
  return dealsApi.useDealDocumentsQuery({ organization, deal }, { skip: !money })
}

/** Needs money permission: documents show amounts. */
export function DocumentsPanel({ deal }: { deal: Deal }) {
  const { id: organization, may } = useOrganization()
  const dispatch = useAppDispatch()
  const input = useRef<HTMLInputElement>(null)
  const { busy, run } = useAction()
  const query = useDocumentsOf(deal)
  if (!deal.money) return null

  function add(file: File | undefined) {
    if (!file) return
    const reason = reasonNotToSend(file)
    if (reason) return showToast('error', reason)
    const watch = { signal: new AbortController().signal, onProgress: () => undefined }
    const sent = { organization, deal: deal.id, query: { name: file.name }, body: file }
    void run(() => dispatch(upload(dealWorkOperations.addDealDocument, sent, watch)), 'Document added.')
  }

  return (
    <Panel
      title="Documents"
      empty={query.currentData?.documents.length === 0 && 'None yet'}
      actions={
        may('deals.edit') && (
          <>
            <input
              ref={input}
              type="file"
              hidden
              aria-label="Document"
              accept={acceptedBy(allFileTypes)}
              onChange={({ target }) => {
                add(target.files?.[0])
                target.value = ''
              }}
            />
            <QuietButton name="Add document" onClick={() => !busy && input.current?.click()}>
              {busy ? 'Adding…' : 'Add'}
            </QuietButton>
          </>
        )
      }
    >
      <Loaded query={query}>
        {({ documents }) =>
          documents.length > 0 && (
            <ul className="-mt-4 divide-y divide-line-soft border-b border-line-soft">
              {documents.map((document) => (
                <DocumentRow key={document.id} deal={deal} document={document} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

function DocumentRow({ deal, document }: { deal: Deal; document: DealDocument }) {
  const { id: organization } = useOrganization()
  const [addressOf] = dealsApi.useDealDocumentAddressMutation()
  const { busy, download } = useOpenAddress()
  const [isShown, setIsShown] = useState(false)
  const { id, name, kind, type, size, supersededAt } = document
  const address = async () => (await addressOf({ organization, deal: deal.id, document: id }).unwrap()).address
  return (
    <li className="flex min-h-9 items-center gap-2.5 py-1 text-sm">
      <ToolIcon name="deal" className="size-4 text-grey" />
      <button
        type="button"
        aria-disabled={busy}
        onClick={() => (isPdf(type) ? setIsShown(true) : download(address, name))}
        className={`min-h-7 min-w-0 flex-1 cursor-pointer rounded-sm text-left break-words hover:underline max-md:min-h-11 ${supersededAt ? 'text-grey' : 'text-ink'}`}
      >
        {name}
        <span className="sr-only">, {isPdf(type) ? 'show' : 'download'}</span>
        {kind !== 'document' && (
          <span className="block text-xs text-grey">
            {documentKinds[kind]}
            {supersededAt && (
              <>
                , replaced <Day at={supersededAt} />
              </>
            )}
          </span>
        )}
      </button>
      <span className="text-xs whitespace-nowrap text-grey tabular-nums">{sizeInWords(size)}</span>
      <PdfDialog open={isShown} name={name} addressOf={address} onClose={() => setIsShown(false)} />
    </li>
  )
}
