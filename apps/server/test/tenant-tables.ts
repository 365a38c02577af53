import type { Queryable } from '../src/persistence/database.ts'

/** Every table and column that says which organization a row is of: read from the catalogue, so that none is forgotten. */
export async function tenantTables(owner: Queryable) {
  const { rows } = await owner.query<{ table: string; column: string }>(
    `select c.relname as table, case when c.relname = 'organizations' then 'id' else 'organization_id' end as column
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and (c.relname = 'organizations' or exists (select from pg_attribute a where a.attrelid = c.oid
         and a.attname = 'organization_id' and not a.attisdropped)) order by 1`,
  )
  return rows
}
