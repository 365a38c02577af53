import { Refusal } from '@sherpa/contracts/problem'
import { type Insertable, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import type { Tables } from '../../persistence/database-types.ts'
import { newId } from '../../persistence/new-id.ts'
import { published, query, rowOf, run } from '../../persistence/queries.ts'

/** For other domains, to join. */
export const companyFacts = published('companies', ['organization_id', 'id', 'name', 'core', 'is_self'])
export const companyContactFacts = published('company_contacts', [
  'organization_id',
  'company_id',
  'email',
  'created_at',
])

/** What a deal needs to know of its company. Until the end of the transaction nobody removes it. */
export async function companyOfDeal(client: Queryable, organization: string, id: string) {
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

export async function insertCompany(client: Queryable, company: Insertable<Tables['companies']>) {
  await run(client, query.insertInto('companies').values(company))
}

/** The company at the top of each one's owners: those of one owner belong together. */
export async function topOwners(client: Queryable, organization: string, companies: readonly string[]) {
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

/** The organization as a company: deals with it are money that it pays. Made when it is first needed. */
export async function ownCompany(client: Queryable, organization: string): Promise<string> {
  const self = query
    .selectFrom('companies')
    .select('id')
    .where('organization_id', '=', organization)
    .where('is_self', '=', true)
  const known = await rowOf(client, self)
  if (known) return known.id
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
  const made = await rowOf(client, self)
  if (!made) throw new Refusal('not-found')
  return made.id
}

/** It is called what the organization is called. */
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
