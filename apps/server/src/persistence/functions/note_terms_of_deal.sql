-- Trigger on deals: a deal has copies of what lists filter by, of the version in force or, before the
-- first signature, of the newest one. The amendment is the stage of a version after the one in force.
create or replace function note_terms_of_deal() returns trigger language plpgsql as $$
begin
  select v.terms ->> 'category', coalesce(v.terms -> 'exclusivity' ->> 'kind', 'none') into new.category, new.exclusivity
  from deal_versions v
  where v.organization_id = new.organization_id and v.deal_id = new.id
    and v.number = coalesce(new.version_in_force, new.newest_version);
  new.exclusivity := coalesce(new.exclusivity, 'none');
  new.amendment := case when new.newest_version > new.version_in_force then (
    select v.stage from deal_versions v
    where v.organization_id = new.organization_id and v.deal_id = new.id and v.number = new.newest_version) end;
  return new;
end
$$;
create or replace trigger note_terms before update of newest_version, version_in_force on deals
  for each row execute function note_terms_of_deal();
