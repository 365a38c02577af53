import {
  type Company,
  type CompanyChange,
  type CompanyContact,
  companyKinds,
  type NewCompany,
  type NewCompanyContact,
} from '@sherpa/contracts/company'
import { productCategories } from '@sherpa/contracts/exclusivity'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { type DependentOn, removalBlockedBy } from '../../persistence/dependents.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, run } from '../../persistence/queries.ts'
import { changedValues } from '../audit/audit.ts'
import { lockOrganization } from '../organizations/organizations.ts'
import { companyNames, insertCompany, requireCompany } from './companies.ts'
import {
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
  clock: () => Date
  records: CompanyRecords
  onCompanies: readonly DependentOn<'company'>[]
  tasks: TasksOfCompanies
}

export function createCompanyChangeService({ database, clock, records, onCompanies, tasks }: Parts) {
  /** Locks the company and raises its version, which sends a live update. */
  function changeContacts<Result>(viewer: Viewer, company: string, work: (client: Queryable) => Promise<Result>) {
    const { organization } = viewer.member
    return inTransaction(database, async (client) => {
      const { name } = await lockCompany(client, organization, company)
      const result = await work(client)
      await touchCompany(client, organization, company)
      await recordCompanyEvent(client, viewer, 'company-changed', name)
      return result
    })
  }

  return {
    async add(viewer: Viewer, { name, kind, category, website, parentId }: NewCompany): Promise<Company> {
      const { organization } = viewer.member
      const id = newId(clock().getTime())
      return inTransaction(database, async (client) => {
        if (parentId) await requireCompany(client, organization, parentId)
        await insertCompany(client, {
          organization_id: organization,
          id,
          name,
          kind,
          category: category ?? null,
          website: website || null,
          parent_id: parentId ?? null,
        })
        await recordCompanyEvent(client, viewer, 'company-added', name)
        return records.load(client, viewer, id)
      })
    },
    /** Optimistic locking: a stale version is rejected with the current record. */
    async change(viewer: Viewer, id: string, { version, changes }: CompanyChange): Promise<Company> {
      const { organization } = viewer.member
      const { name, kind, category, website, parentId } = changes
      return inTransaction(database, async (client) => {
        // Hierarchy changes are serialized, or two companies could become each other's parent.
        if (parentId) await lockOrganization(client, organization)
        const before = await lockCompany(client, organization, id)
        if (before.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await records.load(client, viewer, id) })
        }
        if (name !== undefined) requireUnchangedOwnName(before, name)
        if (parentId) await requireValidParent(client, before, parentId)
        const columns = {
          ...(name !== undefined && { name }),
          ...(kind !== undefined && { kind }),
          ...(category !== undefined && { category }),
          ...(website !== undefined && { website: website || null }),
          ...(parentId !== undefined && { parent_id: parentId }),
        }
        const changed = Object.entries(columns).filter(([column, value]) => before[column as 'name'] !== value)
        if (changed.length > 0) {
          await touchCompany(client, organization, id, columns)
          const changes = await describeChanges(client, before, { ...before, ...columns })
          await recordCompanyEvent(client, viewer, 'company-changed', name ?? before.name, changes)
        }
        return records.load(client, viewer, id)
      })
    },

    /** Subsidiaries move up to the parent. */
    async remove(viewer: Viewer, id: string) {
      const { organization } = viewer.member
      await inTransaction(database, async (client) => {
        await lockOrganization(client, organization)
        const company = await lockCompany(client, organization, id, 'for update')
        if (company.is_self) throw new Refusal('own-company')
        const blocked = await removalBlockedBy(client, onCompanies, organization, id)
        if (blocked) throw new Refusal(blocked)
        await moveSubsidiaries(client, company, company.parent_id)
        await tasks.detach(client, organization, id)
        await touchCompany(client, organization, id, { removed_at: sql<Date>`now()`, parent_id: null })
        await recordCompanyEvent(client, viewer, 'company-removed', company.name)
      })
    },

    addContact(viewer: Viewer, company: string, contact: NewCompanyContact): Promise<CompanyContact> {
      const id = newId(clock().getTime())
      return changeContacts(viewer, company, async (client) => {
        await run(
          client,
          query.insertInto('company_contacts').values({
            organization_id: viewer.member.organization,
            id,
            company_id: company,
            ...contact,
          }),
        )
        return { id, ...contact }
      })
    },

    changeContact(viewer: Viewer, company: string, id: string, contact: NewCompanyContact) {
      return changeContacts(viewer, company, async (client) => {
        const changed = await run(
          client,
          query
            .updateTable('company_contacts')
            .set(contact)
            .where('organization_id', '=', viewer.member.organization)
            .where('company_id', '=', company)
            .where('id', '=', id),
        )
        if (changed === 0) throw new Refusal('not-found')
      })
    },

    removeContact(viewer: Viewer, company: string, id: string) {
      return changeContacts(viewer, company, async (client) => {
        const removed = await run(
          client,
          query
            .deleteFrom('company_contacts')
            .where('organization_id', '=', viewer.member.organization)
            .where('company_id', '=', company)
            .where('id', '=', id),
        )
        if (removed === 0) throw new Refusal('not-found')
      })
    },
  }
}
export type ChangingCompanies = ReturnType<typeof createCompanyChangeService>

/** Values in words, for the audit trail. */
async function describeChanges(client: Queryable, before: LockedCompany, after: LockedCompany) {
  const { organization_id: organization } = before
  const names = await companyNames(client, organization, [before.parent_id, after.parent_id])
  const describe = ({ name, kind, category, website, parent_id }: LockedCompany) => ({
    name,
    kind: companyKinds[kind],
    category: category && productCategories[category as keyof typeof productCategories],
    website,
    parent: parent_id ? names.get(parent_id) : null,
  })
  return changedValues(describe(before), describe(after))
}

/** The organization's own company has the organization's name. */
function requireUnchangedOwnName(company: LockedCompany, name: string) {
  if (company.is_self && name !== company.name) {
    throw invalid('name', 'This is your organization. Rename it in the organization settings')
  }
}

/** Prevents cycles in the hierarchy. */
async function requireValidParent(client: Queryable, company: LockedCompany, parent: string) {
  const { name } = await requireCompany(client, company.organization_id, parent)
  const ancestors = await loadAncestors(client, company.organization_id, parent)
  if (parent === company.id) throw invalid('parentId', 'A company can’t be its own parent')
  if (ancestors.includes(company.id))
    throw invalid('parentId', `${name} is a subsidiary of this company and can’t be its parent`)
}

function invalid(field: string, message: string) {
  return new Refusal('invalid-fields', { errors: [{ field, message }] })
}
