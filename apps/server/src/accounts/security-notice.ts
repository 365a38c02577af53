import { queueMail } from '../mail/outbox.ts'
import type { SecurityChange } from '../mail/platform-mail.ts'
import type { Database } from '../persistence/database.ts'

/** Tells the owner of an account by mail that something about its safety has changed: it may not have been them. */
export async function mailSecurityNotice(
  database: Database,
  { name, email }: { name: string; email: string },
  change: SecurityChange,
) {
  await queueMail(database, { kind: 'security-notice', recipient: email, details: { name, change } })
}
