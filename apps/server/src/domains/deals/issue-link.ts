import { spokenDay } from '@sherpa/contracts/days'
import type { LinkPurpose } from '@sherpa/contracts/deal'
import { LINK_DAYS } from '@sherpa/contracts/deal-link'
import { Refusal } from '@sherpa/contracts/problem'
import { enqueue } from '../../jobs/enqueue.ts'
import { hashOfLinkToken, newLinkToken } from '../../mail/link-token.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, run } from '../../persistence/queries.ts'
import { isMailboxOfAthlete } from '../athletes/athletes.ts'
import { requireCompany } from '../companies/companies.ts'
import { isMailboxOfMember, publicOrganizations, todayIn } from '../organizations/organizations.ts'
import type { LockedDeal } from './deal-access.ts'
import { drawDocumentJob } from './document-job.ts'
import { loadFrozenNames } from './frozen-names.ts'
import { requirePossible } from './life-cycle.ts'
import { pageLinkMail, signatureLinkMail } from './link-mail.ts'
import { endOfDeal, isPageExpired } from './link-rows.ts'
import { loadValidSignatures, requireSigners } from './request-signatures.ts'
import { loadVersion } from './versions.ts'

const DAY_MS = 86_400_000

type Recipient = { name: string; title: string | null; email: string }
type Issued = Recipient & {
  purpose: LinkPurpose
  number: number
  sender: { id: string | null; name: string }
  /** Who named this recipient to sign instead. */
  reassignedBy?: string
  /** By default 14 days for a signature. */
  expiresAt?: Date | null
}

/** Stores a link and mails it. The caller has closed the one before. */
export async function issueLink(client: Queryable, deal: LockedDeal, link: Issued, now: Date) {
  const { organization_id: organization, id } = deal
  const { purpose, number, name, title, email, sender, reassignedBy } = link
  const inDays = new Date(now.getTime() + LINK_DAYS * DAY_MS)
  const expires = purpose === 'signature' ? (link.expiresAt ?? inDays) : null
  const [linkId, token] = [newId(), newLinkToken(organization)]
  await run(
    client,
    query.insertInto('deal_links').values({
      organization_id: organization,
      id: linkId,
      deal_id: id,
      number,
      purpose,
      token_hash: hashOfLinkToken(token),
      name,
      title,
      email,
      sent_by: sender.id,
      sent_at: now,
      expires_at: expires,
    }),
  )
  if (purpose === 'page') {
    // Deals of earlier releases have no copy for the company yet.
    await enqueue(client, drawDocumentJob, { organization, deal: id, number }, { key: `${id} ${number}` })
  }
  const { title: dealTitle } = await loadFrozenNames(client, deal, number)
  const { organizationName } = await oneRowOf(
    client,
    query.selectFrom(publicOrganizations.as('o')).select('name as organizationName').where('id', '=', organization),
  )
  await queueMail(client, purpose === 'signature' ? signatureLinkMail : pageLinkMail, {
    recipient: email,
    details: {
      link: linkId,
      token,
      name,
      title: dealTitle,
      organization,
      organizationName,
      deal: id,
      sender: sender.name,
      ...(expires && { until: spokenDay(await todayIn(client, organization, expires)) }),
      ...(reassignedBy && { reassignedBy }),
    },
  })
}

/** Refuses unless the company may get a link for this purpose now. */
export async function requireLinkable(
  client: Queryable,
  deal: LockedDeal,
  { purpose, number }: { purpose: LinkPurpose; number: number },
  now: Date,
) {
  const { organization_id: organization } = deal
  if (purpose === 'page' && number !== deal.version_in_force) throw new Refusal('deal-not-signed')
  if (purpose === 'signature' && number !== deal.newest_version) throw new Refusal('version-replaced')
  const version = await loadVersion(client, deal, number)
  if ((await requireCompany(client, organization, version.company_id)).isSelf) throw new Refusal('signed-inside')
  if (purpose === 'page') {
    const end = endOfDeal(deal.stage, deal.ends_on, await todayIn(client, organization, deal.stage_since))
    if (isPageExpired(end, await todayIn(client, organization, now))) throw new Refusal('page-expired')
    return
  }
  requirePossible(deal, version, 'sign')
  if (deal.objection) throw new Refusal('objection-open')
  await requireSigners(client, deal, version, now)
  const signatures = await loadValidSignatures(client, deal)
  if (signatures.some(({ side }) => side === 'company')) throw new Refusal('already-signed')
}

/** Someone of the organization must not sign for the company. */
export async function isInsider(client: Queryable, organization: string, email: string) {
  return (
    (await isMailboxOfMember(client, organization, email)) || (await isMailboxOfAthlete(client, organization, email))
  )
}
