import { queueMail } from '../../mail/outbox.ts'
import type { Queryable } from '../../persistence/database.ts'
import { type SecurityChange, securityNoticeMail } from './account-mail.ts'

/** Tells the owner of an account by mail that something about its safety has changed: it may not have been them. */
export async function mailSecurityNotice(
  client: Queryable,
  { id, name, email }: { id: string; name: string; email: string },
  change: SecurityChange,
  more: { token?: string } = {},
) {
  await queueMail(client, securityNoticeMail, { recipient: email, person: id, details: { name, change, ...more } })
}
