-- Refuses a link of an organization that has moved to another cell.
create or replace function require_link_here(p_token_hash bytea) returns void language sql stable security definer
  set search_path = public, pg_temp as $$
  select require_here(moved_id) from moved_links where token_hash = p_token_hash;
$$;
