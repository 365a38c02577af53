import { financesApi } from '@sherpa/api-client/finances'
import type { Currency } from '@sherpa/contracts/currency'
import { type FinanceOverview, overviewQuery } from '@sherpa/contracts/finance'
import { buttonClass } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Select } from '@sherpa/ui/select'
import { lazy, Suspense } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Moment } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { listStateIn } from '../../list/list-address.ts'
import { Breakdowns } from './breakdown-panels.tsx'
import { CashFlow } from './cash-flow.tsx'
import { FinancesFrame, reservedActions } from './finances-frame.tsx'
import { NewDealLink } from './new-deal-link.tsx'
import { Aging, Excluded, FeesByClass, Figures, OwnPayments, Sources } from './overview-parts.tsx'
import { isSame, periodsOf, spanInWords } from './periods.ts'

const howMoneyWorks =
  'Signed deals set what to expect and when. Record payments as they arrive; fees are calculated for you.'

const OwnMoney = lazy(async () => ({ default: (await import('./own-money.tsx')).OwnMoney }))

export function Component() {
  const { role } = useOrganization()
  if (role !== 'athlete') return <OfOrganization />
  return (
    <FinancesFrame>
      <Suspense>
        <OwnMoney />
      </Suspense>
    </FinancesFrame>
  )
}

/** Months and currency are part of the address. */
function OfOrganization() {
  const { id: organization, may } = useOrganization()
  const [search] = useSearchParams()
  const { from, until, currency } = listStateIn(search, overviewQuery) as {
    from?: string
    until?: string
    currency?: Currency
  }
  const span = from && until && from <= until ? { from, until } : {}
  const query = { ...span, ...(currency ? { currency } : {}) }
  const overview = financesApi.useFinanceOverviewQuery({ organization, query })
  const latest = overview.currentData ?? overview.data
  const isUnused = latest?.inUse === false
  return (
    <FinancesFrame
      isEmpty={isUnused}
      isTall={(latest?.currencies.length ?? 1) > 1}
      actions={
        latest
          ? !isUnused && (
              <div className="flex flex-wrap gap-2">
                <PeriodAndCurrency overview={latest} />
                {may('money.edit') && (
                  <Link
                    to={`/organizations/${organization}/finances/receipts#book`}
                    className={`${buttonClass()} max-lg:hidden`}
                  >
                    Record payment
                  </Link>
                )}
              </div>
            )
          : reservedActions
      }
    >
      <Loaded query={overview}>{(data) => (data.inUse ? <Overview overview={data} /> : <NoMoneyYet />)}</Loaded>
    </FinancesFrame>
  )
}

/** Before the first money of any month or currency. */
function NoMoneyYet() {
  return (
    <EmptyState title="Money appears once a deal is signed" action={<NewDealLink />}>
      {howMoneyWorks}
    </EmptyState>
  )
}

function Overview({ overview }: { overview: FinanceOverview }) {
  return (
    <div className="flex flex-col gap-8 pt-2">
      <div className="flex flex-col gap-4">
        <Figures overview={overview} />
        <Excluded overview={overview} />
      </div>
      {isEmpty(overview) ? (
        <EmptyState title={`Nothing in ${overview.currency} in these months`}>{howMoneyWorks}</EmptyState>
      ) : (
        <>
          <CashFlow overview={overview} />
          <div className="grid gap-8 lg:grid-cols-3">
            <Sources overview={overview} />
            <Aging overview={overview} />
            <FeesByClass overview={overview} />
          </div>
          <OwnPayments overview={overview} />
          <Breakdowns overview={overview} />
        </>
      )}
      <p className="text-xs text-grey">
        From the ledger, <Moment at={overview.readAt} />. Amounts are rounded. Fees are earned on money received, not on
        money expected. Other currencies are shown separately and not converted.
        {overview.narrowed && ' Only your athletes are included.'}
      </p>
    </div>
  )
}

function isEmpty({ received, inKind, expected, late, feesMinor, expensesMinor, outgoing, months }: FinanceOverview) {
  const isQuiet = months.every((one) => one.receivedMinor === 0 && one.feesMinor === 0 && one.expensesMinor === 0)
  const counts = [received.count, inKind.count, expected.count, late.count]
  return isQuiet && counts.every((count) => count === 0) && feesMinor === 0 && expensesMinor === 0 && !outgoing
}

function PeriodAndCurrency({ overview }: { overview: FinanceOverview }) {
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
      {overview.currencies.length > 1 && (
        <Select
          aria-label="Currency"
          value={overview.currency}
          onChange={({ target }) => change({ currency: target.value })}
        >
          {overview.currencies.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </Select>
      )}
    </div>
  )
}
