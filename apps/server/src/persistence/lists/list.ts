import type { RawBuilder, Selectable, SelectQueryBuilder } from 'kysely'
import type { Queryable } from '../database.ts'
import type { Tables } from '../database-types.ts'

type ColumnType = 'text' | 'timestamptz' | 'bigint' | 'integer' | 'date' | 'uuid'

/** `folded`: sorted without case and accents, by an index on `fold(column)`. */
export type Column = { column: string; type: ColumnType; nullable?: true; folded?: true }

/** Table, view, or function that returns some of its rows. */
export type Source<Table extends keyof Tables> = RawBuilder<Selectable<Tables[Table]>>

// biome-ignore lint/suspicious/noExplicitAny: the exact type is irrelevant here and slow to check.
export type Statement<Row> = SelectQueryBuilder<any, any, Row>

export type Condition = RawBuilder<boolean>

/** The searched column, with a search index (`make_searchable` in migration 0017) or without. */
export type SearchedColumn = { column: string; indexed?: true }

/** A list of any table, as the strategies see it. */
export type AnyList<Row> = {
  table: string
  /** All rows of the list. Use only `left join`, because counting omits joins. */
  rows: (source: RawBuilder<never>) => Statement<Row>
  /** Conditions on what the viewer may see, if `rows` has none. */
  scope?: readonly Condition[]
  /** Conditions on columns that the index of every sort includes: skipped rows are never read. */
  filters?: readonly Condition[]
  /** Filters by other tables: subqueries that select ids. A row must be in all of them. */
  semiJoins?: readonly RawBuilder<{ id: string }>[]
  /** A semi-join may match most rows of the table, as a range does. */
  mayBeDense?: boolean
  /** Alternative conditions (OR), each with an index in the order of the list. */
  anyOf?: readonly Condition[]
  /** `rows` has conditions of its own, for example on what the viewer may see. */
  restricted?: boolean
  /** Column with a range filter. In another order its rows may be far down the index. */
  rangeColumn?: string | undefined
  id: Column
  /** The index of each sort covers all columns: reading a row needs no second lookup. */
  coveringIndex?: true
  /** Skips the total, where counting costs as much as the page. */
  withoutTotal?: true
  search?: SearchedColumn
}

export type List<Table extends keyof Tables & string, Row, Sort extends string> = Omit<
  AnyList<Row>,
  'table' | 'rows'
> & {
  table: Table
  rows: (source: Source<Table>) => Statement<Row>
  /** By the names in the contract. The id breaks ties. */
  sorts: Record<Sort, Column>
  sort: NoInfer<Sort | `-${Sort}`>
}

export type Order = { sort: string; by: Column; id: Column; descending: boolean }

/** Sort value and id of the last row of the previous page. */
type Position = { value: string | null; id: string }

/** The position, and whether the search was broad: later pages use the same strategy. */
export type Cursor = Position & { broad: boolean }

export type WithPosition<Row> = Row & { positionValue: string | null; positionId: string }

export type PageRequest<Row> = {
  database: Queryable
  list: AnyList<Row>
  order: Order
  position: Cursor | undefined
  pageSize: number
}

/** Rows to read: a part of the list after a position. */
export type Range<Row> = Omit<PageRequest<Row>, 'position' | 'pageSize'> & {
  position: Position | undefined
  maxRows: number
}
