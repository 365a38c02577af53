import { financesApi } from '@sherpa/api-client/finances'
import type { Currency } from '@sherpa/contracts/currency'
import { type PaymentCertainty, type PaymentDirection, paymentDirections } from '@sherpa/contracts/deal-work'
import type { Counted } from '@sherpa/contracts/finance'
import { type FinanceForecast, type ForecastFigures, forecastQuery } from '@sherpa/contracts/forecast'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Select } from '@sherpa/ui/select'
import { useNavigate, useSearchParams } from 'react-router'
import { counted } from '../../data/counted.ts'
import { Moment } from '../../data/moments.tsx'
import { roundedMoney } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { listStateIn } from '../../list/list-address.ts'
import { Amount } from './amount.tsx'
import { FinancesFrame, reservedActions } from './finances-frame.tsx'
import { forecastLinks } from './forecast-links.ts'
import { ForecastMonths } from './forecast-months.tsx'
import { Figure, Note } from './overview-parts.tsx'
import { monthInWords } from './periods.ts'

/** Currency and direction are part of the address. */
export function Component() {
  const { id: organization } = useOrganization()
  const [search] = useSearchParams()
  const { currency, direction } = listStateIn(search, forecastQuery) as {
    currency?: Currency
    direction?: PaymentDirection
  }
  const query = { ...(currency ? { currency } : {}), ...(direction ? { direction } : {}) }
  const forecast = financesApi.useFinanceForecastQuery({ organization, query })
  const latest = forecast.currentData ?? forecast.data
  return (
    <FinancesFrame
      isTall={(latest?.currencies.length ?? 1) > 1 && (latest?.directions.length ?? 1) > 1}
      actions={latest ? <Choices forecast={latest} /> : reservedActions}
    >
      <Loaded query={forecast}>{(data) => <Forecast forecast={data} />}</Loaded>
    </FinancesFrame>
  )
}

function Forecast({ forecast }: { forecast: FinanceForecast }) {
  const { role } = useOrganization()
  const { months, currency, readAt, narrowed } = forecast
  const isEmpty = months.every(
    ({ guaranteedMinor, conditionalMinor }) => guaranteedMinor === 0 && conditionalMinor === 0,
  )
  return (
    <div className="flex flex-col gap-8 pt-2">
      <Figures forecast={forecast} />
      {isEmpty ? (
        <EmptyState title={`Nothing expected in ${currency} in the next 12 months`}>
          Signed deals set what to expect and when. The pay of contract seasons needs paydays.
        </EmptyState>
      ) : (
        <ForecastMonths forecast={forecast} />
      )}
      <div className="flex flex-col gap-2">
        <Apart forecast={forecast} />
        <p className="text-xs text-grey">
          As of <Moment at={readAt} />. Guaranteed: fixed payments of signed deals and guaranteed salary. Conditional:
          bonuses not yet earned, open options and salary without a guarantee. Excludes in-kind payments. Other
          currencies are shown separately and not converted.
          {narrowed && role !== 'athlete' && ' Only your athletes are included.'}
        </p>
      </div>
    </div>
  )
}

function Figures({ forecast }: { forecast: FinanceForecast }) {
  const { id } = useOrganization()
  const { months, currency, overdue } = forecast
  const links = forecastLinks(id, forecast)
  const sumOf = (figure: keyof ForecastFigures) => months.reduce((sum, month) => sum + month[figure], 0)
  const last = monthInWords(months.at(-1)?.month ?? '')
  const conditionalFees = sumOf('conditionalFeesMinor')
  return (
    <ul className="money-figures">
      <Figure
        of="guaranteed"
        title="Guaranteed"
        minor={sumOf('guaranteedMinor')}
        currency={currency}
        to={links.ahead('guaranteed')}
      >
        Until {last}
      </Figure>
      <Figure
        of="conditional"
        title="Conditional"
        minor={sumOf('conditionalMinor')}
        currency={currency}
        to={links.ahead('conditional')}
      >
        Until {last}, not guaranteed
      </Figure>
      <Figure
        of="fees"
        title="Fees"
        minor={sumOf('guaranteedFeesMinor')}
        currency={currency}
        to={links.ahead('guaranteed')}
      >
        On guaranteed money
        {conditionalFees !== 0 && `, and ${roundedMoney(conditionalFees, currency)} on conditional`}
      </Figure>
      <Figure of="late" title="Overdue" minor={overdue.minor} currency={currency} to={links.overdue}>
        {counted(overdue.count, 'payment')}, not in the forecast
      </Figure>
    </ul>
  )
}

/** Open payments that are in no month. */
function Apart({ forecast }: { forecast: FinanceForecast }) {
  const { id } = useOrganization()
  const { currency, undated, later, pastEstimate, months } = forecast
  const links = forecastLinks(id, forecast)
  const last = monthInWords(months.at(-1)?.month ?? '')
  const notes: { name: string; figure: Counted; to: string }[] = [
    ...(['guaranteed', 'conditional'] as const).flatMap((certainty: PaymentCertainty) => [
      { name: `without a date, ${certainty}`, figure: undated[certainty], to: links.undated(certainty) },
      { name: `after ${last}, ${certainty}`, figure: later[certainty], to: links.later(certainty) },
    ]),
    { name: 'conditional, past the estimated date', figure: pastEstimate, to: links.pastEstimate },
  ]
  const shown = notes.filter(({ figure }) => figure.count > 0)
  if (shown.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-xs text-grey max-md:gap-y-7 max-md:py-3.5">
      {shown.map(({ name, figure, to }) => (
        <Note key={name} name={`${counted(figure.count, 'payment')} ${name}`}>
          <Amount minor={figure.minor} currency={currency} to={to} />
        </Note>
      ))}
    </dl>
  )
}

function Choices({ forecast: { currency, currencies, direction, directions } }: { forecast: FinanceForecast }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  function change(changes: Record<string, string>) {
    const next = new URLSearchParams({ ...Object.fromEntries(search), ...changes })
    void navigate(`?${next}`, { preventScrollReset: true })
  }
  return (
    <div className="flex flex-wrap gap-2">
      {directions.length > 1 && (
        <Select aria-label="Direction" value={direction} onChange={({ target }) => change({ direction: target.value })}>
          {directions.map((one) => (
            <option key={one} value={one}>
              {paymentDirections[one]}
            </option>
          ))}
        </Select>
      )}
      {currencies.length > 1 && (
        <Select aria-label="Currency" value={currency} onChange={({ target }) => change({ currency: target.value })}>
          {currencies.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      )}
    </div>
  )
}
