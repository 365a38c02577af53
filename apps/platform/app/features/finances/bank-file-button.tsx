import { upload } from '@sherpa/api-client/upload'
import {
  type BankColumnRole,
  type BankImport,
  type BankPreview,
  bankColumnRoles,
  MOST_BANK_BYTES,
  NO_ROLE,
} from '@sherpa/contracts/bank-import'
import { bankOperations } from '@sherpa/contracts/bank-operations'
import type { Currency } from '@sherpa/contracts/currency'
import { Button, buttonClass } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { useEffect, useId, useRef, useState } from 'react'
import { shortCalendarDay } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'
import { CurrencyField } from '../../forms/currency-field.tsx'
import { failureOf, withFieldErrors } from '../../forms/failure.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { ActionLabel } from '../../list/list-head.tsx'
import { useAppDispatch } from '../../store.ts'

/** Previews a bank file so that its column mapping can be corrected. The server stores nothing before the import. */
export function BankFileButton() {
  const input = useId()
  const [file, setFile] = useState<File>()
  return (
    <>
      <input
        id={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        className="peer sr-only"
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          target.value = ''
          if (chosen && chosen.size > MOST_BANK_BYTES) showToast('error', 'This file is larger than 5 MB.')
          else if (chosen) setFile(chosen)
        }}
      />
      <label
        htmlFor={input}
        className={`${buttonClass({ size: 'small' })} peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-glacier`}
      >
        <ActionLabel verb="Import" noun="bank file" />
      </label>
      <Dialog open={file !== undefined} title={file?.name ?? ''} onClose={() => setFile(undefined)}>
        {file && <BankFileForm key={file.name} file={file} onClose={() => setFile(undefined)} />}
      </Dialog>
    </>
  )
}

type Mapping = { roles: string; dayFirst: 'yes' | 'no'; currency: Currency }

const rolesOf = ({ columns }: BankPreview) => columns.map(({ role }) => role)
const mappingOf = (preview: BankPreview): Mapping => ({
  roles: rolesOf(preview).join(','),
  dayFirst: preview.dayFirst ? 'yes' : 'no',
  currency: preview.currency,
})

function BankFileForm({ file, onClose }: { file: File; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const [preview, setPreview] = useState<BankPreview>()
  const [failure, setFailure] = useState<string>()
  const [share, setShare] = useState<number>()
  const [busy, setBusy] = useState(false)
  const lastRequest = useRef(0)

  async function read(mapping?: Mapping) {
    const request = ++lastRequest.current
    setFailure(undefined)
    try {
      const watch = { signal: new AbortController().signal, onProgress: () => undefined }
      const input = { organization, body: file, ...(mapping && { query: mapping }) }
      const answer = await dispatch(upload(bankOperations.previewBankFile, input, watch))
      // Answers to earlier requests are stale.
      if (request === lastRequest.current) setPreview(answer)
    } catch (error) {
      if (request === lastRequest.current) setFailure(withFieldErrors(failureOf(error)))
    }
  }

  async function add(mapping: Mapping) {
    setBusy(true)
    setFailure(undefined)
    try {
      const watch = { signal: new AbortController().signal, onProgress: setShare }
      const query = { ...mapping, name: file.name.slice(0, 150) }
      const answer = await dispatch(upload(bankOperations.importBankFile, { organization, body: file, query }, watch))
      onClose()
      showToast('success', `Imported. ${countsInWords(answer)}`)
    } catch (error) {
      setFailure(withFieldErrors(failureOf(error)))
    } finally {
      setBusy(false)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first preview only
  useEffect(() => void read(), [])

  return (
    <div className="flex flex-col gap-4">
      <FormMessage failure={failure} />
      {!preview && !failure && (
        <p role="status" className="text-sm">
          Reading the file…
        </p>
      )}
      {preview && <ColumnMapping preview={preview} onChange={(change) => read({ ...mappingOf(preview), ...change })} />}
      {preview && <PreviewResult preview={preview} />}
      {busy && <progress aria-label="Import" value={share} className="w-full" />}
      <DialogActions>
        <Button look="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button
          busy={busy}
          disabled={!preview || preview.missing !== null || preview.added === 0}
          onClick={() => preview && add(mappingOf(preview))}
        >
          {busy ? 'Importing…' : 'Import'}
        </Button>
      </DialogActions>
    </div>
  )
}

function ColumnMapping({ preview, onChange }: { preview: BankPreview; onChange: (change: Partial<Mapping>) => void }) {
  const roles = rolesOf(preview)

  /** Each role belongs to one column, except the reference: several columns may form it. */
  function setRole(column: number, role: BankColumnRole | typeof NO_ROLE) {
    const next = roles.map((one, at) => (at === column ? role : one === role && role !== 'reference' ? NO_ROLE : one))
    onChange({ roles: next.join(',') })
  }

  return (
    <>
      <p className="text-sm">
        {preview.remembered ? 'Columns mapped as in your last file.' : 'Check how the columns are mapped.'}
      </p>
      <ul className="flex max-h-60 flex-col divide-y divide-line overflow-y-auto border-y border-line">
        {preview.columns.map(({ name, role, examples }, at) => (
          <li key={name} className="grid grid-cols-[minmax(0,1fr)_10rem] items-center gap-3 py-2 text-sm">
            <span className="min-w-0">
              <span className="block truncate font-medium text-ink">{name}</span>
              <span className="block truncate text-xs text-grey">{examples.join(' · ')}</span>
            </span>
            <Select
              size="small"
              aria-label={`Column ${name}`}
              value={role}
              onChange={({ target }) => setRole(at, target.value as BankColumnRole | typeof NO_ROLE)}
            >
              <option value={NO_ROLE}>Ignore</option>
              {Object.entries(bankColumnRoles).map(([id, label]) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Date format">
          {(control) => (
            <Select
              {...control}
              size="small"
              value={preview.dayFirst ? 'yes' : 'no'}
              onChange={({ target }) => onChange({ dayFirst: target.value as 'yes' | 'no' })}
            >
              <option value="no">Month/day/year</option>
              <option value="yes">Day/month/year</option>
            </Select>
          )}
        </Field>
        <CurrencyField
          label="Account currency"
          size="small"
          value={preview.currency}
          onChange={(currency) => onChange({ currency })}
        />
      </div>
    </>
  )
}

function PreviewResult({ preview }: { preview: BankPreview }) {
  if (preview.missing) {
    return (
      <p role="status" className="text-sm font-medium text-summit-ink">
        {preview.missing}.
      </p>
    )
  }
  const { examples, problems } = preview
  return (
    <>
      <p role="status" className="text-sm text-ink">
        {preview.added === 0 && 'No new transactions in this file. '}
        {countsInWords(preview)}
      </p>
      {problems.length > 0 && (
        <ul className="text-xs text-grey">
          {problems.map(({ row, message }) => (
            <li key={row}>
              Row {row}: {message}
            </li>
          ))}
        </ul>
      )}
      {examples.length > 0 && (
        <ul aria-label="First transactions" className="flex flex-col divide-y divide-line text-xs">
          {examples.slice(0, 4).map(({ bookedOn, payer, reference, amountMinor, currency }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the preview has no ids.
            <li key={at} className="flex justify-between gap-3 py-1.5">
              <span className="min-w-0 truncate">
                {shortCalendarDay(bookedOn)} · {[payer, reference].filter(Boolean).join(' · ')}
              </span>
              <span className="font-medium text-ink tabular-nums">{moneyInWords(amountMinor, currency)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type Counts = Pick<BankImport, 'lines' | 'added' | 'known' | 'outgoing' | 'unread'>

/** Such as "500 transactions: 488 new, 12 already imported. 8 are money out." */
function countsInWords({ lines, added, known, outgoing, unread }: Counts) {
  const parts = [
    `${number(added)} new`,
    ...(known > 0 ? [`${number(known)} already imported`] : []),
    ...(unread > 0 ? [`${number(unread)} unreadable`] : []),
  ]
  const out = outgoing > 0 ? ` ${number(outgoing)} ${outgoing === 1 ? 'is' : 'are'} money out.` : ''
  return `${number(lines)} ${lines === 1 ? 'transaction' : 'transactions'}: ${parts.join(', ')}.${out}`
}

const number = (count: number) => count.toLocaleString('en-US')
