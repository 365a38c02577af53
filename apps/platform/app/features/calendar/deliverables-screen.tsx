import { dealsApi } from '@sherpa/api-client/deals'
import { type DeliverableRow, deliverableStates, deliverablesQuery } from '@sherpa/contracts/deal-work'
import { totalInWords } from '@sherpa/contracts/list'
import { Button } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import type { BuiltInView } from '../../list/saved-views.tsx'
import { useList } from '../../list/use-list.ts'
import { DeliverableStateBadge } from '../deals/deliverable-state-badge.tsx'
import { ProofDialog } from '../deals/record/proof-dialog.tsx'
import { CalendarTabs } from './calendar-tabs.tsx'

const builtInViews: BuiltInView[] = [
  { name: 'To do', address: 'state=planned,submitted,returned', none: 'Nothing to do' },
  { name: 'Overdue', address: 'late=yes', none: 'Nothing is overdue' },
  { name: 'All', address: '' },
]

/** Athletes see their own deliverables and submit proof here. */
export function Component() {
  const { id: organization, name, role, may } = useOrganization()
  const address = useListAddress(deliverablesQuery)
  const list = useList(dealsApi.endpoints.deliverables, { organization, query: address.state }, 'deliverables')
  const [proving, setProving] = useState<DeliverableRow>()
  const navigate = useNavigate()
  const dealOf = ({ deal }: DeliverableRow) => `/organizations/${organization}/deals/${deal.id}`
  const isAthlete = role === 'athlete'
  const seesOthers = !isAthlete && may('athletes.all')
  return (
    <>
      <ScreenHeading title="Deliverables" within={name} count={list.total && totalInWords(list.total)} />
      <div className="flex flex-col gap-3">
        <CalendarTabs />
        <ListView
          views="deliverables"
          builtInViews={builtInViews}
          filters={seesOthers ? [states, mine] : [states]}
          label="Deliverables"
          list={list}
          address={address}
          columns={columnsFor(dealOf, isAthlete)}
          nameOf={({ title }) => title}
          onOpen={(row) => void navigate(dealOf(row))}
          actions={
            isAthlete || may('deals.edit')
              ? (row) =>
                  row.actions.includes('prove') && (
                    <Button look="secondary" size="small" onClick={() => setProving(row)}>
                      Add proof
                      <span className="sr-only"> of {row.title}</span>
                    </Button>
                  )
              : undefined
          }
          actionsWidth="button"
          empty={
            <EmptyState title="No deliverables yet">
              Posts and appearances of signed deals appear here by due date.
            </EmptyState>
          }
          noMatch="No deliverable matches"
        />
      </div>
      {proving && <ProofDialog row={proving} open onClose={() => setProving(undefined)} />}
    </>
  )
}

const states: ChoiceFilter = { name: 'state', label: 'Status', choices: deliverableStates }
const mine: ChoiceFilter = {
  name: 'athletes',
  label: 'Athletes',
  choices: { mine: 'My athletes' },
  most: 1,
}

function columnsFor(dealOf: (row: DeliverableRow) => string, isAthlete: boolean): Column<DeliverableRow>[] {
  return [
    {
      id: 'title',
      head: 'Deliverable',
      shown: 'always',
      width: 'wide',
      place: 'name',
      cell: (row) => (
        <Link to={dealOf(row)} className="truncate text-base font-medium text-ink hover:underline">
          {row.title}
        </Link>
      ),
    },
    ...(isAthlete ? [] : [athlete]),
    { id: 'deal', head: 'Deal', width: 'medium', place: 'detail', cell: ({ deal }) => deal.title },
    {
      id: 'state',
      head: 'Status',
      width: 'badge',
      place: 'side',
      cell: (row) => <DeliverableStateBadge row={row} />,
    },
    {
      id: 'due',
      head: 'Due',
      sort: 'due',
      width: 'narrow',
      align: 'end',
      place: 'state',
      cell: ({ dueOn, late }) => (
        <span className={late ? 'font-medium text-error' : ''}>{dueOn ? shortCalendarDay(dueOn) : 'No date'}</span>
      ),
    },
  ]
}

const athlete: Column<DeliverableRow> = {
  id: 'athlete',
  head: 'Athlete',
  cell: (row) => row.athlete.name,
}
