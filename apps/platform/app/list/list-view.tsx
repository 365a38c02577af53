import { Button } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import type { ComponentProps, ReactNode } from 'react'
import { ListTable } from './list-table.tsx'
import { ListToolbar, shownColumns } from './list-toolbar.tsx'
import type { Row } from './use-list.ts'

type ToolbarProps<OneRow extends Row> = ComponentProps<typeof ListToolbar<OneRow>>
type TableProps<OneRow extends Row> = ComponentProps<typeof ListTable<OneRow>>

/** A list with toolbar and rows. */
export function ListView<OneRow extends Row>({
  address,
  list,
  columns,
  searchLabel,
  filters,
  views,
  builtInViews,
  moreFilters,
  hidesToolbarWhenEmpty = false,
  noMatch,
  ...table
}: Pick<ToolbarProps<OneRow>, 'address' | 'list' | 'columns' | 'searchLabel' | 'filters' | 'views' | 'builtInViews'> &
  Omit<TableProps<OneRow>, 'nothingMatches'> & {
    /** Custom filters. */
    moreFilters?: ReactNode
    /** For a list embedded in a screen. */
    hidesToolbarWhenEmpty?: boolean
    /** Title of the empty state with filters, such as "No member matches". */
    noMatch: string
  }) {
  const shown = shownColumns(columns, address.columns)
  const builtIn = builtInViews?.find((view) => address.isAt(view.address))
  const hasToolbar = !hidesToolbarWhenEmpty || list.rows.length > 0 || address.isNarrowed
  return (
    <>
      {hasToolbar && (
        <ListToolbar
          address={address}
          list={list}
          searchLabel={searchLabel}
          filters={filters}
          views={views}
          builtInViews={builtInViews}
          columns={columns}
          shown={shown}
        >
          {moreFilters}
        </ListToolbar>
      )}
      {searchLabel && (
        <p role="status" className={list.similar ? 'text-sm text-grey' : 'sr-only'}>
          {list.similar && `No exact matches for “${address.state.search}”. Showing similar results.`}
        </p>
      )}
      <ListTable
        {...table}
        address={address}
        list={list}
        columns={shown}
        nothingMatches={
          <EmptyState
            title={builtIn?.none ?? noMatch}
            action={
              !builtIn && (
                <Button look="secondary" size="small" onClick={address.clear}>
                  Clear filters
                </Button>
              )
            }
          />
        }
      />
    </>
  )
}
