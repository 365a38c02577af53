import { type ImportRecord, importStates, importsQuery } from '@sherpa/contracts/import'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { Link, useNavigate } from 'react-router'
import { Ago } from '../../data/moments.tsx'
import { stateOf } from '../../data/query-state.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useListAddress } from '../../list/list-address.ts'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useList } from '../../list/use-list.ts'
import { resultInWords, rowsInWords, stateTones } from './import-words.ts'
import type { Importable, Noun } from './importable.ts'

const columnsOf = (noun: Noun): Column<ImportRecord>[] => [
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
  { id: 'result', head: 'Result', place: 'detail', cell: (one) => resultInWords(one, noun) },
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

/** Earlier imports. */
export function ImportsList({ importable }: { importable: Importable }) {
  const { id: organization } = useOrganization()
  const navigate = useNavigate()
  const address = useListAddress(importsQuery)
  const list = useList(importable.imports, { organization, query: address.state }, 'imports')
  if (stateOf(list.query) === 'ready' && list.rows.length === 0) return null
  return (
    <Panel title="Imports">
      <ListView
        label="Imports"
        list={list}
        address={address}
        columns={columnsOf(importable.noun)}
        nameOf={({ name }) => name}
        onOpen={({ id }) => navigate(id)}
        empty={null}
        noMatch="No import matches"
      />
    </Panel>
  )
}
