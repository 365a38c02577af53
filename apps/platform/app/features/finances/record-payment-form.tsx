import { dealsApi } from '@sherpa/api-client/deals'
import { financesApi } from '@sherpa/api-client/finances'
import { type Currency, decimalOf, parseMoney, typedAmount } from '@sherpa/contracts/currency'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import { type NewAllocation, newReceipt } from '@sherpa/contracts/receipt'
import { Button } from '@sherpa/ui/button'
import { controlClass } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { WarningNotice } from '@sherpa/ui/warning-notice'
import { useId, useState } from 'react'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { daysLate, shortCalendarDay } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'
import { useAction } from '../../data/use-action.ts'
import { CurrencyField } from '../../forms/currency-field.tsx'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { useOwnCurrency } from '../deals/use-own-currency.ts'
import { allocate } from './allocate.ts'
import { FindPayer, type Payer } from './find-payer.tsx'
import { useOfferedPayments } from './use-offered-payments.ts'

type Titled = { id: string; title: string }

/** Prefilled values. */
export type PaymentDefaults = {
  payer?: Payer
  payment?: PaymentRow
  deal?: Titled
  currency?: Currency
  /** The bank transaction to allocate. */
  line?: { id: string; bookedOn: string; leftMinor: number; reference: string }
}

/** Money received and its allocation. It can be saved only when fully allocated. */
export function RecordPaymentForm({ known, onClose }: { known: PaymentDefaults; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const { payment, deal, line } = known
  const [book] = financesApi.useBookReceiptMutation()
  const undo = useUndo()
  const keyOf = useIdempotencyKey()
  const ownCurrency = useOwnCurrency()
  const today = useToday()
  const [receivedOn, setReceivedOn] = useState(line?.bookedOn)
  const [chosenCurrency, setCurrency] = useState(known.currency ?? payment?.currency)
  const currency = chosenCurrency ?? ownCurrency
  const [payer, setPayer] = useState(known.payer)
  const [amountText, setAmountText] = useState(() => {
    const minor = line?.leftMinor ?? payment?.openMinor
    return minor === undefined ? '' : decimalOf(minor, chosenCurrency ?? ownCurrency)
  })
  const [search, setSearch] = useState('')
  const company = payer?.companyId ?? null
  const { offered, isSearching, isNarrowed } = useOfferedPayments({
    currency,
    search,
    company,
    deal: deal?.id ?? (company ? undefined : payment?.deal.id),
    first: payment,
  })
  // Amounts as typed, by payment or deal. Undefined: allocated automatically, oldest first.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>()
  const [ofDeals, setOfDeals] = useState<readonly Titled[]>([])
  const amountMinor = minorOf(amountText, currency)
  const automatic = allocate(amountMinor ?? 0, offered).parts
  const partText = (id: string) =>
    typed?.[id] ?? (typed || !automatic.has(id) ? '' : decimalOf(automatic.get(id) ?? 0, currency))
  const partOf = (id: string) => minorOf(partText(id), currency) ?? 0
  const problemOf = (id: string) => {
    const read = parseMoney(partText(id).trim() || '0', currency)
    return 'problem' in read ? read.problem : undefined
  }
  const leftMinor = (amountMinor ?? 0) - [...offered, ...ofDeals].reduce((sum, { id }) => sum + partOf(id), 0)
  const allocations: NewAllocation[] = [
    ...offered.flatMap(({ id }) => (partOf(id) > 0 ? [{ paymentId: id, amountMinor: partOf(id) }] : [])),
    ...ofDeals.flatMap(({ id }) => (partOf(id) > 0 ? [{ dealId: id, amountMinor: partOf(id) }] : [])),
  ]
  const setPart = (id: string, text: string) => {
    const shown = Object.fromEntries([...offered, ...ofDeals].map((one) => [one.id, partText(one.id)]))
    setTyped({ ...shown, ...typed, [id]: text })
  }
  const { errors, failureText, busy, formProps } = useForm({
    schema: newReceipt,
    read: ({ receivedOn, reference, note }) => ({
      receivedOn,
      payer: payer?.name ?? '',
      companyId: payer?.companyId ?? null,
      reference: reference || null,
      currency,
      amountMinor: typedAmount(amountText, currency),
      note: note || null,
      // Without an amount there is nothing to allocate: a placeholder leaves only the amount's error.
      allocations: !amountMinor && offered[0] ? [{ paymentId: offered[0].id, amountMinor: 1 }] : allocations,
      bankLineId: line?.id ?? null,
    }),
    async send(body) {
      const headers = { 'Idempotency-Key': keyOf(body) }
      const { id } = await book({ organization, body, headers }).unwrap()
      onClose()
      showToast('success', `${moneyInWords(body.amountMinor, currency)} from ${body.payer} recorded.`, {
        label: 'Undo',
        act: () => undo(id),
      })
    },
  })

  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <FindPayer chosen={payer} onChoose={setPayer} error={errors.get('payer')} />
      <div className="grid gap-4 sm:grid-cols-[1fr_1fr_6rem]">
        <TextField
          name="receivedOn"
          label="Received on"
          type="date"
          value={receivedOn ?? today}
          max={today}
          onChange={({ target }) => setReceivedOn(target.value)}
          readOnly={line !== undefined}
          errors={errors}
        />
        <TextField
          name="amountMinor"
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          value={amountText}
          onChange={({ target }) => setAmountText(target.value)}
          hint={line && `Up to ${moneyInWords(line.leftMinor, currency)}. Any rest stays unallocated.`}
          errors={errors}
        />
        <CurrencyField value={currency} disabled={line !== undefined} onChange={setCurrency} />
        <TextField
          name="reference"
          label="Reference"
          note="optional"
          autoComplete="off"
          maxLength={160}
          defaultValue={line?.reference}
          errors={errors}
        />
        <div className="sm:col-span-2">
          <TextField name="note" label="Note" note="optional" autoComplete="off" maxLength={1000} errors={errors} />
        </div>
      </div>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-sm font-semibold text-ink">Allocate to</legend>
        <input
          type="search"
          aria-label="Find open payments by athlete, company or deal"
          placeholder="Find payments by athlete, company or deal"
          value={search}
          maxLength={100}
          onChange={({ target }) => setSearch(target.value)}
          className={`${controlClass} min-h-9 px-2 py-1 text-sm max-md:text-base`}
        />
        <ul className="flex max-h-64 flex-col divide-y divide-line overflow-y-auto border-y border-line">
          {offered.map((one) => (
            <PartRow
              key={one.id}
              name={one.title}
              about={`${one.athlete.name}, ${one.company.name}${one.dueOn ? `, due ${shortCalendarDay(one.dueOn)}` : ''}`}
              problem={problemOf(one.id)}
              warning={
                partOf(one.id) > one.openMinor
                  ? `${moneyInWords(partOf(one.id) - one.openMinor, currency)} over the open amount`
                  : one.late
                    ? daysLate(one.late.days)
                    : undefined
              }
              open={`${moneyInWords(one.openMinor, currency)} open`}
              value={partText(one.id)}
              onChange={(text) => setPart(one.id, text)}
            />
          ))}
          {ofDeals.map((one) => (
            <PartRow
              key={one.id}
              name={one.title}
              about="Outside the payment schedule"
              problem={problemOf(one.id)}
              value={partText(one.id)}
              onChange={(text) => setPart(one.id, text)}
            />
          ))}
          {offered.length === 0 && ofDeals.length === 0 && (
            <li className="py-3 text-sm text-grey">
              {isSearching
                ? 'Searching…'
                : isNarrowed
                  ? 'No open payments.'
                  : 'Choose who paid, or search for an athlete.'}
            </li>
          )}
        </ul>
        <p role="status" className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <span className={leftMinor === 0 ? 'text-grey' : 'font-medium text-summit-ink'}>
            {leftInWords(leftMinor, amountMinor ?? 0, currency)}
          </span>
          {typed && (
            <Button look="secondary" size="small" onClick={() => setTyped(undefined)}>
              Allocate automatically
            </Button>
          )}
        </p>
        {leftMinor > 0 && amountMinor !== undefined && (
          <RemainderSelect
            search={deal?.title ?? payer?.name ?? search}
            payments={offered.filter(({ id }) => partOf(id) > 0)}
            deals={[...(deal ? [deal] : []), ...(payment ? [payment.deal] : [])]}
            onChoose={(chosen) => {
              if (chosen.kind === 'deal' && !ofDeals.some(({ id }) => id === chosen.id)) {
                setOfDeals([...ofDeals, { id: chosen.id, title: chosen.title }])
              }
              setPart(chosen.id, decimalOf(partOf(chosen.id) + leftMinor, currency))
            }}
          />
        )}
      </fieldset>
      {leftMinor === 0 && allocations.length > 0 && <FeePreview currency={currency} allocations={allocations} />}
      <SubmitActions label="Record payment" busyLabel="Recording…" busy={busy} onCancel={onClose} />
    </form>
  )
}

function minorOf(text: string, currency: Currency) {
  const read = parseMoney(text, currency)
  return 'minor' in read ? read.minor : undefined
}

function leftInWords(leftMinor: number, amountMinor: number, currency: Currency) {
  if (leftMinor < 0) return `${moneyInWords(-leftMinor, currency)} over the amount received`
  if (leftMinor > 0) return `${moneyInWords(leftMinor, currency)} left to allocate`
  return amountMinor > 0 ? 'Fully allocated' : ''
}

function PartRow({
  name,
  about,
  warning,
  problem,
  open,
  value,
  onChange,
}: {
  name: string
  about: string
  warning?: string | undefined
  problem: string | undefined
  open?: string
  value: string
  onChange: (text: string) => void
}) {
  const problemId = useId()
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_8rem] items-center gap-3 py-2 text-sm">
      <span className="min-w-0">
        <span className="block truncate font-medium text-ink">{name}</span>
        <span className="block truncate text-xs text-grey">{about}</span>
        <span className="block text-xs text-grey tabular-nums">
          {open}
          {warning && <span className="font-medium text-error"> · {warning}</span>}
        </span>
        <span id={problemId} className="block text-xs font-medium text-error">
          {problem}
        </span>
      </span>
      <input
        aria-label={`Amount for ${name}, ${about}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problemId}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        value={value}
        placeholder="0"
        onChange={({ target }) => onChange(target.value)}
        className={`${controlClass} min-h-9 px-2 py-1 text-right text-sm tabular-nums max-md:text-base`}
      />
    </li>
  )
}

type Chosen = { kind: 'payment' | 'deal' } & Titled

/** Allocates the remainder: as an overpayment, or to a deal outside its payment schedule. */
function RemainderSelect({
  search,
  payments,
  deals,
  onChoose,
}: {
  search: string
  payments: readonly PaymentRow[]
  deals: readonly Titled[]
  onChoose: (chosen: Chosen) => void
}) {
  const { id: organization } = useOrganization()
  const { currentData } = dealsApi.useDealsInfiniteQuery({
    organization,
    query: { limit: '20', stage: 'signed,active,completed', ...(search && { search }) },
  })
  const found = currentData?.pages[0]?.rows ?? []
  const all = new Map([...deals, ...payments.map((one) => one.deal), ...found].map(({ id, title }) => [id, title]))
  const choices: Chosen[] = [
    ...payments.map(({ id, title }) => ({ kind: 'payment' as const, id, title })),
    ...[...all].map(([id, title]) => ({ kind: 'deal' as const, id, title })),
  ]
  return (
    <Select
      size="small"
      aria-label="Allocate the rest"
      value=""
      onChange={({ target }) => {
        const chosen = choices.find(({ id }) => id === target.value)
        if (chosen) onChoose(chosen)
      }}
    >
      <option value="">Allocate the rest to…</option>
      {choices.map(({ kind, id, title }) => (
        <option key={id} value={id}>
          {kind === 'payment' ? `${title} (overpayment)` : `${title} (outside the payment schedule)`}
        </option>
      ))}
    </Select>
  )
}

function FeePreview({ currency, allocations }: { currency: Currency; allocations: NewAllocation[] }) {
  const { id: organization } = useOrganization()
  const { currentData } = financesApi.useReceiptFeesQuery({ organization, body: { currency, allocations } })
  const withoutFee = currentData?.dealsWithoutFee.length ?? 0
  return (
    <div role="status" className="flex flex-col gap-2 text-sm">
      {currentData && (
        <p>
          Your fee:{' '}
          <span className="font-semibold text-ink tabular-nums">{moneyInWords(currentData.feeMinor, currency)}</span>
        </p>
      )}
      {withoutFee > 0 && (
        <WarningNotice>
          {withoutFee === 1 && allocations.length === 1
            ? 'No fee is agreed for this deal.'
            : `No fee is agreed for ${withoutFee === 1 ? 'one of these deals' : `${withoutFee} of these deals`}.`}
        </WarningNotice>
      )}
    </div>
  )
}

/** An immediate undo needs no reason from the user. */
function useUndo() {
  const { id: organization } = useOrganization()
  const [reverse] = financesApi.useReverseReceiptMutation()
  const { run } = useAction()
  return (receipt: string) =>
    void run(
      () => reverse({ organization, receipt, body: { reason: 'Undone right after recording' } }).unwrap(),
      'Receipt reversed.',
    )
}
