import type { AthleteTag, AthleteTagList } from '@sherpa/contracts/athlete'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { seenBy, seesAll, type Viewer } from './athlete-access.ts'

export const MAX_TAGS = 500

export function createTagService(database: Database) {
  return {
    /** Members with scope "assigned" see only tags of their athletes. */
    async list(viewer: Viewer): Promise<AthleteTagList> {
      const { organization } = viewer.member
      const athleteCount = sql<number>`(select count(*)::integer from athlete_tags x join athletes a
        on a.organization_id = x.organization_id and a.id = x.athlete_id
        where x.organization_id = t.organization_id and x.tag_id = t.id and a.removed_at is null and ${seenBy(viewer)})`
      const rows = await rowsOf(
        database,
        query
          .selectFrom('tags as t')
          .select(['t.id', 't.name', athleteCount.as('athletes')])
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
      if (count >= MAX_TAGS) {
        const message = 'You can add at most 500 tags. Remove one first'
        throw new Refusal('invalid-fields', { errors: [{ field: 'name', message }] })
      }
      // Returns an existing tag with the same name.
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
      const sameName = await rowOf(
        database,
        query
          .selectFrom('tags')
          .select('id')
          .where('organization_id', '=', organization)
          .where('folded', '=', sql<string>`fold(${name})`)
          .where('id', '<>', id),
      )
      if (sameName) {
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
export type Tags = ReturnType<typeof createTagService>
