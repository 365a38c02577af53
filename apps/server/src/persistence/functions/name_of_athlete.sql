-- Display name of an athlete. Signed documents keep the name of an erased athlete.
create or replace function name_of_athlete(a athletes) returns text language sql immutable as $$
  select coalesce(nullif(trim(coalesce(nullif(a.preferred_name, ''), a.given_name) || ' ' || a.family_name), ''), 'Erased athlete');
$$;
