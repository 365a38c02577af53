import { dealsApi } from '@sherpa/api-client/deals'
import { amountMinor, type Currency, currencies, typedAmount } from '@sherpa/contracts/currency'
import { type DealKind, dealKinds, type FeeRule, type FeeSuggestion, newDeal } from '@sherpa/contracts/deal'
import { text } from '@sherpa/contracts/text'
import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { shortCalendarDay } from '../../data/moments.tsx'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { SecondFactorNotice } from '../../frame/second-factor-notice.tsx'
import { feeText, parseFee } from './fee-text.ts'
import { FindAthlete } from './find-athlete.tsx'
import { FindCompany, type FoundCompany } from './find-company.tsx'
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
  fee: z.optional(
    z.custom<{ fee: FeeRule | null }>((read) => !(read as { problem?: string }).problem, {
      error: ({ input }) => (input as { problem: string }).problem,
    }),
  ),
  seasons: z.optional(
    z
      .int('Enter a number of seasons')
      .check(z.gte(1, 'Enter a number of seasons'), z.lte(MOST_SEASONS, `Enter at most ${MOST_SEASONS}`)),
  ),
})
type Input = z.infer<typeof input>

const NEEDED = 'needed to submit'

/** Athlete and company are enough for a draft. The rest can be entered on its record. */
export function NewDealForm({ athlete: known, onClose }: { athlete?: Findable | undefined; onClose: () => void }) {
  const { id: organization, may } = useOrganization()
  const navigate = useNavigate()
  const [addDeal] = dealsApi.useAddDealMutation()
  const [athlete, setAthlete] = useState(known)
  const [company, setCompany] = useState<FoundCompany>()
  const [kind, setKind] = useState<DealKind>('nil')
  const [term, setTerm] = useState({ startsOn: '', endsOn: '' })
  const ownCurrency = useOwnCurrency()
  const [chosenCurrency, setCurrency] = useState<Currency>()
  const currency = chosenCurrency ?? ownCurrency
  const suggested = dealsApi.useSuggestFeeQuery(
    { organization, athlete: athlete?.id ?? '', query: { kind } },
    { skip: !athlete || !may('money.edit') },
  ).currentData
  const [typedFee, setFee] = useState<string>()
  const fee = typedFee ?? feeText(suggested?.fee ?? null, ownCurrency)
  const { errors, failureText, busy, formProps } = useForm({
    schema: input,
    read: ({ amount, seasons, startsOn, endsOn, businessPurpose }) => ({
      athleteId: athlete?.id,
      companyId: company?.id,
      kind,
      ...(startsOn ? { startsOn } : {}),
      ...(endsOn ? { endsOn } : {}),
      ...(businessPurpose ? { businessPurpose } : {}),
      // Unknown until the athlete's usual fee is loaded.
      ...(may('money.edit') && (suggested || typedFee !== undefined) ? { fee: parseFee(fee, currency) } : {}),
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
      <Field label="Kind">
        {(control) => (
          <Select {...control} name="kind" value={kind} onChange={({ target }) => setKind(target.value as DealKind)}>
            {Object.entries(dealKinds).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {known ? (
        <p className="text-sm">
          Deal for <span className="font-semibold text-ink">{known.name}</span>
        </p>
      ) : (
        <FindAthlete chosen={athlete} onChoose={setAthlete} error={errors.get('athleteId')} />
      )}
      <FindCompany kind={kind} chosen={company} onChoose={setCompany} error={errors.get('companyId')} />
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
            <Field label="Currency">
              {(control) => (
                <Select {...control} value={currency} onChange={({ target }) => setCurrency(target.value as Currency)}>
                  {currencies.map((code) => (
                    <option key={code} value={code}>
                      {code}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
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
              <TextField
                name="fee"
                label="Your fee"
                note="optional"
                autoComplete="off"
                maxLength={40}
                value={fee}
                onChange={({ target }) => setFee(target.value)}
                hint={
                  typedFee === undefined && suggested && <span className="text-grey">{feeSource(suggested, kind)}</span>
                }
                errors={errors}
              />
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

/** Where the prefilled fee comes from. */
function feeSource({ source }: FeeSuggestion, kind: DealKind) {
  if (source?.kind === 'agreement') return `From the agreement in force since ${shortCalendarDay(source.startsOn)}.`
  if (source?.kind === 'deal') return `From the last ${dealKinds[kind]} deal, ${source.title}.`
  return 'No agreement or earlier deal to take it from. Enter a rate such as 15%, or an amount.'
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
