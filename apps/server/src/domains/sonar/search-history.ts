import { Refusal } from '@sherpa/contracts/problem'
import { MOST_SEARCHES, type SearchHistory } from '@sherpa/contracts/sonar/answer'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { forgetNamesInViews, type Viewer } from '../views/views.ts'

/** A member's own questions. */
export function createSearchHistory(database: Database, clock: () => Date) {
  return {
    async list({ person, member }: Viewer): Promise<SearchHistory> {
      const rows = await rowsOf(database, ownSearches({ person, member }).limit(MOST_SEARCHES))
      return { searches: rows.map(({ askedAt, ...row }) => ({ ...row, askedAt: askedAt.toISOString() })) }
    },

    async record(viewer: Viewer, question: string) {
      const { person, member } = viewer
      const row = { organization_id: member.organization, user_id: person.id, question, asked_at: clock() }
      await inTransaction(database, async (client) => {
        await run(
          client,
          query
            .insertInto('searches')
            .values(row)
            .onConflict((same) =>
              same.columns(['organization_id', 'user_id', 'question']).doUpdateSet({ asked_at: row.asked_at }),
            ),
        )
        const older = ownSearches(viewer).clearSelect().select('s.id').offset(MOST_SEARCHES)
        await run(client, ofMember(viewer).where('id', 'in', older))
      })
    },

    async forget(viewer: Viewer, id: string) {
      if ((await run(database, ofMember(viewer).where('id', '=', id))) === 0) throw new Refusal('not-found')
    },

    async forgetAll(viewer: Viewer) {
      await run(database, ofMember(viewer))
    },
  }
}
export type Searches = ReturnType<typeof createSearchHistory>

const ownSearches = ({ person, member }: Viewer) =>
  query
    .selectFrom('searches as s')
    .select(['s.id', 's.question', 's.asked_at as askedAt'])
    .where('s.organization_id', '=', member.organization)
    .where('s.user_id', '=', person.id)
    .orderBy('s.asked_at', 'desc')
    .orderBy('s.id')

const ofMember = ({ person, member }: Viewer) =>
  query.deleteFrom('searches').where('organization_id', '=', member.organization).where('user_id', '=', person.id)

/**
 * Deletes the questions with one of the names, of all members. By whole words: this also deletes questions in which the
 * name is an ordinary word, and finds names that the member could not see.
 */
export async function forgetSearchesNaming(client: Queryable, organization: string, names: readonly string[]) {
  const naming = (column: string) => sql<boolean>`exists (select from unnest(${names}::text[]) as named_person
    cross join lateral (select trim(search_text(fold(named_person))) as words) named
    where named.words <> '' and ' ' || search_text(fold(${sql.ref(column)})) || ' ' like '% ' || named.words || ' %')`
  await run(client, query.deleteFrom('searches').where('organization_id', '=', organization).where(naming('question')))
  await forgetNamesInViews(client, organization, naming)
}
