import { type ContractMoney, contractMoney } from '@sherpa/contracts/contract-years'
import { type Currency, decimalOf } from '@sherpa/contracts/currency'
import { useState } from 'react'
import { NotSaved } from '../../../records/inline-field.tsx'
import { RuleText } from '../rule-fields.tsx'
import { RulesEditor } from '../rules-editor.tsx'
import { amountOrNothing, draftOf, newYear, YearFields, yearOf } from '../year-fields.tsx'
import { YearsTable } from './years-table.tsx'

export function YearsEditor({
  money,
  firstSeason,
  currency,
  save,
  onClose,
}: {
  money: ContractMoney | null
  firstSeason: number
  currency: Currency
  save: (money: ContractMoney | null) => Promise<unknown>
  onClose: () => void
}) {
  const [bonus, setBonus] = useState(money?.signingBonusMinor ? decimalOf(money.signingBonusMinor, currency) : '')
  const readBonus = amountOrNothing(bonus, currency)
  const signingBonusMinor = 'minor' in readBonus ? readBonus.minor : 0
  return (
    <RulesEditor
      drafts={(money?.years ?? []).map((year) => draftOf(year, currency))}
      newDraft={(drafts) => newYear(drafts, firstSeason)}
      addLabel="Add year"
      nameOf={({ season }) => `the year ${season}`}
      read={(draft) => yearOf(draft, currency)}
      save={(years) => {
        if ('problem' in readBonus) throw new NotSaved(`Signing bonus: ${readBonus.problem}`)
        const all = { signingBonusMinor, years }
        const wrong = years.length > 0 && contractMoney.safeParse(all).error?.issues[0]?.message
        if (wrong) throw new NotSaved(wrong)
        return save(years.length > 0 ? all : null)
      }}
      onClose={onClose}
      before={
        <div className="max-w-56 pb-2">
          <RuleText
            label={`Signing bonus (${currency})`}
            note="optional"
            inputMode="decimal"
            maxLength={40}
            value={bonus}
            onChange={setBonus}
            error={'problem' in readBonus ? readBonus.problem : undefined}
          />
        </div>
      }
      after={(years) =>
        years.length > 0 && (
          <div className="border-t border-line pt-4">
            <YearsTable money={{ signingBonusMinor, years }} currency={currency} />
          </div>
        )
      }
    >
      {(draft, change, errors) => <YearFields draft={draft} errors={errors} onChange={change} />}
    </RulesEditor>
  )
}
