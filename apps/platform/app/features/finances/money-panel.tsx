import { financesApi } from '@sherpa/api-client/finances'
import type { Currency } from '@sherpa/contracts/currency'
import type { MoneySum } from '@sherpa/contracts/finance'
import type { Account } from '@sherpa/contracts/money'
import type { Role } from '@sherpa/contracts/organization'
import { Panel } from '@sherpa/ui/panel'
import type { ComponentProps } from 'react'
import { moneyInWords } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { Amount } from './amount.tsx'
import { CONTRACTED, entriesOf, type PaymentFilters, paymentsOf, receiptsOf } from './finance-address.ts'

/** What the head and the payments of a deal leave out, such as fees and expenses. */
export function MoneyOfDeal({ deal }: { deal: string }) {
  const { id: organization, may } = useOrganization()
  const { sums = [] } =
    financesApi.useMoneyOfDealQuery({ organization, deal }, { skip: !may('money.view') }).currentData ?? {}
  return sums.map((sum) => (
    <dl key={sum.currency} className="flex flex-wrap justify-end gap-x-6 gap-y-1 text-sm empty:hidden">
      <OtherFigures sum={sum} of={{ deal }} className="flex gap-1.5" />
    </dl>
  ))
}

export function MoneyOfAthlete({ athlete }: { athlete: string }) {
  const { id: organization, may } = useOrganization()
  const isShown = may('money.view') && may('deals.view')
  const money = financesApi.useMoneyOfAthleteQuery({ organization, athlete }, { skip: !isShown })
  if (!isShown || money.currentData?.sums.length === 0) return null
  return (
    <Panel title="All time">
      <Loaded query={money}>
        {({ sums }) => (
          <div className="flex flex-col gap-5">
            {sums.map((sum) => (
              <SumOfAthlete key={sum.currency} sum={sum} athlete={athlete} />
            ))}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

type Whose = { deal: string } | { athlete: string }

/** Athletes open their receipts: the ledger is the organization’s own. */
function entriesOrReceipts(
  organization: string,
  role: Role,
  { account, ...filters }: Whose & { account: Account; currency: Currency },
) {
  return role === 'athlete' ? receiptsOf(organization, filters) : entriesOf(organization, { account, ...filters })
}

/** Links of the figures in the head of a deal. */
export function figureLinksOfDeal(organization: string, role: Role, deal: string) {
  return (state: 'received' | 'expected' | 'late', currency: Currency) =>
    state === 'received'
      ? entriesOrReceipts(organization, role, { account: 'athlete-earnings', deal, currency })
      : paymentsOf(organization, { state, direction: 'incoming', currency, deal })
}

function SumOfAthlete({ sum, athlete }: { sum: MoneySum; athlete: string }) {
  const { id, role } = useOrganization()
  const { currency } = sum
  const payments = (state: PaymentFilters['state']) =>
    paymentsOf(id, { state, direction: 'incoming', currency, athlete })
  const received = entriesOrReceipts(id, role, { account: 'athlete-earnings', currency, athlete })
  // From tablets, the header has them.
  const inHead = 'md:hidden'
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-3 text-sm md:flex md:flex-wrap md:gap-x-10">
      <Figure name="Contracted" minor={sum.promisedMinor} currency={currency} to={payments(CONTRACTED)} />
      <Figure
        name="Received"
        minor={sum.receivedMinor}
        currency={currency}
        to={received}
        hidden={sum.receivedMinor === sum.receivedThisYearMinor ? inHead : ''}
      />
      <Figure name="Expected" minor={sum.expectedMinor} currency={currency} to={payments('expected')} hidden={inHead} />
      {sum.lateMinor !== 0 && (
        <Figure name="Overdue" minor={sum.lateMinor} currency={currency} to={payments('late')} hidden={inHead} isBad />
      )}
      <OtherFigures sum={sum} of={{ athlete }} />
    </dl>
  )
}

/** In kind, conditional, paid by the organization, fees and costs: those that are not zero. */
function OtherFigures({ sum, of, className }: { sum: MoneySum; of: Whose; className?: string }) {
  const { id, role } = useOrganization()
  const { currency, costs, outgoing } = sum
  const entries = (account: Account) => entriesOrReceipts(id, role, { account, currency, ...of })
  const payments = (state: PaymentFilters['state'], direction: 'incoming' | 'outgoing') =>
    paymentsOf(id, { state, direction, currency, ...of })
  const isAthlete = role === 'athlete'
  const figures: (Omit<ComponentProps<typeof Figure>, 'currency' | 'className'> | null)[] = [
    { name: 'Fees', minor: sum.feesMinor, to: entries('fees') },
    { name: 'Received in kind', minor: sum.inKindMinor, to: entries('in-kind-earnings') },
    { name: 'Conditional', minor: sum.conditionalMinor, to: payments('conditional', 'incoming') },
    outgoing && {
      name: isAthlete ? 'Paid to you by the organization' : 'Paid by you',
      minor: outgoing.paidMinor,
      to: isAthlete ? undefined : entriesOf(id, { account: 'owed-to-athletes', cause: 'payout', currency, ...of }),
    },
    outgoing && {
      name: isAthlete ? 'Overdue from the organization' : 'Overdue from you',
      minor: outgoing.lateMinor,
      to: payments('late', 'outgoing'),
      isBad: true,
    },
    costs && { name: 'Expenses', minor: costs.expensesMinor, to: entries('expenses') },
    costs && { name: 'Not yet recouped', minor: costs.unrecoupedMinor },
    costs && { name: 'Paid to athletes', minor: costs.athletePayMinor, to: entries('athlete-pay') },
  ]
  return figures.map(
    (figure) =>
      figure &&
      figure.minor !== 0 && <Figure key={figure.name} {...figure} currency={currency} className={className} />,
  )
}

function Figure({
  name,
  minor,
  currency,
  to,
  isBad = false,
  hidden = '',
  className = '',
}: {
  name: string
  minor: number
  currency: Currency
  to?: string | undefined
  /** Red unless it is zero. */
  isBad?: boolean
  /** The class that hides it. */
  hidden?: string
  className?: string | undefined
}) {
  return (
    <div className={`min-w-0 ${hidden} ${className}`}>
      <dt className={`text-grey ${className ? '' : 'text-xs'}`}>{name}</dt>
      <dd className={`font-semibold break-words tabular-nums ${isBad && minor !== 0 ? 'text-error' : 'text-ink'}`}>
        {to ? (
          <Amount minor={minor} currency={currency} to={to} format={moneyInWords} />
        ) : (
          moneyInWords(minor, currency)
        )}
      </dd>
    </div>
  )
}
