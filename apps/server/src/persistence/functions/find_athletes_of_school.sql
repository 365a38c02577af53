-- Athletes of a school, ignoring case and accents. Security definer, because row-level security keeps fold from using the index.
create or replace function find_athletes_of_school(p_school text) returns table (id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select a.id from athletes a
  where a.organization_id = current_organization() and fold(a.school) = fold(p_school) and a.removed_at is null
$$;
