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
import { type Currency, currencies } from '@sherpa/contracts/currency'
import { Button, buttonClass } from '@sherpa/ui/button'
import { Dialog, DialogActions } from '@sherpa/ui/dialog'
import { Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { useEffect, useId, useRef, useState } from 'react'
import { shortCalendarDay } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'
import { failureOf } from '../../forms/failure.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'

/** A bank's file is chosen, shown as it is read, corrected, and imported. Until then the server keeps nothing of it. */
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
        Import a bank file
      </label>
      <Dialog open={file !== undefined} title={file?.name ?? ''} onClose={() => setFile(undefined)}>
        {file && <BankFileForm key={file.name} file={file} onClose={() => setFile(undefined)} />}
      </Dialog>
    </>
  )
}

type How = { roles: string; dayFirst: 'yes' | 'no'; currency: Currency }

const rolesOf = ({ columns }: BankPreview) => columns.map(({ role }) => role)
const howOf = (preview: BankPreview): How => ({
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
  const asked = useRef(0)

  async function read(how?: How) {
    const turn = ++asked.current
    setFailure(undefined)
    try {
      const watch = { signal: new AbortController().signal, onProgress: () => undefined }
      const input = { organization, body: file, ...(how && { query: how }) }
      const answer = await dispatch(upload(bankOperations.previewBankFile, input, watch))
      // Only the last correction counts.
      if (turn === asked.current) setPreview(answer)
    } catch (error) {
      if (turn === asked.current) setFailure(textOf(error))
    }
  }

  async function add(how: How) {
    setBusy(true)
    setFailure(undefined)
    try {
      const watch = { signal: new AbortController().signal, onProgress: setShare }
      const query = { ...how, name: file.name.slice(0, 150) }
      const answer = await dispatch(upload(bankOperations.importBankFile, { organization, body: file, query }, watch))
      onClose()
      showToast('success', `Imported. ${countsInWords(answer)}`)
    } catch (error) {
      setFailure(textOf(error))
    } finally {
      setBusy(false)
    }
  }

  // The file was chosen just now: reading it is what the dialog begins with.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void read(), [])

  return (
    <div className="flex flex-col gap-4">
      <FormMessage failure={failure} />
      {!preview && !failure && (
        <p role="status" className="text-sm">
          Reading the file…
        </p>
      )}
      {preview && <Correct preview={preview} onChange={(change) => read({ ...howOf(preview), ...change })} />}
      {preview && <Outcome preview={preview} />}
      {busy && <progress aria-label="Import" value={share} className="h-2 w-full accent-glacier" />}
      <DialogActions>
        <Button look="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button
          busy={busy}
          disabled={!preview || preview.missing !== null || preview.added === 0}
          onClick={() => preview && add(howOf(preview))}
        >
          {busy ? 'Importing…' : 'Import'}
        </Button>
      </DialogActions>
    </div>
  )
}

function textOf(error: unknown) {
  const { text, fields } = failureOf(error)
  return [...fields.values()][0] ?? text
}

/** What each column is, as far as it was recognized. */
function Correct({ preview, onChange }: { preview: BankPreview; onChange: (change: Partial<How>) => void }) {
  const roles = rolesOf(preview)

  /** Another column that had it loses it, but for the reference: several columns may be that. */
  function setRole(column: number, role: BankColumnRole | typeof NO_ROLE) {
    const next = roles.map((one, at) => (at === column ? role : one === role && role !== 'reference' ? NO_ROLE : one))
    onChange({ roles: next.join(',') })
  }

  return (
    <>
      <p className="text-sm">
        {preview.remembered ? 'Read as your last file with these columns.' : 'Change what was not recognized.'}
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
              aria-label={`What ${name} is`}
              value={role}
              onChange={({ target }) => setRole(at, target.value as BankColumnRole | typeof NO_ROLE)}
            >
              <option value={NO_ROLE}>Not used</option>
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
        <Field label="Days are written as">
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
        <Field label="Currency of the account">
          {(control) => (
            <Select
              {...control}
              size="small"
              value={preview.currency}
              onChange={({ target }) => onChange({ currency: target.value as Currency })}
            >
              {currencies.map((code) => (
                <option key={code} value={code}>
                  {code}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </>
  )
}

function Outcome({ preview }: { preview: BankPreview }) {
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
        {preview.added === 0 && 'There is nothing new in this file. '}
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
        <ul aria-label="The first lines, as they are read" className="flex flex-col divide-y divide-line text-xs">
          {examples.slice(0, 4).map(({ bookedOn, payer, reference, amountMinor, currency }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are known by their number.
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

/** Such as "500 lines: 488 new, 12 here already. 8 of them are money out." */
function countsInWords({ lines, added, known, outgoing, unread }: Counts) {
  const parts = [
    `${number(added)} new`,
    ...(known > 0 ? [`${number(known)} here already`] : []),
    ...(unread > 0 ? [`${number(unread)} that cannot be read`] : []),
  ]
  const out = outgoing > 0 ? ` ${number(outgoing)} of them ${outgoing === 1 ? 'is' : 'are'} money out.` : ''
  return `${number(lines)} ${lines === 1 ? 'line' : 'lines'}: ${parts.join(', ')}.${out}`
}

const number = (count: number) => count.toLocaleString('en-US')
