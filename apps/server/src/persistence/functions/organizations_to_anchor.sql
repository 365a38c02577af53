-- Open organizations with a head, and no head mailed since p_before.
create or replace function organizations_to_anchor(p_before timestamptz) returns table (id uuid) language sql stable security definer
  set search_path = public, pg_temp as $$
  select o.id from organizations o
  where o.closed_at is null and not o.sample
    and exists (select from audit_batches b where b.organization_id = o.id)
    and not exists (select from audit_anchors a where a.organization_id = o.id and a.mailed_at > p_before);
$$;
