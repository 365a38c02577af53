import { type ListPage, type ListQuery, PAGE_ROWS } from '@sherpa/contracts/list'
import type { Queryable } from '../database.ts'
import type { Tables } from '../database-types.ts'
import { rowsOf } from '../queries.ts'
import { browsePage } from './browse-page.ts'
import { isAnyOf } from './column-values.ts'
import { decodeCursor } from './cursor.ts'
import type { List, PageRequest, SearchedColumn } from './list.ts'
import { containsAnywhere, containsWords } from './search.ts'
import { searchPage } from './search-page.ts'
import { filteredRows, semiJoinConditions, withConditions, withoutAlternatives } from './statements.ts'

/** Sort names of the contract match those of the list. */
type SortedQuery<Sort extends string> = Omit<ListQuery, 'sort'> & { sort?: Sort | `-${Sort}` | undefined }

/** One page of a list by keyset pagination: no duplicates or gaps under concurrent changes, constant cost per page. */
export async function listRows<Table extends keyof Tables & string, Row, Sort extends string>(
  database: Queryable,
  list: List<Table, Row, Sort>,
  { search = '', sort = list.sort, after, ids, limit = PAGE_ROWS }: SortedQuery<NoInfer<Sort>>,
): Promise<ListPage<Row>> {
  const by = list.sorts[sort.replace(/^-/, '') as Sort]
  const order = { sort, by, id: list.id, descending: sort.startsWith('-') }
  const position = after === undefined ? undefined : decodeCursor(after, order)
  const request = { database, list, order, position, pageSize: limit }
  const filtered = { ...request, list: withoutAlternatives(request.list) }
  if (ids) return pageOfIds(filtered, ids, search)
  if (!search || !list.search) return browsePage(request, filteredRows(request.list))
  return searchPage(filtered, list.search, search)
}

/** Rows with these ids that match the list, to refresh changed rows. */
async function pageOfIds<Row>({ database, list }: PageRequest<Row>, ids: string[], search: string) {
  const matches = (column: SearchedColumn) =>
    list.restricted ? containsAnywhere(column, search) : containsWords(list.table, column, search)
  const conditions = [
    isAnyOf(list.id, ids),
    ...semiJoinConditions(list),
    ...(search && list.search ? [matches(list.search)] : []),
  ]
  const rows = await rowsOf(database, withConditions(filteredRows(list), conditions).limit(ids.length))
  return { rows, next: null, total: null, similar: false }
}
