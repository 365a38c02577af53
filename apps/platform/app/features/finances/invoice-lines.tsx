import { type Currency, formatMoney } from '@sherpa/contracts/currency'
import type { InvoiceLine } from '@sherpa/contracts/fee-invoice'

export function InvoiceLines({
  lines,
  totalMinor,
  currency,
}: {
  lines: readonly InvoiceLine[]
  totalMinor: number
  currency: Currency
}) {
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
      <tbody>
        {lines.map(({ title, amountMinor }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and stay in their order
          <tr key={index}>
            <td>{title}</td>
            <td className="figure text-ink">{money(amountMinor)}</td>
          </tr>
        ))}
      </tbody>
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
