import { type ContractMoney, contractTable, optionInWords } from '@sherpa/contracts/contract-years'
import type { Currency } from '@sherpa/contracts/currency'
import { moneyInWords } from '../../../data/money.ts'

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
