-- Trigger on entry_lines: lines are inserted with their entry only, because its balance is checked once.
create or replace function require_new_entry() returns trigger language plpgsql as $$
begin
  if exists (select from added a join entries e on e.organization_id = a.organization_id and e.id = a.entry_id
    where e.transaction_id <> pg_current_xact_id()) then
    raise exception 'An entry of the ledger does not change.' using errcode = 'check_violation', constraint = 'entry_is_final';
  end if;
  return null;
end
$$;
