-- Open organizations with a head that was not mailed, and no head mailed since p_before.
create or replace function organizations_to_anchor(p_before timestamptz) returns table (id uuid) language sql stable security definer
  set search_path = public, pg_temp as $$
  select o.id from organizations o
    cross join lateral (select max(b.number) as newest from audit_batches b where b.organization_id = o.id) sealed
    cross join lateral (select max(a.number) as newest, max(a.mailed_at) as mailed_at from audit_anchors a
      where a.organization_id = o.id) mailed
  where o.closed_at is null and not o.sample and sealed.newest > coalesce(mailed.newest, 0)
    and coalesce(mailed.mailed_at, '-infinity') <= p_before;
$$;
