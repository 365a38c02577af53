-- Trigger on guardianships: athletes have a copy of the state of their current guardians.
create or replace function keep_guardian_state() returns trigger language plpgsql as $$
begin
  update athletes a set guardian = state.guardian
  from (select distinct organization_id, athlete_id from changed) c
    cross join lateral (
      select case when count(*) = 0 then 'none' when count(g.verified_at) = 0 then 'confirmed'
        when count(g.verified_at) = count(*) then 'verified' else 'both' end as guardian
      from guardianships g
      where g.organization_id = c.organization_id and g.athlete_id = c.athlete_id
        and g.confirmed_at is not null and g.ended_at is null) state
  where a.organization_id = c.organization_id and a.id = c.athlete_id and a.guardian <> state.guardian;
  return null;
end
$$;
create or replace trigger guardian_of_added after insert on guardianships
  referencing new table as changed for each statement execute function keep_guardian_state();
create or replace trigger guardian_of_removed after delete on guardianships
  referencing old table as changed for each statement execute function keep_guardian_state();
create or replace trigger guardian_before_change after update on guardianships
  referencing old table as changed for each statement execute function keep_guardian_state();
create or replace trigger guardian_after_change after update on guardianships
  referencing new table as changed for each statement execute function keep_guardian_state();

-- With the triggers above, in their transaction: servers of the previous release change guardianships until they exist.
update athletes a set guardian = coalesce(state.guardian, 'none')
from athletes b left join (
  select organization_id, athlete_id, case when count(verified_at) = 0 then 'confirmed'
    when count(verified_at) = count(*) then 'verified' else 'both' end as guardian
  from guardianships where confirmed_at is not null and ended_at is null group by organization_id, athlete_id
) state on state.organization_id = b.organization_id and state.athlete_id = b.id
where b.organization_id = a.organization_id and b.id = a.id and a.guardian <> coalesce(state.guardian, 'none');
