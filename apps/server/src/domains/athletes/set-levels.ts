import { type Level, levels } from '@sherpa/contracts/athlete'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { run } from '../../persistence/queries.ts'
import type { Viewer } from './athlete-access.ts'
import { addChanges } from './timeline.ts'

/** Sets unknown levels of locked athletes. The caller checks access and records the event. */
export async function setLevels(client: Queryable, viewer: Viewer, athletes: ReadonlyMap<string, Level>) {
  if (athletes.size === 0) return
  await run(
    client,
    sql`update athletes a set level = x.level, version = version + 1, last_active_at = now()
      from unnest(${[...athletes.keys()]}::uuid[], ${[...athletes.values()]}::text[]) as x (id, level)
      where a.organization_id = ${viewer.member.organization} and a.id = x.id`,
  )
  const changed = [...athletes].map(([athlete, level]) => ({
    athlete,
    changes: [{ field: 'level', before: null, after: levels[level] }],
  }))
  await addChanges(client, viewer, changed)
}
