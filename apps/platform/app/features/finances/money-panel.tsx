import { financesApi } from '@sherpa/api-client/finances'
import type { Currency } from '@sherpa/contracts/currency'
import type { MoneySum } from '@sherpa/contracts/finance'
import type { Account } from '@sherpa/contracts/money'
import type { Role } from '@sherpa/contracts/organization'
import { Panel } from '@sherpa/ui/panel'
import type { ReactNode } from 'react'
import { moneyInWords } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { costsOf, ROI_FORMULA, roiInWords } from './breakdown-panels.tsx'
import { CONTRACTED, entriesOf, type PaymentFilters, paymentsOf, receiptsOf } from './finance-address.ts'
import { Amount } from './overview-parts.tsx'

export function MoneyOfDeal({ deal }: { deal: string }) {
  const { id: organization, may } = useOrganization()
  const money = financesApi.useMoneyOfDealQuery({ organization, deal }, { skip: !may('money.view') })
  if (!may('money.view') || money.currentData?.sums.length === 0) return null
  return (
    <Panel title="Money">
      <Loaded query={money}>{({ sums }) => <Sums sums={sums} of={{ deal }} />}</Loaded>
    </Panel>
  )
}

export function MoneyOfAthlete({ athlete }: { athlete: string }) {
  const { id: organization, may } = useOrganization()
  const isShown = may('money.view') && may('deals.view')
  const money = financesApi.useMoneyOfAthleteQuery({ organization, athlete }, { skip: !isShown })
  if (!isShown || money.currentData?.sums.length === 0) return null
  return (
    <Panel title="Money">
      <Loaded query={money}>{({ sums }) => <Sums sums={sums} of={{ athlete }} />}</Loaded>
    </Panel>
  )
}

type Whose = { deal: string } | { athlete: string }

function Sums({ sums, of }: { sums: MoneySum[]; of: Whose }) {
  const hasCosts = sums.some(({ costs }) => costs !== null)
  return (
    <div className="flex flex-col gap-5">
      {sums.map((sum) => (
        <OneCurrency key={sum.currency} sum={sum} of={of} />
      ))}
      <p className="text-xs text-grey">All time, by currency. {hasCosts && ROI_FORMULA}</p>
    </div>
  )
}

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

function OneCurrency({ sum, of }: { sum: MoneySum; of: Whose }) {
  const { id, role } = useOrganization()
  const { currency, costs, outgoing, feesMinor } = sum
  const entries = (account: Account) => entriesOrReceipts(id, role, { account, currency, ...of })
  const payments = (state: PaymentFilters['state'], direction: 'incoming' | 'outgoing' = 'incoming') =>
    paymentsOf(id, { state, direction, currency, ...of })
  const costsMinor = costs ? costsOf(costs) : 0
  const amount = (minor: number, to: string) => (
    <Amount minor={minor} currency={currency} to={to} format={moneyInWords} />
  )
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-3 text-sm md:grid-cols-4">
      {/* The head of a deal has the others. */}
      {'athlete' in of && (
        <>
          <Figure name="Contracted">{amount(sum.promisedMinor, payments(CONTRACTED))}</Figure>
          <Figure name="Received">{amount(sum.receivedMinor, entries('athlete-earnings'))}</Figure>
          <Figure name="Expected">{amount(sum.expectedMinor, payments('expected'))}</Figure>
          <Figure name="Overdue" isBad={sum.lateMinor > 0}>
            {amount(sum.lateMinor, payments('late'))}
          </Figure>
        </>
      )}
      {sum.inKindMinor !== 0 && (
        <Figure name="Received in kind">{amount(sum.inKindMinor, entries('in-kind-earnings'))}</Figure>
      )}
      {sum.conditionalMinor > 0 && (
        <Figure name="Conditional">{amount(sum.conditionalMinor, payments('conditional'))}</Figure>
      )}
      {outgoing && (
        <>
          <Figure name={role === 'athlete' ? 'Paid to you by the organization' : 'Paid by you'}>
            {role === 'athlete'
              ? moneyInWords(outgoing.paidMinor, currency)
              : amount(
                  outgoing.paidMinor,
                  entriesOf(id, { account: 'owed-to-athletes', cause: 'payout', currency, ...of }),
                )}
          </Figure>
          <Figure
            name={role === 'athlete' ? 'Overdue from the organization' : 'Overdue from you'}
            isBad={outgoing.lateMinor > 0}
          >
            {amount(outgoing.lateMinor, payments('late', 'outgoing'))}
          </Figure>
        </>
      )}
      <Figure name="Fees">{amount(feesMinor, entries('fees'))}</Figure>
      {costs && (
        <>
          <Figure name="Expenses">{amount(costs.expensesMinor, entries('expenses'))}</Figure>
          {costs.unrecoupedMinor !== 0 && (
            <Figure name="Not yet recouped">{moneyInWords(costs.unrecoupedMinor, currency)}</Figure>
          )}
          {costs.athletePayMinor !== 0 && (
            <Figure name="Paid to athletes">{amount(costs.athletePayMinor, entries('athlete-pay'))}</Figure>
          )}
          <Figure name="Return" isBad={feesMinor < costsMinor}>
            {moneyInWords(feesMinor - costsMinor, currency)}
          </Figure>
          <Figure name="ROI">{roiInWords(feesMinor, costsMinor)}</Figure>
        </>
      )}
    </dl>
  )
}

function Figure({ name, isBad = false, children }: { name: string; isBad?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-grey">{name}</dt>
      <dd className={`font-semibold break-words tabular-nums ${isBad ? 'text-error' : 'text-ink'}`}>{children}</dd>
    </div>
  )
}
