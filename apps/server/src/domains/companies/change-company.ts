import type { Company, CompanyChange, CompanyContact, NewCompany, NewCompanyContact } from '@sherpa/contracts/company'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { type DependentOn, removalBlockedBy } from '../../persistence/dependents.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, run } from '../../persistence/queries.ts'
import { lockOrganization } from '../organizations/organizations.ts'
import { companyOfDeal, insertCompany } from './companies.ts'
import {
  giveOwned,
  type LockedCompany,
  lockCompany,
  noteCompanyEvent,
  ownersOf,
  touchCompany,
  type Viewer,
} from './company-access.ts'
import type { CompanyRecords } from './company-record.ts'

type Parts = {
  database: Database
  clock: () => Date
  records: CompanyRecords
  onCompanies: readonly DependentOn<'company'>[]
}

export function changingCompanies({ database, clock, records, onCompanies }: Parts) {
  /** Nobody else changes the company meanwhile, and everybody who has it open hears of it. */
  function changingContacts<Result>(viewer: Viewer, company: string, work: (client: Queryable) => Promise<Result>) {
    const { organization } = viewer.member
    return inTransaction(database, async (client) => {
      const { name } = await lockCompany(client, organization, company)
      const result = await work(client)
      await touchCompany(client, organization, company)
      await noteCompanyEvent(client, viewer, 'company-changed', name)
      return result
    })
  }

  return {
    async add(viewer: Viewer, { name, kind, category, website, parentId }: NewCompany): Promise<Company> {
      const { organization } = viewer.member
      const id = newId(clock().getTime())
      return inTransaction(database, async (client) => {
        if (parentId) await companyOfDeal(client, organization, parentId)
        await insertCompany(client, {
          organization_id: organization,
          id,
          name,
          kind,
          category: category ?? null,
          website: website || null,
          parent_id: parentId ?? null,
        })
        await noteCompanyEvent(client, viewer, 'company-added', name)
        return records.whole(client, viewer, id)
      })
    },

    /** Whoever has not seen the present version changes nothing: they get it, to decide again. */
    async change(viewer: Viewer, id: string, { version, changes }: CompanyChange): Promise<Company> {
      const { organization } = viewer.member
      const { name, kind, category, website, parentId } = changes
      return inTransaction(database, async (client) => {
        // Who owns whom changes for one at a time, or two could own each other.
        if (parentId) await lockOrganization(client, organization)
        const before = await lockCompany(client, organization, id)
        if (before.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await records.whole(client, viewer, id) })
        }
        if (name !== undefined) requireOwnName(before, name)
        if (parentId) await requireOwner(client, before, parentId)
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
          await noteCompanyEvent(client, viewer, 'company-changed', name ?? before.name)
        }
        return records.whole(client, viewer, id)
      })
    },

    /** What it owns belongs to its owner then. */
    async remove(viewer: Viewer, id: string) {
      const { organization } = viewer.member
      await inTransaction(database, async (client) => {
        await lockOrganization(client, organization)
        const company = await lockCompany(client, organization, id, 'for update')
        if (company.is_self) throw new Refusal('own-company')
        const blocked = await removalBlockedBy(client, onCompanies, organization, id)
        if (blocked) throw new Refusal(blocked)
        await giveOwned(client, company, company.parent_id)
        await touchCompany(client, organization, id, { removed_at: sql<Date>`now()`, parent_id: null })
        await noteCompanyEvent(client, viewer, 'company-removed', company.name)
      })
    },

    addContact(viewer: Viewer, company: string, contact: NewCompanyContact): Promise<CompanyContact> {
      const id = newId(clock().getTime())
      return changingContacts(viewer, company, async (client) => {
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
      return changingContacts(viewer, company, async (client) => {
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
      return changingContacts(viewer, company, async (client) => {
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
export type ChangingCompanies = ReturnType<typeof changingCompanies>

/** Its name is that of the organization. */
function requireOwnName(company: LockedCompany, name: string) {
  if (company.is_self && name !== company.name) {
    throw invalid('name', 'This is your organization. Rename it in the organization settings')
  }
}

/** No company belongs to one that belongs to it. */
async function requireOwner(client: Queryable, company: LockedCompany, parent: string) {
  const { name } = await companyOfDeal(client, company.organization_id, parent)
  const above = await ownersOf(client, company.organization_id, parent)
  if (parent === company.id) throw invalid('parentId', 'A company can’t be its own parent')
  if (above.includes(company.id))
    throw invalid('parentId', `${name} is a subsidiary of this company and can’t be its parent`)
}

function invalid(field: string, message: string) {
  return new Refusal('invalid-fields', { errors: [{ field, message }] })
}
