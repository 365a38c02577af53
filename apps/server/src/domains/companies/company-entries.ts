import type { NoteReaders } from '@sherpa/contracts/contact-log'
import type { Queryable } from '../../persistence/database.ts'
import { rowOf } from '../../persistence/queries.ts'
import { selectEntries } from '../contact-log/contact-log.ts'
import type { Viewer } from './company-access.ts'

export const companyLogTables = {
  table: 'company_timeline',
  recordColumn: 'company_id',
  contactsTable: 'company_contacts',
} as const

/** The company and readers of an entry, if the viewer may read it. */
export async function findCompanyEntry(client: Queryable, viewer: Viewer, entry: string) {
  if (viewer.member.role === 'athlete') return undefined
  return rowOf(
    client,
    selectEntries(companyLogTables, viewer)
      .clearSelect()
      .select(['t.company_id as company', 't.readers'])
      .where('t.id', '=', entry)
      .$castTo<{ company: string; readers: NoteReaders }>(),
  )
}
