-- An athlete comes of age by the day of their organization, which the server reckons: each organization has a job of its own.
drop function end_guardianships_of_adults(date);

-- For work in the background, which serves one organization at a time: where a guardian answers for someone born by then.
create function organizations_with_guardians_of(p_born_until date) returns table (id uuid) language sql stable security definer
  set search_path = public, pg_temp as $$
  select distinct g.organization_id from guardianships g
  join athletes a on a.organization_id = g.organization_id and a.id = g.athlete_id
  where g.ended_at is null and g.confirmed_at is not null and a.birth_date <= p_born_until;
$$;
