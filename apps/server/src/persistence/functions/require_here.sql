-- Refuses an organization that has moved to another cell, or is moving. Every search for the organization of a request calls it.
create or replace function require_here(p_organization uuid) returns void language plpgsql stable security definer
  set search_path = public, pg_temp as $$
declare
  elsewhere text;
  destination text;
begin
  select cell, moving_to into elsewhere, destination from organizations where id = p_organization;
  if elsewhere is not null then
    raise exception 'The organization is in another cell.' using errcode = 'CE421',
      detail = json_build_object('organization', p_organization, 'cell', elsewhere)::text;
  elsif destination is not null then
    raise exception 'The organization is moving to another cell.' using errcode = 'CE503';
  end if;
end
$$;
