import { dealsApi } from '@sherpa/api-client/deals'
import { type DeliverableRow, deliverableStates, deliverablesQuery } from '@sherpa/contracts/deal-work'
import { Button } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { shortCalendarDay } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { type ListAddress, useIsAnswer, useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import type { BuiltInView } from '../../list/saved-views.tsx'
import { useFirstPage } from '../../list/use-first-page.ts'
import { useList } from '../../list/use-list.ts'
import { usePhone } from '../../list/use-phone.ts'
import { DeliverableStateBadge } from '../deals/deliverable-state-badge.tsx'
import { NextDue } from '../deals/next-due.tsx'
import { ProofDialog } from '../deals/record/proof-dialog.tsx'
import { RemindAthlete } from '../deals/record/remind-athlete.tsx'
import { CalendarHead } from './calendar-head.tsx'

const about = 'Posts and appearances of signed deals appear here by due date.'
const toDo: BuiltInView = { name: 'To do', address: 'state=planned,submitted,returned', none: 'Nothing to do', about }
const builtInViews = (overdue: number | undefined): BuiltInView[] => [
  toDo,
  {
    name: 'Overdue',
    address: 'late=yes',
    none: 'Nothing is overdue',
    ...(overdue && { count: overdue, isBad: true }),
  },
  { name: 'All', address: 'state=planned,submitted,returned,accepted', none: 'No deliverables yet', about },
]

/** Opens at what is to be done, overdue ones first; an answer of Sonar stays as it is. */
export function Component() {
  const address = useListAddress(deliverablesQuery)
  const isAnswer = useIsAnswer()
  const { state } = useLocation()
  if (address.address !== '' || isAnswer) return <Deliverables address={address} />
  return <Navigate to={{ search: toDo.address }} state={state} replace />
}

/** Athletes see their own deliverables and submit proof here. */
function Deliverables({ address }: { address: ListAddress }) {
  const { id: organization, role, may } = useOrganization()
  const today = useToday()
  const list = useList(dealsApi.endpoints.deliverables, { organization, query: address.state }, 'deliverables')
  const overdue = useFirstPage(
    dealsApi.endpoints.deliverables,
    { organization, query: { late: 'yes', limit: '1' } },
    'deliverables',
  ).currentData?.pages[0]?.total
  const [proving, setProving] = useState<DeliverableRow>()
  const navigate = useNavigate()
  const dealOf = ({ deal }: DeliverableRow) => `/organizations/${organization}/deals/${deal.id}`
  const isAthlete = role === 'athlete'
  const seesOthers = !isAthlete && may('athletes.all')
  const mayRemind = !isAthlete && may('deals.edit')
  // Two buttons take a line of their own on phones: only where all rows need them.
  const hasRoom = !usePhone() || address.state.late === 'yes'
  return (
    <>
      <ListView
        head={({ views }) => <CalendarHead title="Deliverables" count={list.total} views={views} />}
        views="deliverables"
        builtInViews={builtInViews(overdue?.count)}
        filters={seesOthers ? [states, mine] : [states]}
        label="Deliverables"
        list={list}
        address={address}
        columns={columnsFor(dealOf, isAthlete, today)}
        nameOf={({ title }) => title}
        onOpen={(row) => void navigate(dealOf(row))}
        actions={
          isAthlete || may('deals.edit')
            ? (row) => (
                <span className="flex justify-end gap-1.5">
                  {mayRemind && isOwed(row) && (
                    <RemindAthlete deliverable={row.id} name={`Remind ${row.athlete.name} of ${row.title}`}>
                      Remind
                    </RemindAthlete>
                  )}
                  {row.actions.includes('prove') && (hasRoom || !mayRemind || !isOwed(row)) && (
                    <Button look="secondary" size="small" onClick={() => setProving(row)}>
                      Add proof
                      <span className="sr-only"> of {row.title}</span>
                    </Button>
                  )}
                </span>
              )
            : undefined
        }
        actionsWidth={mayRemind && hasRoom ? 'buttons' : 'button'}
        empty={<EmptyState title="No deliverables yet">{about}</EmptyState>}
        noMatch="No deliverable matches"
      />
      {proving && <ProofDialog row={proving} open onClose={() => setProving(undefined)} />}
    </>
  )
}

/** A submitted proof waits for us, not for the athlete. */
const isOwed = ({ late, state }: DeliverableRow) => late && state !== 'submitted'

const states: ChoiceFilter = { name: 'state', label: 'Status', choices: deliverableStates }
const mine: ChoiceFilter = {
  name: 'athletes',
  label: 'Athletes',
  choices: { mine: 'My athletes' },
  most: 1,
}

function columnsFor(
  dealOf: (row: DeliverableRow) => string,
  isAthlete: boolean,
  today: string,
): Column<DeliverableRow>[] {
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
    {
      id: 'company',
      head: 'Company',
      place: 'detail',
      cell: ({ athlete, company }) => (
        <>
          {!isAthlete && <span className="md:hidden">{athlete.name}, </span>}
          {company.name}
        </>
      ),
    },
    {
      id: 'state',
      head: 'Status',
      width: 'badge',
      place: 'state',
      // The due day says how late it is. The column is left out where all are only planned.
      cell: (row) => row.state !== 'planned' && <DeliverableStateBadge row={{ ...row, late: false }} today={today} />,
    },
    {
      id: 'due',
      head: 'Due',
      sort: 'due',
      width: 'narrow',
      align: 'end',
      place: 'side',
      cell: (row) => {
        if (!row.dueOn) return 'No date'
        return isOwed(row) ? <NextDue day={row.dueOn} today={today} /> : shortCalendarDay(row.dueOn)
      },
    },
  ]
}

const athlete: Column<DeliverableRow> = {
  id: 'athlete',
  head: 'Athlete',
  cell: (row) => row.athlete.name,
}
