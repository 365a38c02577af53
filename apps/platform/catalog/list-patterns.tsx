import { type Member, membersQuery } from '@sherpa/contracts/organization'
import { Button } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type ReactNode, useState } from 'react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { useListAddress } from '../app/list/list-address.ts'
import type { ChoiceFilter } from '../app/list/list-filters.tsx'
import type { Column } from '../app/list/list-table.tsx'
import { ListView } from '../app/list/list-view.tsx'
import { useRecordPanel, WithRecordPanel } from '../app/list/record-panel.tsx'
import { MenuItem, RowMenu } from '../app/list/row-menu.tsx'
import { useSelection } from '../app/list/selection.ts'
import { barButtonClass, SelectionBar } from '../app/list/selection-bar.tsx'
import type { ListQueryResult, LoadedList } from '../app/list/use-list.ts'
import type { Specimens } from './specimen.tsx'

const members: Member[] = ['Amara Cole', 'Casey Lind', 'Émile Žák', 'Noor Rahimi', 'Theo Lind'].map((name, index) => ({
  id: `member-${index}`,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@agency.example`,
  role: index % 2 ? 'agent' : 'coach',
  joinedAt: '2026-01-15T10:00:00Z',
}))

const filters: ChoiceFilter[] = [{ name: 'role', label: 'Role', choices: { agent: 'Agent', coach: 'Coach' } }]

const columns: Column<Member>[] = [
  { id: 'name', head: 'Name', sort: 'name', shown: 'always', width: 'name', place: 'name', cell: ({ name }) => name },
  { id: 'email', head: 'Email', place: 'detail', cell: ({ email }) => email },
  {
    id: 'role',
    head: 'Role',
    place: 'state',
    cell: ({ role }) => <StatusBadge tone={role === 'agent' ? 'info' : 'quiet'}>{role}</StatusBadge>,
  },
]

const answered: ListQueryResult<Member> = {
  currentData: { pages: [], pageParams: [] },
  isError: false,
  isUninitialized: false,
  isFetching: false,
  isFetchingNextPage: false,
  hasNextPage: false,
  refetch: () => undefined,
  fetchNextPage: () => undefined,
}

function listOf(rows: Member[], more: Partial<LoadedList<Member>> = {}): LoadedList<Member> {
  return {
    query: answered,
    isOutdated: false,
    rows,
    gone: new Set(),
    waiting: 0,
    reload: async () => undefined,
    inView: { current: [] },
    total: { count: rows.length, exact: true },
    similar: false,
    ...more,
  }
}

const populated = listOf(members, { gone: new Set(['member-2']), waiting: 3 })

/** Each list has an address of its own. */
export const listPatterns: Specimens = {
  'List with filters, selection, row menu, new rows and a removed row': <OnItsOwn screen={<MembersList />} />,
  'List with the record beside it (wide windows)': (
    <OnItsOwn screen={<MembersWithRecord />} address="/?open=member-1" />
  ),
  'Empty list': <OnItsOwn screen={<MembersList list={listOf([])} />} />,
  'No match': <OnItsOwn screen={<MembersList list={listOf([])} />} address="/?search=Nobody" />,
  'Similar matches': (
    <OnItsOwn screen={<MembersList list={listOf(members.slice(3, 4), { similar: true })} />} address="/?search=Nour" />
  ),
  Loading: <OnItsOwn screen={<MembersList list={listOf([], { query: { ...answered, currentData: undefined } })} />} />,
  Failed: (
    <OnItsOwn
      screen={<MembersList list={listOf([], { query: { ...answered, currentData: undefined, isError: true } })} />}
    />
  ),
}

function OnItsOwn({ screen, address = '/' }: { screen: ReactNode; address?: string }) {
  const [router] = useState(() =>
    createMemoryRouter(
      [
        { path: '/', element: screen },
        { path: '/members/:member', element: <Link to="/">Narrow windows show the record on its own page</Link> },
      ],
      { initialEntries: [address] },
    ),
  )
  return <RouterProvider router={router} />
}

function MembersList({ list = populated }: { list?: LoadedList<Member> }) {
  const address = useListAddress(membersQuery)
  const selection = useSelection(list.rows.map(({ id }) => id))
  return (
    <>
      <ListView
        label="Members"
        searchLabel="Search members"
        filters={filters}
        list={list}
        address={address}
        columns={columns}
        nameOf={({ name }) => name}
        selection={selection}
        actions={({ name }) => (
          <RowMenu name={`Options for ${name}`}>
            <MenuItem onClick={() => undefined}>Change role</MenuItem>
            <MenuItem onClick={() => undefined}>Remove</MenuItem>
          </RowMenu>
        )}
        empty={<EmptyState title="No members yet" action={<Button size="small">Invite people</Button>} />}
        noMatch="No member matches"
      />
      <SelectionBar selection={selection}>
        <button type="button" className={barButtonClass}>
          <ToolIcon name="tag" /> Tag
        </button>
      </SelectionBar>
    </>
  )
}

const withRecord = listOf(members)

function MembersWithRecord() {
  const address = useListAddress(membersQuery)
  const panel = useRecordPanel((id) => `/members/${id}`)
  const [first, ...others] = columns as [Column<Member>, ...Column<Member>[]]
  return (
    <WithRecordPanel
      panel={panel}
      list={withRecord}
      label="Member"
      record={(id) => <p className="text-sm">{members.find((member) => member.id === id)?.email}</p>}
    >
      <ListView
        label="Members with record"
        list={withRecord}
        address={address}
        columns={[{ ...first, cell: ({ id, name }) => <Link {...panel.linkTo(id)}>{name}</Link> }, ...others]}
        nameOf={({ name }) => name}
        onOpen={({ id }) => panel.show(id)}
        opened={panel.id}
        empty={null}
        noMatch="No member matches"
      />
    </WithRecordPanel>
  )
}
