import type {
  ColumnTargets,
  CommonColumn,
  CommonFindings,
  CommonRow,
  ImportEdits,
  ImportedFile,
  ImportRowFilter,
  NewImportQuery,
} from '@sherpa/contracts/import'
import { useMemo } from 'react'
import { useOrganization } from '../../frame/account-context.ts'
import type { ListEndpoint } from '../../list/use-list.ts'
import { useAppDispatch } from '../../store.ts'

/** Meanings by column index and lower-case value. */
export type Meanings = Record<string, Record<string, string>>

/** An import of anything. */
export type AnyImport = ImportedFile & {
  columns: CommonColumn[]
  mapping: ColumnTargets & { values: Meanings }
  findings: CommonFindings | null
}

export type Noun = { one: string; many: string }

type Pages<Row> = {
  data?: { pages: { rows: Row[] }[] } | undefined
  isError: boolean
  error?: unknown
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: () => unknown
}

type Calls = {
  upload: (body: Blob, query: NewImportQuery) => Promise<{ id: string }>
  discard: (id: string) => Promise<unknown>
  check: (id: string) => Promise<unknown>
  cancel: (id: string) => Promise<unknown>
  undo: (id: string) => Promise<unknown>
  edit: (id: string, body: ImportEdits) => Promise<unknown>
  /** The address of the file. */
  failedRows: (id: string) => Promise<string>
}

/** What can be imported: its words, calls and rows. */
export type Importable<Row extends CommonRow = CommonRow> = {
  noun: Noun
  /** The address of its imports, below the organization's. */
  path: string
  /** Targets of columns that identify a row. Problems of no column are shown there. */
  nameTargets: readonly unknown[]
  imports: ListEndpoint
  callsOf: (dispatch: ReturnType<typeof useAppDispatch>, organization: string) => Calls
  /** Without outcome: all rows. */
  useRows: (id: string, outcome?: ImportRowFilter) => Pages<Row>
  /** Why a row without problems is not imported. */
  reasonsOf(row: Row): string[]
}

/** Results of calls are not kept in the store. */
export const untracked = { track: false }

export function useImportCalls({ callsOf }: Importable) {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  return useMemo(() => callsOf(dispatch, organization), [callsOf, dispatch, organization])
}

/** The address of the imports of the current organization. */
export const useImportsAddress = ({ path }: Importable) => `/organizations/${useOrganization().id}/${path}`
