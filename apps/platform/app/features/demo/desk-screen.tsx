import { deskApi } from '@sherpa/api-client/desk'
import { type DeskRow, demoStates, deskQuery, promiseStates } from '@sherpa/contracts/desk'
import { totalInWords } from '@sherpa/contracts/list'
import { buttonClass } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Link, useNavigate } from 'react-router'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { useAccount } from '../../frame/account-context.ts'
import { Avatar } from '../../frame/avatar.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useListAddress } from '../../list/list-address.ts'
import { NothingMatches, SimilarNote } from '../../list/list-states.tsx'
import { type Column, ListTable } from '../../list/list-table.tsx'
import { ListToolbar, shownColumns } from '../../list/list-toolbar.tsx'
import { useList } from '../../list/use-list.ts'
import { PromiseBadge } from './promise-badge.tsx'
import { StateBadge } from './state-badge.tsx'
import { useNow } from './use-now.ts'
import { inOwnTime } from './visitor-time.ts'

/** The views that everyone at the desk needs: each is an address of the list. */
const viewsFor = (me: string) => [
  { name: 'Open', address: 'state=requested,rescheduled&sort=due' },
  { name: 'Mine', address: `state=requested,rescheduled,confirmed&assignee=${me}&sort=due` },
  { name: 'Scheduled', address: 'state=confirmed&sort=time' },
  { name: 'Done', address: 'state=held,no-show,canceled,rejected&sort=-created' },
  { name: 'Quarantined', address: 'state=quarantined&sort=-created' },
  { name: 'All', address: '' },
]

const columnsAt = (now: Date): Column<DeskRow>[] => [
  {
    id: 'answer',
    head: 'Answer by',
    sort: 'due',
    width: 'badge',
    place: 'side',
    cell: (request) => <PromiseBadge request={request} now={now} />,
  },
  {
    id: 'name',
    head: 'Request',
    shown: 'always',
    width: 'wide',
    place: 'name',
    cell: ({ id, name, reference }) => (
      <Link to={`/staff/desk/${id}`} className="text-base font-medium text-ink hover:underline">
        {name || reference}
      </Link>
    ),
  },
  { id: 'company', head: 'Company', place: 'detail', cell: ({ company }) => company },
  { id: 'email', head: 'Email', width: 'wide', shown: 'on-demand', cell: ({ email }) => email },
  { id: 'state', head: 'State', width: 'badge', place: 'state', cell: ({ state }) => <StateBadge state={state} /> },
  { id: 'time', head: 'Demo', sort: 'time', width: 'badge', cell: ({ demoAt }) => inOwnTime(demoAt) },
  {
    id: 'assignee',
    head: 'Assignee',
    cell: ({ assignee }) =>
      assignee && (
        <span className="flex items-center gap-2">
          <Avatar name={assignee.name} />
          <span className="truncate">{assignee.name}</span>
        </span>
      ),
  },
  { id: 'reference', head: 'Reference', shown: 'on-demand', cell: ({ reference }) => reference },
  {
    id: 'created',
    head: 'Requested',
    sort: 'created',
    shown: 'on-demand',
    cell: ({ createdAt }) => inOwnTime(createdAt),
  },
]

/** All demo requests, those that wait longest for an answer first. */
export function Component() {
  const { user } = useAccount()
  const navigate = useNavigate()
  const now = useNow()
  const address = useListAddress(deskQuery)
  const list = useList(deskApi.endpoints.deskRequests, { query: address.state }, 'requests')
  const figures = deskApi.useDeskFiguresQuery()
  const colleagues = deskApi.useDeskColleaguesQuery()
  const [exportRequests] = deskApi.useExportDeskRequestsMutation()
  const { busy, run } = useAction()
  const columns = columnsAt(now)
  const shown = shownColumns(columns, address.columns)
  const names = colleagues.currentData?.colleagues.map(({ id, name }) => [id, name]) ?? []

  const download = () =>
    run(async () => {
      const { ids: _, limit: __, after: ___, ...query } = address.state
      saveFile(await exportRequests({ query }).unwrap(), 'demo-requests.csv')
    })

  return (
    <>
      <ScreenHeading
        title="Demo requests"
        count={list.total && totalInWords(list.total)}
        lead={figuresInWords(figures.currentData)}
        actions={
          <button
            type="button"
            aria-disabled={busy}
            onClick={download}
            className={buttonClass({ look: 'secondary', size: 'small' })}
          >
            Export
          </button>
        }
      />
      <div className="flex flex-col gap-3">
        <nav aria-label="Views" className="list-tabs flex gap-5 overflow-x-auto border-b border-line">
          {viewsFor(user.id).map((view) => (
            <Link
              key={view.name}
              to={`?${view.address}`}
              aria-current={isSame(view.address, address.address) ? 'page' : undefined}
              className="-mb-px flex h-9 shrink-0 items-center border-b-2 border-transparent text-sm font-medium max-md:min-h-11 aria-[current]:border-ink aria-[current]:text-ink"
            >
              {view.name}
            </Link>
          ))}
        </nav>
        <ListToolbar
          address={address}
          list={list}
          searchLabel="Search requests"
          filters={[
            { name: 'state', label: 'State', choices: demoStates },
            { name: 'promise', label: 'Answer', choices: promiseStates },
            { name: 'assignee', label: 'Assignee', choices: Object.fromEntries([['none', 'Nobody'], ...names]) },
          ]}
          columns={columns}
          shown={shown}
        />
        <SimilarNote search={address.state.search} similar={list.similar} />
        <ListTable
          label="Demo requests"
          list={list}
          address={address}
          columns={shown}
          nameOf={({ name, reference }) => name || reference}
          onOpen={({ id }) => void navigate(`/staff/desk/${id}`)}
          empty={<EmptyState title="No demo requests yet">They appear here as soon as somebody asks.</EmptyState>}
          nothingMatches={<NothingMatches title="No request matches" address={address} />}
        />
      </div>
    </>
  )
}

function figuresInWords(figures: { overdue: number; keptPercent: number | null } | undefined) {
  if (!figures) return undefined
  const kept =
    figures.keptPercent === null ? '' : ` Answered on time, last 30 days: ${Math.round(figures.keptPercent)}%.`
  return `${figures.overdue === 0 ? 'Nothing is overdue.' : `${figures.overdue} overdue.`}${kept}`
}

/** The order of the parameters does not matter. */
function isSame(one: string, other: string) {
  const sorted = (address: string) => [...new URLSearchParams(address)].map(String).sort().join()
  return sorted(one) === sorted(other)
}
