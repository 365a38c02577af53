import { type NoteReaders, usualReaders } from '@sherpa/contracts/athlete'
import type { Queryable } from '../../../persistence/database.ts'
import { memberNow } from '../../organizations/organizations.ts'
import { readableFor } from '../timeline.ts'

export type Importer = {
  id: string
  /** Audience of the notes of others that they read. */
  readable: NoteReaders[]
  /** Audience of the notes that they import. */
  readers: NoteReaders
}

/** Notes are compared and written with the permissions that the person has at this moment. */
export async function importerNow(client: Queryable, organization: string, id: string): Promise<Importer> {
  const member = await memberNow(client, organization, id)
  // For a person who has left: the narrow audience.
  if (!member) return { id, readable: [], readers: 'deals' }
  return { id, readable: readableFor(member.permissions), readers: usualReaders(member.permissions) }
}
