-- Finds the organization of a payor's link by its token. Closed organizations have none.
create or replace function admit_attestation(p_token_hash bytea) returns table (organization_id uuid, request_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.organization_id, r.id from attestation_requests r join organizations o on o.id = r.organization_id
  cross join lateral require_here(r.organization_id)
  where r.token_hash = p_token_hash and o.closed_at is null;
$$;
