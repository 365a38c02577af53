import type { NoteReaders } from '@sherpa/contracts/contact-log'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf } from '../../persistence/queries.ts'

/** The company of an entry, and who may read it. */
export function findCompanyEntry(client: Queryable, organization: string, entry: string) {
  return rowOf(
    client,
    query
      .selectFrom('company_timeline')
      .select(['company_id as company', 'readers', 'actor_id as author'])
      .where('organization_id', '=', organization)
      .where('id', '=', entry)
      .$castTo<{ company: string; readers: NoteReaders; author: string | null }>(),
  )
}
