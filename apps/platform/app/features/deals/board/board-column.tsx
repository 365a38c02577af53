import { dealsApi } from '@sherpa/api-client/deals'
import { type DealRow, dealKinds } from '@sherpa/contracts/deal'
import { type DealStage, dealStages } from '@sherpa/contracts/deal-stage'
import { type Total, totalInWords } from '@sherpa/contracts/list'
import { useId } from 'react'
import { Link } from 'react-router'
import { moneyInWords, roundedMoney } from '../../../data/money.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { useToday } from '../../../frame/use-today.ts'
import type { ListState } from '../../../list/list-address.ts'
import { NextPage } from '../../../list/next-page.tsx'
import { useFirstPage } from '../../../list/use-first-page.ts'
import { namesOf } from '../deal-names.ts'
import { DealStageIcon } from '../deal-stage-badge.tsx'
import { NextDue } from '../next-due.tsx'
import { MoveMenu } from './move-menu.tsx'
import { useDraggable, useDropTarget } from './use-dragging.ts'

const CARDS_PER_PAGE = '20'

/** The deals of one stage: after signing by due date, so that late ones are on top; before, latest activity first. */
export function BoardColumn({
  stage,
  query,
  counted,
}: {
  stage: DealStage
  /** The board's filters. */
  query: ListState
  /** Undefined for very large results: the column then shows its own total. */
  counted: Total | undefined
}) {
  const id = useId()
  const { id: organization } = useOrganization()
  const deals = useFirstPage(
    dealsApi.endpoints.deals,
    { organization, query: { ...query, stage, sort: isInForce(stage) ? 'due' : '-active', limit: CARDS_PER_PAGE } },
    'deals',
  )
  const total = counted ?? deals.currentData?.pages[0]?.total
  const rows: DealRow[] = deals.currentData?.pages.flatMap((page) => page.rows) ?? []
  const { element, ...dropState } = useDropTarget(stage)
  return (
    <section ref={element} aria-labelledby={id} {...dropState}>
      <h2 id={id} className="flex items-center gap-1.5 border-b border-line pb-2 text-sm font-semibold text-ink">
        <DealStageIcon stage={stage} />
        {dealStages[stage]}
        {total && <span className="font-normal text-grey tabular-nums">{totalInWords(total)}</span>}
        {!deals.hasNextPage && <Sum rows={rows} />}
      </h2>
      <div className="board-cards">
        <Ready queries={[deals]}>
          {() => (
            <>
              <ul className="flex flex-col gap-2 py-2">
                {rows.map((deal) => (
                  <li key={deal.id}>
                    <Card deal={deal} />
                  </li>
                ))}
              </ul>
              {rows.length === 0 && <p className="py-1 text-sm text-grey">None</p>}
              {deals.hasNextPage && <NextPage query={deals} />}
            </>
          )}
        </Ready>
      </div>
    </section>
  )
}

const isInForce = (stage: DealStage) => stage === 'signed' || stage === 'active'

/** The value of a column, if it has one currency. */
function Sum({ rows }: { rows: readonly DealRow[] }) {
  const amounts = rows.flatMap(({ amount }) => amount ?? [])
  const [first] = amounts
  if (!first || amounts.some(({ currency }) => currency !== first.currency)) return null
  const minor = amounts.reduce((sum, amount) => sum + amount.minor, 0)
  return <span className="ml-auto font-normal text-grey tabular-nums">{roundedMoney(minor, first.currency)}</span>
}

function Card({ deal }: { deal: DealRow }) {
  const { id: organization, may } = useOrganization()
  const { id, kind, lead, amount, nextDueOn, nextDueTitle, amendment } = deal
  const { name, ownTitle } = namesOf(deal)
  const today = useToday()
  const mayMove = may('deals.edit')
  const card = useDraggable(deal, mayMove)
  return (
    <div
      ref={card}
      className="relative rounded-md border border-line bg-ground px-3 py-2.5 text-sm hover:border-line-strong"
    >
      <div className="flex items-start gap-2">
        <Link
          to={`/organizations/${organization}/deals/${id}`}
          // The card is dragged, not its link.
          draggable={false}
          // The link covers the card; the menu lies above it.
          className="min-w-0 flex-1 font-medium break-words text-ink after:absolute after:inset-0 after:rounded-md hover:underline"
        >
          {name}
        </Link>
        {mayMove && (
          <div className="relative z-1 -mt-1 -mr-1.5 max-md:-my-3">
            <MoveMenu deal={deal} />
          </div>
        )}
      </div>
      <p className="text-xs break-words text-grey">
        {[ownTitle, dealKinds[kind], lead?.name, amendment && 'amendment'].filter(Boolean).join(', ')}
      </p>
      {(amount || nextDueOn) && (
        <p className="mt-1 flex flex-col tabular-nums">
          {amount && <span className="font-medium text-ink">{moneyInWords(amount.minor, amount.currency)}</span>}
          {nextDueOn && (
            <span className="text-xs break-words text-slate">
              <NextDue day={nextDueOn} title={nextDueTitle} today={today} />
            </span>
          )}
        </p>
      )}
    </div>
  )
}
