-- Claims the mail of a head of the current organization. False if this head was mailed after p_before. As the owner, because the
-- serving role only appends anchors.
create or replace function claim_audit_anchor(p_number integer, p_now timestamptz, p_before timestamptz) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with claimed as (
    insert into audit_anchors as a (organization_id, number, mailed_at)
    values (nullif(current_setting('app.organization', true), '')::uuid, p_number, p_now)
    on conflict (organization_id, number) do update set mailed_at = excluded.mailed_at where a.mailed_at <= p_before
    returning a.number)
  select exists (select from claimed);
$$;
