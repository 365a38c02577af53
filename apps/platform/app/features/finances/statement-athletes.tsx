import { financesApi } from '@sherpa/api-client/finances'
import type { Currency } from '@sherpa/contracts/currency'
import { BREAKDOWN_ROWS } from '@sherpa/contracts/finance'
import type { StatementQuery } from '@sherpa/contracts/statement'
import { buttonClass } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Link, useSearchParams } from 'react-router'
import { exactMoney } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { Amount } from './amount.tsx'

/** Athletes with money in the months of the period, in the organization's currency. */
export function StatementAthletes({ span, currency }: { span: StatementQuery; currency: Currency }) {
  const { id: organization } = useOrganization()
  const [search] = useSearchParams()
  const months = { from: span.from.slice(0, 7), until: span.until.slice(0, 7) }
  const breakdown = financesApi.useFinanceBreakdownQuery({
    organization,
    query: { by: 'athlete', currency, ...months },
  })
  const statementOf = (athlete: string) => `?${new URLSearchParams({ ...Object.fromEntries(search), athlete })}`
  return (
    <Loaded query={breakdown}>
      {({ rows, all }) => {
        const paid = rows.filter(({ id, receivedMinor, feesMinor }) => id && (receivedMinor !== 0 || feesMinor !== 0))
        if (paid.length === 0) {
          return (
            <EmptyState title="Nothing received in this period">
              Find an athlete above for a statement of what they received, owe you in fees, and were paid by you.
            </EmptyState>
          )
        }
        return (
          <table className="deal-table">
            <thead>
              <tr>
                <th scope="col">Athlete</th>
                <th scope="col" className="figure max-md:pr-0! md:min-w-32">
                  Received
                </th>
                <th scope="col" className="figure max-md:hidden md:min-w-32">
                  Fees
                </th>
                <th scope="col" className="max-md:hidden md:min-w-24">
                  <span className="sr-only">Statement</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {paid.map(({ id, name, receivedMinor, feesMinor }) => (
                <tr key={id}>
                  <td className="h-12 w-full align-middle! font-medium text-ink">
                    <Link to={statementOf(id ?? '')} className="touch-area hover:underline">
                      {name ?? 'Removed'}
                    </Link>
                  </td>
                  <td className="figure align-middle! font-medium text-ink max-md:pr-0!">
                    <Amount minor={receivedMinor} currency={currency} format={exactMoney} />
                    <span className="block text-xs font-normal text-grey md:hidden">
                      {'Fees '}
                      <Amount minor={feesMinor} currency={currency} format={exactMoney} />
                    </span>
                  </td>
                  <td className="figure align-middle! max-md:hidden">
                    <Amount minor={feesMinor} currency={currency} format={exactMoney} />
                  </td>
                  <td className="figure align-middle! max-md:hidden">
                    <Link
                      to={statementOf(id ?? '')}
                      className={buttonClass({ look: 'secondary', size: 'small' })}
                      aria-label={`Open statement of ${name ?? 'removed athlete'}`}
                    >
                      Open
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
            {all.count > BREAKDOWN_ROWS && (
              <tfoot>
                <tr>
                  <th scope="row" colSpan={4}>
                    The {BREAKDOWN_ROWS} athletes who received most. Find others above.
                  </th>
                </tr>
              </tfoot>
            )}
          </table>
        )
      }}
    </Loaded>
  )
}
