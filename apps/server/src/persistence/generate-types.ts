import { ownValue } from '@sherpa/contracts/own-value'
import type { Queryable } from './database.ts'

/** Types of jsonb columns, which the catalog does not know. */
const jsonTypes: Record<string, string> = { 'invoices.lines': 'InvoiceLine[]' }

const types: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  // The driver returns text to keep precision.
  int8: 'string',
  interval: 'string',
  jsonb: 'unknown',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  xid8: 'string',
}

type Column = {
  table: string
  column: string
  type: string
  isArray: boolean
  nullable: boolean
  optional: boolean
  /** Check constraints of the column and its domain. */
  checks: string[]
}

/** TypeScript types of tables and views, for `npm run types:database`. A test keeps them current. */
export async function generateTypes(database: Queryable): Promise<string> {
  const columns = await readColumns(database)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const interfaces = [...tables].map(([table, fields]) => {
    // A view of all organizations has the columns of its table.
    const viewed = /^all_(.+)$/.exec(table)?.[1]
    if (viewed) return `  ${table}: Tables['${viewed}']`
    const lines = fields.map((field) => `    ${field.column}: ${typeOf(field)}`)
    return `  ${table}: {\n${lines.join('\n')}\n  }`
  })
  return [
    '// Written by `npm run types:database` from the migrated database. Do not edit.',
    "import type { InvoiceLine } from '@sherpa/contracts/subscription'",
    "import type { Generated } from 'kysely'",
    '',
    'export type Tables = {',
    ...interfaces,
    '}',
    '',
  ].join('\n')
}

function typeOf({ table, column, type, isArray, nullable, optional, checks }: Column) {
  const base = valuesIn(column, checks) ?? ownValue(jsonTypes, `${table}.${column}`) ?? ownValue(types, type)
  if (!base) throw new Error(`${table}.${column}: the type ${type} has no counterpart in generate-types.ts.`)
  const whole = `${isArray ? `(${base})[]` : base}${nullable ? ' | null' : ''}`
  return optional ? `Generated<${whole}>` : whole
}

/** `check (kind in ('a', 'b'))` becomes a union of literals. */
function valuesIn(column: string, checks: string[]) {
  const choice = checks
    .map((check) => /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check))
    .find((match) => match && [column, 'VALUE'].includes(match[1] ?? ''))
  return choice?.[2]?.match(/'[^']*'/g)?.join(' | ')
}

async function readColumns(database: Queryable): Promise<Column[]> {
  const { rows } = await database.query<Column>(
    `select c.relname as table, a.attname as column,
       case when t.typtype = 'd' then base.typname when t.typelem <> 0 and t.typcategory = 'A' then element.typname
         else t.typname end as type,
       t.typcategory = 'A' as "isArray", not (a.attnotnull or t.typnotnull) as nullable,
       a.atthasdef or a.attidentity <> '' as optional,
       coalesce((select array_agg(pg_get_constraintdef(k.oid)) from pg_constraint k
         where k.contype = 'c' and (k.conrelid = c.oid and k.conkey = array[a.attnum] or k.contypid = t.oid and t.typtype = 'd')),
         '{}') as checks
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid left join pg_type base on base.oid = t.typbasetype
     left join pg_type element on element.oid = t.typelem
     where c.relkind in ('r', 'p', 'v') and c.relnamespace = 'public'::regnamespace and c.relname not in ('migrations', 'sql_functions')
     order by c.relname, a.attnum`,
  )
  return rows
}
