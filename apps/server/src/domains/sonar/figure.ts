import type { Currency } from '@sherpa/contracts/currency'
import { addDays } from '@sherpa/contracts/days'
import { type FinanceOverview, monthAfter, type OverviewQuery } from '@sherpa/contracts/finance'
import { ownValue } from '@sherpa/contracts/own-value'
import type { SonarFigure } from '@sherpa/contracts/sonar/answer'
import { figureNames } from '@sherpa/contracts/sonar/vocabulary/figures'

type Figure = {
  minor: (overview: FinanceOverview) => number
  /** The list of its entries, and its filters. */
  entries: (overview: FinanceOverview) => [screen: 'ledger' | 'payments', filters: Record<string, string>]
  /** As of today, whatever the period. */
  isOfToday?: true
}

const booked = (account: string, minor: Figure['minor']): Figure => ({
  minor,
  entries: ({ from, until }) => ['ledger', { account, from, until }],
})
const open = (filters: Record<string, string>, minor: Figure['minor']): Figure => ({
  minor,
  entries: () => ['payments', { direction: 'incoming', form: 'money', ...filters }],
  isOfToday: true,
})

const figures: Readonly<Record<string, Figure>> = {
  feesMinor: booked('fees', ({ feesMinor }) => feesMinor),
  received: booked('athlete-earnings', ({ received }) => received.minor),
  inKind: booked('in-kind-earnings', ({ inKind }) => inKind.minor),
  expensesMinor: booked('expenses', ({ expensesMinor }) => expensesMinor),
  outgoing: booked('athlete-pay', ({ outgoing }) => outgoing?.paidMinor ?? 0),
  expected: {
    minor: ({ expected }) => expected.minor,
    entries: ({ from, until, today }) => [
      'payments',
      {
        direction: 'incoming',
        form: 'money',
        state: 'expected',
        from: `${from}-01` > today ? `${from}-01` : today,
        until: addDays(`${monthAfter(until, 1)}-01`, -1),
      },
    ],
  },
  late: open({ state: 'late' }, ({ late }) => late.minor),
  conditional: open({ state: 'conditional' }, ({ conditional }) => conditional.minor),
  undated: open({ state: 'expected', due: 'undated' }, ({ undated }) => undated.minor),
}

/** The sum in each currency that has one. Nothing is converted. */
export async function figureOf(
  organization: string,
  id: string,
  query: OverviewQuery,
  load: (query: OverviewQuery) => Promise<FinanceOverview>,
): Promise<SonarFigure | null> {
  const figure = ownValue(figures, id)
  if (!figure) return null
  const own = await load(query)
  const others: Currency[] = query.currency ? [] : own.currencies.filter((currency) => currency !== own.currency)
  const overviews = [own, ...(await Promise.all(others.map((currency) => load({ ...query, currency }))))]
  const sums = overviews.map((overview) => {
    const [screen, filters] = figure.entries(overview)
    const { currency } = overview
    const entries = `/organizations/${organization}/finances/${screen}?${new URLSearchParams({ ...filters, currency })}`
    return { currency, minor: figure.minor(overview), entries }
  })
  return {
    name: ownValue(figureNames, id) ?? id,
    from: figure.isOfToday ? null : own.from,
    until: figure.isOfToday ? null : own.until,
    sums: sums.filter(({ currency, minor }) => currency === own.currency || minor !== 0),
  }
}
