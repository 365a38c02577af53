import { addDays } from '@sherpa/contracts/days'
import { type DealLink, type LinkPurpose, linkPurposes } from '@sherpa/contracts/deal'
import { type LinkedDeal, MOST_WRONG_CODES, PAGE_DAYS } from '@sherpa/contracts/deal-link'
import type { DealStage, VersionStage } from '@sherpa/contracts/deal-stage'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import type { Tables } from '../../persistence/database-types.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import type { LockedDeal } from './deal-access.ts'

type DealOf = Pick<LockedDeal, 'organization_id' | 'id'>
export type LinkEnd = NonNullable<Tables['deal_links']['closed_as']>

/** Closes open links of a deal in the transaction of its cause; by `id`, also one that signed. Returns their number. */
export function closeLinks(
  client: Queryable,
  deal: DealOf,
  { purpose, as, now, id }: { purpose: LinkPurpose; as: LinkEnd; now: Date; id?: string },
) {
  let open = query
    .updateTable('deal_links')
    .set({ closed_at: now, closed_as: as })
    .where('organization_id', '=', deal.organization_id)
    .where('deal_id', '=', deal.id)
    .where('purpose', '=', purpose)
  open = id
    ? open.where('id', '=', id).where((eb) => eb.or([eb('closed_at', 'is', null), eb('closed_as', '=', 'signed')]))
    : open.where('closed_at', 'is', null)
  return run(client, open)
}

type Link = { purpose: LinkPurpose; closed_as: LinkEnd | null; expires_at: Date | null }

/** The lock of a link after wrong codes: for an hour, or until the organization reopens it. */
export function lockOf(
  { wrong_codes, locked_until }: { wrong_codes: number; locked_until: Date | null },
  now: Date,
): { until: Date | null } | undefined {
  if (wrong_codes >= MOST_WRONG_CODES) return { until: null }
  return locked_until && locked_until > now ? { until: locked_until } : undefined
}

/** What a link is today. A link that signed becomes the page of the deal once all parties have signed. */
export function stateOfLink(
  { purpose, closed_as, expires_at }: Link,
  version: VersionStage,
  { now, today, end }: { now: Date; today: string; end: string | null },
): LinkedDeal['state'] {
  if (closed_as && closed_as !== 'signed') return closed_as
  if (purpose === 'signature' && !closed_as) return expires_at && expires_at <= now ? 'expired' : 'open'
  if (version === 'signed') return isPageExpired(end, today) ? 'page-expired' : 'page'
  return version === 'approved' ? 'signed' : 'version-withdrawn'
}

export const isPageExpired = (end: string | null, today: string) => end !== null && addDays(end, PAGE_DAYS) < today

/** The last day of a deal; null while its term is open. */
export function endOfDeal(stage: DealStage, endsOn: string | null, stageSince: string) {
  if (stage !== 'terminated' && stage !== 'completed') return endsOn
  return endsOn !== null && endsOn < stageSince ? endsOn : stageSince
}

/** The newest link for each purpose, of the newest version for a signature, and all links whose signature is in force. */
export async function loadLinks(
  client: Queryable,
  organization: string,
  { deal, number, now }: { deal: string; number: number; now: Date },
): Promise<DealLink[]> {
  const isNewest = sql<boolean>`not exists (select from deal_links n where n.organization_id = l.organization_id
    and n.deal_id = l.deal_id and n.purpose = l.purpose and (n.sent_at, n.id) > (l.sent_at, l.id))`
  // An amendment may name another company, whose page then closes.
  const opensPage = sql<boolean>`exists (select from deals d
    join deal_versions current on current.organization_id = d.organization_id and current.deal_id = d.id
      and current.number = d.version_in_force
    join deal_versions own on own.organization_id = d.organization_id and own.deal_id = d.id and own.number = l.number
    where d.organization_id = l.organization_id and d.id = l.deal_id and own.stage = 'signed'
      and own.company_id = current.company_id)`
  const rows = await rowsOf(
    client,
    query
      .selectFrom('deal_links as l')
      .selectAll()
      .where('l.organization_id', '=', organization)
      .where('l.deal_id', '=', deal)
      .where((eb) =>
        eb.or([
          eb.and([eb.or([eb('l.purpose', '=', 'page'), eb('l.number', '=', number)]), isNewest]),
          eb.and([eb('l.closed_as', '=', 'signed'), opensPage]),
        ]),
      )
      .orderBy('l.number')
      .orderBy('l.sent_at')
      .orderBy('l.id'),
  )
  return rows
    .toSorted((one, other) => linkPurposes.indexOf(one.purpose) - linkPurposes.indexOf(other.purpose))
    .map((row) => ({ ...row, ...stateInList(row, now) }))
    .map((row) => ({
      id: row.id,
      purpose: row.purpose,
      number: row.number,
      name: row.name,
      title: row.title,
      email: row.email,
      sentAt: row.sent_at.toISOString(),
      expiresAt: row.expires_at?.toISOString() ?? null,
      mail: row.mail,
      openedAt: row.last_opened_at?.toISOString() ?? null,
      state: row.state,
      lockedUntil: row.lockedUntil?.toISOString() ?? null,
      reassignment: pendingReassignment(row, now),
    }))
}

function stateInList(link: Link & Parameters<typeof lockOf>[0], now: Date) {
  const state: DealLink['state'] = link.closed_as ?? (link.expires_at && link.expires_at <= now ? 'expired' : 'open')
  const lock = state === 'open' || state === 'signed' ? lockOf(link, now) : undefined
  return { state: lock ? 'codes' : state, lockedUntil: lock?.until ?? null } as const
}

export type Reassignment = NonNullable<DealLink['reassignment']> & { refusedAt: string | null }
type Waiting = Pick<Tables['deal_links'], 'reassignment' | 'closed_at' | 'expires_at'>

/** Whom the recipient of an open link named, also if refused. */
export function reassignmentOf({ reassignment, closed_at, expires_at }: Waiting, now: Date): Reassignment | null {
  const isOpen = !closed_at && (!expires_at || expires_at > now)
  return isOpen ? (reassignment as Reassignment | null) : null
}

/** Waits for a decision of the organization. */
export function pendingReassignment(link: Waiting, now: Date) {
  const asked = reassignmentOf(link, now)
  return asked?.refusedAt ? null : asked
}

/** Admits a token: the organization, link and deal. */
export async function admitLink(client: Queryable, tokenHash: Buffer) {
  const statement = sql<{ organization_id: string; link_id: string; deal_id: string }>`
    select organization_id, link_id, deal_id from admit_deal_link(${tokenHash})`
  const [found] = await rowsOf(client, statement)
  return found && { organization: found.organization_id, link: found.link_id, deal: found.deal_id }
}
