import { sql } from 'kysely'
import type { Person } from '../../http/access.ts'
import { forgetAnswersWith } from '../../http/idempotency.ts'
import { redirectQueuedMail } from '../../mail/mail-queue.ts'
import { enterOrganization, type Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import { memberFacts } from '../organizations/organizations.ts'
import { namesOfMailToBilling } from './billing-mail.ts'

/**
 * Mail about billing goes to an owner who is still there, and so does what waits to be sent. Invoices keep who they are for, and
 * lose the person's address.
 */
export async function forgetBilling(client: Queryable, { email }: Person) {
  await inEachOrganization(client, email, async (organization) => {
    const owner = query
      .selectFrom(memberFacts.as('m'))
      .innerJoin(userFacts.as('u'), 'u.id', 'm.user_id')
      .select('u.email')
      .where('m.organization_id', '=', organization)
      .where('m.role', '=', 'owner')
      .orderBy('m.created_at')
      .limit(1)
    await run(client, updateBilledAt(organization, email).set({ billing_email: owner }))
  })
}

/** The same for an address that a person has given up for another. */
export async function moveBilling(client: Queryable, { from, to }: { from: string; to: string }) {
  await inEachOrganization(client, from, async (organization) => {
    await run(client, updateBilledAt(organization, from).set({ billing_email: to }))
  })
}

/** To be completed with the new address. */
function updateBilledAt(organization: string, email: string) {
  return query
    .updateTable('billing_details')
    .where('organization_id', '=', organization)
    .where('billing_email', '=', email)
}

/** Changes every organization whose bills or invoices have the address, and takes it off what is kept. */
async function inEachOrganization(client: Queryable, email: string, change: (organization: string) => Promise<void>) {
  const withAddress = (table: 'all_billing_details' | 'all_invoices') =>
    query.selectFrom(table).select('organization_id as organization').where('billing_email', '=', email)
  const organizations = withAddress('all_billing_details').union(withAddress('all_invoices')).orderBy('organization')
  for (const { organization } of await rowsOf(client, organizations)) {
    await enterOrganization(client, organization)
    await change(organization)
    await redirectQueuedMail(client, {
      organization,
      kinds: namesOfMailToBilling,
      from: email,
      to: sql`(select billing_email from billing_details where organization_id = ${organization})`,
    })
    await run(
      client,
      query
        .updateTable('invoices')
        .set({ billing_email: null })
        .where('organization_id', '=', organization)
        .where('billing_email', '=', email),
    )
  }
  await forgetAnswersWith(client, email)
}
