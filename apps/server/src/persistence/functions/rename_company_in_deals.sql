-- Trigger on companies: renames their deals.
create or replace function rename_company_in_deals() returns trigger language plpgsql as $$
begin
  update deals set company_name = new.name where organization_id = new.organization_id and company_id = new.id;
  return null;
end
$$;
