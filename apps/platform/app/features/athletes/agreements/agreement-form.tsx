import { agreementsApi } from '@sherpa/api-client/agreements'
import { type Agreement, newAgreement } from '@sherpa/contracts/agreement'
import { type FeePayor, feePayors } from '@sherpa/contracts/compliance/judgment'
import type { Currency } from '@sherpa/contracts/currency'
import { type DealKind, dealKinds, type FeeRule } from '@sherpa/contracts/deal'
import { Checkbox } from '@sherpa/ui/choice'
import { controlClass } from '@sherpa/ui/field'
import { showToast } from '@sherpa/ui/toast-area'
import { type ReactNode, useId, useState } from 'react'
import * as z from 'zod/mini'
import { FormMessage } from '../../../forms/form-message.tsx'
import { NoteField } from '../../../forms/note-field.tsx'
import { SelectField } from '../../../forms/select-field.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useAccount, useOrganization } from '../../../frame/account-context.ts'
import { SecondFactorNotice } from '../../../frame/second-factor-notice.tsx'
import { useToday } from '../../../frame/use-today.ts'
import { useColleagues } from '../use-colleagues.ts'
import { feeExample, feeInWords, parseFee, termAfter } from './agreement-words.ts'

const kinds = Object.keys(dealKinds) as DealKind[]
const feeField = (kind: DealKind) => `fee-${kind}` as const

/** Form values: one fee text per kind of deal. */
function typedAgreement(currency: Currency) {
  const fee = z.optional(
    z.string().check((context) => {
      const text = context.value.trim()
      const read = text ? parseFee(text, currency) : undefined
      if (read && 'problem' in read) context.issues.push({ code: 'custom', input: text, message: read.problem })
    }),
  )
  return z.extend(z.omit(newAgreement, { fees: true }), {
    'fee-contract': fee,
    'fee-nil': fee,
    'fee-sponsorship': fee,
  })
}

/** Fee fields need `money.edit`. */
export function AgreementForm({
  athlete,
  agreement,
  renews,
  currency,
  onClose,
}: {
  athlete: string
  /** Undefined: a new one. */
  agreement?: Agreement | undefined
  /** Terms that a new one starts with. */
  renews?: Agreement | undefined
  currency: Currency
  onClose: () => void
}) {
  const { id: organization, may } = useOrganization()
  const { user } = useAccount()
  const colleagues = useColleagues()
  const [add] = agreementsApi.useAddAgreementMutation()
  const [change] = agreementsApi.useChangeAgreementMutation()
  const terms = agreement ?? renews
  const term = renews ? termAfter(renews) : { startsOn: agreement?.startsOn, endsOn: agreement?.endsOn }
  const [scope, setScope] = useState<DealKind[]>(terms?.scope ?? kinds)
  const [agents, setAgents] = useState(terms?.agents.map(({ id }) => id) ?? [user.id])
  const mayEditFees = may('money.edit')
  const { errors, failureText, busy, formProps } = useForm({
    schema: typedAgreement(currency),
    read: ({ startsOn, endsOn, note, feePayor, nextEventOn, ...typed }) => ({
      startsOn,
      endsOn: endsOn || null,
      note: note || null,
      feePayor: (feePayor || null) as FeePayor | null,
      nextEventOn: nextEventOn || null,
      scope,
      agents,
      ...Object.fromEntries(scope.map((kind) => [feeField(kind), typed[feeField(kind)]])),
    }),
    async send({ startsOn, endsOn, note, feePayor = null, nextEventOn = null, ...typed }) {
      const read = scope.flatMap((kind): [DealKind, FeeRule][] => {
        const text = typed[feeField(kind)]?.trim()
        const fee = text ? parseFee(text, currency) : undefined
        return fee && 'fee' in fee ? [[kind, fee.fee]] : []
      })
      const fees = mayEditFees ? { fees: Object.fromEntries(read) } : {}
      const body = { startsOn, endsOn, note, feePayor, nextEventOn, scope, agents, ...fees }
      const of = { organization, athlete }
      const saved = await (agreement
        ? change({ ...of, agreement: agreement.id, body: { version: agreement.version, changes: body } })
        : add({ ...of, body })
      ).unwrap()
      if (agreement?.signature && !saved.signature) showToast('success', 'Saved. Enter the agreement as signed again.')
      onClose()
    },
  })
  const today = useToday()
  // Former members stay named in the agreement.
  const people = new Map([...(terms?.agents ?? []).map(({ id, name }) => [id, name] as const), ...colleagues])

  return (
    <form {...formProps} className="flex flex-col gap-5">
      <FormMessage failure={failureText} />
      {agreement?.signature && (
        <p className="text-sm">
          This agreement is signed. To correct its dates, deals or fees, save them and enter it as signed again. For an
          amendment, end this agreement and add a new one.
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="startsOn"
          type="date"
          label="Start date"
          defaultValue={term.startsOn || today}
          errors={errors}
        />
        <TextField
          name="endsOn"
          type="date"
          label="End date"
          note="optional"
          defaultValue={term.endsOn ?? ''}
          errors={errors}
        />
      </div>
      <Group
        legend="Covered deals"
        error={errors.get('scope')}
        hint={mayEditFees && `Enter a percentage of money received or a flat amount, such as ${feeExample(currency)}.`}
      >
        {kinds.map((kind) => {
          const fee = terms?.fees?.[kind]
          const error = errors.get(feeField(kind))
          const isCovered = scope.includes(kind)
          return (
            <div key={kind} className="flex flex-col gap-1">
              <div className="flex min-h-field flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <Checkbox
                  name="scope"
                  checked={isCovered}
                  onChange={({ target }) =>
                    setScope(kinds.filter((one) => (one === kind ? target.checked : scope.includes(one))))
                  }
                >
                  {dealKinds[kind]}
                </Checkbox>
                {mayEditFees && isCovered && (
                  <input
                    name={feeField(kind)}
                    aria-label={`Fee for ${dealKinds[kind]}`}
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error && `${feeField(kind)}-error`}
                    placeholder="No fee"
                    defaultValue={fee ? feeInWords(fee, currency) : ''}
                    maxLength={30}
                    autoComplete="off"
                    className={`${controlClass} max-w-40`}
                  />
                )}
              </div>
              {error && (
                <p id={`${feeField(kind)}-error`} className="text-sm font-medium text-error">
                  {error}
                </p>
              )}
            </div>
          )
        })}
      </Group>
      <SecondFactorNotice of="money.edit" />
      <Group legend="Represented by" error={errors.get('agents')}>
        <div className="flex max-h-44 flex-col gap-2 overflow-y-auto">
          {[...people].map(([id, name]) => (
            <Checkbox
              key={id}
              name="agents"
              checked={agents.includes(id)}
              onChange={({ target }) =>
                setAgents(target.checked ? [...agents, id] : agents.filter((one) => one !== id))
              }
            >
              {name}
            </Checkbox>
          ))}
        </div>
      </Group>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="feePayor"
          label="Who pays the fee"
          options={{ '': 'Unknown', ...feePayors }}
          defaultValue={terms?.feePayor ?? ''}
          error={errors.get('feePayor')}
        />
        <TextField
          name="nextEventOn"
          type="date"
          label="Next competition"
          note="optional"
          defaultValue={agreement?.nextEventOn ?? ''}
          errors={errors}
        />
      </div>
      <NoteField rows={3} maxLength={2000} defaultValue={agreement?.note ?? ''} errors={errors} />
      <SubmitActions
        label={agreement ? 'Save' : 'Add'}
        busyLabel={agreement ? 'Saving…' : 'Adding…'}
        busy={busy}
        onCancel={onClose}
      />
    </form>
  )
}

function Group({
  legend,
  error,
  hint,
  children,
}: {
  legend: string
  error: string | undefined
  hint?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <fieldset aria-describedby={error && id} className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold text-ink">{legend}</legend>
      <div className="flex flex-col gap-2">{children}</div>
      {error && (
        <p id={id} className="mt-1.5 text-sm font-medium text-error">
          {error}
        </p>
      )}
      {hint && <p className="mt-1.5 text-sm">{hint}</p>}
    </fieldset>
  )
}
