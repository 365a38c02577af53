import { dealsApi } from '@sherpa/api-client/deals'
import { financesApi } from '@sherpa/api-client/finances'
import { type Currency, currencies, decimalOf, parseMoney, typedAmount } from '@sherpa/contracts/currency'
import type { PaymentRow } from '@sherpa/contracts/deal-work'
import { type NewAllocation, newReceipt } from '@sherpa/contracts/receipt'
import { Button } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { useId, useState } from 'react'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { shortCalendarDay } from '../../data/moments.tsx'
import { moneyInWords } from '../../data/money.ts'
import { useAction } from '../../data/use-action.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { useOwnCurrency } from '../deals/use-own-currency.ts'
import { FindPayer, type Payer } from './find-payer.tsx'
import { spread } from './spread.ts'
import { useOfferedPayments } from './use-offered-payments.ts'

type Titled = { id: string; title: string }

/** What is known of a receipt before it is entered. */
export type KnownReceipt = {
  payer?: Payer
  /** The payment that it is booked from. */
  payment?: PaymentRow
  /** The deal that it is booked from. */
  deal?: Titled
  currency?: Currency
  /** What a line of the bank says. */
  line?: { id: string; bookedOn: string; leftMinor: number; reference: string }
}

/** Money that came, and what it is for. Nothing is booked before all of it is for something. */
export function BookReceiptForm({ known, onClose }: { known: KnownReceipt; onClose: () => void }) {
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
  // Parts as they were typed, by payment or deal; without them the amount is spread.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>()
  const [ofDeals, setOfDeals] = useState<readonly Titled[]>([])
  const amountMinor = minorOf(amountText, currency)
  const automatic = spread(amountMinor ?? 0, offered).parts
  const partText = (id: string) =>
    typed?.[id] ?? (typed || !automatic.has(id) ? '' : decimalOf(automatic.get(id) ?? 0, currency))
  const partOf = (id: string) => minorOf(partText(id), currency) ?? 0
  /** An empty part is none. */
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
      // What it is for follows from the amount: without one, only the amount is wrong.
      allocations: !amountMinor && offered[0] ? [{ paymentId: offered[0].id, amountMinor: 1 }] : allocations,
      bankLineId: line?.id ?? null,
    }),
    async send(body) {
      const headers = { 'Idempotency-Key': keyOf(body) }
      const { id } = await book({ organization, body, headers }).unwrap()
      onClose()
      showToast('success', `${moneyInWords(body.amountMinor, currency)} from ${body.payer} was booked.`, {
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
          hint={line && `At most ${moneyInWords(line.leftMinor, currency)}. The rest stays open.`}
          errors={errors}
        />
        <Field label="Currency">
          {(control) => (
            <Select
              {...control}
              value={currency}
              disabled={line !== undefined}
              onChange={({ target }) => setCurrency(target.value as Currency)}
            >
              {currencies.map((code) => (
                <option key={code} value={code}>
                  {code}
                </option>
              ))}
            </Select>
          )}
        </Field>
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
        <legend className="mb-1.5 text-sm font-semibold text-ink">What it is for</legend>
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
                  ? `${moneyInWords(partOf(one.id) - one.openMinor, currency)} more than is open`
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
              about="Beside what the deal promises"
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
                  ? 'There is no open payment.'
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
              Spread again
            </Button>
          )}
        </p>
        {leftMinor > 0 && amountMinor !== undefined && (
          <RestChoice
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
      {leftMinor === 0 && allocations.length > 0 && <FeesThatFollow currency={currency} allocations={allocations} />}
      <SubmitActions label="Book receipt" busyLabel="Booking…" busy={busy} onCancel={onClose} />
    </form>
  )
}

export const daysLate = (days: number) => `${days} ${days === 1 ? 'day' : 'days'} late`

function minorOf(text: string, currency: Currency) {
  const read = parseMoney(text, currency)
  return 'minor' in read ? read.minor : undefined
}

function leftInWords(leftMinor: number, amountMinor: number, currency: Currency) {
  if (leftMinor < 0) return `${moneyInWords(-leftMinor, currency)} more than was received`
  if (leftMinor > 0) return `${moneyInWords(leftMinor, currency)} is left over`
  return amountMinor > 0 ? 'All of it is for something' : ''
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
  /** What is wrong with what was typed. */
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
        aria-label={`For ${name}, ${about}`}
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

/** Where what is left over goes: too much on a payment, or on a deal beside what it promises. */
function RestChoice({
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
      aria-label="Where the rest goes"
      value=""
      onChange={({ target }) => {
        const chosen = choices.find(({ id }) => id === target.value)
        if (chosen) onChoose(chosen)
      }}
    >
      <option value="">Put the rest on…</option>
      {choices.map(({ kind, id, title }) => (
        <option key={id} value={id}>
          {kind === 'payment' ? `${title}: more than is open` : `Deal ${title}: beside what it promises`}
        </option>
      ))}
    </Select>
  )
}

function FeesThatFollow({ currency, allocations }: { currency: Currency; allocations: NewAllocation[] }) {
  const { id: organization } = useOrganization()
  const { currentData } = financesApi.useReceiptFeesQuery({ organization, body: { currency, allocations } })
  return (
    <p role="status" className="text-sm">
      {currentData && (
        <>
          Your fee:{' '}
          <span className="font-semibold text-ink tabular-nums">{moneyInWords(currentData.feeMinor, currency)}</span>
        </>
      )}
    </p>
  )
}

/** Right after it was booked nobody needs to say why. */
function useUndo() {
  const { id: organization } = useOrganization()
  const [reverse] = financesApi.useReverseReceiptMutation()
  const { run } = useAction()
  return (receipt: string) =>
    void run(
      () => reverse({ organization, receipt, body: { because: 'Undone right after it was booked' } }).unwrap(),
      'The receipt was taken back.',
    )
}
