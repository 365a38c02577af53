import { queueMail } from '../../mail/outbox.ts'
import type { Queryable } from '../../persistence/database.ts'
import { type SecurityChange, securityNoticeMail } from './account-mail.ts'

/** Notifies the account holder of a security change that may not be their own. */
export async function mailSecurityNotice(
  client: Queryable,
  { id, name, email }: { id: string; name: string; email: string },
  change: SecurityChange,
  more: { token?: string } = {},
) {
  await queueMail(client, securityNoticeMail, { recipient: email, person: id, details: { name, change, ...more } })
}
