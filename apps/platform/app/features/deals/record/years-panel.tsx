import { type ContractMoney, contractMoney, contractTable, optionInWords } from '@sherpa/contracts/contract-years'
import { type Currency, decimalOf } from '@sherpa/contracts/currency'
import type { Deal } from '@sherpa/contracts/deal'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { moneyInWords } from '../../../data/money.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { NotSaved } from '../../../records/inline-field.tsx'
import { currencyOf } from '../deal-words.ts'
import { RuleText } from '../rule-fields.tsx'
import { RulesEditor } from '../rules-editor.tsx'
import { amountOrNothing, draftOf, newYear, YearFields, yearOf } from '../year-fields.tsx'
import { currentTerms } from './contested-terms.ts'
import { EditButton } from './edit-button.tsx'
import type { SaveDeal } from './use-deal-changes.tsx'

/** A playing contract's money by year, with its cap charge. */
export function YearsPanel({ deal, save }: { deal: Deal; save: SaveDeal }) {
  const { may } = useOrganization()
  const [seen, setSeen] = useState<Deal>()
  const terms = currentTerms(deal)
  const { years } = terms
  const currency = currencyOf(terms)
  const isEditable = deal.actions.includes('edit') && may('money.edit')
  if (deal.kind !== 'contract' || !deal.money || !(years || isEditable)) return null
  return (
    <Panel
      title="Years"
      empty={!seen && !years && 'None yet'}
      actions={isEditable && !seen && <EditButton what="years" onClick={() => setSeen(deal)} />}
    >
      {seen ? (
        <YearsEditor
          money={currentTerms(seen).years}
          firstSeason={Number((currentTerms(seen).startsOn ?? String(new Date().getFullYear())).slice(0, 4))}
          currency={currency}
          save={(money) => save({ terms: { years: money } }, seen)}
          onClose={() => setSeen(undefined)}
        />
      ) : (
        years && <YearsTable money={years} currency={currency} />
      )}
    </Panel>
  )
}

export function YearsTable({ money, currency }: { money: ContractMoney; currency: Currency }) {
  const { years, total } = contractTable(money)
  const amount = (minor: number) => (minor === 0 ? '–' : moneyInWords(minor, currency))
  const hasOptions = years.some(({ option }) => option)
  return (
    <>
      {/* Scrolls on phones; focusable for keyboard users. */}
      <section aria-label="Contract years" tabIndex={0} className="-mt-2 overflow-x-auto">
        <table className="deal-table min-w-xl">
          <thead>
            <tr>
              <th scope="col">Season</th>
              <th scope="col" className="figure">
                Base
              </th>
              <th scope="col" className="figure">
                Bonuses
              </th>
              <th scope="col" className="figure">
                Proration
              </th>
              <th scope="col" className="figure">
                Cap
              </th>
              <th scope="col" className="figure">
                Paid
              </th>
              <th scope="col" className="figure">
                Guaranteed
              </th>
            </tr>
          </thead>
          <tbody>
            {years.map((year) => (
              <tr key={year.season}>
                <th scope="row" className="font-medium !text-ink tabular-nums">
                  {year.season}
                </th>
                <td className="figure">{amount(year.baseMinor)}</td>
                <td className="figure">{amount(year.rosterBonusMinor + year.otherBonusMinor)}</td>
                <td className="figure">{amount(year.prorationMinor)}</td>
                <td className="figure font-medium text-ink">{amount(year.capMinor)}</td>
                <td className="figure">{amount(year.cashMinor)}</td>
                <td className="figure">{amount(year.guaranteedMinor)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold text-ink">
              <th scope="row" className="!text-ink">
                Total
              </th>
              <td className="figure">{amount(total.baseMinor)}</td>
              <td className="figure">{amount(total.rosterBonusMinor + total.otherBonusMinor)}</td>
              <td className="figure">{amount(years.reduce((sum, { prorationMinor }) => sum + prorationMinor, 0))}</td>
              <td className="figure">{amount(total.capMinor)}</td>
              <td className="figure">{amount(total.cashMinor)}</td>
              <td className="figure">{amount(total.guaranteedMinor)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      {/* Outside the table, which scrolls on phones. */}
      {years.map(
        ({ season, option }) =>
          option && (
            <p key={season} className="pt-2 text-sm text-ink">
              {season}: {optionInWords(option, amount)}
            </p>
          ),
      )}
      <p className="pt-2 text-xs text-grey">
        {total.signingBonusMinor > 0 &&
          `Signing bonus of ${amount(total.signingBonusMinor)}: paid in the first year, guaranteed, prorated over up to five years. `}
        {hasOptions && `${amount(total.withoutOptionsMinor)} if no option is exercised.`}
      </p>
    </>
  )
}

function YearsEditor({
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
