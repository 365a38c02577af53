import type { Person } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import { namesOfMailToBilling } from './billing-mail.ts'

/**
 * Mail about billing goes to an owner who is still there, and so does what waits to be sent. Invoices keep who they are for, and
 * lose the person's address.
 */
export async function forgetBilling(client: Queryable, { email }: Person) {
  await client.query(
    `update billing_details b set billing_email = (
       select u.email from memberships m join users u on u.id = m.user_id
       where m.organization_id = b.organization_id and m.role = 'owner' order by m.created_at limit 1)
     where billing_email = $1`,
    [email],
  )
  await forgetAddress(client, email)
}

/** The same for an address that a person has given up for another. */
export async function moveBilling(client: Queryable, { from, to }: { from: string; to: string }) {
  await client.query('update billing_details set billing_email = $2 where billing_email = $1', [from, to])
  await forgetAddress(client, from)
}

async function forgetAddress(client: Queryable, email: string) {
  await client.query(
    `update outgoing_mail m set recipient = b.billing_email from billing_details b
     where m.recipient = $1 and m.status = 'queued' and m.kind = any($2)
       and m.details->>'organization' = b.organization_id::text and b.billing_email is not null`,
    [email, namesOfMailToBilling],
  )
  await client.query("delete from idempotency_keys where answer->>'billingEmail' = $1", [email])
  await client.query('update invoices set billing_email = null where billing_email = $1', [email])
}
