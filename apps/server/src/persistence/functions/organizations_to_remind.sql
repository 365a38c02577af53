-- Organizations with deals, agreements, licenses, open tasks or disclosures, for the reminders of each hour.
create or replace function organizations_to_remind() returns table (id uuid) language sql stable security definer
  set search_path = public, pg_temp as $$
  select o.id from organizations o where o.closed_at is null
    and (exists (select from deals d where d.organization_id = o.id and d.removed_at is null)
      or exists (select from agreements g where g.organization_id = o.id)
      or exists (select from licenses l where l.organization_id = o.id)
      or exists (select from tasks t where t.organization_id = o.id and t.done_at is null)
      or exists (select from disclosures x where x.organization_id = o.id and x.work = 'due'));
$$;
