import type { Currency } from '@sherpa/contracts/currency'
import { Button } from '@sherpa/ui/button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { moneyInWords } from '../../data/money.ts'
import { isBase, type ReadSeasons, type SeasonPay, type SeasonsDraft } from './entered-seasons.ts'
import { PaydayFields, PaydayPlanFields } from './payday-fields.tsx'
import { linesOf, noPaydays, type PaydayPlan, paydaysInWords } from './payday-plan.ts'
import { RuleText } from './rule-fields.tsx'
import { newYear, YearFields, yearOf } from './year-fields.tsx'

/** Seasons of a contract that is already signed, with their paydays. */
export function EnteredSeasonsFields({
  draft,
  read: { money, pay, undecided },
  firstSeason,
  currency,
  showsErrors,
  onChange,
}: {
  draft: SeasonsDraft
  read: ReadSeasons
  firstSeason: number
  currency: Currency
  showsErrors: boolean
  onChange: (draft: SeasonsDraft) => void
}) {
  const { signingBonus, years, plan, plans } = draft
  const setPlan = (ruleId: string, plan: PaydayPlan) => onChange({ ...draft, plans: { ...plans, [ruleId]: plan } })
  return (
    <>
      <section aria-label="Seasons">
        <h3 className="text-sm font-semibold text-ink">Seasons</h3>
        {years.map((year, index) => {
          const result = yearOf(year, currency)
          const errors = showsErrors && 'errors' in result ? result.errors : new Map<string, string>()
          return (
            <fieldset key={year.id} aria-label={`Season ${year.season}`} className="rule-editor">
              <YearFields
                draft={year}
                errors={errors}
                onChange={(changes) =>
                  onChange({ ...draft, years: years.map((one) => (one === year ? { ...one, ...changes } : one)) })
                }
              />
              <div className="wide flex justify-end">
                <Button
                  look="secondary"
                  size="small"
                  aria-label={`Remove season ${year.season || index + 1}`}
                  onClick={() => onChange({ ...draft, years: years.filter((one) => one !== year) })}
                >
                  Remove
                </Button>
              </div>
            </fieldset>
          )
        })}
        <div className="py-3">
          <Button
            look="secondary"
            size="small"
            onClick={() => onChange({ ...draft, years: [...years, newYear(years, firstSeason)] })}
          >
            <ToolIcon name="plus" />
            Add season
          </Button>
        </div>
        <div className="sm:max-w-56">
          <RuleText
            label={`Signing bonus (${currency})`}
            note="optional"
            inputMode="decimal"
            maxLength={40}
            value={signingBonus}
            onChange={(signingBonus) => onChange({ ...draft, signingBonus })}
            error={undefined}
          />
        </div>
      </section>
      {money && pay.length > 0 && (
        <section aria-label="Paydays" className="flex flex-col gap-4 text-sm">
          <h3 className="text-sm font-semibold text-ink">Paydays</h3>
          <PaydayPlanFields
            plan={plan}
            season={money.years[0]?.season ?? null}
            // A new template replaces what was changed for single seasons.
            onChange={(plan) =>
              onChange({
                ...draft,
                plan,
                plans: Object.fromEntries(Object.entries(plans).filter(([ruleId]) => !isBase({ ruleId }))),
              })
            }
          />
          <ul className="divide-y divide-line-soft border-y border-line-soft">
            {pay.map((one) => (
              <li key={one.ruleId} className="py-2.5">
                {isBase(one) ? (
                  <SeasonPaydays pay={one} currency={currency} showsErrors={showsErrors} onChange={setPlan} />
                ) : (
                  <BonusDay pay={one} currency={currency} onChange={setPlan} />
                )}
              </li>
            ))}
          </ul>
          {undecided > 0 && (
            <p className="text-grey">
              Option years: add the deal, record whether the option was exercised, then set their paydays.
            </p>
          )}
        </section>
      )}
    </>
  )
}

type PayProps = { pay: SeasonPay; currency: Currency; onChange: (ruleId: string, plan: PaydayPlan) => void }

function SeasonPaydays({
  pay: { ruleId, title, amountMinor, season, plan },
  currency,
  showsErrors,
  onChange,
}: PayProps & { showsErrors: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const days = linesOf(plan, amountMinor, currency).map(({ day }) => day)
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <PayName title={title} amountMinor={amountMinor} currency={currency} about={paydaysInWords(days)} />
        <Button
          look="secondary"
          size="small"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Change'} paydays of ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Change'}
        </Button>
      </div>
      {isOpen && (
        <fieldset aria-label={`Paydays of ${title}`} className="flex flex-col gap-4 pt-3">
          <PaydayFields
            plan={plan}
            season={season}
            totalMinor={amountMinor}
            currency={currency}
            showsErrors={showsErrors}
            onChange={(plan) => onChange(ruleId, plan)}
          />
        </fieldset>
      )}
    </>
  )
}

/** A bonus is paid on one day. It can be split on the deal. */
function BonusDay({ pay: { ruleId, title, amountMinor, season, plan }, currency, onChange }: PayProps) {
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
      <PayName
        title={title}
        amountMinor={amountMinor}
        currency={currency}
        about={season === null && !plan.first ? 'Due on signing' : undefined}
      />
      <RuleText
        label={`${title} paid on`}
        note="optional"
        type="date"
        value={plan.first}
        onChange={(first) => onChange(ruleId, first ? { ...noPaydays, template: 'own', first } : noPaydays)}
        error={undefined}
      />
    </div>
  )
}

function PayName({
  title,
  amountMinor,
  currency,
  about,
}: Pick<SeasonPay, 'title' | 'amountMinor'> & { currency: Currency; about: string | undefined }) {
  return (
    <span className="min-w-0">
      <span className="block font-medium text-ink">
        {title} <span className="font-normal tabular-nums">{moneyInWords(amountMinor, currency)}</span>
      </span>
      {about && <span className="block text-grey">{about}</span>}
    </span>
  )
}
