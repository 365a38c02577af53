-- Trigger on deal_versions: see note_terms_of_deal.
create or replace function note_terms_of_version() returns trigger language plpgsql as $$
begin
  update deals d set newest_version = d.newest_version where d.organization_id = new.organization_id and d.id = new.deal_id;
  return null;
end
$$;
create or replace trigger note_version after insert or update of terms, stage on deal_versions
  for each row execute function note_terms_of_version();
