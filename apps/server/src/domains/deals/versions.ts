import { type DealTerms, dealTerms } from '@sherpa/contracts/deal'
import { isOpen, type VersionStage } from '@sherpa/contracts/deal-stage'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { publicCompanies } from '../companies/companies.ts'
import type { LockedDeal } from './deal-access.ts'
import { unconditionalAmount } from './terms.ts'

/** Content that the parties agree on. */
export type VersionContent = { title: string; company_id: string; terms: DealTerms }
type Deal = Pick<LockedDeal, 'organization_id' | 'id'>

export async function loadVersion(client: Queryable, deal: Deal, number: number) {
  const version = await oneRowOf(
    client,
    query
      .selectFrom('deal_versions')
      .selectAll()
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where('number', '=', number)
      .$narrowType<{ stage: VersionStage }>(),
  )
  return { ...version, terms: dealTerms.parse(version.terms) }
}
export type Version = Awaited<ReturnType<typeof loadVersion>>

export function loadNewestVersion(client: Queryable, deal: Deal & Pick<LockedDeal, 'newest_version'>) {
  return loadVersion(client, deal, deal.newest_version)
}

export async function insertVersion(
  client: Queryable,
  deal: Deal,
  { number, by, title, company_id, terms }: VersionContent & { number: number; by: string | null },
) {
  await run(
    client,
    query.insertInto('deal_versions').values({
      organization_id: deal.organization_id,
      deal_id: deal.id,
      number,
      stage: 'draft',
      title,
      company_id,
      terms: JSON.stringify(terms),
      created_by: by,
    }),
  )
}

/** The version that edits start from: the open one, else the one in force. A declined or withdrawn amendment is skipped. */
export function baseOf(deal: Pick<LockedDeal, 'newest_version' | 'version_in_force'>, newest: Pick<Version, 'stage'>) {
  return isOpen(newest.stage) ? deal.newest_version : (deal.version_in_force ?? deal.newest_version)
}

/** The contract PDF of a version. */
export function findContract(client: Queryable, deal: Deal, number: number) {
  return rowOf(
    client,
    query
      .selectFrom('deal_documents')
      .select(['name', 'type', 'storage_key', 'size', 'sha256', 'added_by'])
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where('number', '=', number)
      .where('kind', '=', 'contract'),
  )
}

/** A new draft starts with the contract of its predecessor. Both refer to the same stored file. */
export async function carryContract(client: Queryable, deal: Deal, { from, to }: { from: number; to: number }) {
  const contract = await findContract(client, deal, from)
  if (!contract) return
  await run(
    client,
    query.insertInto('deal_documents').values({
      ...contract,
      organization_id: deal.organization_id,
      id: newId(),
      deal_id: deal.id,
      kind: 'contract',
      number: to,
    }),
  )
}

/** When `deal_versions v` was approved. The deal's `stage_since` is older for an amendment. */
export const approvedAt = sql<Date>`coalesce((select max(p.decided_at) from deal_approvals p
  where p.organization_id = v.organization_id and p.deal_id = v.deal_id and p.number = v.number), v.frozen_at)`

/** Editors of a version may not approve it. */
export async function recordEditor(client: Queryable, deal: Deal, number: number, person: string) {
  await run(
    client,
    query
      .insertInto('deal_version_editors')
      .values({ organization_id: deal.organization_id, deal_id: deal.id, number, user_id: person })
      .onConflict((same) => same.doNothing()),
  )
}

export async function loadEditors(client: Queryable, deal: Deal, number: number): Promise<string[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('deal_version_editors')
      .select('user_id')
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where('number', '=', number),
  )
  return rows.map(({ user_id }) => user_id)
}

export async function changeVersion(client: Queryable, deal: Deal, number: number, set: object) {
  await run(
    client,
    query
      .updateTable('deal_versions')
      .set(set)
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where('number', '=', number),
  )
}

/**
 * Copies a version to the columns of the deal that lists, reminders, statements and jobs read: the version in force, or
 * before the first signature the newest one.
 */
export async function syncDealColumns(client: Queryable, deal: Deal, { title, company_id, terms }: VersionContent) {
  await run(
    client,
    query
      .updateTable('deals')
      .set({ title, company_id, company_name: companyName(deal, company_id), ...columnsOf(terms) })
      .where('organization_id', '=', deal.organization_id)
      .where('id', '=', deal.id),
  )
}

const companyName = ({ organization_id }: Deal, company: string) =>
  sql<string>`(select c.name from ${publicCompanies} c where c.organization_id = ${organization_id} and c.id = ${company})`

export function columnsOf(terms: DealTerms) {
  return {
    starts_on: terms.startsOn,
    ends_on: terms.endsOn,
    currency: terms.currency,
    amount_minor: String(unconditionalAmount(terms)),
  }
}
