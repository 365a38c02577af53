import { financesApi } from '@sherpa/api-client/finances'
import type { Currency } from '@sherpa/contracts/currency'
import { type FinanceOverview, overviewQuery } from '@sherpa/contracts/finance'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Select } from '@sherpa/ui/select'
import { useNavigate, useSearchParams } from 'react-router'
import { Moment } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { listStateIn } from '../../list/list-address.ts'
import { LargestPanel, ReturnPanel } from './breakdown-panels.tsx'
import { CashFlow } from './cash-flow.tsx'
import { FinancesFrame } from './finances-frame.tsx'
import { Aging, FeesByClass, Figures, LeftOut, OwnPayments, Sources } from './overview-parts.tsx'
import { isSame, periodsOf, spanInWords } from './periods.ts'

/** What came, what is expected, what is late and what was earned. The months and the currency are part of the address. */
export function Component() {
  const { id: organization, role } = useOrganization()
  const [search] = useSearchParams()
  const { from, until, currency } = listStateIn(search, overviewQuery) as {
    from?: string
    until?: string
    currency?: Currency
  }
  const span = from && until && from <= until ? { from, until } : {}
  const query = { ...span, ...(currency ? { currency } : {}) }
  // Athletes have no part in it: the frame leads them to what is theirs.
  const overview = financesApi.useFinanceOverviewQuery({ organization, query }, { skip: role === 'athlete' })
  return (
    <FinancesFrame actions={overview.data && <Choice overview={overview.currentData ?? overview.data} />}>
      <Loaded query={overview}>{(data) => <Overview overview={data} />}</Loaded>
    </FinancesFrame>
  )
}

function Overview({ overview }: { overview: FinanceOverview }) {
  return (
    <div className="flex flex-col gap-8 pt-2">
      <div className="flex flex-col gap-4">
        <Figures overview={overview} />
        <LeftOut overview={overview} />
      </div>
      {isEmpty(overview) ? (
        <EmptyState title={`No money in ${overview.currency} in these months`}>
          Signed deals say what is expected and when. What came is booked as a receipt, and fees follow from it.
        </EmptyState>
      ) : (
        <>
          <CashFlow overview={overview} />
          <div className="grid gap-8 lg:grid-cols-3">
            <Sources overview={overview} />
            <Aging overview={overview} />
            <FeesByClass overview={overview} />
          </div>
          <OwnPayments overview={overview} />
          <LargestPanel overview={overview} />
          <ReturnPanel overview={overview} />
        </>
      )}
      <p className="text-xs text-grey">
        Read from the ledger, <Moment at={overview.readAt} />. Fees are earned on money received, not on money expected.
        Amounts in other currencies are apart, and nothing is converted.
        {overview.narrowed && ' Only athletes whom you look after are counted.'}
      </p>
    </div>
  )
}

function isEmpty({ received, inKind, expected, late, feesMinor, expensesMinor, outgoing, months }: FinanceOverview) {
  const isQuiet = months.every((one) => one.receivedMinor === 0 && one.feesMinor === 0 && one.expensesMinor === 0)
  const counts = [received.count, inKind.count, expected.count, late.count]
  return isQuiet && counts.every((count) => count === 0) && feesMinor === 0 && expensesMinor === 0 && !outgoing
}

/** Which months, and in which currency. */
function Choice({ overview }: { overview: FinanceOverview }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { years, quarters, recent } = periodsOf(overview.today, overview.fiscalMonth)
  const known = [...years, ...quarters, recent]
  const spanValue = ({ from, until }: { from: string; until: string }) => `${from} ${until}`
  function change(changes: Record<string, string>) {
    const next = new URLSearchParams({ ...Object.fromEntries(search), ...changes })
    void navigate(`?${next}`, { preventScrollReset: true })
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        aria-label="Months"
        value={spanValue(overview)}
        onChange={({ target }) => {
          const [from = '', until = ''] = target.value.split(' ')
          change({ from, until })
        }}
      >
        {!known.some((period) => isSame(period, overview)) && (
          <option value={spanValue(overview)}>{spanInWords(overview)}</option>
        )}
        <optgroup label="Fiscal years">
          {years.map((period) => (
            <option key={period.from} value={spanValue(period)}>
              {period.label}
            </option>
          ))}
        </optgroup>
        <optgroup label="Quarters">
          {quarters.map((period) => (
            <option key={period.from} value={spanValue(period)}>
              {period.label}
            </option>
          ))}
        </optgroup>
        <option value={spanValue(recent)}>{recent.label}</option>
      </Select>
      <Select
        aria-label="Currency"
        value={overview.currency}
        onChange={({ target }) => change({ currency: target.value })}
      >
        {overview.currencies.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </Select>
    </div>
  )
}
