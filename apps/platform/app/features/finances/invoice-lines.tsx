import { type Currency, formatMoney } from '@sherpa/contracts/currency'
import { groupByDeal, type InvoiceLine } from '@sherpa/contracts/fee-invoice'

export function InvoiceLines({
  lines,
  totalMinor,
  currency,
}: {
  lines: readonly InvoiceLine[]
  totalMinor: number
  currency: Currency
}) {
  const groups = groupByDeal(lines)
  const money = (minor: number) => formatMoney(minor, currency, 'en-US')
  return (
    <table className="deal-table">
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col" className="figure">
            Amount
          </th>
        </tr>
      </thead>
      {groups.map(({ deal, lines: ofDeal, totalMinor: dealMinor }) => (
        <tbody key={deal}>
          {(groups.length > 1 || deal) && (
            <tr>
              <th scope="rowgroup" className="!font-semibold !text-ink">
                {deal ?? 'Other'}
              </th>
              <td className="figure font-semibold text-ink">{money(dealMinor)}</td>
            </tr>
          )}
          {ofDeal.map(({ title, amountMinor }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and stay in their order
            <tr key={index}>
              <td>{title}</td>
              <td className="figure text-ink">{money(amountMinor)}</td>
            </tr>
          ))}
        </tbody>
      ))}
      <tfoot>
        <tr>
          <th scope="row" className="!font-semibold !text-ink">
            Total
          </th>
          <td className="figure font-semibold text-ink">{money(totalMinor)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
