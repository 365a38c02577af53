import { dealsApi } from '@sherpa/api-client/deals'
import { financesApi } from '@sherpa/api-client/finances'
import { type DealRow, dealKinds } from '@sherpa/contracts/deal'
import { paymentStates } from '@sherpa/contracts/deal-work'
import type { MoneyByDeal } from '@sherpa/contracts/finance'
import { totalInWords } from '@sherpa/contracts/list'
import { Panel } from '@sherpa/ui/panel'
import { type ComponentProps, useState } from 'react'
import { Link } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
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

/** Deals with their stage and, with permission, received, expected and overdue money. */
export function DealsOfRecord({
  whose,
  most,
  all = `deals?${new URLSearchParams(whose)}`,
  isPart = true,
  preset,
}: {
  whose: DealsOf
  most: number
  /** Where all deals are, below the organization. */
  all?: string
  /** Otherwise the tab has the count. */
  isPart?: boolean
  /** Chosen in a new deal. */
  preset: Pick<ComponentProps<typeof NewDealDialog>, 'athlete' | 'company'>
}) {
  const { id: organization, may } = useOrganization()
  const [isAdding, setAdding] = useState(false)
  const [deals, money] = useDealsOf(whose, most)
  const [page] = deals.currentData?.pages ?? []
  const rows: DealRow[] = page?.rows ?? []
  const seesMoney = may('money.view')
  if (!page || (rows.length === 0 && !may('deals.edit'))) return null
  return (
    <Panel
      title="Deals"
      {...(isPart && page.total && { count: page.total.count })}
      empty={rows.length === 0 && 'None yet'}
      actions={
        rows.length === 0 ? (
          <QuietButton name="Add deal" onClick={() => setAdding(true)}>
            Add
          </QuietButton>
        ) : (
          page.next &&
          page.total && (
            <Link to={`/organizations/${organization}/${all}`} className={sectionLinkClass}>
              All {totalInWords(page.total)}
            </Link>
          )
        )
      }
    >
      {rows.length > 0 && (
        <table className="deal-table two-lines deals-of-record -mt-4">
          <thead>
            <tr>
              <th scope="col">{'athlete' in whose ? 'Company' : 'Athlete'}</th>
              <th scope="col" className="stage">
                Stage
              </th>
              {seesMoney && (
                <>
                  <th scope="col" className="figure">
                    {paymentStates.received}
                  </th>
                  <th scope="col" className="figure">
                    {paymentStates.expected}
                  </th>
                  <th scope="col" className="figure">
                    {paymentStates.late}
                  </th>
                </>
              )}
              <th scope="col" className="figure">
                Next due
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((deal) => (
              <Row
                key={deal.id}
                deal={deal}
                party={'athlete' in whose ? 'company' : 'athlete'}
                money={seesMoney ? (money.currentData?.rows.filter((row) => row.deal === deal.id) ?? []) : undefined}
              />
            ))}
          </tbody>
          {seesMoney && rows.length > 1 && !page.next && <Totals money={money.currentData?.rows ?? []} />}
        </table>
      )}
      <NewDealDialog open={isAdding} {...preset} onClose={() => setAdding(false)} />
    </Panel>
  )
}

type Money = MoneyByDeal['rows']

function Row({ deal, party, money }: { deal: DealRow; party: 'athlete' | 'company'; money: Money | undefined }) {
  const { id: organization } = useOrganization()
  const { id, title, kind, stage, amount, nextDueOn, athlete, company } = deal
  const { name } = deal[party]
  const today = useToday()
  const isNamed = title !== `${athlete.name} × ${company.name}`
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
            {money && (
              <span className="narrow text-xs break-words text-grey">
                {moneyOnPhones(money, nextDueOn && nextDueOn >= today ? nextDueOn : null)}
              </span>
            )}
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
          <td className="figure wide text-error">{amountsOf(money, 'lateMinor')}</td>
        </>
      )}
      <td className="figure wide text-grey">{nextDueOn && <NextDue day={nextDueOn} today={today} />}</td>
    </tr>
  )
}

/** Such as "$24,000 received, next Nov 21". */
function moneyOnPhones(money: Money, nextDueOn: string | null) {
  const received = money
    .filter(({ receivedMinor }) => receivedMinor !== 0)
    .map(({ currency, receivedMinor }) => moneyInWords(receivedMinor, currency))
  return [
    received.length > 0 && `${received.join(' and ')} ${paymentStates.received.toLowerCase()}`,
    nextDueOn && `next ${shortCalendarDay(nextDueOn)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function Totals({ money }: { money: Money }) {
  return (
    <tfoot>
      <tr className="font-semibold text-ink">
        <th scope="row" colSpan={2}>
          Total
        </th>
        <td className="figure">{amountsOf(money, 'receivedMinor')}</td>
        <td className="figure">{amountsOf(money, 'expectedMinor')}</td>
        <td className="figure text-error">{amountsOf(money, 'lateMinor')}</td>
        <td />
      </tr>
    </tfoot>
  )
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
