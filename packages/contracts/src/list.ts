import * as z from 'zod/mini'
import { boundedString, line } from './text.ts'

/** Default page size. */
export const PAGE_ROWS = 50
const MOST_PAGE_ROWS = 100
const tooManyRows = `Ask for at most ${MOST_PAGE_ROWS} rows`
/** Totals are capped here, because counting further is slow. */
export const MOST_COUNTED = 10_000
/** Limit of `ids`. */
export const MOST_IDS = 100

/** Room for a hundred ids. */
const MOST_CHARACTERS = 8000

/** One value or several, separated by commas: `role=agent,coach`. */
export function severalOf<Choice extends z.ZodMiniType<unknown, string>>(choice: Choice, most = 20) {
  return z.pipe(
    boundedString(MOST_CHARACTERS),
    z.pipe(
      z.transform((text: string) => text.split(',')),
      z.array(choice).check(z.maxLength(most, `Name at most ${most}`)),
    ),
  )
}

type Sorted<Name extends string> = Name | `-${Name}`

/** The query of a list, with its sorts and filters. */
export function listQuery<const Name extends string, Filters extends z.core.$ZodLooseShape>(
  sorts: readonly Name[],
  filters: Filters,
) {
  const directions = sorts.flatMap((name) => [name, `-${name}`] as Sorted<Name>[])
  return z.strictObject({
    /** All words must match, ignoring accents and case. */
    search: z.optional(line(100)),
    /** Ascending, or descending with a minus sign; nulls last. With very many search results, sorted by the searched
     * column, prefix matches come first.
     */
    sort: z.optional(z.enum(directions)),
    /** The `next` of the previous page (keyset pagination); other parameters stay the same. */
    after: z.optional(boundedString(2000)),
    /** Only these rows, if they match: for live updates. */
    ids: z.optional(severalOf(boundedString(40).check(z.regex(/^[\w-]{1,40}$/)), MOST_IDS)),
    limit: z.optional(
      z.pipe(
        boundedString(10).check(z.regex(/^\d+$/, 'Enter a number')),
        z.pipe(z.transform(Number), z.number(tooManyRows).check(z.lte(MOST_PAGE_ROWS, tooManyRows))),
      ),
    ),
    ...filters,
  })
}

/** The common part of all list queries. */
export type ListQuery = {
  search?: string | undefined
  sort?: string | undefined
  after?: string | undefined
  ids?: string[] | undefined
  limit?: number | undefined
}

export const total = z.object({
  count: z.number(),
  /** False: there are more. */
  exact: z.boolean(),
})
export type Total = z.infer<typeof total>

export function listPage<Row extends z.ZodMiniType>(row: Row) {
  return z.object({
    rows: z.array(row),
    /** Cursor of the next page; null at the end. */
    next: z.nullable(z.string()),
    /** On the first page only. */
    total: z.nullable(total),
    /** No exact matches: these rows are similar. */
    similar: z.boolean(),
  })
}

export type ListPage<Row> = { rows: Row[]; next: string | null; total: Total | null; similar: boolean }

export function totalInWords({ count, exact }: Total) {
  return `${count.toLocaleString('en-US')}${exact ? '' : '+'}`
}
