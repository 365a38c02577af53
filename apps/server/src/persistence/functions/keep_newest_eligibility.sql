-- Trigger on athlete_eligibility: athletes have a copy of the newest status.
create or replace function keep_newest_eligibility() returns trigger language plpgsql as $$
begin
  update athletes a set eligibility = newest.status
  from (select distinct organization_id, athlete_id from changed) c
    left join lateral (
      select e.status from athlete_eligibility e
      where e.organization_id = c.organization_id and e.athlete_id = c.athlete_id
      order by e.checked_on desc, e.id limit 1) newest on true
  where a.organization_id = c.organization_id and a.id = c.athlete_id and a.eligibility is distinct from newest.status;
  return null;
end
$$;
create or replace trigger eligibility_of_added after insert on athlete_eligibility
  referencing new table as changed for each statement execute function keep_newest_eligibility();
create or replace trigger eligibility_of_removed after delete on athlete_eligibility
  referencing old table as changed for each statement execute function keep_newest_eligibility();
create or replace trigger eligibility_before_change after update on athlete_eligibility
  referencing old table as changed for each statement execute function keep_newest_eligibility();
create or replace trigger eligibility_after_change after update on athlete_eligibility
  referencing new table as changed for each statement execute function keep_newest_eligibility();
