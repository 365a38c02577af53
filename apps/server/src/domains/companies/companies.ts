import type { CompanyKind } from '@sherpa/contracts/company'
import type { ProductCategory } from '@sherpa/contracts/exclusivity'
import { Refusal } from '@sherpa/contracts/problem'
import { type Insertable, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import type { Tables } from '../../persistence/database-types.ts'
import { newId } from '../../persistence/new-id.ts'
import { published, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { findCompaniesByName, hideUnusedCompanies } from './companies-by-name.ts'
import { findCompanyEntry } from './company-entries.ts'
import { addSignerContact } from './signer-contact.ts'

export { addSignerContact, findCompaniesByName, findCompanyEntry, hideUnusedCompanies }

/** Columns that other domains may join. */
export const publicCompanies = published('companies', [
  'organization_id',
  'id',
  'name',
  'kind',
  'category',
  'core',
  'is_self',
  'parent_id',
  'removed_at',
])
export const publicCompanyContacts = published('company_contacts', [
  'organization_id',
  'company_id',
  'name',
  'title',
  'email',
  'created_at',
])

/** Locks the company against removal (`for key share`). */
export async function requireCompany(client: Queryable, organization: string, id: string) {
  const company = await rowOf(
    client,
    query
      .selectFrom('companies')
      .select(['id', 'name', 'kind', 'category', 'is_self as isSelf'])
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .forKeyShare(),
  )
  if (!company) throw new Refusal('not-found')
  return company
}

/** Names by id. */
export async function companyNames(client: Queryable, organization: string, ids: readonly (string | null)[]) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('companies')
      .select(['id', 'name'])
      .where('organization_id', '=', organization)
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function insertCompany(client: Queryable, company: Insertable<Tables['companies']>) {
  await run(client, query.insertInto('companies').values(company))
}

/** The top-level parent of each company. */
export async function loadTopParents(client: Queryable, organization: string, companies: readonly string[]) {
  const { rows } = await client.query<{ id: string; top: string }>(
    `with recursive up as (
       select id, id as top, parent_id, 1 as steps from companies where organization_id = $1 and id = any($2::uuid[])
       union all
       select up.id, c.id, c.parent_id, up.steps + 1 from up join companies c on c.organization_id = $1 and c.id = up.parent_id
       where up.steps < 20)
     select distinct on (id) id, top from up order by id, steps desc`,
    [organization, companies],
  )
  return new Map(rows.map(({ id, top }) => [id, top]))
}

/** Parents of each company, nearest first. */
export async function loadParents(client: Queryable, organization: string, companies: readonly string[]) {
  const { rows } = await client.query<{
    of: string
    id: string
    name: string
    kind: CompanyKind
    category: ProductCategory | null
  }>(
    `with recursive up as (
       select id as of, parent_id, 1 as steps from companies where organization_id = $1 and id = any($2::uuid[])
       union all
       select up.of, c.parent_id, up.steps + 1 from up join companies c on c.organization_id = $1 and c.id = up.parent_id
       where up.steps < 20)
     select up.of, c.id, c.name, c.kind, c.category from up
     join companies c on c.organization_id = $1 and c.id = up.parent_id order by up.of, up.steps`,
    [organization, companies],
  )
  return Map.groupBy(rows, ({ of }) => of)
}

/** The organization as a company, created on first use. In its deals the organization pays the athlete. */
export async function ensureOwnCompany(client: Queryable, organization: string): Promise<string> {
  const self = query
    .selectFrom('companies')
    .select('id')
    .where('organization_id', '=', organization)
    .where('is_self', '=', true)
  const existing = await rowOf(client, self)
  if (existing) return existing.id
  await run(
    client,
    query
      .insertInto('companies')
      .columns(['organization_id', 'id', 'name', 'kind', 'is_self', 'created_at'])
      .expression(
        query
          .selectFrom('organizations')
          .select((eb) => [
            'id',
            eb.val(newId()).as('company'),
            'name',
            sql<string>`case kind when 'team' then 'club' when 'athletic-department' then 'school'
              when 'collective' then 'collective' else 'other' end`.as('kind'),
            eb.lit(true).as('self'),
            'created_at',
          ])
          .where('id', '=', organization),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
  const created = await rowOf(client, self)
  if (!created) throw new Refusal('not-found')
  return created.id
}

export async function renameOwnCompany(client: Queryable, organization: string, name: string) {
  await run(
    client,
    query
      .updateTable('companies')
      .set({ name, version: sql<number>`version + 1` })
      .where('organization_id', '=', organization)
      .where('is_self', '=', true)
      .where('name', '<>', name),
  )
}
