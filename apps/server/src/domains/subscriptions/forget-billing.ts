import { sql } from 'kysely'
import type { Person } from '../../http/access.ts'
import { forgetAnswersWith } from '../../http/idempotency.ts'
import { redirectQueuedMail } from '../../mail/mail-queue.ts'
import { enterOrganization, type Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { publicMemberships } from '../organizations/organizations.ts'
import { namesOfMailToBilling } from './billing-mail.ts'

/** Redirects billing mail, also pending one, to a remaining owner, and removes the address from invoices. */
export async function forgetBilling(client: Queryable, { email }: Person) {
  await inEachOrganization(client, email, async (organization) => {
    const owner = query
      .selectFrom(publicMemberships.as('m'))
      .innerJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
      .select('u.email')
      .where('m.organization_id', '=', organization)
      .where('m.role', '=', 'owner')
      .orderBy('m.created_at')
      .limit(1)
    await run(client, updateBillingEmail(organization, email).set({ billing_email: owner }))
  })
}

/** The same after an email change. */
export async function moveBilling(client: Queryable, { from, to }: { from: string; to: string }) {
  await inEachOrganization(client, from, async (organization) => {
    await run(client, updateBillingEmail(organization, from).set({ billing_email: to }))
  })
}

/** The caller adds the new address. */
function updateBillingEmail(organization: string, email: string) {
  return query
    .updateTable('billing_details')
    .where('organization_id', '=', organization)
    .where('billing_email', '=', email)
}

/** Runs `change` in every organization that bills to the address. */
async function inEachOrganization(client: Queryable, email: string, change: (organization: string) => Promise<void>) {
  const selectByEmail = (table: 'all_billing_details' | 'all_invoices') =>
    query.selectFrom(table).select('organization_id as organization').where('billing_email', '=', email)
  const organizations = selectByEmail('all_billing_details')
    .union(selectByEmail('all_invoices'))
    .orderBy('organization')
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
