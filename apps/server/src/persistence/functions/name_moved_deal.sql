-- Trigger on deals: a deal moved by a merge takes the name of its new athlete.
create or replace function name_moved_deal() returns trigger language plpgsql as $$
begin
  select name_of_athlete(a) into new.athlete_name from athletes a where a.organization_id = new.organization_id and a.id = new.athlete_id;
  return new;
end
$$;
