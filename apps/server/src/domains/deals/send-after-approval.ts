import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowsOf } from '../../persistence/queries.ts'
import { publicCompanyContacts, requireCompany } from '../companies/companies.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import type { LockedDeal, Viewer } from './deal-access.ts'
import type { SendLink } from './deal-links.ts'
import { isInsider } from './issue-link.ts'
import { findMemberOf, tellResponsible } from './responsible.ts'
import type { Version } from './versions.ts'

/** By a setting, the approval sends the company its link, if it has one possible recipient. Else the lead is told. */
export function createSendAfterApproval(sendLink: SendLink) {
  return async function sendAfterApproval(client: Queryable, viewer: Viewer, deal: LockedDeal, version: Version) {
    const { organization_id: organization } = deal
    const { send_after_approval } = await oneRowOf(
      client,
      query.selectFrom(publicOrganizations.as('o')).select('send_after_approval').where('id', '=', organization),
    )
    if (!send_after_approval || (await requireCompany(client, organization, version.company_id)).isSelf) return
    const [recipient, ...others] = await findRecipients(client, organization, version)
    const isSent = recipient && others.length === 0 && (await send(client, viewer, deal, version, recipient))
    if (!isSent) await tellResponsible(client, organization, deal, 'link-not-sent')
  }

  /** In the name of the lead. A refusal, such as a limit of mail, must not stop the approval. */
  async function send(client: Queryable, viewer: Viewer, deal: LockedDeal, version: Version, recipient: Recipient) {
    const sender = await findMemberOf(client, deal.organization_id, deal.lead_id ?? viewer.person.id)
    if (!sender) return false
    await client.query('savepoint link')
    try {
      const link = { purpose: 'signature' as const, number: version.number, ...recipient }
      await sendLink(client, { ...viewer, sender }, deal, link)
      await client.query('release savepoint link')
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await client.query('rollback to savepoint link')
      return false
    }
  }
}
export type SendAfterApproval = ReturnType<typeof createSendAfterApproval>

type Recipient = { name: string; title: string | null; email: string }

/** The contact in the terms, else those of the company, without people of the organization. */
async function findRecipients(client: Queryable, organization: string, { company_id, terms: { payor } }: Version) {
  const contacts = payor?.email
    ? [{ ...payor, email: payor.email }]
    : await rowsOf(
        client,
        query
          .selectFrom(publicCompanyContacts.as('k'))
          .select(['name', 'title', 'email'])
          .where('organization_id', '=', organization)
          .where('company_id', '=', company_id)
          .where('email', '<>', '')
          .$narrowType<{ email: string }>(),
      )
  const outsiders: Recipient[] = []
  for (const contact of contacts) {
    if (!(await isInsider(client, organization, contact.email))) outsiders.push(contact)
  }
  return outsiders
}
