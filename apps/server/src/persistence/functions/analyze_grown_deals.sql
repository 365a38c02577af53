-- Statistics of tables that an import has just filled: until autovacuum comes, the planner takes any index, and each entry
-- of the ledger would read all others.
create or replace function analyze_grown_deals(p_rows integer) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if (select reltuples from pg_class where oid = 'deals'::regclass) < p_rows / 10 then
    analyze (skip_locked) deals, deal_versions, payments, receipts, receipt_allocations, entries, entry_lines;
  end if;
end
$$;
