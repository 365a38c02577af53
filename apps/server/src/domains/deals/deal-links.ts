import { addDays, spokenDay } from '@sherpa/contracts/days'
import type { Deal } from '@sherpa/contracts/deal'
import { LINK_DAYS, type NewDealLink } from '@sherpa/contracts/deal-link'
import type { NotificationDetails } from '@sherpa/contracts/notification'
import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { hashOfLinkToken, newLinkToken } from '../../mail/link-token.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { isAddressOfAthlete } from '../athletes/athletes.ts'
import { recordEvent } from '../audit/audit.ts'
import { requireCompany } from '../companies/companies.ts'
import { notify } from '../notifications/notifications.ts'
import { publicMemberships, publicOrganizations, requireNoSample, todayIn } from '../organizations/organizations.ts'
import { type LockedDeal, lockDeal, type Viewer } from './deal-access.ts'
import { loadDeal } from './deal-record.ts'
import { addTimelineEntry, touchDeal } from './deal-timeline.ts'
import { drawDocumentJob } from './document-job.ts'
import { loadFrozenNames } from './frozen-names.ts'
import { requirePossible } from './life-cycle.ts'
import { pageLinkMail, signatureLinkMail } from './link-mail.ts'
import { closeLinks } from './link-rows.ts'
import { loadValidSignatures, requireSigners } from './request-signatures.ts'
import { findResponsible } from './responsible.ts'
import { loadVersion } from './versions.ts'

const DAY_MS = 86_400_000

type Parts = { database: Database; clock: () => Date; onMail: () => void }

/** Links to the company, as members send and withdraw them. */
export function createDealLinkService({ database, clock, onMail }: Parts) {
  return {
    async send(viewer: Viewer & { person: Person }, id: string, link: NewDealLink): Promise<Deal> {
      const sent = await inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        await sendLink(client, { ...viewer, sender: viewer.person }, deal, link)
        return loadDeal(client, viewer, id, clock())
      })
      onMail()
      return sent
    },

    sendLink,

    withdraw(viewer: Viewer, id: string, link: string): Promise<Deal> {
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        const found = await rowOf(
          client,
          query
            .selectFrom('deal_links')
            .select(['purpose', 'name'])
            .where('organization_id', '=', deal.organization_id)
            .where('deal_id', '=', id)
            .where('id', '=', link),
        )
        if (!found) throw new Refusal('not-found')
        const { purpose, name } = found
        const closed = await closeLinks(client, deal, { purpose, as: 'withdrawn', now: clock(), id: link })
        if (closed > 0) {
          await addTimelineEntry(client, viewer, id, { kind: 'link-withdrawn', about: name })
          await recordLinkEvent(client, viewer, deal, 'deal-link-withdrawn')
        }
        return loadDeal(client, viewer, id, clock())
      })
    },
  }

  /** Sends a link. It replaces an open one for the same purpose, so that one person at a time can sign. */
  async function sendLink(
    client: Queryable,
    { sender, ...viewer }: Viewer & { sender: { id: string; name: string } },
    deal: LockedDeal,
    link: NewDealLink,
  ) {
    const { organization_id: organization, id } = deal
    await requireNoSample(client, organization)
    await requireLinkable(client, deal, link)
    if (await isInsider(client, organization, link.email)) throw new Refusal('link-to-insider')
    const { number, purpose, name, title, email } = link
    await closeLinks(client, deal, { purpose, as: 'replaced', now: clock() })
    const [linkId, token] = [newId(), newLinkToken()]
    const expires = purpose === 'signature' ? new Date(clock().getTime() + LINK_DAYS * DAY_MS) : null
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
        sent_at: clock(),
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
    const until = spokenDay(addDays(await todayIn(client, organization, clock()), LINK_DAYS))
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
        until,
      },
    })
    await addTimelineEntry(client, viewer, id, { kind: 'link-sent', about: name })
    await recordLinkEvent(client, viewer, deal, 'deal-link-sent')
  }

  async function requireLinkable(client: Queryable, deal: LockedDeal, { purpose, number }: NewDealLink) {
    if (purpose === 'page' && number !== deal.version_in_force) throw new Refusal('deal-not-signed')
    if (purpose === 'signature' && number !== deal.newest_version) throw new Refusal('version-replaced')
    const version = await loadVersion(client, deal, number)
    if ((await requireCompany(client, deal.organization_id, version.company_id)).isSelf) {
      throw new Refusal('signed-inside')
    }
    if (purpose === 'page') return
    requirePossible(deal, version, 'sign')
    if (deal.objection) throw new Refusal('objection-open')
    await requireSigners(client, deal, version, clock())
    const signatures = await loadValidSignatures(client, deal)
    if (signatures.some(({ side }) => side === 'company')) throw new Refusal('already-signed')
  }

  async function recordLinkEvent(
    client: Queryable,
    { person }: Viewer,
    { organization_id: organization, id, athlete_id: athlete }: LockedDeal,
    event: 'deal-link-sent' | 'deal-link-withdrawn',
  ) {
    await touchDeal(client, organization, id)
    await recordEvent(client, { event, actor: person.id, organization, athlete })
  }
}
export type DealLinks = ReturnType<typeof createDealLinkService>
export type SendLink = DealLinks['sendLink']

/** Someone of the organization must not sign for the company. */
export async function isInsider(client: Queryable, organization: string, email: string) {
  const member = await rowOf(
    client,
    query
      .selectFrom(publicMemberships.as('m'))
      .innerJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
      .select('u.id')
      .where('m.organization_id', '=', organization)
      .where('u.email', '=', email),
  )
  return member !== undefined || (await isAddressOfAthlete(client, organization, email))
}

/** Called by the mail queue, inside the organization. */
export async function recordLinkMail(
  client: Queryable,
  { organization, id }: { organization: string; id: string },
  outcome: 'sent' | 'failed',
) {
  const deal = await rowOf(
    client,
    query
      .updateTable('deal_links as l')
      .from('deals as d')
      .set({ mail: outcome })
      .whereRef('d.organization_id', '=', 'l.organization_id')
      .whereRef('d.id', '=', 'l.deal_id')
      .where('l.organization_id', '=', organization)
      .where('l.id', '=', id)
      .returning(['d.id', 'd.title', 'd.lead_id', 'd.athlete_id']),
  )
  if (deal && outcome === 'failed') await tellResponsible(client, organization, deal, 'mail-failed')
}

/** Tells the lead, else whoever is responsible. */
export async function tellResponsible(
  client: Queryable,
  organization: string,
  deal: Pick<LockedDeal, 'id' | 'title' | 'lead_id' | 'athlete_id'>,
  reason: NonNullable<NotificationDetails['reason']>,
) {
  for (const { id } of await findResponsible(client, organization, deal)) {
    const details = { deal: deal.id, title: deal.title, reason }
    await notify(client, { organization, person: id, kind: 'deal-to-check', details })
  }
}
