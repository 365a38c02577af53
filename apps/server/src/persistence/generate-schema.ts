import type { Queryable } from './database.ts'
import { functionNames } from './migrate.ts'

/**
 * Readable SQL of the migrated schema, for schema.sql (`npm run types:database`). A test keeps it current.
 * Each table has its constraints, indexes, triggers and policies. Functions are in `functions/`.
 */
export async function generateSchema(database: Queryable): Promise<string> {
  const lines = async (sql: string) => (await database.query<{ line: string }>(sql)).rows.map(({ line }) => line)
  const relations = [
    ...(await lines(EXTENSIONS)),
    ...(await lines(TYPES)),
    ...(await lines(TABLES)),
    ...(await lines(VIEWS)),
  ]
  const { rows: functions } = await database.query<{ line: string }>(FUNCTIONS, [await functionNames()])
  return `${[HEAD, ...relations.map(simplify), ...functions.map(({ line }) => line)].join('\n\n')}\n`
}

const HEAD =
  '-- Written by `npm run types:database` from the migrated database. Do not edit, and do not run: migrations do.'

/** The catalog uses uppercase keywords, explicit casts and extra parentheses. */
function simplify(sql: string) {
  return sql
    .replace(/'[^']*'|\b[A-Z]{2,}\b/g, (part) => (part.startsWith("'") ? part : part.toLowerCase()))
    .replace(/('[^']*')::text/g, '$1')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replace(/\(?(\w+) = any \(array\[([^\]]*)\]\)\)?/g, '$1 in ($2)')
    .replace(/check \(\((.*)\)\)(?=,?$)/gm, 'check ($1)')
}

const EXTENSIONS = `
  select string_agg('create extension ' || extname || ';', E'\\n' order by extname) as line
  from pg_extension where extname <> 'plpgsql'`

const TYPES = `
  select 'create domain ' || t.typname || ' as ' || format_type(t.typbasetype, t.typtypmod) ||
    coalesce((select string_agg(E'\\n  ' || pg_get_constraintdef(k.oid), '') from pg_constraint k where k.contypid = t.oid), '') || ';' as line
  from pg_type t where t.typtype = 'd' and t.typnamespace = 'public'::regnamespace
  union all
  select 'create type ' || c.relname || ' as (' ||
    (select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
     from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) || ');'
  from pg_class c where c.relkind = 'c' and c.relnamespace = 'public'::regnamespace
  order by line`

/** Constraints follow the columns, in reading order: key, uniqueness, references, checks. */
const TABLES = `
  select concat_ws(E'\\n',
    'create table ' || c.relname || E' (\\n  ' ||
      concat_ws(E',\\n  ',
        (select string_agg(
           a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
           case when a.attcollation <> t.typcollation then ' collate "' || (select collname from pg_collation where oid = a.attcollation) || '"' else '' end ||
           case when a.attnotnull then ' not null' else '' end ||
           case when a.attidentity <> '' then ' generated always as identity'
             when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
             when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid)
             else '' end,
           E',\\n  ' order by a.attnum)
         from pg_attribute a join pg_type t on t.oid = a.atttypid
         left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
        (select string_agg(pg_get_constraintdef(k.oid), E',\\n  '
           order by position(k.contype in 'puxfc'), pg_get_constraintdef(k.oid))
         from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'x', 'f', 'c'))) || E'\\n)' ||
      case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end || ';',
    (select string_agg(replace(pg_get_indexdef(i.indexrelid), ' public.', ' ') || ';', E'\\n' order by pg_get_indexdef(i.indexrelid))
     from pg_index i where i.indrelid = c.oid
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))),
    (select string_agg(replace(pg_get_triggerdef(t.oid), ' public.', ' ') || ';', E'\\n' order by t.tgname)
     from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal),
    case when c.relrowsecurity then 'alter table ' || c.relname || ' enable row level security' ||
      case when c.relforcerowsecurity then ', force row level security' else '' end || ';' end,
    (select string_agg('create policy ' || p.policyname || ' on ' || p.tablename ||
       case p.permissive when 'RESTRICTIVE' then ' as restrictive' else '' end || ' for ' || lower(p.cmd) ||
       case when p.roles <> '{public}' then ' to ' || array_to_string(p.roles, ', ') else '' end ||
       coalesce(' using ' || p.qual, '') || coalesce(' with check ' || p.with_check, '') || ';', E'\\n' order by p.policyname)
     from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname)
  ) as line
  from pg_class c
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname not in ('migrations', 'sql_functions')
  order by c.relname`

const VIEWS = `
  select 'create view ' || c.relname || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') ||
    E' as\\n' || pg_get_viewdef(c.oid, true) as line
  from pg_class c where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_depend x where x.objid = c.oid and x.deptype = 'e')
  order by c.relname`

/** Functions that are defined in migrations. */
const FUNCTIONS = `
  select rtrim(replace(pg_get_functiondef(p.oid), 'FUNCTION public.', 'FUNCTION ')) || ';' as line
  from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend x where x.objid = p.oid and x.deptype = 'e') and p.proname <> all ($1)
  order by p.proname, p.oid::regprocedure::text`
