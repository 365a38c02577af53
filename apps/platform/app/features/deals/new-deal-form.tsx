import { dealsApi } from '@sherpa/api-client/deals'
import { amountMinor, type Currency, typedAmount } from '@sherpa/contracts/currency'
import { newDeal } from '@sherpa/contracts/deal'
import { text } from '@sherpa/contracts/text'
import { controlClass, Field } from '@sherpa/ui/field'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { CurrencyField } from '../../forms/currency-field.tsx'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { SecondFactorNotice } from '../../frame/second-factor-notice.tsx'
import { DealPartiesFields, useDealParties } from './deal-parties-fields.tsx'
import { FeeField, typedFee, useFee } from './fee-field.tsx'
import type { FoundCompany } from './find-company.tsx'
import type { Findable } from './find-one.tsx'
import { newId } from './new-id.ts'
import { useOwnCurrency } from './use-own-currency.ts'

const MOST_SEASONS = 15

/** Amount and seasons become payments or contract years. */
const input = z.extend(newDeal, {
  athleteId: z.uuid('Choose an athlete'),
  companyId: z.uuid('Choose a company'),
  startsOn: z.optional(z.iso.date('Enter a date')),
  endsOn: z.optional(z.iso.date('Enter a date')),
  amount: z.optional(amountMinor),
  businessPurpose: z.optional(text(2000)),
  fee: typedFee,
  seasons: z.optional(
    z
      .int('Enter a number of seasons')
      .check(z.gte(1, 'Enter a number of seasons'), z.lte(MOST_SEASONS, `Enter at most ${MOST_SEASONS}`)),
  ),
})
type Input = z.infer<typeof input>

const NEEDED = 'needed to submit'

/** Athlete and company are enough for a draft. The rest can be entered on its record. */
export function NewDealForm({
  athlete: known,
  company: knownCompany,
  onClose,
}: {
  athlete?: Findable | undefined
  company?: FoundCompany | undefined
  onClose: () => void
}) {
  const { id: organization, may } = useOrganization()
  const navigate = useNavigate()
  const [addDeal] = dealsApi.useAddDealMutation()
  const parties = useDealParties(known, 'nil', knownCompany)
  const { kind, athlete, company } = parties
  const [term, setTerm] = useState({ startsOn: '', endsOn: '' })
  const ownCurrency = useOwnCurrency()
  const [chosenCurrency, setCurrency] = useState<Currency>()
  const currency = chosenCurrency ?? ownCurrency
  const fee = useFee(parties, currency)
  const { errors, failureText, busy, formProps } = useForm({
    schema: input,
    read: ({ amount, seasons, startsOn, endsOn, businessPurpose }) => ({
      athleteId: athlete?.id,
      companyId: company?.id,
      kind,
      ...(startsOn ? { startsOn } : {}),
      ...(endsOn ? { endsOn } : {}),
      ...(businessPurpose ? { businessPurpose } : {}),
      fee: fee.parsed,
      ...(amount ? { amount: typedAmount(String(amount), currency) } : {}),
      ...(kind === 'contract' && amount ? { seasons: Number(seasons) || 1 } : {}),
    }),
    async send(values) {
      const { id } = await addDeal({ organization, body: dealOf(values, currency) }).unwrap()
      void navigate(`/organizations/${organization}/deals/${id}`)
    },
  })

  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <DealPartiesFields parties={parties} errors={errors} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="startsOn"
          label="Starts"
          note={NEEDED}
          type="date"
          value={term.startsOn}
          onChange={({ target }) => setTerm({ ...term, startsOn: target.value })}
          errors={errors}
        />
        <TextField
          name="endsOn"
          label="Ends"
          note="optional"
          type="date"
          value={term.endsOn}
          onChange={({ target }) => setTerm({ ...term, endsOn: target.value })}
          errors={errors}
        />
        {may('money.edit') && (
          <>
            <TextField
              name="amount"
              label={kind === 'contract' ? 'Base salary per season' : 'Amount'}
              note={NEEDED}
              inputMode="decimal"
              autoComplete="off"
              maxLength={40}
              hint={
                kind === 'contract' ? undefined : (
                  <span className="text-grey">Due on signing. You can change this later.</span>
                )
              }
              errors={errors}
            />
            <CurrencyField value={currency} onChange={setCurrency} />
            {kind === 'contract' && (
              <TextField
                name="seasons"
                label="Seasons"
                inputMode="numeric"
                autoComplete="off"
                defaultValue="1"
                maxLength={2}
                errors={errors}
              />
            )}
            <div className="sm:col-span-2">
              <FeeField fee={fee} errors={errors} />
            </div>
          </>
        )}
      </div>
      {kind === 'nil' && (
        <Field label="Business purpose" note={NEEDED} error={errors.get('businessPurpose')}>
          {(control) => (
            <textarea {...control} name="businessPurpose" rows={2} maxLength={2000} className={controlClass} />
          )}
        </Field>
      )}
      <SecondFactorNotice of="money.edit" />
      {kind !== 'contract' && athlete && company && <Conflicts athlete={athlete} company={company} {...term} />}
      <SubmitActions label="Create draft" busyLabel="Creating…" busy={busy} onCancel={onClose} />
    </form>
  )
}

function dealOf(
  { athleteId, companyId, kind, startsOn, endsOn, businessPurpose, fee, amount, seasons }: Input,
  currency: Currency,
) {
  return {
    athleteId,
    companyId,
    kind,
    terms: {
      ...(startsOn && { startsOn }),
      ...(endsOn && { endsOn }),
      ...(businessPurpose && { businessPurpose }),
      ...fee,
      ...((amount !== undefined || fee?.fee) && { currency }),
      ...(amount !== undefined && moneyOf(amount, seasons, startsOn)),
    },
  }
}

function moneyOf(minor: number, seasons: number | undefined, startsOn: string | undefined) {
  if (seasons === undefined) {
    return {
      payments: [
        {
          id: newId(),
          kind: 'base' as const,
          title: 'Payment on signing',
          amountMinor: minor,
          inKind: false,
          schedule: { kind: 'signing' as const, offset: { amount: 0, unit: 'days' as const } },
        },
      ],
    }
  }
  const first = startsOn ? Number(startsOn.slice(0, 4)) : new Date().getFullYear()
  return {
    years: {
      signingBonusMinor: 0,
      years: Array.from({ length: seasons }, (_, index) => ({
        season: first + index,
        baseMinor: minor,
        rosterBonusMinor: 0,
        otherBonusMinor: 0,
        guaranteedMinor: 0,
        option: null,
      })),
    },
  }
}

/** Warns about exclusivity conflicts before the draft exists. */
function Conflicts({
  athlete,
  company,
  startsOn,
  endsOn,
}: {
  athlete: Findable
  company: FoundCompany
  startsOn: string
  endsOn: string
}) {
  const { id: organization } = useOrganization()
  const { currentData } = dealsApi.useFindConflictsQuery({
    organization,
    body: {
      athleteId: athlete.id,
      companyId: company.id,
      terms: {
        startsOn: startsOn || null,
        endsOn: endsOn || null,
        category: company.category,
        exclusivity: { kind: 'none' },
        territory: { kind: 'us' },
      },
    },
  })
  const found = currentData?.conflicts ?? []
  return (
    <div role="status">
      {found.length > 0 && (
        <div className="rounded-md bg-summit-pale px-4 py-3 text-sm text-summit-ink">
          <p className="font-semibold">This deal would conflict with another one.</p>
          <ul>
            {found.map(({ dealId, reason }) => (
              <li key={dealId}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
