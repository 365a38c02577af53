import { sql } from 'kysely'
import type { Queryable } from '../../../persistence/database.ts'
import { lockAthletes } from '../../athletes/athletes.ts'
import { lockDealUnchecked, type Viewer } from '../deal-access.ts'
import type { StoredDealImport } from './deals-importable.ts'

export type UndoParts = {
  findBookedDeals: (client: Queryable, organization: string, deals: readonly string[]) => Promise<Set<string>>
  /** Returns whether there was money to reverse. */
  reverseOpenings: (
    client: Queryable,
    viewer: Viewer,
    deal: string,
    about: { today: string; reason: string },
  ) => Promise<boolean>
}

/** What people did to a deal since it was entered. Attached contracts and automatic entries do not count. */
const selectWorkedOn = `select d.id from deals d
  join lateral (select at from deal_timeline t where t.organization_id = d.organization_id and t.deal_id = d.id
    and t.kind = 'entered' order by t.at desc limit 1) e on true
  where d.organization_id = $1 and d.id = any($2::uuid[]) and (
    exists (select from deal_timeline t where t.organization_id = d.organization_id and t.deal_id = d.id
      and t.at > e.at and t.actor_id is not null)
    or exists (select from payment_schedules s where s.organization_id = d.organization_id and s.deal_id = d.id
      and s.changed_at > d.created_at + interval '1 minute')
    or exists (select from payment_reminders n join payments p on p.organization_id = n.organization_id and p.id = n.payment_id
      where n.organization_id = d.organization_id and p.deal_id = d.id)
    or exists (select from deal_links l where l.organization_id = d.organization_id and l.deal_id = d.id)
    or exists (select from deal_documents f where f.organization_id = d.organization_id and f.deal_id = d.id
      and f.kind in ('document', 'proof'))
    or d.newest_version > 1)`

/**
 * Removes deals that nobody has worked on. Money from before is reversed in the ledger, which keeps such a deal for its
 * entries; it is shown nowhere else. Returns the deals that stay.
 */
export async function removeImportedDeals(
  { findBookedDeals, reverseOpenings }: UndoParts,
  client: Queryable,
  viewer: Viewer,
  { name }: StoredDealImport,
  ids: readonly string[],
  { today, hasTasks }: { today: string; hasTasks: ReadonlySet<string> },
) {
  const { organization } = viewer.member
  // Locked first, so that nobody books in between.
  await lockAthletes(
    client,
    organization,
    sql`(select athlete_id from deals where organization_id = ${organization} and id = any(${ids}::uuid[]))`,
  )
  const present: string[] = []
  for (const id of ids.toSorted()) if (await lockDealUnchecked(client, organization, id)) present.push(id)
  const { rows } = await client.query<{ id: string }>(selectWorkedOn, [organization, present])
  const kept = new Set([
    ...rows.map(({ id }) => id),
    ...(await findBookedDeals(client, organization, present)),
    ...present.filter((id) => hasTasks.has(id)),
  ])
  for (const id of present.filter((one) => !kept.has(one))) {
    const isBooked = await reverseOpenings(client, viewer, id, { today, reason: `Import undone: ${name}` })
    if (isBooked) await hideDeal(client, organization, id)
    else await client.query('delete from deals where organization_id = $1 and id = $2', [organization, id])
  }
  return [...kept]
}

/** Ledger entries refer to the deal and its payments. */
async function hideDeal(client: Queryable, organization: string, id: string) {
  for (const table of ['deliverables', 'key_dates', 'reminders', 'payment_schedules']) {
    await client.query(`delete from ${table} where organization_id = $1 and deal_id = $2`, [organization, id])
  }
  await client.query(
    `update payments set state = 'canceled' where organization_id = $1 and deal_id = $2 and state <> 'canceled'`,
    [organization, id],
  )
  await client.query(
    `update deals set stage = 'terminated', removed_at = now(), next_due_on = null, version = version + 1
     where organization_id = $1 and id = $2`,
    [organization, id],
  )
}
