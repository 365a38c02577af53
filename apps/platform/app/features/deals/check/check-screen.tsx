import { dealsApi } from '@sherpa/api-client/deals'
import { readOnce } from '@sherpa/api-client/read-once'
import type { CheckedDocument } from '@sherpa/contracts/deal-work'
import { MAX_FILE_BYTES } from '@sherpa/contracts/file'
import { Button } from '@sherpa/ui/button'
import { MessageBox } from '@sherpa/ui/message-box'
import { useRef, useState } from 'react'
import { DropArea } from '../../../forms/drop-area.tsx'
import { failureOf } from '../../../forms/failure.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { ScreenHeading } from '../../../frame/screen-heading.tsx'
import { useAppDispatch } from '../../../store.ts'
import { CheckResult } from './check-result.tsx'
import { hashOfFile } from './hash-of-file.ts'

type Checked = { name: string; hash: string; found: CheckedDocument['found'] }
type State = { is: 'checking'; name: string } | { is: 'checked'; checked: Checked } | { is: 'failed'; text: string }

/** Verifies a PDF by its hash: which deal and version it is, and who signed it. */
export function Component() {
  const { id: organization, name } = useOrganization()
  const dispatch = useAppDispatch()
  const [state, setState] = useState<State>()
  const input = useRef<HTMLInputElement>(null)
  /** Results of earlier files are stale. */
  const lastRequest = useRef(0)

  async function check(file: File | undefined) {
    if (!file) return
    const request = ++lastRequest.current
    const show = (to: State) => request === lastRequest.current && setState(to)
    show({ is: 'checking', name: file.name })
    try {
      if (file.size > MAX_FILE_BYTES) {
        return show({ is: 'failed', text: 'This file is larger than 25 MB. Deal documents are smaller.' })
      }
      const hash = await hashOfFile(file)
      const asked = { organization, body: { sha256: hash } }
      const { found } = await readOnce(dispatch, dealsApi.endpoints.checkDocument, asked, { fresh: true })
      show({ is: 'checked', checked: { name: file.name, hash, found } })
    } catch (error) {
      const isUnreadable = error instanceof DOMException
      show({ is: 'failed', text: isUnreadable ? 'This file could not be read.' : failureOf(error).text })
    }
  }

  return (
    <div className="flex flex-col gap-6">
      <ScreenHeading
        title="Check a signed PDF"
        within={name}
        lead="Verify that a file is an unchanged document of one of your deals. The file stays on your device: only its fingerprint (SHA-256) is compared."
      />
      <DropArea
        onFiles={([first]) => void check(first)}
        drop="Or drop it here."
        about="Use the original PDF, not a scan or printout."
      >
        <Button look="secondary" size="small" onClick={() => input.current?.click()}>
          Choose PDF
        </Button>
      </DropArea>
      <input
        ref={input}
        type="file"
        accept="application/pdf"
        tabIndex={-1}
        aria-label="PDF to check"
        className="hidden"
        onChange={({ currentTarget }) => {
          void check(currentTarget.files?.[0])
          // Lets the same file be chosen again.
          currentTarget.value = ''
        }}
      />
      <div role="status">
        {state?.is === 'checking' && <p className="text-sm break-words text-grey">Checking {state.name}…</p>}
        {state?.is === 'checked' && <CheckResult {...state.checked} />}
      </div>
      <MessageBox message={state?.is === 'failed' ? { kind: 'error', text: state.text } : undefined} />
    </div>
  )
}
