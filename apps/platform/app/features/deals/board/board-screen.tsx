import { dealsApi } from '@sherpa/api-client/deals'
import { dealsQuery } from '@sherpa/contracts/deal'
import { allDealStages, type DealStage } from '@sherpa/contracts/deal-stage'
import { type Total, totalInWords } from '@sherpa/contracts/list'
import { Button } from '@sherpa/ui/button'
import { useState } from 'react'
import { useAccount, useOrganization } from '../../../frame/account-context.ts'
import { useListAddress } from '../../../list/list-address.ts'
import { ListFilters } from '../../../list/list-filters.tsx'
import { SearchField } from '../../../list/list-toolbar.tsx'
import { MenuItem } from '../../../list/row-menu.tsx'
import { usePhone } from '../../../list/use-phone.ts'
import { useColleagues } from '../../athletes/use-colleagues.ts'
import { dealFilters } from '../deal-filters.tsx'
import { DealsHead } from '../deals-head.tsx'
import { BoardColumn } from './board-column.tsx'
import { DropBar } from './drop-bar.tsx'
import { type AskedMove, MoveDialog } from './move-dialog.tsx'
import { DraggedDeal, useDraggedDeal } from './use-dragging.ts'

const open: readonly DealStage[] = ['draft', 'in-review', 'approved', 'signed', 'active']
const closed = allDealStages.filter((stage) => !open.includes(stage))

/** Deals by stage. Closed stages are hidden by default. */
export function Component() {
  const { user } = useAccount()
  const { id: organization, may } = useOrganization()
  const isPhone = usePhone()
  const address = useListAddress(dealsQuery)
  const colleagues = useColleagues()
  const [showsClosed, setShowsClosed] = useState(false)
  const [asked, setAsked] = useState<AskedMove>()
  const dragged = useDraggedDeal((deal, target) => setAsked({ deal, target }))
  const { stage: _, sort: _sort, ...filters } = address.state
  const counts = dealsApi.useDealCountsQuery({ organization, query: filters })
  const countOf = (stage: DealStage): Total | undefined => {
    const { count = null, exact = false } = counts.currentData?.stages.find((one) => one.stage === stage) ?? {}
    return count === null ? undefined : { count, exact }
  }
  const closedCount = sumOf(closed.map(countOf))
  const toggleClosed = () => setShowsClosed(!showsClosed)
  const closedLabel = `${showsClosed ? 'Hide' : 'Show'} closed${closedCount.count > 0 ? ` (${totalInWords(closedCount)})` : ''}`
  return (
    <DraggedDeal value={dragged}>
      <div className="flex flex-col gap-3 max-md:gap-2">
        <DealsHead
          address={address}
          layout="board"
          menu={isPhone && <MenuItem onClick={toggleClosed}>{closedLabel}</MenuItem>}
        />
        <div className="flex flex-wrap items-center gap-2">
          <SearchField address={address} label="Search deals" />
          <ListFilters
            filters={dealFilters({ colleagues, me: user.id, rows: [], address, seesMoney: may('money.view') }, 'board')}
            address={address}
            isFolded={isPhone}
          />
          {!isPhone && (
            <Button look="secondary" size="small" aria-pressed={showsClosed} onClick={toggleClosed} className="ml-auto">
              {closedLabel}
            </Button>
          )}
        </div>
        <div className="board">
          {[...open, ...(showsClosed ? closed : [])].map((stage) => (
            <BoardColumn key={stage} stage={stage} query={filters} counted={countOf(stage)} />
          ))}
        </div>
      </div>
      {!showsClosed && <DropBar stages={closed} />}
      <MoveDialog asked={asked} onClose={() => setAsked(undefined)} />
    </DraggedDeal>
  )
}

function sumOf(totals: readonly (Total | undefined)[]): Total {
  const known = totals.filter((total) => total !== undefined)
  return { count: known.reduce((sum, { count }) => sum + count, 0), exact: known.every(({ exact }) => exact) }
}
