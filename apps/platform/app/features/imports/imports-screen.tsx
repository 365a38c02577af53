import { athleteImportsApi } from '@sherpa/api-client/athlete-imports'
import { type ImportRecord, importStates, importsQuery } from '@sherpa/contracts/import'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { Link, useNavigate } from 'react-router'
import { Ago } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { NotForYou } from '../../frame/not-for-you.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useListAddress } from '../../list/list-address.ts'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useList } from '../../list/use-list.ts'
import { resultInWords, rowsInWords, stateTones } from './import-words.ts'
import { UploadPanel } from './upload-panel.tsx'

/** Starts an import, and lists earlier ones. */
export function Component() {
  const { name, may } = useOrganization()
  if (!may('athletes.all')) {
    return (
      <NotForYou title="You don’t have access">
        Only people who can see all athletes of {name} can import athletes. An owner can change what your role can do.
      </NotForYou>
    )
  }
  return (
    <>
      <ScreenHeading
        title="Import athletes"
        within={name}
        lead="Upload your spreadsheet as is. You see a preview before anything changes, and you can undo an import for 30 days."
      />
      <UploadPanel />
      <Panel title="Imports">
        <ImportsList />
      </Panel>
    </>
  )
}

const columns: Column<ImportRecord>[] = [
  {
    id: 'name',
    head: 'File',
    shown: 'always',
    width: 'name',
    place: 'name',
    cell: ({ id, name }) => (
      <Link to={id} className="text-base font-medium text-ink hover:underline">
        {name}
      </Link>
    ),
  },
  {
    id: 'state',
    head: 'Status',
    place: 'state',
    cell: ({ state, failed }) => (
      <StatusBadge tone={failed ? 'warning' : stateTones[state]}>{failed ? 'Failed' : importStates[state]}</StatusBadge>
    ),
  },
  { id: 'result', head: 'Result', place: 'detail', cell: (one) => resultInWords(one) },
  { id: 'rows', head: 'Rows', width: 'narrow', align: 'end', cell: ({ rows }) => rowsInWords(rows) },
  { id: 'by', head: 'By', cell: ({ createdBy }) => createdBy?.name ?? 'Someone' },
  {
    id: 'created',
    head: 'Uploaded',
    sort: 'created',
    width: 'narrow',
    align: 'end',
    place: 'side',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
]

function ImportsList() {
  const { id: organization } = useOrganization()
  const navigate = useNavigate()
  const address = useListAddress(importsQuery)
  const list = useList(athleteImportsApi.endpoints.imports, { organization, query: address.state }, 'imports')
  return (
    <ListView
      label="Imports"
      list={list}
      address={address}
      columns={columns}
      nameOf={({ name }) => name}
      onOpen={({ id }) => navigate(id)}
      hidesToolbarWhenEmpty
      empty={<EmptyState title="No imports yet" />}
      noMatch="No import matches"
    />
  )
}
