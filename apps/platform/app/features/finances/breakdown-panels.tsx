import { financesApi } from '@sherpa/api-client/finances'
import type { Currency } from '@sherpa/contracts/currency'
import { type Breakdown, type BreakdownAnswer, breakdowns, type FinanceOverview } from '@sherpa/contracts/finance'
import type { Account } from '@sherpa/contracts/money'
import { Panel } from '@sherpa/ui/panel'
import { Link, useSearchParams } from 'react-router'
import { useLabels, useOrganization } from '../../frame/account-context.ts'
import { LinkSwitch } from '../../frame/link-switch.tsx'
import { Loaded } from '../../frame/loaded.tsx'
import { tabClass, tabsClass } from '../../frame/tabs.ts'
import { Amount } from './amount.tsx'
import { CONTRACTED, daysAhead, daysOf, entriesOf, paymentsOf } from './finance-address.ts'
import { percent } from './overview-parts.tsx'

type Row = BreakdownAnswer['rows'][number]

const views = { earners: 'Top earners', return: 'Return on costs' } as const

/** Top earners and return, one at a time. The address has the choice. */
export function Breakdowns({ overview }: { overview: FinanceOverview }) {
  const view = useChoice('view', ['earners', 'return'])
  const to = useAddressWith()
  return (
    <div className="flex flex-col gap-3">
      <nav aria-label="Breakdowns" className={tabsClass}>
        {(['earners', 'return'] as const).map((one) => (
          <Link
            key={one}
            to={to('view', one)}
            replace
            preventScrollReset
            aria-current={one === view ? 'page' : undefined}
            className={tabClass}
          >
            {views[one]}
          </Link>
        ))}
      </nav>
      {view === 'earners' ? <TopEarnersPanel overview={overview} /> : <ReturnPanel overview={overview} />}
    </div>
  )
}

function TopEarnersPanel({ overview }: { overview: FinanceOverview }) {
  const { id: organization } = useOrganization()
  const by = useChoice('by', Object.keys(breakdowns) as Breakdown[])
  const names = { ...breakdowns, agent: useLabels().roles.agent }
  const { from, until, currency } = overview
  const allEntries = (account: Account) => entriesOf(organization, { account, from, until, currency })
  const largest = financesApi.useFinanceBreakdownQuery({ organization, query: { by, from, until, currency } })
  return (
    <Panel
      title={`Top earners by ${names[by].toLowerCase()}`}
      actions={<Choices name="by" chosen={by} choices={names} />}
    >
      <Loaded query={largest}>
        {({ rows, all }) =>
          rows.length === 0 ? (
            <p className="text-sm text-grey">Nothing received or expected in these months.</p>
          ) : (
            <table className="deal-table -mt-4">
              <thead>
                <tr>
                  <th scope="col">{names[by]}</th>
                  <Heads names={['Received', 'Expected', 'Fees']} />
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <td className="w-full font-medium text-ink">
                      <Name row={row} by={by} />
                    </td>
                    <td className="figure font-medium text-ink">
                      <Amount
                        minor={row.receivedMinor}
                        currency={currency}
                        to={entriesOfRow(organization, row, by, overview, 'athlete-earnings')}
                      />
                    </td>
                    <td className="figure">
                      <Amount
                        minor={row.expectedMinor}
                        currency={currency}
                        to={expectedOf(organization, overview, { [by]: row.id ?? 'none' })}
                      />
                    </td>
                    <td className="figure max-md:hidden">
                      <Amount
                        minor={row.feesMinor}
                        currency={currency}
                        to={entriesOfRow(organization, row, by, overview, 'fees')}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{allInWords(all.count, rows.length)}</th>
                  <td className="figure font-semibold text-ink">
                    <Amount minor={all.receivedMinor} currency={currency} to={allEntries('athlete-earnings')} />
                  </td>
                  <td className="figure">
                    <Amount minor={all.expectedMinor} currency={currency} to={expectedOf(organization, overview)} />
                  </td>
                  <td className="figure max-md:hidden">
                    <Amount minor={all.feesMinor} currency={currency} to={allEntries('fees')} />
                  </td>
                </tr>
              </tfoot>
            </table>
          )
        }
      </Loaded>
    </Panel>
  )
}

const returnChoices = { deal: 'Deal', athlete: 'Athlete' } as const

function ReturnPanel({ overview }: { overview: FinanceOverview }) {
  const { id: organization } = useOrganization()
  const by = useChoice('return', ['deal', 'athlete'])
  const { from, until, currency } = overview
  const allEntries = (account: Account) => entriesOf(organization, { account, from, until, currency })
  const query = { by, from, until, currency, sort: 'return' } as const
  const returns = financesApi.useFinanceBreakdownQuery({ organization, query })
  return (
    <Panel
      title={`Return by ${by}`}
      lead={ROI_FORMULA}
      actions={<Choices name="return" chosen={by} choices={returnChoices} />}
    >
      <Loaded query={returns}>
        {({ rows, all }) =>
          rows.length === 0 ? (
            <p className="text-sm text-grey">No fees and no costs in these months.</p>
          ) : (
            <table className="deal-table -mt-4">
              <thead>
                <tr>
                  <th scope="col">{breakdowns[by]}</th>
                  <th scope="col" className="figure max-lg:hidden">
                    Contracted
                  </th>
                  <th scope="col" className="figure max-lg:hidden">
                    Received
                  </th>
                  <th scope="col" className="figure max-lg:hidden">
                    Overdue
                  </th>
                  <th scope="col" className="figure max-md:hidden">
                    Fees
                  </th>
                  <th scope="col" className="figure max-md:hidden">
                    Expenses
                  </th>
                  <th scope="col" className="figure max-md:hidden">
                    Not yet recouped
                  </th>
                  <th scope="col" className="figure max-md:hidden">
                    Paid to athletes
                  </th>
                  <th scope="col" className="figure">
                    Return
                  </th>
                  <th scope="col" className="figure">
                    ROI
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <ReturnRow key={row.id} row={row} by={by} overview={overview} />
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{allInWords(all.count, rows.length)}</th>
                  <td className="max-lg:hidden" />
                  <td className="figure max-lg:hidden">
                    <Amount minor={all.receivedMinor} currency={currency} />
                  </td>
                  <td className="figure max-lg:hidden">
                    <Amount minor={all.lateMinor} currency={currency} />
                  </td>
                  <td className="figure max-md:hidden">
                    <Amount minor={all.feesMinor} currency={currency} to={allEntries('fees')} />
                  </td>
                  <td className="figure max-md:hidden">
                    <Amount minor={all.expensesMinor} currency={currency} to={allEntries('expenses')} />
                  </td>
                  <td className="figure max-md:hidden">
                    <Amount minor={all.unrecoupedMinor} currency={currency} />
                  </td>
                  <td className="figure max-md:hidden">
                    <Amount minor={all.athletePayMinor} currency={currency} to={allEntries('athlete-pay')} />
                  </td>
                  <td className="figure font-semibold text-ink">
                    <Amount minor={all.feesMinor - costsOf(all)} currency={currency} />
                  </td>
                  <td className="figure">{roiInWords(all.feesMinor, costsOf(all))}</td>
                </tr>
              </tfoot>
            </table>
          )
        }
      </Loaded>
    </Panel>
  )
}

const ROI_FORMULA =
  'Return = fees earned − costs. ROI = return ÷ costs. Costs: your expenses, unrecouped advances, and payments you make to athletes.'

const costsOf = (costs: Pick<Row, 'expensesMinor' | 'unrecoupedMinor' | 'athletePayMinor'>) =>
  costs.expensesMinor + costs.unrecoupedMinor + costs.athletePayMinor

function roiInWords(feesMinor: number, costsMinor: number) {
  return costsMinor > 0 ? percent(feesMinor - costsMinor, costsMinor) : '–'
}

function ReturnRow({ row, by, overview }: { row: Row; by: 'deal' | 'athlete'; overview: FinanceOverview }) {
  const { id: organization } = useOrganization()
  const { currency } = overview
  const entries = (account: Account) => entriesOfRow(organization, row, by, overview, account)
  return (
    <tr>
      <td className="w-full font-medium text-ink">
        <Name row={row} by={by} />
      </td>
      <td className="figure max-lg:hidden">
        {row.promisedMinor !== null && (
          <Amount
            minor={row.promisedMinor}
            currency={currency}
            to={paymentsOf(organization, {
              state: CONTRACTED,
              direction: 'incoming',
              ...daysOf(overview),
              currency,
              ...(row.id && { [by]: row.id }),
            })}
          />
        )}
      </td>
      <td className="figure max-lg:hidden">
        <Amount minor={row.receivedMinor} currency={currency} to={entries('athlete-earnings')} />
      </td>
      <td className="figure max-lg:hidden">
        <Amount
          minor={row.lateMinor}
          currency={currency}
          to={paymentsOf(organization, {
            state: 'late',
            direction: 'incoming',
            ...daysOf(overview),
            currency,
            ...(row.id && { [by]: row.id }),
          })}
        />
      </td>
      <td className="figure max-md:hidden">
        <Amount minor={row.feesMinor} currency={currency} to={entries('fees')} />
      </td>
      <td className="figure max-md:hidden">
        <Amount minor={row.expensesMinor} currency={currency} to={entries('expenses')} />
      </td>
      <td className="figure max-md:hidden">
        <Amount minor={row.unrecoupedMinor} currency={currency} />
      </td>
      <td className="figure max-md:hidden">
        <Amount minor={row.athletePayMinor} currency={currency} to={entries('athlete-pay')} />
      </td>
      <td className={`figure font-medium ${row.feesMinor < costsOf(row) ? 'text-error' : 'text-ink'}`}>
        <Amount minor={row.feesMinor - costsOf(row)} currency={currency} />
      </td>
      <td className="figure">{roiInWords(row.feesMinor, costsOf(row))}</td>
    </tr>
  )
}

/** Expected payments of the overview's months: all, or those of one row. */
function expectedOf(
  organization: string,
  { currency, from, until, today }: FinanceOverview,
  of: { [by in Breakdown]?: string } = {},
) {
  const ahead = daysAhead({ from, until }, today)
  return paymentsOf(organization, { state: 'expected', direction: 'incoming', ...ahead, currency, ...of })
}

function entriesOfRow(
  organization: string,
  { id }: Row,
  by: Breakdown,
  { from, until, currency }: { from: string; until: string; currency: Currency },
  account: Account,
) {
  return entriesOf(organization, { account, from, until, currency, [by]: id ?? 'none' })
}

const nameless: Record<Breakdown, string> = {
  sport: 'No sport',
  athlete: 'No athlete',
  deal: 'No deal',
  agent: 'No lead',
}

function Name({ row: { id, name, athlete }, by }: { row: Row; by: Breakdown }) {
  const { id: organization } = useOrganization()
  if (id === null) return <span className="font-normal text-grey">{nameless[by]}</span>
  const label = name ?? 'Removed'
  const to = by === 'deal' ? `deals/${id}` : by === 'athlete' ? `athletes/${id}` : undefined
  return (
    <>
      {to ? (
        <Link to={`/organizations/${organization}/${to}`} className="hover:underline">
          {label}
        </Link>
      ) : (
        label
      )}
      {athlete && <span className="block text-xs font-normal text-grey">{athlete}</span>}
    </>
  )
}

function Heads({ names }: { names: string[] }) {
  return names.map((name) => (
    <th key={name} scope="col" className={`figure md:min-w-30 ${name === 'Fees' ? 'max-md:hidden' : ''}`}>
      {name}
    </th>
  ))
}

function allInWords(count: number, shown: number) {
  return count > shown ? `Total of ${count.toLocaleString('en-US')} (${shown} shown)` : 'Total'
}

/** The choice in the address, or the first one. */
function useChoice<Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]] | Choice[]): Choice {
  const [search] = useSearchParams()
  return choices.find((choice) => choice === search.get(name)) ?? (choices[0] as Choice)
}

/** The address with one choice changed. */
function useAddressWith() {
  const [search] = useSearchParams()
  return (name: string, choice: string) => `?${new URLSearchParams({ ...Object.fromEntries(search), [name]: choice })}`
}

function Choices<Choice extends string>({
  name,
  chosen,
  choices,
}: {
  name: string
  chosen: Choice
  choices: Readonly<Record<Choice, string>>
}) {
  const to = useAddressWith()
  return (
    <LinkSwitch
      label="Group by"
      choices={(Object.entries(choices) as [Choice, string][]).map(([choice, words]) => ({
        name: words,
        is: choice === chosen,
        to: to(name, choice),
      }))}
    />
  )
}
