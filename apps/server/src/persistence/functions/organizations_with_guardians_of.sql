-- Organizations with guardians of athletes born by a day, for jobs that run once per organization.
create or replace function organizations_with_guardians_of(p_born_until date) returns table (id uuid) language sql stable security definer
  set search_path = public, pg_temp as $$
  select distinct g.organization_id from guardianships g
  join athletes a on a.organization_id = g.organization_id and a.id = g.athlete_id
  where g.ended_at is null and g.confirmed_at is not null and a.birth_date <= p_born_until;
$$;
