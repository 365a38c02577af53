-- Keeps the last contact of companies. Private entries change nothing, or others would notice them.
create or replace function update_last_contact_of_companies() returns trigger language plpgsql as $$
begin
  update companies a
  set last_contact_deals = latest.deals, last_contact_money = latest.money
  from (select distinct organization_id, company_id from changed
      where kind in ('call', 'text', 'email', 'meeting', 'visit', 'letter') and readers <> 'me') c
    cross join lateral (
      select coalesce(max(t.at) filter (where t.readers = 'deals'), '-infinity') as deals,
        coalesce(max(t.at), '-infinity') as money
      from unnest(array['deals', 'money']) as audience (readers)
        cross join lateral (
          select x.readers, x.at from company_timeline x
          where x.organization_id = c.organization_id and x.company_id = c.company_id and x.readers = audience.readers
            and x.kind in ('call', 'text', 'email', 'meeting', 'visit', 'letter')
          order by x.at desc limit 1) t) latest
  where a.organization_id = c.organization_id and a.id = c.company_id
    and (a.last_contact_deals, a.last_contact_money)
      is distinct from (latest.deals, latest.money);
  return null;
end
$$;
create or replace trigger last_contact_of_added after insert on company_timeline
  referencing new table as changed for each statement execute function update_last_contact_of_companies();
create or replace trigger last_contact_of_removed after delete on company_timeline
  referencing old table as changed for each statement execute function update_last_contact_of_companies();
create or replace trigger last_contact_before_change after update on company_timeline
  referencing old table as changed for each statement execute function update_last_contact_of_companies();
create or replace trigger last_contact_after_change after update on company_timeline
  referencing new table as changed for each statement execute function update_last_contact_of_companies();
