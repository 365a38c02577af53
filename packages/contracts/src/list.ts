import * as z from 'zod/mini'
import { boundedString, line } from './text.ts'

/** How many rows a page has, unless the caller asks for fewer or more. */
export const PAGE_ROWS = 50
const MOST_PAGE_ROWS = 100
const tooManyRows = `Ask for at most ${MOST_PAGE_ROWS} rows`
/** Rows are counted this far: beyond it nobody needs to know the exact number, and counting would take long. */
export const MOST_COUNTED = 10_000
/** How many rows may be asked for by their ids at once. */
export const MOST_IDS = 100

/** A hundred ids with their commas, and room to spare. */
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

/** What every list can be asked: a list names what it can be sorted by, and adds its filters. */
export function listQuery<const Name extends string, Filters extends z.core.$ZodLooseShape>(
  sorts: readonly Name[],
  filters: Filters,
) {
  const directions = sorts.flatMap((name) => [name, `-${name}`] as Sorted<Name>[])
  return z.strictObject({
    /** Words that a row must contain, all of them. Accents and capitals do not matter. */
    search: z.optional(line(100)),
    /**
     * Smallest first, or with a minus sign largest first. What is empty comes last. Of a great many rows that a search finds, sorted by
     * what is searched, those that begin with it come first.
     */
    sort: z.optional(z.enum(directions)),
    /** For the next page: the `next` of the page before, with everything else as it was. */
    after: z.optional(boundedString(2000)),
    /** Only these rows, as far as they are in the list: for those that have changed. */
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

/** What every list knows how to read, without its own filters. */
export type ListQuery = {
  search?: string | undefined
  sort?: string | undefined
  after?: string | undefined
  ids?: string[] | undefined
  limit?: number | undefined
}

export const total = z.object({
  count: z.number(),
  /** Otherwise there are more than that. */
  exact: z.boolean(),
})
export type Total = z.infer<typeof total>

export function listPage<Row extends z.ZodMiniType>(row: Row) {
  return z.object({
    rows: z.array(row),
    /** What the next page is asked for with; null at the end. */
    next: z.nullable(z.string()),
    /** How many rows there are in all: on the first page. */
    total: z.nullable(total),
    /** Nothing contains what was searched for: these are rows that contain something similar. */
    similar: z.boolean(),
  })
}

export type ListPage<Row> = { rows: Row[]; next: string | null; total: Total | null; similar: boolean }

export function totalInWords({ count, exact }: Total) {
  return `${count.toLocaleString('en-US')}${exact ? '' : '+'}`
}
