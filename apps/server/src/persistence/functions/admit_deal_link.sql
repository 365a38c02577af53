-- Finds the organization and the deal of a link by its token. Removed deals and closed organizations have none.
create or replace function admit_deal_link(p_token_hash bytea) returns table (organization_id uuid, link_id uuid, deal_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select l.organization_id, l.id, l.deal_id from deal_links l
  join deals d on d.organization_id = l.organization_id and d.id = l.deal_id
  join organizations o on o.id = l.organization_id
  cross join lateral require_here(l.organization_id)
  where l.token_hash = p_token_hash and d.removed_at is null and o.closed_at is null;
$$;
