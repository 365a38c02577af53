import { deskApi } from '@sherpa/api-client/desk'
import {
  type DemoState,
  type DeskFigures,
  type DeskRow,
  demoStates,
  deskQuery,
  promiseStates,
} from '@sherpa/contracts/desk'
import { totalInWords } from '@sherpa/contracts/list'
import { buttonClass } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Link, Navigate } from 'react-router'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { useAccount } from '../../frame/account-context.ts'
import { Avatar } from '../../frame/avatar.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { type ListAddress, useListAddress } from '../../list/list-address.ts'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import { type RecordPanelState, useRecordPanel, WithRecordPanel } from '../../list/record-panel.tsx'
import type { BuiltInView } from '../../list/saved-views.tsx'
import { useList } from '../../list/use-list.ts'
import { PromiseBadge } from './promise-badge.tsx'
import { RequestPanel } from './request-panel.tsx'
import { StateBadge } from './state-badge.tsx'
import { timeFilter } from './time-filter.tsx'
import { useNow } from './use-now.ts'
import { inOwnTime } from './visitor-time.ts'

const open: BuiltInView = {
  name: 'Open',
  address: 'state=requested,rescheduled&sort=due',
  none: 'No open requests',
}

/** Built-in views of the desk. */
function viewsFor(me: string, states: DeskFigures['states'] = []): BuiltInView[] {
  const count = (...counted: DemoState[]) =>
    states.length > 0
      ? states.filter(({ state }) => counted.includes(state)).reduce((sum, { count }) => sum + count, 0)
      : undefined
  return [
    { ...open, count: count('requested', 'rescheduled') },
    {
      name: 'Mine',
      address: `state=requested,rescheduled,confirmed&assignee=${me}&sort=due`,
      none: 'You have no requests',
    },
    {
      name: 'Scheduled',
      address: 'state=confirmed&sort=time',
      none: 'No scheduled demos',
      count: count('confirmed'),
    },
    { name: 'Done', address: 'state=held,no-show,canceled,rejected&sort=-created', none: 'No completed requests' },
    {
      name: 'Spam check',
      address: 'state=quarantined&sort=-created',
      none: 'Nothing to check',
      count: count('quarantined'),
    },
    { name: 'All', address: 'sort=-created', none: 'No demo requests yet' },
  ]
}

const columnsAt = (now: Date, { linkTo }: RecordPanelState): Column<DeskRow>[] => [
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
      <Link {...linkTo(id)} className="text-base font-medium text-ink hover:underline">
        {name || reference}
      </Link>
    ),
  },
  { id: 'company', head: 'Company', place: 'detail', from: 'desk', cell: ({ company }) => company },
  { id: 'email', head: 'Email', width: 'wide', shown: 'on-demand', cell: ({ email }) => email },
  { id: 'state', head: 'Status', width: 'badge', place: 'state', cell: ({ state }) => <StateBadge state={state} /> },
  {
    id: 'time',
    head: 'Demo',
    sort: 'time',
    width: 'badge',
    from: 'laptop',
    cell: ({ demoAt }) => inOwnTime(demoAt),
  },
  {
    id: 'assignee',
    head: 'Assignee',
    from: 'desk',
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

/** Opens the desk at its open requests. */
export function Component() {
  const address = useListAddress(deskQuery)
  return address.address === '' ? <Navigate to={`?${open.address}`} replace /> : <Desk address={address} />
}

/** The list of demo requests with a record panel. */
function Desk({ address }: { address: ListAddress }) {
  const { user } = useAccount()
  const now = useNow()
  const panel = useRecordPanel((id) => `/staff/desk/${id}`)
  const list = useList(deskApi.endpoints.deskRequests, { query: address.state }, 'requests')
  const figures = deskApi.useDeskFiguresQuery()
  const colleagues = deskApi.useDeskColleaguesQuery()
  const [exportRequests] = deskApi.useExportDeskRequestsMutation()
  const { busy, run } = useAction()
  const columns = columnsAt(now, panel)
  const names = colleagues.currentData?.colleagues.map(({ id, name }) => [id, name]) ?? []

  const download = () =>
    run(async () => {
      saveFile(await exportRequests({ query: address.state }).unwrap(), 'demo-requests.csv')
    }, 'Saved as demo-requests.csv.')

  return (
    <WithRecordPanel panel={panel} list={list} label="Request" record={(id) => <RequestPanel id={id} now={now} />}>
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
        <ListView
          searchLabel="Search requests"
          views="demo-requests"
          builtInViews={viewsFor(user.id, figures.currentData?.states)}
          filters={[
            { name: 'state', label: 'Status', choices: demoStates },
            { name: 'promise', label: 'Response', choices: promiseStates },
            { name: 'assignee', label: 'Assignee', choices: Object.fromEntries([['none', 'Unassigned'], ...names]) },
            timeFilter(address),
          ]}
          label="Demo requests"
          list={list}
          address={address}
          columns={columns}
          nameOf={({ name, reference }) => name || reference}
          onOpen={({ id }) => panel.show(id)}
          opened={panel.id}
          empty={<EmptyState title="No demo requests yet">New requests appear here.</EmptyState>}
          noMatch="No request matches"
        />
      </div>
    </WithRecordPanel>
  )
}

function figuresInWords(figures: { overdue: number; keptPercent: number | null } | undefined) {
  if (!figures) return undefined
  const kept =
    figures.keptPercent === null ? '' : ` Answered on time, last 30 days: ${Math.round(figures.keptPercent)}%.`
  return `${figures.overdue === 0 ? 'Nothing overdue.' : `${figures.overdue} overdue.`}${kept}`
}
