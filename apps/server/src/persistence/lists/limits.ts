// A page should read fewer than 1,000 buffers (`npm run bench:lists`): most limits follow from that.

/** Search matches to look up and sort: each reads about one buffer. */
export const MAX_SORTED_MATCHES = 800

/** Ids to look up one by one: each descent of an index reads about four buffers. */
export const MAX_ID_LOOKUPS = 200

/** Maximum rows to sort in memory: their keys take about 2 MB, below PostgreSQL's default `work_mem` of 4 MB. */
export const MAX_SORTED_ROWS = 15_000

/** Index entries to scan in order before sorting all matches instead: a buffer holds 80 to 120 entries. */
export const MAX_SCANNED_ROWS = 80_000

/** Similar rows to show for a misspelled search: less similar ones are rarely the intended row. */
export const MAX_SIMILAR_ROWS = 20
