import { UNDO_MERGE_DAYS } from '@sherpa/contracts/athlete'
import type { Company, MergedCompany } from '@sherpa/contracts/company'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { lockOrganization } from '../organizations/organizations.ts'
import {
  type DealsOfCompanies,
  type LockedCompany,
  loadAncestors,
  lockCompany,
  moveSubsidiaries,
  recordCompanyEvent,
  type TasksOfCompanies,
  touchCompany,
  type Viewer,
} from './company-access.ts'
import type { CompanyRecords } from './company-record.ts'

type Parts = {
  database: Database
  records: CompanyRecords
  deals: DealsOfCompanies
  tasks: TasksOfCompanies
  /** Injected, because compliance imports companies. */
  moveCompliance: DealsOfCompanies['move']
}

/** Copied from the other company where the survivor has none. */
const facts = ['category', 'website'] as const

type Moved = {
  deals: string[]
  contacts: string[]
  /** Missing in older merges. */
  notes?: string[]
  tasks?: string[]
  compliance?: string[]
  owned: string[]
  filled: Partial<Record<(typeof facts)[number], string>>
  /** Parent of the other company, and of the survivor before and after the merge. */
  otherOwner: string | null
  ownerBefore: string | null
  ownerAfter: string | null
}

export function createCompanyMergeService({ database, records, deals, tasks, moveCompliance }: Parts) {
  return {
    /** The first company survives. */
    async merge(viewer: Viewer, id: string, otherId: string): Promise<Company> {
      const { organization } = viewer.member
      if (id === otherId) {
        throw new Refusal('invalid-fields', { errors: [{ field: 'other', message: 'Choose another company' }] })
      }
      return inTransaction(database, async (client) => {
        await lockOrganization(client, organization)
        await deals.lock(client, organization, [id, otherId])
        const company = await lockCompany(client, organization, id, 'for update')
        const other = await lockCompany(client, organization, otherId, 'for update')
        if (other.is_self) throw new Refusal('own-company')
        // The own company pays. A submitted deal in which the organization receives money must not change direction.
        if (company.is_self && (await deals.areSubmitted(client, organization, otherId))) {
          throw new Refusal('own-company-pays')
        }
        const parent = await chooseParent(client, company, other)
        const filled = fillEmptyFacts(company, other)
        const moved: Moved = {
          owned: await moveSubsidiaries(client, other, id),
          deals: await deals.move(client, organization, { from: otherId, to: id }),
          contacts: await moveRows(client, 'company_contacts', organization, { from: otherId, to: id }),
          notes: await moveRows(client, 'company_timeline', organization, { from: otherId, to: id }),
          tasks: await tasks.move(client, organization, { from: otherId, to: id }),
          compliance: await moveCompliance(client, organization, { from: otherId, to: id }),
          filled,
          otherOwner: other.parent_id,
          ownerBefore: company.parent_id,
          ownerAfter: parent,
        }
        await touchCompany(client, organization, otherId, {
          removed_at: sql<Date>`now()`,
          merged_into: id,
          parent_id: null,
        })
        await touchCompany(client, organization, id, { parent_id: parent, ...filled })
        await run(
          client,
          query
            .insertInto('company_merges')
            .values({ organization_id: organization, company_id: id, other_id: otherId, moved: JSON.stringify(moved) }),
        )
        await recordCompanyEvent(client, viewer, 'company-merged', `${other.name} → ${company.name}`)
        return records.load(client, viewer, id)
      })
    },

    /** Moves back everything that was not changed or removed since the merge. */
    async undo(viewer: Viewer, id: string, merge: string): Promise<Company> {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        await lockOrganization(client, organization)
        await deals.lock(client, organization, [id])
        const company = await lockCompany(client, organization, id, 'for update')
        const found = await rowOf(
          client,
          query
            .deleteFrom('company_merges')
            .where('organization_id', '=', organization)
            .where('company_id', '=', id)
            .where('id', '=', merge)
            .where('merged_at', '>', undoableSince)
            .returning(['other_id', 'moved'])
            .$narrowType<{ moved: Moved }>(),
        )
        if (!found) throw new Refusal('not-found')
        const { other_id: otherId, moved } = found
        await touchCompany(client, organization, otherId, { removed_at: null, merged_into: null })
        const other = await lockCompany(client, organization, otherId, 'for update')
        await deals.move(client, organization, { from: id, to: otherId, only: moved.deals })
        await moveRows(client, 'company_contacts', organization, { from: id, to: otherId, only: moved.contacts })
        await moveRows(client, 'company_timeline', organization, { from: id, to: otherId, only: moved.notes ?? [] })
        await tasks.move(client, organization, { from: id, to: otherId, only: moved.tasks ?? [] })
        await moveCompliance(client, organization, { from: id, to: otherId, only: moved.compliance ?? [] })
        await moveSubsidiaries(client, company, otherId, moved.owned)
        const filledFacts = facts.filter((fact) => moved.filled[fact] && company[fact] === moved.filled[fact])
        await touchCompany(client, organization, id, Object.fromEntries(filledFacts.map((fact) => [fact, null])))
        if (company.parent_id === moved.ownerAfter) await restoreParent(client, organization, id, moved.ownerBefore)
        await restoreParent(client, organization, otherId, moved.otherOwner)
        await recordCompanyEvent(client, viewer, 'company-merge-undone', `${other.name}, ${company.name}`)
        return records.load(client, viewer, id)
      })
    },
  }
}
export type MergingCompanies = ReturnType<typeof createCompanyMergeService>

const undoableSince = sql<Date>`now() - make_interval(days => ${sql.lit(UNDO_MERGE_DAYS)})`

/** Merges that can still be undone. */
export async function listUndoableMerges(
  client: Queryable,
  organization: string,
  company: string,
): Promise<MergedCompany[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('company_merges as m')
      .innerJoin('companies as o', (join) =>
        join.onRef('o.organization_id', '=', 'm.organization_id').onRef('o.id', '=', 'm.other_id'),
      )
      .select(['m.id', 'o.name', 'm.merged_at'])
      .where('m.organization_id', '=', organization)
      .where('m.company_id', '=', company)
      .where('m.merged_at', '>', undoableSince)
      .orderBy('m.merged_at', 'desc')
      .orderBy('m.id'),
  )
  return rows.map(({ merged_at, ...row }) => ({ ...row, mergedAt: merged_at.toISOString() }))
}

function fillEmptyFacts(company: LockedCompany, other: LockedCompany): Moved['filled'] {
  return Object.fromEntries(facts.filter((fact) => !company[fact] && other[fact]).map((fact) => [fact, other[fact]]))
}

/** Moves all or some contacts or notes. Returns their ids. */
async function moveRows(
  client: Queryable,
  table: 'company_contacts' | 'company_timeline',
  organization: string,
  { from, to, only }: { from: string; to: string; only?: readonly string[] },
) {
  let rows = query
    .updateTable(table as 'company_contacts')
    .set({ company_id: to })
    .where('organization_id', '=', organization)
    .where('company_id', '=', from)
  if (only) rows = rows.where(sql<boolean>`id = any(${only}::uuid[])`)
  return (await rowsOf(client, rows.returning('id'))).map(({ id }) => id)
}

/** Parent of the survivor after a merge, without a cycle. */
async function chooseParent(client: Queryable, company: LockedCompany, other: LockedCompany) {
  const organization = company.organization_id
  if ((await loadAncestors(client, organization, company.id)).includes(other.id)) return other.parent_id
  if (company.parent_id) return company.parent_id
  return (await loadAncestors(client, organization, other.id)).includes(company.id) ? null : other.parent_id
}

/** Restores the parent, unless it was removed or has become a descendant. */
async function restoreParent(client: Queryable, organization: string, company: string, parent: string | null) {
  const ancestors = parent ? await loadAncestors(client, organization, parent) : []
  const isValid = parent && (await companyExists(client, organization, parent)) && !ancestors.includes(company)
  await touchCompany(client, organization, company, { parent_id: isValid ? parent : null })
}

async function companyExists(client: Queryable, organization: string, company: string) {
  const found = await rowOf(
    client,
    query
      .selectFrom('companies')
      .select('id')
      .where('organization_id', '=', organization)
      .where('id', '=', company)
      .where('removed_at', 'is', null),
  )
  return found !== undefined
}
