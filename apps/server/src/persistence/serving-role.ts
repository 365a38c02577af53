import pg from 'pg'
import type { Queryable } from './database.ts'

/** The role that serves where there is one address only. Roles belong to the whole database server: its databases share it. */
const SERVING_ROLE = 'sherpa_app'
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Makes the role that serves, if the owner may. Answers with its name, or with nothing where only an administrator can make one.
 * Whoever makes a role may not yet take it on (PostgreSQL 16 or later): that is tried, and granted.
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

/** Written once, and never changed. */
const APPEND_ONLY = ['audit_events', 'entries', 'entry_lines', 'receipt_allocations', 'recoupments']
/** Kept by triggers alone. */
const READ_ONLY = ['ledger_totals', 'ledger_month_totals']

/** What serving takes, and no more: no change to the schema, and no change to what the audit trail and the ledger have recorded. */
export async function grantServing(owner: Queryable, role: string) {
  const name = pg.escapeIdentifier(role)
  const { rows } = await owner.query("select viewname from pg_views where schemaname = 'public'")
  const views = rows.map(({ viewname }) => viewname as string)
  await owner.query(`
    grant usage on schema public to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    grant usage on all sequences in schema public to ${name};
    revoke all on migrations, sql_functions from ${name};
    revoke update, delete on ${APPEND_ONLY.join(', ')} from ${name};
    revoke insert, update, delete on ${READ_ONLY.join(', ')} from ${name};
    ${views.map((view) => `revoke insert, update, delete on ${pg.escapeIdentifier(view)} from ${name};`).join('\n')}
  `)
}
