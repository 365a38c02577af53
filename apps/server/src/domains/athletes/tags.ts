import type { AthleteTag, AthleteTagList } from '@sherpa/contracts/athlete'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { seenBy, seesAll, type Viewer } from './athlete-access.ts'

export const MOST_TAGS = 500

/** Words that athletes are marked with: each organization has its own. */
export function tags(database: Database) {
  return {
    /** Who sees only some athletes sees only the tags that those have. */
    async all(viewer: Viewer): Promise<AthleteTagList> {
      const { organization } = viewer.member
      const counted = sql<number>`(select count(*)::integer from athlete_tags x join athletes a
        on a.organization_id = x.organization_id and a.id = x.athlete_id
        where x.organization_id = t.organization_id and x.tag_id = t.id and a.removed_at is null and ${seenBy(viewer)})`
      const rows = await rowsOf(
        database,
        query
          .selectFrom('tags as t')
          .select(['t.id', 't.name', counted.as('athletes')])
          .where('t.organization_id', '=', organization)
          .orderBy('t.folded'),
      )
      return { tags: seesAll(viewer) ? rows : rows.filter(({ athletes }) => athletes > 0) }
    },

    async add(organization: string, name: string): Promise<AthleteTag> {
      const { count } = await oneRowOf(
        database,
        query
          .selectFrom('tags')
          .select(sql<number>`count(*)::integer`.as('count'))
          .where('organization_id', '=', organization),
      )
      if (count >= MOST_TAGS) {
        const message = 'You can add at most 500 tags. Remove one first'
        throw new Refusal('invalid-fields', { errors: [{ field: 'name', message }] })
      }
      // Whoever adds one that exists gets that one.
      return oneRowOf(
        database,
        query
          .insertInto('tags')
          .values({ organization_id: organization, name })
          .onConflict((conflict) =>
            conflict.columns(['organization_id', 'folded']).doUpdateSet({ name: sql<string>`tags.name` }),
          )
          .returning(['id', 'name']),
      )
    },

    async rename(organization: string, id: string, name: string) {
      const named = await rowOf(
        database,
        query
          .selectFrom('tags')
          .select('id')
          .where('organization_id', '=', organization)
          .where('folded', '=', sql<string>`fold(${name})`)
          .where('id', '<>', id),
      )
      if (named) {
        throw new Refusal('invalid-fields', {
          errors: [{ field: 'name', message: 'A tag with this name already exists' }],
        })
      }
      const renamed = await run(
        database,
        query.updateTable('tags').set({ name }).where('organization_id', '=', organization).where('id', '=', id),
      )
      if (renamed === 0) throw new Refusal('not-found')
    },

    async remove(organization: string, id: string) {
      const removed = await run(
        database,
        query.deleteFrom('tags').where('organization_id', '=', organization).where('id', '=', id),
      )
      if (removed === 0) throw new Refusal('not-found')
    },
  }
}
export type Tags = ReturnType<typeof tags>
