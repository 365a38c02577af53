import { dealsApi } from '@sherpa/api-client/deals'
import { upload } from '@sherpa/api-client/upload'
import type { IdentityProof } from '@sherpa/contracts/account'
import type { Currency } from '@sherpa/contracts/currency'
import type { ChangedTerms, DealKind } from '@sherpa/contracts/deal'
import { dealWorkOperations } from '@sherpa/contracts/deal-work-operations'
import type { NewPaydays } from '@sherpa/contracts/paydays'
import { requiredLine } from '@sherpa/contracts/text'
import { showToast } from '@sherpa/ui/toast-area'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { ConfirmIdentityDialog } from '../../forms/confirm-identity-dialog.tsx'
import { CurrencyField } from '../../forms/currency-field.tsx'
import { failureOf } from '../../forms/failure.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { useAppDispatch } from '../../store.ts'
import {
  GuardianField,
  SignedOnField,
  SignedPdfField,
  signedElsewhere,
} from '../athletes/files/signed-elsewhere-fields.tsx'
import { DealPartiesFields, useDealParties } from './deal-parties-fields.tsx'
import { paymentsOf, receivedOf, ruleOf } from './entered-payments.ts'
import { EnteredPaymentsFields, newLine } from './entered-payments-fields.tsx'
import { noSeasons, type ReadSeasons, readSeasons } from './entered-seasons.ts'
import { EnteredSeasonsFields } from './entered-seasons-fields.tsx'
import { FeeField, readable, typedFee, useFee } from './fee-field.tsx'
import type { Findable } from './find-one.tsx'
import { ReceivedBefore } from './received-before.tsx'
import { useOwnCurrency } from './use-own-currency.ts'

const date = z.iso.date('Enter a date')

const input = z.object({
  athleteId: z.uuid('Choose an athlete'),
  companyId: z.uuid('Choose a company'),
  title: z.optional(requiredLine(160, 'Enter a title')),
  startsOn: date,
  endsOn: z.optional(date),
  fee: typedFee,
  payments: readable<{
    terms: Pick<ChangedTerms, 'payments' | 'years'>
    paydays: NewPaydays
    received: { ruleId: string; number: number; amountMinor: number }[]
  }>(),
  ...signedElsewhere,
})
type Input = z.infer<typeof input>

/** A deal that was signed elsewhere, with the money received before. */
export function EnterDealForm({ athlete: known, onClose }: { athlete?: Findable | undefined; onClose: () => void }) {
  const { name } = useOrganization()
  const today = useToday()
  const parties = useDealParties(known, 'sponsorship')
  const { kind, athlete, company } = parties
  const ownCurrency = useOwnCurrency()
  const [chosenCurrency, setCurrency] = useState<Currency>()
  const currency = chosenCurrency ?? ownCurrency
  const fee = useFee(parties, currency)
  const [lines, setLines] = useState([newLine()])
  const [seasons, setSeasons] = useState(noSeasons)
  const [dates, setDates] = useState({ signedOn: '', startsOn: '' })
  const readYears = kind === 'contract' ? readSeasons(seasons, currency, dates.signedOn || null) : undefined
  const [ticks, setTicks] = useState<Readonly<Record<string, string>>>({})
  const [showsErrors, setShowsErrors] = useState(false)
  const [ready, setReady] = useState<Input>()

  function readPayments() {
    setShowsErrors(true)
    return readYears ? readContract(readYears) : readLines()
  }

  function readContract({ money: years, pay, paydays, problem }: ReadSeasons) {
    const received = receivedOf(
      pay.flatMap(({ group }) => group.payments),
      ticks,
      currency,
    )
    if (problem) return { problem }
    if (received.some(({ problem }) => problem)) return { problem: 'Check the amounts received before' }
    return { terms: { years }, paydays, received }
  }

  function readLines() {
    const read = lines.map((line) => ruleOf(line, currency))
    const received = receivedOf(paymentsOf(lines, currency), ticks, currency)
    const isWrong = read.some((one) => 'errors' in one) || received.some(({ problem }) => problem)
    if (isWrong) return { problem: 'Check the payments: each needs an amount and a date' }
    return { terms: { payments: read.flatMap((one) => ('rule' in one ? [one.rule] : [])) }, paydays: [], received }
  }

  const { errors, failureText, busy, formProps } = useForm({
    schema: input,
    read: ({ title, signedOn, startsOn, endsOn, guardian, file }) => ({
      athleteId: athlete?.id,
      companyId: company?.id,
      signedOn,
      startsOn,
      ...(title ? { title } : {}),
      ...(endsOn ? { endsOn } : {}),
      ...(guardian ? { guardian } : {}),
      fee: fee.parsed,
      payments: readPayments(),
      file,
    }),
    send: async (values) => setReady(values),
  })

  const knownFee = fee.parsed && 'fee' in fee.parsed ? fee.parsed.fee : null
  const ticking = { ticks, currency, fee: knownFee, today, onTicks: setTicks }

  return (
    <>
      <form {...formProps} className="flex flex-col gap-4">
        <FormMessage failure={failureText} />
        <DealPartiesFields parties={parties} errors={errors} />
        <TextField name="title" label="Title" note="optional" maxLength={160} autoComplete="off" errors={errors} />
        <div className="grid gap-4 sm:grid-cols-3">
          <SignedOnField errors={errors} onChange={(signedOn) => setDates({ ...dates, signedOn })} />
          <TextField
            name="startsOn"
            label="Starts"
            type="date"
            onChange={({ target }) => setDates({ ...dates, startsOn: target.value })}
            errors={errors}
          />
          <TextField name="endsOn" label="Ends" note="optional" type="date" errors={errors} />
        </div>
        <SignedPdfField
          label="Signed contract (PDF)"
          hint="Stored with the deal. It can’t be removed later."
          errors={errors}
        />
        <GuardianField errors={errors} />
        <div className="grid gap-4 sm:grid-cols-2">
          <FeeField fee={fee} errors={errors} />
          <CurrencyField value={currency} onChange={setCurrency} />
        </div>
        {readYears ? (
          <>
            <EnteredSeasonsFields
              draft={seasons}
              read={readYears}
              firstSeason={Number((dates.startsOn || today).slice(0, 4))}
              currency={currency}
              showsErrors={showsErrors}
              onChange={setSeasons}
            />
            {readYears.pay.length > 0 && (
              <section aria-label="Payments">
                <h3 className="text-sm font-semibold text-ink">Payments</h3>
                <ReceivedBefore groups={readYears.pay.map(({ group }) => group)} {...ticking} />
              </section>
            )}
          </>
        ) : (
          <EnteredPaymentsFields lines={lines} showsErrors={showsErrors} onLines={setLines} {...ticking} />
        )}
        <p className="rounded-md bg-snow px-4 py-3 text-sm">
          <strong className="text-ink">No one outside {name} gets an email.</strong> Athlete and company are not asked
          to sign again.
        </p>
        <SubmitActions label="Add signed deal" busyLabel="Add signed deal" busy={busy} onCancel={onClose} />
      </form>
      <ConfirmEntry kind={kind} currency={currency} values={ready} onBack={() => setReady(undefined)} />
    </>
  )
}

type Draft = { deal: string; version: number; documentId?: string }

/** Creates a draft, adds the PDF and enters it as signed. A wrong code only repeats the last step. */
function ConfirmEntry({
  kind,
  currency,
  values,
  onBack,
}: {
  kind: DealKind
  currency: Currency
  values: Input | undefined
  onBack: () => void
}) {
  const { id: organization } = useOrganization()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const [addDeal] = dealsApi.useAddDealMutation()
  const [removeDeal] = dealsApi.useRemoveDealMutation()
  const [enterDeal] = dealsApi.useEnterDealMutation()
  const draft = useRef<Draft>(undefined)

  async function send({ file, signedOn, guardian, payments, ...facts }: Input, proof: IdentityProof) {
    const { received, paydays } = payments
    draft.current ??= await addDraft(facts, payments.terms)
    const { deal, version } = draft.current
    draft.current.documentId ??= await uploadContract(deal, file)
    const { documentId } = draft.current
    const body = { version, signedOn, documentId, received, paydays, ...(guardian && { guardian }), ...proof }
    try {
      const { stage } = await enterDeal({ organization, deal, body }).unwrap()
      showToast('success', stage === 'in-review' ? 'Deal added. A colleague has to confirm it.' : 'Signed deal added.')
      void navigate(`/organizations/${organization}/deals/${deal}`)
    } catch (error) {
      const { fields } = failureOf(error)
      // The form has to change, so the next attempt starts with a new draft.
      if (fields.size > 0 && !fields.has('code') && !fields.has('password')) await discard()
      throw error
    }
  }

  async function addDraft(
    { athleteId, companyId, title, startsOn, endsOn, fee }: Omit<Input, 'file' | 'signedOn' | 'guardian' | 'payments'>,
    pay: Input['payments']['terms'],
  ) {
    const terms = { startsOn, ...(endsOn && { endsOn }), currency, ...pay, ...fee }
    const body = { athleteId, companyId, kind, ...(title && { title }), terms }
    const { id, version } = await addDeal({ organization, body }).unwrap()
    return { deal: id, version }
  }

  async function uploadContract(deal: string, file: File) {
    const watch = { signal: new AbortController().signal, onProgress: () => undefined }
    const input = { organization, deal, query: { name: file.name }, body: file }
    return (await dispatch(upload(dealWorkOperations.addDealDocument, input, watch))).id
  }

  async function discard() {
    const deal = draft.current?.deal
    draft.current = undefined
    if (deal) await removeDeal({ organization, deal })
  }

  return (
    <ConfirmIdentityDialog
      open={values !== undefined}
      title="Confirm it is you"
      confirm="Add signed deal"
      confirming="Adding…"
      send={async (proof) => values && send(values, proof)}
      onClose={() => {
        void discard()
        onBack()
      }}
    >
      <p className="text-sm">The deal is marked “Entered as signed”. All owners get an email about this.</p>
    </ConfirmIdentityDialog>
  )
}
