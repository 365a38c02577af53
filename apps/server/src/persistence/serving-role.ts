import pg from 'pg'
import type { Queryable } from './database.ts'

/** Serving role with one database URL. Roles are global: all databases of the server share it. */
const SERVING_ROLE = 'sherpa_app'
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Creates the serving role if the owner may. Returns its name, or undefined if only an administrator can create it.
 * Since PostgreSQL 16 the creator needs a grant to use the role.
 */
export async function ensureServingRole(owner: Queryable): Promise<string | undefined> {
  try {
    await owner.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${SERVING_ROLE}') then
        begin
          create role ${SERVING_ROLE} nologin;
        exception when duplicate_object or unique_violation then null;
        end;
      end if;
      begin
        set local role ${SERVING_ROLE};
        set local role none;
      exception when insufficient_privilege then grant ${SERVING_ROLE} to current_user;
      end;
    end $$`)
    return SERVING_ROLE
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) return undefined
    throw error
  }
}

const APPEND_ONLY = [
  'audit_events',
  'audit_values',
  'audit_anchors',
  'entries',
  'entry_lines',
  'receipt_allocations',
  'recoupments',
]
/** Maintained by triggers and functions of the owner. */
const READ_ONLY = ['audit_batches', 'audit_unsealed', 'ledger_totals', 'ledger_month_totals']

/** Least privilege: no schema changes, and no changes to audit trail and ledger entries. */
export async function grantServing(owner: Queryable, role: string) {
  const name = pg.escapeIdentifier(role)
  // The others check the privileges of the invoker on their tables.
  const { rows } = await owner.query<{ name: string }>(`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v' and not coalesce(reloptions, '{}') @> '{security_invoker=true}'`)
  const { rows: owning } = await owner.query('select where current_user = $1', [role])
  // The triggers run as the owner.
  const readOnly = owning.length > 0 ? '' : `revoke insert, update, delete on ${READ_ONLY.join(', ')} from ${name};`
  await owner.query(`
    grant usage on schema public to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    grant usage on all sequences in schema public to ${name};
    revoke all on migrations, sql_functions, auth_secret from ${name};
    revoke update, delete on ${APPEND_ONLY.join(', ')} from ${name};
    ${readOnly}
    ${rows.map((view) => `revoke insert, update, delete on ${pg.escapeIdentifier(view.name)} from ${name};`).join('\n')}
  `)
}
