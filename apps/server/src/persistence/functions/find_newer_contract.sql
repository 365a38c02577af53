-- A contract migration that a server's release does not know. The serving role may not read migrations.
create or replace function find_newer_contract(p_release text) returns text language sql stable security definer
  set search_path = public, pg_temp as $$
  select name from migrations where kind = 'contract' and name collate "C" > p_release order by name limit 1;
$$;
