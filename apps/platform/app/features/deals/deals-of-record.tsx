import { dealsApi } from '@sherpa/api-client/deals'
import { financesApi } from '@sherpa/api-client/finances'
import { type DealRow, dealKinds } from '@sherpa/contracts/deal'
import { paymentStates } from '@sherpa/contracts/deal-work'
import type { MoneyByDeal } from '@sherpa/contracts/finance'
import { totalInWords } from '@sherpa/contracts/list'
import { Panel } from '@sherpa/ui/panel'
import { type ComponentProps, useState } from 'react'
import { Link } from 'react-router'
import { moneyInWords } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Avatar } from '../../frame/avatar.tsx'
import { useToday } from '../../frame/use-today.ts'
import { useFirstPage } from '../../list/use-first-page.ts'
import { QuietButton } from '../athletes/record/panel-parts.tsx'
import { sectionLinkClass } from '../organizations/organization/section-link.ts'
import { DealStageBadge } from './deal-stage-badge.tsx'
import { NewDealDialog } from './new-deal-button.tsx'
import { NextDue } from './next-due.tsx'

/** The record whose deals are shown. */
export type DealsOf = { athlete: string } | { company: string }

/** The latest deals of a record, and their money. */
export function useDealsOf(whose: DealsOf, most: number) {
  const { id: organization, may } = useOrganization()
  const deals = useFirstPage(
    dealsApi.endpoints.deals,
    { organization, query: { ...whose, sort: '-active', limit: String(most) } },
    'deals',
    { skip: !may('deals.view') },
  )
  const ids = deals.currentData?.pages[0]?.rows.map(({ id }) => id) ?? []
  const money = financesApi.useMoneyByDealQuery(
    { organization, query: { deals: ids.join() } },
    { skip: !may('money.view') || ids.length === 0 },
  )
  return [deals, money] as const
}

/** Deals with their stage, what is due next and, with permission, received, expected and overdue money. */
export function DealsOfRecord({
  whose,
  most,
  all = `deals?${new URLSearchParams(whose)}`,
  isTab = false,
  preset,
}: {
  whose: DealsOf
  most: number
  /** Where all deals are, below the organization. */
  all?: string
  /** The tab is the heading, and has the count. */
  isTab?: boolean
  /** Chosen in a new deal. */
  preset: Pick<ComponentProps<typeof NewDealDialog>, 'athlete' | 'company'>
}) {
  const { id: organization, may } = useOrganization()
  const [isAdding, setAdding] = useState(false)
  const [deals, money] = useDealsOf(whose, most)
  const [page] = deals.currentData?.pages ?? []
  const rows: DealRow[] = page?.rows ?? []
  if (!page || (rows.length === 0 && !may('deals.edit'))) return null
  const allDeals = page.next && page.total && (
    <Link to={`/organizations/${organization}/${all}`} className={sectionLinkClass}>
      All {totalInWords(page.total)}
    </Link>
  )
  const table = rows.length > 0 && (
    <DealTable
      rows={rows}
      party={'athlete' in whose ? 'company' : 'athlete'}
      money={may('money.view') ? (money.currentData?.rows ?? []) : undefined}
    />
  )
  if (isTab && table) {
    return (
      <div className="flex flex-col gap-2 lg:-mt-5">
        {table}
        {allDeals}
      </div>
    )
  }
  return (
    <Panel
      title="Deals"
      {...(page.total && { count: page.total.count })}
      empty={rows.length === 0 && 'None yet'}
      actions={
        rows.length === 0 ? (
          <QuietButton name="Add deal" onClick={() => setAdding(true)}>
            Add
          </QuietButton>
        ) : (
          allDeals
        )
      }
    >
      {table && <div className="-mt-4">{table}</div>}
      <NewDealDialog open={isAdding} {...preset} onClose={() => setAdding(false)} />
    </Panel>
  )
}

type Money = MoneyByDeal['rows']
type Party = 'athlete' | 'company'

function DealTable({ rows, party, money }: { rows: DealRow[]; party: Party; money: Money | undefined }) {
  const hasLate = money?.some(({ lateMinor }) => lateMinor > 0) ?? false
  const hasDue = rows.some(({ nextDueOn }) => nextDueOn)
  return (
    <table className="deal-table two-lines deals-of-record" aria-label="Deals">
      <thead>
        <tr>
          <th scope="col">{party === 'company' ? 'Company' : 'Athlete'}</th>
          <th scope="col" className="stage">
            Stage
          </th>
          {money && (
            <>
              <th scope="col" className="figure">
                {paymentStates.received}
              </th>
              <th scope="col" className="figure">
                {paymentStates.expected}
              </th>
              {hasLate && (
                <th scope="col" className="figure">
                  {paymentStates.late}
                </th>
              )}
            </>
          )}
          {hasDue && (
            <th scope="col" className="due">
              Next due
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((deal) => (
          <Row
            key={deal.id}
            deal={deal}
            party={party}
            money={money?.filter((row) => row.deal === deal.id)}
            hasLate={hasLate}
            hasDue={hasDue}
          />
        ))}
      </tbody>
    </table>
  )
}

function Row({
  deal,
  party,
  money,
  hasLate,
  hasDue,
}: {
  deal: DealRow
  party: Party
  money: Money | undefined
  hasLate: boolean
  hasDue: boolean
}) {
  const { id: organization } = useOrganization()
  const { id, title, kind, stage, amount, nextDueOn, nextDueTitle, athlete, company } = deal
  const { name } = deal[party]
  const today = useToday()
  const isNamed = title !== `${athlete.name} × ${company.name}`
  const due = nextDueOn && <NextDue day={nextDueOn} title={nextDueTitle} today={today} />
  return (
    <tr>
      <td className="first-line">
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={name} size="regular" shape={party === 'company' ? 'organization' : 'person'} />
          <span className="min-w-0">
            <Link
              to={`/organizations/${organization}/deals/${id}`}
              className="touch-area block text-base font-medium break-words text-ink hover:underline"
            >
              {name}
            </Link>
            <span className="block text-xs break-words text-grey">
              {[isNamed && title, dealKinds[kind], amount && moneyInWords(amount.minor, amount.currency)]
                .filter(Boolean)
                .join(', ')}
            </span>
            {money && <span className="narrow text-xs break-words text-grey">{moneyOnPhones(money)}</span>}
            <span className="narrow text-xs break-words text-grey">{due}</span>
          </span>
        </span>
      </td>
      <td className="stage">
        <DealStageBadge stage={stage} />
        {money?.some(({ lateMinor }) => lateMinor > 0) && (
          <span className="narrow text-right text-xs text-error">
            {amountsOf(money, 'lateMinor')} {paymentStates.late.toLowerCase()}
          </span>
        )}
      </td>
      {money && (
        <>
          <td className="figure wide">{amountsOf(money, 'receivedMinor')}</td>
          <td className="figure wide">{amountsOf(money, 'expectedMinor')}</td>
          {hasLate && <td className="figure wide text-error">{amountsOf(money, 'lateMinor')}</td>}
        </>
      )}
      {hasDue && <td className="due wide text-grey">{due}</td>}
    </tr>
  )
}

/** Such as "$24,000 received, $24,000 expected". */
function moneyOnPhones(money: Money) {
  const inWords = (name: 'receivedMinor' | 'expectedMinor', state: string) => {
    const amounts = money.flatMap((row) => (row[name] === 0 ? [] : moneyInWords(row[name], row.currency)))
    return amounts.length > 0 && `${amounts.join(' and ')} ${state.toLowerCase()}`
  }
  return [inWords('receivedMinor', paymentStates.received), inWords('expectedMinor', paymentStates.expected)]
    .filter(Boolean)
    .join(', ')
}

/** One line per currency; a dash for nothing. */
function amountsOf(money: Money, name: 'receivedMinor' | 'expectedMinor' | 'lateMinor') {
  const byCurrency = Map.groupBy(money, ({ currency }) => currency)
  const sums = [...byCurrency].map(([currency, rows]) => ({
    currency,
    minor: rows.reduce((sum, row) => sum + row[name], 0),
  }))
  const some = sums.filter(({ minor }) => minor !== 0)
  if (some.length === 0) return <span className="text-grey">–</span>
  return some.map(({ currency, minor }) => (
    <span key={currency} className="block">
      {moneyInWords(minor, currency)}
    </span>
  ))
}
