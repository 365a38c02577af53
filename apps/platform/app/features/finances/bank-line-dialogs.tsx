import { financesApi } from '@sherpa/api-client/finances'
import { type BankLineRow, type BankMatch, matchSureness } from '@sherpa/contracts/bank-import'
import type { Currency } from '@sherpa/contracts/currency'
import { Dialog } from '@sherpa/ui/dialog'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { type FormEvent, useState } from 'react'
import { shortCalendarDay } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'
import { useAction } from '../../data/use-action.ts'
import { useAfterPause } from '../../data/use-after-pause.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { type Findable, FindOne } from '../deals/find-one.tsx'
import { leftInWords, matchInWords, nameOfLine, reasonsInWords, surenessTones } from './bank-line-words.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { RecordPaymentDialog } from './record-payment-button.tsx'
import { ReverseReceiptDialog } from './reverse-receipt.tsx'
import { useConfirmLine } from './use-confirm-line.ts'

export type Asked = { about: 'match' | 'receipt' | 'invoice' | 'refund' | 'ignore'; line: BankLineRow }

export function BankLineDialogs({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const [ignore] = financesApi.useIgnoreBankLineMutation()
  const lineFor = (about: Asked['about']) => (asked?.about === about ? asked.line : undefined)
  const [receipt, invoice, refund, ignored] = [
    lineFor('receipt'),
    lineFor('invoice'),
    lineFor('refund'),
    lineFor('ignore'),
  ]
  return (
    <>
      <MatchDialog line={lineFor('match')} onClose={onClose} />
      <RecordPaymentDialog known={receipt && knownOf(receipt)} onClose={onClose} />
      <Dialog open={invoice !== undefined} title="Which invoice does it pay?" onClose={onClose}>
        {invoice && <PayInvoiceForm line={invoice} onClose={onClose} />}
      </Dialog>
      <ReverseReceiptDialog
        open={refund !== undefined}
        receipt={{ id: refund?.paysBack?.receiptId ?? '', payer: refund?.paysBack?.payer ?? '' }}
        refundedBy={refund}
        onClose={onClose}
      />
      <ReasonDialog
        open={ignored !== undefined}
        title={`Ignore ${ignored ? nameOfLine(ignored) : ''}?`}
        label="Ignore"
        busyLabel="Ignoring…"
        look="primary"
        done="Transaction ignored."
        send={(body) => ignore({ organization, bankLine: ignored?.id ?? '', body }).unwrap()}
        onClose={onClose}
      >
        Use this for transactions that are not for an athlete, an invoice or a refund. You can restore it later.
      </ReasonDialog>
    </>
  )
}

function knownOf({ id, bookedOn, leftMinor, currency, payer, reference, match }: BankLineRow) {
  const company = match?.parts[0]?.company
  const name = payer || company?.name
  return {
    currency,
    line: { id, bookedOn, leftMinor, reference },
    ...(name && { payer: { name, companyId: company?.id ?? null } }),
  }
}

const SHOWN = '8'

function PayInvoiceForm({ line, onClose }: { line: BankLineRow; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const confirm = useConfirmLine()
  const { busy, run } = useAction()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Findable & { openMinor: number }>()
  const search = useAfterPause(text)
  const { currency, leftMinor } = line
  const amountMinor = Math.min(leftMinor, chosen?.openMinor ?? leftMinor)
  const { data, isFetching } = financesApi.useFeeInvoicesInfiniteQuery({
    organization,
    query: { state: 'open,late', currency, sort: 'due', limit: SHOWN, ...(search && { search }) },
  })
  const options = (data?.pages[0]?.rows ?? []).map(({ id, number, athlete, totalMinor, paidMinor }) => ({
    id,
    name: `${number}, ${athlete.name}`,
    about: `${moneyInWords(totalMinor - paidMinor, currency)} open`,
    openMinor: totalMinor - paidMinor,
  }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!chosen) return
    await run(async () => {
      await confirm(line, { invoiceId: chosen.id, amountMinor })
      onClose()
    })
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-sm">
        {nameOfLine(line)}, {shortCalendarDay(line.bookedOn)}, {leftInWords(line)}
      </p>
      <FindOne<Findable & { openMinor: number }>
        name="invoice"
        label="Invoice"
        error={undefined}
        chosen={chosen}
        onChoose={setChosen}
        options={options}
        isSearching={isFetching || search !== text}
        onSearch={setText}
      />
      {chosen && amountMinor < leftMinor && (
        <p role="status" className="text-sm">
          {moneyInWords(amountMinor, currency)} goes to this invoice. {moneyInWords(leftMinor - amountMinor, currency)}{' '}
          stays unallocated.
        </p>
      )}
      <SubmitActions
        label="Record payment"
        busyLabel="Recording…"
        busy={busy}
        disabled={chosen === undefined}
        onCancel={onClose}
      />
    </form>
  )
}

/** The full match and its reasons: phones have no room for them in the list. */
function MatchDialog({ line, onClose }: { line: BankLineRow | undefined; onClose: () => void }) {
  const confirm = useConfirmLine()
  if (!line?.match) return null
  const { match, bookedOn, leftMinor, currency, reference, payer } = line
  return (
    <ConfirmDialog
      open
      title={nameOfLine(line)}
      look="primary"
      confirm="Confirm"
      confirming="Recording…"
      onConfirm={() => confirm(line, match)}
      onClose={onClose}
    >
      <p className="text-sm">
        {shortCalendarDay(bookedOn)}, {leftInWords(line)}
        {payer && reference && `, ${reference}`}
      </p>
      <ul className="flex flex-col divide-y divide-line border-y border-line text-sm">
        {partsOf(match, leftMinor).map(({ id, name, about, openMinor, amountMinor }) => (
          <MatchedPart key={id} {...{ name, about, openMinor, amountMinor, currency }} />
        ))}
      </ul>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <StatusBadge tone={surenessTones[match.sureness]}>{matchSureness[match.sureness]}</StatusBadge>
        {reasonsInWords(match.reasons)}
      </p>
    </ConfirmDialog>
  )
}

function partsOf(match: BankMatch, amountMinor: number) {
  const { parts, invoice } = match
  if (invoice) {
    const { id, dueOn, openMinor } = invoice
    const name = matchInWords(match)
    return [{ id, name, about: `Due ${shortCalendarDay(dueOn)}`, openMinor, amountMinor }]
  }
  return parts.map(({ payment, athlete, deal, company, ...amounts }) => ({
    id: payment.id,
    name: `${athlete.name}: ${payment.title}`,
    about: `${company.name}, ${deal.title}${payment.dueOn ? `, due ${shortCalendarDay(payment.dueOn)}` : ''}`,
    ...amounts,
  }))
}

type Part = { name: string; about: string; openMinor: number; amountMinor: number; currency: Currency }

function MatchedPart({ name, about, openMinor, amountMinor, currency }: Part) {
  return (
    <li className="flex justify-between gap-4 py-2">
      <span className="min-w-0">
        <span className="block font-medium break-words text-ink">{name}</span>
        <span className="block text-xs text-grey">{about}</span>
      </span>
      <span className="text-right tabular-nums">
        <span className="block font-medium text-ink">{moneyInWords(amountMinor, currency)}</span>
        <span className="text-xs text-grey">{moneyInWords(openMinor, currency)} open</span>
      </span>
    </li>
  )
}
