-- Trigger on athletes: renames their deals. Titles lose the name of an erased athlete.
create or replace function rename_athlete_in_deals() returns trigger language plpgsql as $$
begin
  update deals set athlete_name = name_of_athlete(new),
    title = case when new.given_name = '' and new.family_name = '' then 'Erased athlete × ' || company_name else title end
  where organization_id = new.organization_id and athlete_id = new.id;
  if new.given_name = '' and new.family_name = '' then
    update deal_versions v set title = 'Erased athlete × ' || c.name
    from deals d, companies c
    where d.organization_id = new.organization_id and d.athlete_id = new.id
      and v.organization_id = d.organization_id and v.deal_id = d.id
      and c.organization_id = v.organization_id and c.id = v.company_id;
  end if;
  return null;
end
$$;
