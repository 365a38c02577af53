import type { NoteReaders } from '@sherpa/contracts/contact-log'
import type { Queryable } from '../persistence/database.ts'

/** Author of a note, and who else reads it. */
export type Audience = { readers: NoteReaders; author: string }

/** Limits announcements in the rest of the transaction to readers of the note (migration 0050). Undefined: no limit. */
export async function announceTo(client: Queryable, audience: Audience | undefined) {
  await client.query("select set_config('app.audience', $1, true)", [audience ? JSON.stringify(audience) : ''])
}
