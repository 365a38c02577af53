-- Trigger on entry_lines: maintains the totals. A reversing entry counts as an entry, so totals match the ledger's list.
create or replace function add_to_totals() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_part smallint := pg_backend_pid() % 16;
begin
  -- A fixed order prevents deadlocks.
  insert into ledger_month_totals as t (organization_id, account, currency, month, income, part, amount_minor, lines)
  select organization_id, account, currency, date_trunc('month', posted_on)::date, income, v_part, sum(amount_minor), count(*)
  from added group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (organization_id, account, currency, month, income, part)
  do update set amount_minor = t.amount_minor + excluded.amount_minor, lines = t.lines + excluded.lines;
  insert into ledger_totals as t (organization_id, account, currency, month, athlete_id, deal_id, income, amount_minor, lines)
  select organization_id, account, currency, date_trunc('month', posted_on)::date, athlete_id, deal_id, income, sum(amount_minor), count(*)
  from added group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (organization_id, account, currency, month, athlete_id, deal_id, income)
  do update set amount_minor = t.amount_minor + excluded.amount_minor, lines = t.lines + excluded.lines;
  return null;
end
$$;
