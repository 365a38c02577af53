import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../database.ts'
import { oneRowOf, query } from '../queries.ts'
import { MAX_SORTED_MATCHES } from './limits.ts'
import type { Condition, SearchedColumn } from './list.ts'

/** Sorts after every text with the same prefix. */
const HIGHEST_CODE_POINT = '\u{10FFFF}'

/** All words of a search, anywhere: independent of other rows, unlike `containsWords` and `find_…`. */
export const containsAnywhere = ({ column }: Pick<SearchedColumn, 'column'>, search: string) =>
  sql<boolean>`${sql.ref(column)} like all (search_patterns(${search}))`

/** All words of a search as prefixes of words. */
export const beginsWords = ({ column }: SearchedColumn, search: string) =>
  sql<boolean>`search_text(${sql.ref(column)}) like all (array(select '% ' || trim(search_text(word)) || '%'
    from unnest(string_to_array(fold(${search}), ' ')) word where trim(search_text(word)) <> ''))`

/** Rows that have all words of a search. With an index, a word matches as a prefix, or within words where no word has that prefix. */
export function containsWords(
  table: string,
  { column, indexed }: SearchedColumn,
  search: string,
  patterns: RawBuilder<unknown> = sql`(select (${sql.ref(`search_of_${table}`)}(${search})).patterns)::text[]`,
) {
  const containsText = containsAnywhere({ column }, search)
  if (!indexed) return containsText
  return sql<boolean>`${containsText} and search_text(${sql.ref(column)}) like all (${patterns})`
}

/** The folded search, its patterns, and an upper bound of its matches. */
export function estimateMatches(database: Queryable, table: string, search: string) {
  const expected = sql<number>`${sql.ref(`expected_${table}`)}(${search})::integer`
  const patterns = sql<string[]>`(${sql.ref(`search_of_${table}`)}(${search})).patterns`
  const folded = sql<string>`fold(${search})`
  return oneRowOf(database, query.selectNoFrom([folded.as('folded'), expected.as('expected'), patterns.as('patterns')]))
}

/** The search index has entries for words of two letters or more. */
export const hasTwoLetters = (folded: string) => /[^ !-/:-@[-`{-~]{2}/u.test(folded)

/** Whether a search matches few enough rows to read them all. */
export async function isSelective(database: Queryable, table: string, search: string) {
  const { folded, expected } = await estimateMatches(database, table, search)
  return hasTwoLetters(folded) && expected <= MAX_SORTED_MATCHES
}

/** Lower and upper bound of texts with this prefix. */
export function prefixBounds({ column }: SearchedColumn, prefix: string): [Condition, Condition] {
  const searched = sql.ref(column)
  return [sql`${searched} >= ${` ${prefix}`}`, sql`${searched} < ${` ${prefix}${HIGHEST_CODE_POINT}`}`]
}
