import type { NoteReaders } from '@sherpa/contracts/athlete'
import type { Queryable } from '../persistence/database.ts'

/** Of a note: whose it is, and who reads it beside them. */
export type Audience = { readers: NoteReaders; author: string }

/** From here to the end of the transaction, changes are announced only to those who read the note (migration 0050). */
export async function announceTo(client: Queryable, audience: Audience) {
  await client.query("select set_config('app.audience', $1, true)", [JSON.stringify(audience)])
}
