import type { Person } from '../../http/access.ts'
import { enterOrganization, type Queryable } from '../../persistence/database.ts'
import { namesOfMailToBilling } from './billing-mail.ts'

/**
 * Mail about billing goes to an owner who is still there, and so does what waits to be sent. Invoices keep who they are for, and
 * lose the person's address.
 */
export async function forgetBilling(client: Queryable, { email }: Person) {
  await inEachOrganization(client, email, async (organization) => {
    await client.query(
      `update billing_details b set billing_email = (
         select u.email from memberships m join users u on u.id = m.user_id
         where m.organization_id = b.organization_id and m.role = 'owner' order by m.created_at limit 1)
       where organization_id = $1 and billing_email = $2`,
      [organization, email],
    )
  })
}

/** The same for an address that a person has given up for another. */
export async function moveBilling(client: Queryable, { from, to }: { from: string; to: string }) {
  await inEachOrganization(client, from, async (organization) => {
    await client.query(
      'update billing_details set billing_email = $3 where organization_id = $1 and billing_email = $2',
      [organization, from, to],
    )
  })
}

/** Changes every organization whose bills or invoices have the address, and takes it off what is kept. */
async function inEachOrganization(client: Queryable, email: string, change: (organization: string) => Promise<void>) {
  const { rows } = await client.query(
    `select organization_id as organization from all_billing_details where billing_email = $1
     union select organization_id from all_invoices where billing_email = $1 order by 1`,
    [email],
  )
  for (const { organization } of rows) {
    await enterOrganization(client, organization)
    await change(organization)
    await client.query(
      `update outgoing_mail m set recipient = b.billing_email from billing_details b
       where b.organization_id = $3 and m.recipient = $1 and m.status = 'queued' and m.kind = any($2)
         and m.details->>'organization' = $3::text and b.billing_email is not null`,
      [email, namesOfMailToBilling, organization],
    )
    await client.query('update invoices set billing_email = null where organization_id = $1 and billing_email = $2', [
      organization,
      email,
    ])
  }
  await client.query("delete from idempotency_keys where answer->>'billingEmail' = $1", [email])
}
