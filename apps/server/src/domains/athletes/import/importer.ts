import { type NoteReaders, usualReaders } from '@sherpa/contracts/contact-log'
import type { Queryable } from '../../../persistence/database.ts'
import { listReadableAudiences } from '../../contact-log/contact-log.ts'
import { findMember } from '../../organizations/organizations.ts'

export type Importer = {
  id: string
  /** Sees birth dates and email addresses of athletes. */
  sensitive: boolean
  /** Audiences of notes that the importer may read. */
  readable: NoteReaders[]
  /** Audience of imported notes. */
  readers: NoteReaders
}

/** Uses the importer's current permissions. */
export async function loadImporter(client: Queryable, organization: string, id: string): Promise<Importer> {
  const member = await findMember(client, organization, id)
  // A former member gets the narrower audience.
  if (!member) return { id, sensitive: false, readable: [], readers: 'deals' }
  const { permissions } = member
  return {
    id,
    sensitive: permissions.includes('athletes.sensitive'),
    readable: listReadableAudiences(permissions),
    readers: usualReaders(permissions),
  }
}
