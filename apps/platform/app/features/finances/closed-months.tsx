import { financesApi } from '@sherpa/api-client/finances'
import type { AccountingSettings } from '@sherpa/contracts/accounting-settings'
import { addMonths } from '@sherpa/contracts/days'
import { onFirstUse } from '@sherpa/contracts/on-first-use'
import { Button } from '@sherpa/ui/button'
import { Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { calendarDay } from '../../data/moments.tsx'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { ConfirmIdentityDialog } from '../../forms/confirm-identity-dialog.tsx'
import { useOrganization } from '../../frame/account-context.ts'

const MOST_MONTHS = 36

export function ClosedMonths({ settings }: { settings: AccountingSettings }) {
  const { closedThrough, lastMonth } = settings
  const [dialog, setDialog] = useState<'close' | 'reopen'>()
  const close = () => setDialog(undefined)
  const closed = closedThrough?.slice(0, 7)
  const closable = monthsBack(lastMonth, closed)
  return (
    <Panel
      title="Closed months"
      lead="Close a month once you have reported it. Its figures no longer change. Later entries post to the first open day."
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm">
          {closedThrough ? (
            <>
              Closed through <span className="font-semibold text-ink">{calendarDay(closedThrough)}</span>.
            </>
          ) : (
            'All months are open.'
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          {closable.length > 0 && (
            <Button look="secondary" onClick={() => setDialog('close')}>
              Close months
            </Button>
          )}
          {closed && (
            <Button look="danger" onClick={() => setDialog('reopen')}>
              Reopen months
            </Button>
          )}
        </div>
      </div>
      <CloseDialog open={dialog === 'close'} months={closable} onClose={close} />
      {closed && <ReopenDialog open={dialog === 'reopen'} months={monthsBack(closed)} onClose={close} />}
    </Panel>
  )
}

/** Latest first. */
function monthsBack(from: string, until?: string) {
  const months = Array.from({ length: MOST_MONTHS }, (_, index) => addMonths(`${from}-01`, -index).slice(0, 7))
  return until ? months.filter((month) => month > until) : months
}

const monthFormat = onFirstUse(
  () => new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)
const monthInWords = (month: string) => monthFormat().format(new Date(`${month}-15`))

function MonthSelect({
  label,
  months,
  value,
  onChange,
}: {
  label: string
  months: readonly string[]
  value: string
  onChange: (month: string) => void
}) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          {months.map((month) => (
            <option key={month} value={month}>
              {monthInWords(month)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type DialogProps = { open: boolean; months: readonly string[]; onClose: () => void }

function CloseDialog({ open, months, onClose }: DialogProps) {
  const { id: organization } = useOrganization()
  const [closeMonths] = financesApi.useCloseMonthsMutation()
  const [chosen, setChosen] = useState<string>()
  const month = chosen && months.includes(chosen) ? chosen : (months[0] ?? '')
  return (
    <ConfirmDialog
      open={open}
      title="Close months?"
      confirm="Close"
      confirming="Closing…"
      look="primary"
      onClose={onClose}
      onConfirm={async () => {
        await closeMonths({ organization, body: { month } }).unwrap()
        showToast('success', `Closed through ${monthInWords(month)}.`)
      }}
    >
      <MonthSelect label="Through the end of" months={months} value={month} onChange={setChosen} />
      <p className="text-sm">Earlier months are closed too. Later entries for them post to the first open day.</p>
    </ConfirmDialog>
  )
}

function ReopenDialog({ open, months, onClose }: DialogProps) {
  const { id: organization } = useOrganization()
  const [reopenMonths] = financesApi.useReopenMonthsMutation()
  const [chosen, setChosen] = useState<string>()
  const month = chosen && months.includes(chosen) ? chosen : (months[0] ?? '')
  return (
    <ConfirmIdentityDialog
      open={open}
      title="Reopen months?"
      confirm="Reopen"
      confirming="Reopening…"
      look="danger"
      onClose={onClose}
      send={async (proof) => {
        await reopenMonths({ organization, body: { month, ...proof } }).unwrap()
        showToast('success', `Reopened from ${monthInWords(month)}.`)
        onClose()
      }}
    >
      <MonthSelect label="From" months={months} value={month} onChange={setChosen} />
      <p className="text-sm">
        Figures of these months can change again, including figures you have reported. All owners get an email about
        this.
      </p>
    </ConfirmIdentityDialog>
  )
}
