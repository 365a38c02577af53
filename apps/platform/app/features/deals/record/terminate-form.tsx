import { dealsApi } from '@sherpa/api-client/deals'
import { decimalOf, typedAmount } from '@sherpa/contracts/currency'
import { type DealRow, newMove } from '@sherpa/contracts/deal'
import { type Termination, type UnpaidPayment, unpaidReasons } from '@sherpa/contracts/deal-work'
import { controlClass, Field } from '@sherpa/ui/field'
import { showToast } from '@sherpa/ui/toast-area'
import { calendarDay } from '../../../data/moments.tsx'
import { moneyInWords } from '../../../data/money.ts'
import { CheckboxField } from '../../../forms/checkbox-field.tsx'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { toldInWords } from './told-of-ending.tsx'

export type Asked = Pick<DealRow, 'id' | 'title' | 'version'>

/** Shows unpaid payments and lets the user decide what stays owed. */
export function TerminateForm({ deal, onClose }: { deal: Asked; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const preview = dealsApi.useTerminationQuery({ organization, deal: deal.id }, { refetchOnMountOrArgChange: true })
  return (
    <Loaded query={preview}>{(termination) => <Form deal={deal} termination={termination} onClose={onClose} />}</Loaded>
  )
}

function Form({ deal, termination, onClose }: { deal: Asked; termination: Termination; onClose: () => void }) {
  const { id: organization, may } = useOrganization()
  const [moveDeal] = dealsApi.useMoveDealMutation()
  const payments = termination.payments ?? []
  const decidable = may('money.edit') ? payments.filter(({ reason }) => reason !== 'condition') : []
  const { errors, failureText, busy, formProps } = useForm({
    schema: newMove,
    read: ({ comment, tellCompany, ...typed }) => ({
      version: deal.version,
      move: 'terminate',
      tellCompany: tellCompany !== undefined,
      comment: String(comment ?? '').trim() || null,
      owed: decidable.map(({ id, currency }, index) => ({
        paymentId: id,
        amountMinor: typedAmount(String(typed[fieldOf(index)] ?? ''), currency),
      })),
    }),
    async send(body) {
      await moveDeal({ organization, deal: deal.id, body }).unwrap()
      showToast('success', 'Deal terminated.')
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4 text-sm">
      <FormMessage failure={failureText} />
      <p className="break-words">
        <span className="font-medium text-ink">{deal.title}</span> ends on {calendarDay(termination.day)}. You can’t
        undo this.
      </p>
      {payments.length > 0 && (
        <fieldset className="flex flex-col gap-1">
          <legend className="pb-1 font-medium text-ink">What stays owed</legend>
          <p className="text-grey">Payments due by then and guaranteed payments. The rest is canceled.</p>
          <ul className="flex flex-col border-t border-line-soft">
            {payments.map((payment) => (
              <UnpaidItem
                key={payment.id}
                payment={payment}
                field={fieldOf(decidable.indexOf(payment))}
                errors={errors}
              />
            ))}
          </ul>
        </fieldset>
      )}
      <p>{canceledInWords(termination)}</p>
      <Field label="Reason" note="optional" error={errors.get('comment')}>
        {(control) => <textarea {...control} name="comment" rows={2} maxLength={1000} className={controlClass} />}
      </Field>
      <WhoIsTold termination={termination} errors={errors} />
      <SubmitActions label="Terminate deal" busyLabel="Terminating…" busy={busy} look="danger" onCancel={onClose} />
    </form>
  )
}

/** The company only if it is ticked. */
function WhoIsTold({
  termination: { told, company },
  errors,
}: {
  termination: Termination
  errors: ReadonlyMap<string, string>
}) {
  if (told.length === 0 && !company) return null
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1 font-medium text-ink">Who is told</legend>
      {told.length > 0 && <p className="break-words">{toldInWords(told)}, without amounts.</p>}
      {company && (
        <CheckboxField name="tellCompany" errors={errors}>
          Also email {company.name}, {company.email}. The email says that it is not a notice under the contract.
        </CheckboxField>
      )}
    </fieldset>
  )
}

/** The field's path in the schema. */
const fieldOf = (index: number) => (index < 0 ? '' : `owed.${index}.amountMinor`)

function UnpaidItem({
  payment,
  field,
  errors,
}: {
  payment: UnpaidPayment
  /** Empty: read-only. */
  field: string
  errors: ReadonlyMap<string, string>
}) {
  const { title, dueOn, currency, amountMinor, receivedMinor, owedMinor, reason } = payment
  const facts = [
    moneyInWords(amountMinor, currency),
    receivedMinor > 0 && `${moneyInWords(receivedMinor, currency)} received`,
    dueOn && calendarDay(dueOn),
    unpaidReasons[reason],
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line-soft py-2">
      <div className="min-w-40 flex-1">
        <p className="font-medium break-words text-ink">{title}</p>
        <p className="text-xs text-grey tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {field ? (
        <Field label="Owed" error={errors.get(field)}>
          {(control) => (
            <input
              {...control}
              name={field}
              aria-label={`${title}: owed (${currency})`}
              inputMode="decimal"
              autoComplete="off"
              defaultValue={decimalOf(owedMinor, currency)}
              className={`${controlClass} w-36 text-right tabular-nums`}
            />
          )}
        </Field>
      ) : (
        <span className="tabular-nums">{owedMinor > 0 ? moneyInWords(owedMinor, currency) : 'Canceled'}</span>
      )}
    </li>
  )
}

function canceledInWords({ deliverables, keyDates }: Termination) {
  const canceled = [
    ...(deliverables > 0 ? [deliverables === 1 ? '1 deliverable' : `${deliverables} deliverables`] : []),
    ...(keyDates > 0 ? [keyDates === 1 ? '1 key date' : `${keyDates} key dates`] : []),
  ]
  if (canceled.length === 0) return 'Open amendments are withdrawn.'
  return `${canceled.join(' and ')} after that day ${deliverables + keyDates === 1 ? 'is' : 'are'} canceled. Open amendments are withdrawn.`
}
