import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { isSameMailbox } from '../../persistence/mailbox.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { lockCompany, touchCompany } from './company-access.ts'

type Signer = { name: string; title: string | null; email: string }

/** Makes a signer by mailed link a contact of their company, so that reminders have an address. Locked, against doubles. */
export async function addSignerContact(
  client: Queryable,
  organization: string,
  company: string,
  { name, title, email }: Signer,
  now: Date,
) {
  const { name: companyName } = await lockCompany(client, organization, company)
  const ofCompany = query
    .selectFrom('company_contacts')
    .select(['id', 'title'])
    .where('organization_id', '=', organization)
    .where('company_id', '=', company)
  if (await rowOf(client, ofCompany.where(isSameMailbox('email', email)).limit(1))) return
  const isSamePerson = sql<boolean>`fold(name) = fold(${name}) and coalesce(email, '') = ''`
  const known = await rowOf(client, ofCompany.where(isSamePerson).orderBy('created_at').limit(1))
  if (known) {
    await run(
      client,
      query
        .updateTable('company_contacts')
        .set({ email, title: known.title ?? title })
        .where('organization_id', '=', organization)
        .where('id', '=', known.id),
    )
  } else {
    const contact = { organization_id: organization, id: newId(now.getTime()), company_id: company, name, title, email }
    await run(client, query.insertInto('company_contacts').values(contact))
  }
  await touchCompany(client, organization, company)
  await recordEvent(client, { event: 'company-changed', organization, details: companyName })
}
