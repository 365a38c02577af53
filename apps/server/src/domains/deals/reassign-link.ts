import type { NewReassignment, Reassigned, ReassignmentDecision } from '@sherpa/contracts/deal-link'
import { isSameCompanyDomain } from '@sherpa/contracts/mail-domain'
import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import type { Tables } from '../../persistence/database-types.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordEvent } from '../audit/audit.ts'
import { settleNotifications } from '../notifications/notifications.ts'
import type { LockedDeal, Viewer } from './deal-access.ts'
import { type Author, addTimelineEntry, touchDeal } from './deal-timeline.ts'
import { isInsider, issueLink, requireLinkable } from './issue-link.ts'
import { closeLinks, pendingReassignment, type Reassignment } from './link-rows.ts'
import { tellResponsible } from './responsible.ts'

type LinkRow = Pick<
  Tables['deal_links'],
  'organization_id' | 'number' | 'name' | 'email' | 'sent_by' | 'expires_at'
> & { id: string }

/**
 * The recipient names someone else who signs for the company. A colleague at the same mail domain gets a link at once;
 * anyone else waits for the organization.
 */
export async function reassignLink(
  client: Queryable,
  author: Author,
  { link, deal }: { link: LinkRow; deal: LockedDeal },
  { name, title, email }: Omit<NewReassignment, 'token' | 'code'>,
  now: Date,
): Promise<Reassigned | Refusal> {
  const { organization_id: organization } = deal
  if (email === link.email) {
    const message = 'This link already goes to this address. Enter someone else’s'
    throw new Refusal('invalid-fields', { errors: [{ field: 'email', message }] })
  }
  await requireLinkable(client, deal, { purpose: 'signature', number: link.number }, now)
  // Returned, so that the code is used up: otherwise one code would test many addresses.
  if (await isInsider(client, organization, email)) return new Refusal('address-not-accepted')
  const next = { name, title, email }
  const isColleague = isSameCompanyDomain(link.email, email)
  if (isColleague) {
    await replaceRecipient(client, deal, link, next, {
      sender: { id: link.sent_by, name: await nameOfSender(client, link.sent_by) },
      // A colleague gets no more time than the first recipient.
      expiresAt: link.expires_at,
      now,
    })
  } else {
    await storeReassignment(client, link, { ...next, askedAt: now.toISOString(), refusedAt: null })
  }
  await addTimelineEntry(client, author, deal.id, {
    kind: isColleague ? 'link-reassigned' : 'reassignment-asked',
    about: link.name,
    text: [name, title].filter(Boolean).join(', '),
  })
  await touchDeal(client, organization, deal.id)
  await recordEvent(client, {
    event: isColleague ? 'deal-link-reassigned' : 'deal-link-reassignment-asked',
    organization,
    athlete: deal.athlete_id,
    deal: deal.id,
    email,
  })
  const reason = isColleague ? 'reassigned' : 'reassignment-asked'
  await tellResponsible(client, organization, deal, reason, 'money.view')
  return { state: isColleague ? 'sent' : 'waiting' }
}

/** The organization confirms or refuses the person whom it was shown. */
export async function decideReassignment(
  client: Queryable,
  viewer: Viewer & { person: Person },
  deal: LockedDeal,
  { link: id, decision, email, now }: ReassignmentDecision & { link: string; now: Date },
) {
  const { organization_id: organization } = deal
  const link = await rowOf(
    client,
    query
      .selectFrom('deal_links')
      .selectAll()
      .where('organization_id', '=', organization)
      .where('deal_id', '=', deal.id)
      .where('id', '=', id),
  )
  if (!link) throw new Refusal('not-found')
  const asked = pendingReassignment(link, now)
  if (asked?.email !== email) throw new Refusal('changed-meanwhile')
  if (decision === 'confirmed') {
    await requireLinkable(client, deal, { purpose: 'signature', number: link.number }, now)
    if (await isInsider(client, organization, email)) throw new Refusal('link-to-insider')
    await replaceRecipient(client, deal, link, asked, { sender: viewer.person, now })
  } else {
    await storeReassignment(client, link, { ...asked, refusedAt: now.toISOString() })
  }
  await addTimelineEntry(client, viewer, deal.id, {
    kind: `reassignment-${decision}`,
    about: asked.name,
  })
  await touchDeal(client, organization, deal.id)
  await recordEvent(client, {
    event: `deal-link-reassignment-${decision}`,
    actor: viewer.person.id,
    organization,
    athlete: deal.athlete_id,
    deal: deal.id,
    email,
  })
  const about = { deal: deal.id, reason: 'reassignment-asked' } as const
  await settleNotifications(client, { organization, kind: 'deal-to-check', about })
}

async function storeReassignment(client: Queryable, { organization_id, id }: LinkRow, reassignment: Reassignment) {
  await run(
    client,
    query
      .updateTable('deal_links')
      .set({ reassignment: JSON.stringify(reassignment) })
      .where('organization_id', '=', organization_id)
      .where('id', '=', id),
  )
}

async function replaceRecipient(
  client: Queryable,
  deal: LockedDeal,
  link: LinkRow,
  { name, title, email }: { name: string; title: string | null; email: string },
  { now, ...sent }: { sender: { id: string | null; name: string }; expiresAt?: Date | null; now: Date },
) {
  await closeLinks(client, deal, { purpose: 'signature', as: 'reassigned', now })
  const about = { purpose: 'signature', number: link.number, reassignedBy: link.name } as const
  await issueLink(client, deal, { ...about, name, title, email, ...sent }, now)
}

async function nameOfSender(client: Queryable, person: string | null) {
  const found = person
    ? await rowOf(client, query.selectFrom(publicUsers.as('u')).select('u.name').where('u.id', '=', person))
    : undefined
  return found?.name ?? ''
}
