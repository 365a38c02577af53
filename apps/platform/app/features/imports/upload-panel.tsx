import { MOST_IMPORT_BYTES } from '@sherpa/contracts/import'
import { Button, buttonClass } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { MessageBox } from '@sherpa/ui/message-box'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { failureOf, withFieldErrors } from '../../forms/failure.ts'
import { useUnsavedChanges } from '../../forms/unsaved-changes.ts'
import { type Importable, useImportCalls } from './importable.ts'
import { rememberFile } from './uploaded-files.ts'

/** Uploads a chosen, dropped or pasted table. */
export function UploadPanel({
  importable,
  mostRows,
  children,
}: {
  importable: Importable
  /** Such as "20,000". */
  mostRows: string
  children?: ReactNode
}) {
  const { upload } = useImportCalls(importable)
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const [pasted, setPasted] = useState<string>()
  const input = useId()
  const sending = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  useUnsavedChanges(form, () => !sending.current && Boolean(pasted?.trim()))

  async function send(body: Blob, name?: string) {
    if (busy) return
    setFailure(undefined)
    if (body.size > MOST_IMPORT_BYTES) {
      setFailure('This file is larger than 50 MB. Split it into smaller files.')
      return
    }
    sending.current = true
    setBusy(true)
    try {
      const { id } = await upload(body, name ? { name: name.slice(0, 200) } : {})
      rememberFile(id, body)
      navigate(id)
    } catch (error) {
      sending.current = false
      setFailure(withFieldErrors(failureOf(error)))
    } finally {
      setBusy(false)
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) void send(file, file.name)
  }

  return (
    <section aria-label="New import">
      <div className={failure === undefined ? '' : 'mb-4'}>
        <MessageBox message={failure === undefined ? undefined : { kind: 'error', text: failure }} />
      </div>
      <div className="flex flex-col gap-4">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside is the accessible alternative. */}
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setIsOver(true)
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
          className={`flex flex-col items-center gap-3 rounded-md border border-dashed px-5 py-8 text-center ${isOver ? 'border-glacier bg-glacier-pale' : 'border-line-strong bg-snow'}`}
        >
          <p className="text-sm pointer-coarse:hidden">Drop a file here, or</p>
          <input
            id={input}
            type="file"
            accept=".xlsx,.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            className="peer sr-only"
            disabled={busy}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              target.value = ''
              if (file) void send(file, file.name)
            }}
          />
          <label
            htmlFor={input}
            className={`${buttonClass()} peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-glacier`}
          >
            {busy ? 'Uploading…' : 'Choose a file'}
          </label>
          <p className="text-xs text-grey">Excel (.xlsx), CSV or text, up to {mostRows} rows and 50 MB.</p>
        </div>
        {pasted === undefined ? (
          <p className="text-sm">
            <button
              type="button"
              className="cursor-pointer text-glacier-deep underline max-md:py-3"
              onClick={() => setPasted('')}
            >
              Paste rows instead
            </button>
          </p>
        ) : (
          <form
            ref={form}
            className="flex flex-col gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              void send(new Blob([pasted]))
            }}
          >
            <Field label="Rows" hint="Copy them from your spreadsheet, including the header row.">
              {(control) => (
                <textarea
                  {...control}
                  name="pastedFile"
                  // biome-ignore lint/a11y/noAutofocus: the field was just requested.
                  autoFocus
                  rows={6}
                  value={pasted}
                  onChange={({ target }) => setPasted(target.value)}
                  className={`${controlClass} font-mono text-sm`}
                />
              )}
            </Field>
            <div className="flex gap-3">
              <Button type="submit" look="secondary" busy={busy} disabled={pasted.trim() === ''}>
                {busy ? 'Uploading…' : 'Use these rows'}
              </Button>
              <Button look="secondary" onClick={() => setPasted(undefined)}>
                Cancel
              </Button>
            </div>
          </form>
        )}
        {children}
      </div>
    </section>
  )
}
