import type { Person } from '../http/access.ts'
import type { Queryable } from '../persistence/database.ts'

/** Invoices go to someone who is still there; what is in the books loses the address. */
export async function forgetBilling(client: Queryable, { email }: Person) {
  await client.query(
    `update subscriptions s set billing_email = coalesce(
       (select u.email from memberships m join users u on u.id = m.user_id
        where m.organisation_id = s.organisation_id and m.role = 'owner' order by m.created_at limit 1), 'nobody@sherpa.invalid')
     where billing_email = $1`,
    [email],
  )
  await client.query("delete from idempotency_keys where answer->>'billingEmail' = $1", [email])
  await client.query("update invoices set billing_email = 'nobody@sherpa.invalid' where billing_email = $1", [email])
}
