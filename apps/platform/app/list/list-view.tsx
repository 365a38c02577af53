import { Button } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import type { ComponentProps, ReactNode } from 'react'
import { stateOf } from '../data/query-state.ts'
import { failureOf, withFieldErrors } from '../forms/failure.ts'
import { ListTable } from './list-table.tsx'
import { ListToolbar, shownColumns } from './list-toolbar.tsx'
import { SavedViews } from './saved-views.tsx'
import type { Row } from './use-list.ts'
import { usePhone } from './use-phone.ts'

type ToolbarProps<OneRow extends Row> = ComponentProps<typeof ListToolbar<OneRow>>
type TableProps<OneRow extends Row> = ComponentProps<typeof ListTable<OneRow>>
type ViewsProps = ComponentProps<typeof SavedViews>

/** A list with views, toolbar and rows. */
export function ListView<OneRow extends Row>({
  head,
  address,
  list,
  columns,
  searchLabel,
  filters,
  views,
  builtInViews,
  noMatch,
  phoneAction,
  isHeadLoading = false,
  ...table
}: Pick<ToolbarProps<OneRow>, 'address' | 'list' | 'columns' | 'searchLabel' | 'filters'> &
  Omit<TableProps<OneRow>, 'nothingMatches'> & {
    /** The title and actions above. On phones it places the tabs of the views; an empty list needs no tools. */
    head?: (parts: { views: ReactNode; isEmpty: boolean }) => ReactNode
    /** The name of the list, if it has saved views. */
    views?: ViewsProps['list'] | undefined
    /** Defaults to the whole list. */
    builtInViews?: ViewsProps['builtIn']
    /** Title of the empty state with filters, such as "No member matches". */
    noMatch: string
    /** Something in the head may still push the list down. */
    isHeadLoading?: boolean
    /** The main action beside the search, on phones. */
    phoneAction?: ReactNode
  }) {
  const isPhone = usePhone()
  const shown = shownColumns(columns, address.columns, list.rows)
  const builtIn = builtInViews?.find((view) => address.isAt(view.address))
  const isEmpty = stateOf(list.query) === 'ready' && list.rows.length === 0 && (!address.isNarrowed || !!builtIn)

  const failure = failureOf(list.query.error)
  // Trying again would be refused again.
  const isRefused = stateOf(list.query) === 'failed' && failure.fields.size > 0
  const clearFilters = (
    <Button
      look="secondary"
      size="small"
      onClick={isRefused && failure.fields.has('sort') ? address.clearWithSort : address.clear}
    >
      Clear filters
    </Button>
  )

  // A single tab of an empty list leads nowhere.
  const hasTabs = !isEmpty || builtInViews !== undefined
  const tabsInHead = head !== undefined && isPhone
  const parts = (tabs?: ReactNode, saving?: ReactNode, isWaiting = false) => {
    const isShown = !isWaiting && !isHeadLoading
    return (
      <div className="flex flex-col gap-3 max-md:gap-2">
        {head?.({ views: (tabsInHead && hasTabs && tabs) || undefined, isEmpty })}
        {!tabsInHead && hasTabs && tabs}
        {!isEmpty && isShown && (
          <ListToolbar
            address={address}
            list={list}
            searchLabel={searchLabel}
            filters={filters}
            columns={columns}
            shown={shown}
            isBuiltIn={builtIn !== undefined}
            saving={saving}
            phoneAction={phoneAction}
          />
        )}
        {searchLabel && (
          <p role="status" className={list.similar ? 'text-sm text-grey' : 'sr-only'}>
            {list.similar && `No exact matches for “${address.state.search}”. Showing similar results.`}
          </p>
        )}
        {isRefused ? (
          <EmptyState title={withFieldErrors(failure)} action={clearFilters} />
        ) : (
          isShown && (
            <ListTable
              {...table}
              address={address}
              list={list}
              columns={shown}
              nothingMatches={
                <EmptyState title={builtIn?.none ?? noMatch} action={!builtIn && clearFilters}>
                  {builtIn?.about}
                </EmptyState>
              }
            />
          )
        )}
      </div>
    )
  }

  if (!views) return parts()
  return (
    <SavedViews list={views} address={address} builtIn={builtInViews} total={list.total} isInHead={tabsInHead}>
      {parts}
    </SavedViews>
  )
}
