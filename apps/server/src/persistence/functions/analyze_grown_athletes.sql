-- Statistics of a table that an import has just filled: until autovacuum comes, the planner takes any index.
create or replace function analyze_grown_athletes(p_rows integer) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if (select reltuples from pg_class where oid = 'athletes'::regclass) < p_rows / 10 then
    analyze (skip_locked) athletes;
  end if;
end
$$;
