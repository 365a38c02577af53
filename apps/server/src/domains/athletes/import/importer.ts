import { type NoteReaders, usualReaders } from '@sherpa/contracts/athlete'
import type { Queryable } from '../../../persistence/database.ts'
import { findMember } from '../../organizations/organizations.ts'
import { listReadableAudiences } from '../timeline.ts'

export type Importer = {
  id: string
  /** Audiences of notes that the importer may read. */
  readable: NoteReaders[]
  /** Audience of imported notes. */
  readers: NoteReaders
}

/** Uses the importer's current permissions. */
export async function loadImporter(client: Queryable, organization: string, id: string): Promise<Importer> {
  const member = await findMember(client, organization, id)
  // A former member gets the narrower audience.
  if (!member) return { id, readable: [], readers: 'deals' }
  return { id, readable: listReadableAudiences(member.permissions), readers: usualReaders(member.permissions) }
}
