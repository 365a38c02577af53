import { dealsApi } from '@sherpa/api-client/deals'
import type { DeliverableRow } from '@sherpa/contracts/deal-work'
import { isImage, isPdf } from '@sherpa/contracts/file'
import { Button } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { useState } from 'react'
import { KeptPicture } from '../../../data/kept-picture.tsx'
import { useOpenAddress } from '../../../data/use-open-address.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { PdfDialog } from '../../../pdf/pdf-dialog.tsx'

type Document = NonNullable<DeliverableRow['proofs'][number]['document']>

const linkClass = 'min-h-6 cursor-pointer text-left text-glacier hover:underline'

export function ProofList({ row, withPictures = false }: { row: DeliverableRow; withPictures?: boolean }) {
  const [shown, setShown] = useState<Document>()
  return (
    <>
      <ul className="flex flex-col gap-2 text-xs break-words">
        {row.proofs.map(({ id, link, document, note }) => (
          <li key={id}>
            {link && (
              <a href={link} target="_blank" rel="noreferrer" className={`${linkClass} break-all`}>
                {link}
              </a>
            )}
            {document &&
              (withPictures && isImage(document.type) ? (
                <ProofPicture deal={row.deal.id} document={document} />
              ) : (
                <OpenButton deal={row.deal.id} document={document} onShow={() => setShown(document)} />
              ))}
            {note && <p className="text-slate">{note}</p>}
          </li>
        ))}
      </ul>
      {shown && isPdf(shown.type) && (
        <ProofPdf deal={row.deal.id} document={shown} onClose={() => setShown(undefined)} />
      )}
      <Dialog
        open={shown !== undefined && isImage(shown.type)}
        title={shown?.name ?? ''}
        onClose={() => setShown(undefined)}
      >
        {shown && <ProofPicture deal={row.deal.id} document={shown} />}
        <DialogActions>
          <Button look="secondary" onClick={() => setShown(undefined)}>
            Close
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

function useAddressOf(deal: string, document: Document) {
  const { id: organization } = useOrganization()
  const [addressOf] = dealsApi.useDealDocumentAddressMutation()
  return async () => (await addressOf({ organization, deal, document: document.id }).unwrap()).address
}

function ProofPicture({ deal, document }: { deal: string; document: Document }) {
  return <KeptPicture id={document.id} name={document.name} addressOf={useAddressOf(deal, document)} />
}

function ProofPdf({ deal, document, onClose }: { deal: string; document: Document; onClose: () => void }) {
  return <PdfDialog open name={document.name} addressOf={useAddressOf(deal, document)} onClose={onClose} />
}

function OpenButton({ deal, document, onShow }: { deal: string; document: Document; onShow: () => void }) {
  const addressOf = useAddressOf(deal, document)
  const { download } = useOpenAddress()
  const { name, type } = document
  const isShown = isImage(type) || isPdf(type)
  return (
    <button
      type="button"
      onClick={() => (isShown ? onShow() : download(addressOf, name))}
      className={`${linkClass} max-w-full break-words`}
    >
      {isShown ? 'Show' : 'Download'} {name}
    </button>
  )
}
