import { upload } from '@sherpa/api-client/upload'
import { type AttachedPdfs, MOST_ZIP_BYTES, type WholeDealImport } from '@sherpa/contracts/deal-import'
import { dealImportOperations } from '@sherpa/contracts/deal-import-operations'
import { Button } from '@sherpa/ui/button'
import { MessageBox } from '@sherpa/ui/message-box'
import { Panel } from '@sherpa/ui/panel'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { DropArea } from '../../../forms/drop-area.tsx'
import { failureOf } from '../../../forms/failure.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useAppDispatch } from '../../../store.ts'
import { countInWords } from '../../imports/import-words.ts'
import { dealsInWords } from './deals-importable.ts'

const pdfsInWords = (count: number) => countInWords(count, { one: 'PDF', many: 'PDFs' })
const filesInWords = (count: number) => countInWords(count, { one: 'file', many: 'files' })

/** Attaches contracts of a ZIP archive to the imported deals. */
export function ContractPdfs({ whole: { id, withoutPdf } }: { whole: WholeDealImport }) {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const input = useRef<HTMLInputElement>(null)
  /** The share that is sent; undefined if nothing is. */
  const [share, setShare] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const [result, setResult] = useState<AttachedPdfs>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const isSending = share !== undefined

  async function send(file: File | undefined) {
    if (!file || isSending) return
    setFailure(undefined)
    setResult(undefined)
    if (file.size > MOST_ZIP_BYTES) {
      setFailure('This file is larger than 200 MB. Split it into smaller ZIP files.')
      return
    }
    const sending = new AbortController()
    stop.current = sending
    setShare(0)
    try {
      const watch = { signal: sending.signal, onProgress: setShare }
      const asked = { organization, dealImport: id, body: file }
      setResult(await dispatch(upload(dealImportOperations.attachDealImportPdfs, asked, watch)))
    } catch (error) {
      if (!sending.signal.aborted) setFailure(failureOf(error).text)
    } finally {
      setShare(undefined)
    }
  }

  return (
    <Panel
      title="Contract PDFs"
      lead={
        withoutPdf === 0
          ? 'Every imported deal has its contract PDF.'
          : `${dealsInWords(withoutPdf)} ${withoutPdf === 1 ? 'has' : 'have'} no contract PDF. PDFs are matched by the file name in your spreadsheet, or by athlete and company in their name.`
      }
    >
      <div className="flex max-w-3xl flex-col gap-4 text-sm">
        {withoutPdf > 0 && (
          <DropArea onFiles={([first]) => void send(first)} drop="Or drop it here." about="One ZIP file, up to 200 MB.">
            <Button look="secondary" size="small" busy={isSending} onClick={() => input.current?.click()}>
              Choose ZIP file
            </Button>
          </DropArea>
        )}
        <input
          ref={input}
          type="file"
          accept=".zip,application/zip"
          tabIndex={-1}
          aria-label="ZIP file with contract PDFs"
          className="hidden"
          onChange={({ currentTarget }) => {
            void send(currentTarget.files?.[0])
            // Lets the same file be chosen again.
            currentTarget.value = ''
          }}
        />
        {isSending && (
          <div className="flex flex-wrap items-center gap-3">
            <progress aria-label="Upload of the ZIP file" value={share} className="min-w-0 flex-1" />
            <span className="tabular-nums">{share < 1 ? `${Math.floor(share * 100)}%` : 'Attaching…'}</span>
            <Button look="secondary" size="small" onClick={() => stop.current?.abort()}>
              Cancel
            </Button>
          </div>
        )}
        <MessageBox
          message={
            failure
              ? { kind: 'error', text: failure }
              : result && { kind: 'success', text: `${pdfsInWords(result.attached.length)} attached.` }
          }
        />
        {result && <Result {...result} />}
      </div>
    </Panel>
  )
}

function Result({ attached, left }: AttachedPdfs) {
  const { id: organization } = useOrganization()
  return (
    <>
      {left.length > 0 && (
        <div>
          <p className="font-medium text-ink">{filesInWords(left.length)} not attached</p>
          <ul className="mt-1 flex flex-col divide-y divide-line">
            {left.map(({ file, reason }) => (
              <li key={file} className="py-2 [overflow-wrap:anywhere]">
                <span className="text-ink">{file}</span>: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {attached.length > 0 && (
        <details>
          <summary className="cursor-pointer max-md:py-3">Attached files</summary>
          <ul className="mt-1 flex flex-col divide-y divide-line">
            {attached.map(({ file, deal, title }) => (
              <li key={file} className="py-2 [overflow-wrap:anywhere]">
                {file}:{' '}
                <Link to={`/organizations/${organization}/deals/${deal}`} className="text-glacier-deep underline">
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
