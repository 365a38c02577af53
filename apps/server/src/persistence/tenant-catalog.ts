import type { Queryable } from './database.ts'

export type TenantTable = {
  table: string
  /** Names the organization of a row. */
  column: string
  /** Without generated columns, and without transaction ids, which belong to one database. */
  columns: string[]
}

export type ForeignKey = {
  name: string
  table: string
  columns: string[]
  parent: string
  parentColumns: string[]
}

/** Tables with rows of organizations, read from the catalog so that none is missing. */
export async function tenantTables(owner: Queryable): Promise<TenantTable[]> {
  const { rows } = await owner.query<TenantTable>(
    `select c.relname::text as table, min(a.attname::text) filter (where a.attname = key.name) as column,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '' and a.atttypid <> 'xid8'::regtype) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
       lateral (select case when c.relname = 'organizations' then 'id' else 'organization_id' end as name) key
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     group by c.relname having bool_or(a.attname = key.name) order by 1`,
  )
  return rows
}

export async function foreignKeys(owner: Queryable): Promise<ForeignKey[]> {
  const names = (columns: string, table: string) =>
    `(select array_agg(a.attname::text order by n) from unnest(f.${columns}) with ordinality u(number, n)
      join pg_attribute a on a.attrelid = f.${table} and a.attnum = u.number)`
  const { rows } = await owner.query<ForeignKey>(
    `select f.conname::text as name, c.relname::text as table, p.relname::text as parent,
       ${names('conkey', 'conrelid')} as columns, ${names('confkey', 'confrelid')} as "parentColumns"
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
     where f.contype = 'f' and f.connamespace = 'public'::regnamespace order by 2, 1`,
  )
  return rows
}
