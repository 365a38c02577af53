import type { Deal, LinkPurpose } from '@sherpa/contracts/deal'
import type { NewDealLink, ReassignmentDecision, SentDeal } from '@sherpa/contracts/deal-link'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Person } from '../../http/access.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { settleNotifications } from '../notifications/notifications.ts'
import { requireNoSample } from '../organizations/organizations.ts'
import { type LockedDeal, lockDeal, type Viewer } from './deal-access.ts'
import { loadDeal } from './deal-record.ts'
import { addTimelineEntry, touchDeal } from './deal-timeline.ts'
import { isInsider, issueLink, requireLinkable } from './issue-link.ts'
import { closeLinks, loadLinks, lockOf } from './link-rows.ts'
import { decideReassignment } from './reassign-link.ts'
import { tellResponsible } from './responsible.ts'

type Parts = {
  database: Database
  clock: () => Date
  onMail: () => void
  /** Injected, because compliance imports deals. */
  warnBeforeSigning: (deal: LockedDeal, client: Queryable) => Promise<string[]>
}

/** Links to the company, as members send and withdraw them. */
export function createDealLinkService({ database, clock, onMail, warnBeforeSigning }: Parts) {
  return {
    async send(viewer: Viewer & { person: Person }, id: string, link: NewDealLink): Promise<SentDeal> {
      const sent = await inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        await sendLink(client, { ...viewer, sender: viewer.person }, deal, link)
        const warnings = link.purpose === 'signature' ? await warnBeforeSigning(deal, client) : []
        return { ...(await loadDeal(client, viewer, id, clock())), warnings }
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

    /** Opens a link again that wrong codes closed. */
    reopen(viewer: Viewer, id: string, link: string): Promise<Deal> {
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        const { organization_id: organization } = deal
        const found = await rowOf(
          client,
          query
            .selectFrom('deal_links')
            .select(['purpose', 'number', 'name', 'closed_as', 'wrong_codes', 'locked_until'])
            .select(hasSigned.as('hasSigned'))
            .where('organization_id', '=', organization)
            .where('deal_id', '=', id)
            .where('id', '=', link),
        )
        if (!found) throw new Refusal('not-found')
        // Earlier releases closed links for good.
        const wasClosed = found.closed_as === 'codes'
        if (wasClosed) await requireReopenable(client, deal, { id: link, ...found })
        else if (found.closed_as && found.closed_as !== 'signed') throw new Refusal('changed-meanwhile')
        else if (!lockOf(found, clock())) return loadDeal(client, viewer, id, clock())
        const open = found.hasSigned ? { closed_as: 'signed' as const } : { closed_at: null, closed_as: null }
        await run(
          client,
          query
            .updateTable('deal_links')
            .set({ wrong_codes: 0, locked_until: null, ...(wasClosed && open) })
            .where('organization_id', '=', organization)
            .where('id', '=', link),
        )
        await addTimelineEntry(client, viewer, id, { kind: 'link-reopened', about: found.name })
        await recordLinkEvent(client, viewer, deal, 'deal-link-reopened')
        const about = { deal: id, reason: 'codes' } as const
        await settleNotifications(client, { organization, kind: 'deal-to-check', about })
        return loadDeal(client, viewer, id, clock())
      })
    },

    /** Decides on a person outside of the company's mail domain, whom the recipient named to sign instead. */
    async decideReassignment(
      viewer: Viewer & { person: Person },
      id: string,
      link: string,
      decision: ReassignmentDecision,
    ): Promise<Deal> {
      const decided = await inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        await decideReassignment(client, viewer, deal, { ...decision, link, now: clock() })
        return loadDeal(client, viewer, id, clock())
      })
      onMail()
      return decided
    },
  }

  /** Other links may have replaced one that was closed for good, and the deal may have moved on. */
  async function requireReopenable(
    client: Queryable,
    deal: LockedDeal,
    { id, purpose, number, hasSigned }: { id: string; purpose: LinkPurpose; number: number; hasSigned: boolean },
  ) {
    const { organization_id: organization, newest_version } = deal
    const current = await loadLinks(client, organization, { deal: deal.id, number: newest_version, now: clock() })
    if (!current.some((link) => link.id === id)) throw new Refusal('changed-meanwhile')
    if (!hasSigned) await requireLinkable(client, deal, { purpose, number }, clock())
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
    await requireLinkable(client, deal, link, clock())
    if (await isInsider(client, organization, link.email)) throw new Refusal('link-to-insider')
    const closed = await closeLinks(client, deal, { purpose: link.purpose, as: 'replaced', now: clock() })
    if (closed > 0) await recordLinkEvent(client, viewer, deal, 'deal-link-replaced')
    await issueLink(client, deal, { ...link, sender }, clock())
    await addTimelineEntry(client, viewer, id, { kind: 'link-sent', about: link.name })
    await recordLinkEvent(client, viewer, deal, 'deal-link-sent')
  }

  async function recordLinkEvent(
    client: Queryable,
    { person }: Viewer,
    { organization_id: organization, id, athlete_id: athlete }: LockedDeal,
    event: 'deal-link-sent' | 'deal-link-replaced' | 'deal-link-withdrawn' | 'deal-link-reopened',
  ) {
    await touchDeal(client, organization, id)
    await recordEvent(client, { event, actor: person.id, organization, athlete, deal: id })
  }
}
/** The company signed by this link. */
const hasSigned = sql<boolean>`exists (select from deal_signatures s
  where s.organization_id = deal_links.organization_id and s.link_id = deal_links.id)`

export type DealLinks = ReturnType<typeof createDealLinkService>
export type SendLink = DealLinks['sendLink']

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
