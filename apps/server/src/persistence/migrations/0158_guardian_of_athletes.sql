-- expand
-- A copy of what lists filter by: whether current guardians are confirmed, verified, or some of each. A trigger keeps it
-- (keep_guardian_state).
alter table athletes add column guardian text not null default 'none'
  check (guardian in ('none', 'confirmed', 'verified', 'both'));

update athletes a set guardian = state.guardian
from (select organization_id, athlete_id,
    case when count(verified_at) = 0 then 'confirmed' when count(verified_at) = count(*) then 'verified' else 'both' end as guardian
  from guardianships where confirmed_at is not null and ended_at is null group by organization_id, athlete_id) state
where a.organization_id = state.organization_id and a.id = state.athlete_id;
