import { MOST_COUNTED } from '@sherpa/contracts/list'

// A page should read fewer than 1,000 buffers (`npm run bench:lists`): most limits follow from that.

/** Search matches to look up and sort: each reads about one buffer. */
export const MAX_SORTED_MATCHES = 800

/** Ids to look up one by one: each descent of an index reads about four buffers. */
export const MAX_ID_LOOKUPS = 200

/** Maximum rows to sort in memory, as many as are counted: their keys take about 1.5 MB, below the default `work_mem`. */
export const MAX_SORTED_ROWS = MOST_COUNTED

/** Index entries to scan in order before sorting all matches instead: a buffer holds 80 to 120 entries. */
export const MAX_SCANNED_ROWS = 80_000

/** Entries of the order in which a dense filter by another table fills a page: each probe reads about four buffers. */
export const MAX_PROBED_ROWS = 600

/** First entries to probe, and matches among them from which probing reads less than collecting all ids. */
export const DENSITY_SAMPLE = { rows: 40, matches: 5 }

/** Similar rows to show for a misspelled search: less similar ones are rarely the intended row. */
export const MAX_SIMILAR_ROWS = 20

/** Word similarity of a similar row, as in `similar_…` functions. */
export const LEAST_SIMILARITY = 0.4
