import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inOrganization, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicOrganizations, todayIn } from '../organizations/organizations.ts'
import type { LockedDeal } from './deal-access.ts'
import { endOfDeal, lockOf, stateOfLink } from './link-rows.ts'
import { loadVersion, type Version } from './versions.ts'

type Place = { organization: string; link: string }

/** Whether a link still opens a document. Checked again when its address is used. */
export async function mayOpenByLink(
  database: Database,
  { organization, link, document }: { organization: string; link: string; document: string },
  now: Date,
) {
  return inOrganization(organization, async () => {
    const found = await findLink(database, { organization, link }, now)
    return found !== undefined && isDocumentOf(database, found, document)
  })
}

export async function isDocumentOf(client: Queryable, found: Linked, document: string) {
  return (await loadDocuments(client, found)).some(({ id }) => id === document)
}

/** Documents that the link shows: the contract to sign; of a signed deal also copies and accepted proof. */
export async function loadDocuments(client: Queryable, { link, state, version }: Linked) {
  const documents = query
    .selectFrom('deal_documents as f')
    .select(['f.id', 'f.name', 'f.kind', 'f.number'])
    .where('f.organization_id', '=', link.organization_id)
    .where('f.deal_id', '=', link.deal_id)
    .orderBy('f.added_at', 'desc')
  if (state === 'open' || state === 'signed') {
    return rowsOf(client, documents.where('f.kind', '=', 'contract').where('f.number', '=', link.number))
  }
  if (state !== 'page') return []
  return rowsOf(
    client,
    documents.where(
      sql<boolean>`(f.kind in ('shared', 'contract') and exists (select from deal_versions v
          where v.organization_id = f.organization_id and v.deal_id = f.deal_id and v.number = f.number and v.stage = 'signed'
          and v.company_id = ${version.company_id})
        or f.kind = 'proof' and exists (select from deliverable_proofs p
          join deliverables e on e.organization_id = p.organization_id and e.id = p.deliverable_id
          where p.organization_id = f.organization_id and p.document_id = f.id and p.returned_at is null
            and e.state = 'accepted' and e.accepted_at >= ${sinceCompany(link, version)}))`,
    ),
  )
}

/** When the company of a version became a party: a deal may have had another one before. */
export const sinceCompany = (
  { organization_id, deal_id }: { organization_id: string; deal_id: string },
  { company_id }: Pick<Version, 'company_id'>,
) => sql<Date>`(select min(v.signed_at) from deal_versions v where v.organization_id = ${organization_id}
  and v.deal_id = ${deal_id} and v.stage = 'signed' and v.company_id = ${company_id})`

/** A link with its state, the version that it shows, and names. Refuses one that was deleted meanwhile. */
export async function loadLink(client: Queryable, place: Place, now: Date) {
  const found = await findLink(client, place, now)
  if (!found) throw new Refusal('link-expired')
  return found
}
export type Linked = Awaited<ReturnType<typeof loadLink>>

async function findLink(client: Queryable, { organization, link: id }: Place, now: Date) {
  const link = await rowOf(
    client,
    query.selectFrom('deal_links').selectAll().where('organization_id', '=', organization).where('id', '=', id),
  )
  if (!link) return undefined
  // As in `admit_deal_link`: addresses of documents name the link, not its token.
  const deal = await rowOf(
    client,
    query
      .selectFrom('deals as d')
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'd.organization_id')
      .selectAll('d')
      .select('o.name as organizationName')
      .select(sql<string>`(d.stage_since at time zone o.time_zone)::date`.as('since'))
      .where('d.organization_id', '=', organization)
      .where('d.id', '=', link.deal_id)
      .where('d.removed_at', 'is', null)
      .where('o.closed_at', 'is', null)
      .$narrowType<Pick<LockedDeal, 'stage' | 'kind'>>(),
  )
  if (!deal) return undefined
  const own = await loadVersion(client, { organization_id: organization, id: link.deal_id }, link.number)
  const today = await todayIn(client, organization, now)
  const end = endOfDeal(deal.stage, deal.ends_on, deal.since)
  const unlocked = stateOfLink(link, own.stage, { now, today, end })
  const lock = ['open', 'signed', 'page'].includes(unlocked) ? lockOf(link, now) : undefined
  const state = lock ? ('codes' as const) : unlocked
  // The page follows amendments.
  const current = state === 'page' ? (deal.version_in_force ?? link.number) : link.number
  const version =
    current === link.number
      ? own
      : await loadVersion(client, { organization_id: organization, id: link.deal_id }, current)
  const hasEnded = deal.stage === 'terminated' || deal.stage === 'completed' || (end !== null && end < today)
  const ended = hasEnded && end ? { on: end, terminated: deal.stage === 'terminated' && end === deal.since } : null
  const found = { link, lock, deal, end, ended }
  // An amendment may name another company.
  return version.company_id === own.company_id
    ? { ...found, state, version }
    : { ...found, state: 'withdrawn' as const, version: own }
}
