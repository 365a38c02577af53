-- Authenticates a session and loads role and permission settings. Without an organization, the person's only one is used.
create or replace function admit_member(p_token_hash text, p_organization uuid) returns table (
  id uuid, name text, email text, staff boolean, second_factor boolean, session_id uuid, staff_session boolean, last_seen timestamptz,
  organization_id uuid, sample boolean, role text, settings json
) language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  places uuid[];
begin
  select u.id, u.name, u.email, u.staff_since is not null, u.second_factor, s.id, coalesce(s.created_at >= u.staff_since, false),
    s.updated_at
  into id, name, email, staff, second_factor, session_id, staff_session, last_seen
  from sessions s join users u on u.id = s.user_id where s.token_hash = p_token_hash and s.expires_at > now();

  if admit_member.id is not null then
    select array_agg(m.organization_id) into places from memberships m
    where m.user_id = admit_member.id and (p_organization is null or m.organization_id = p_organization);
    perform require_here(coalesce(p_organization, case when array_length(places, 1) = 1 then places[1] end));
    if array_length(places, 1) = 1 then
      organization_id := places[1];
      select m.role, o.sample into role, sample from memberships m join organizations o on o.id = m.organization_id
      where m.organization_id = admit_member.organization_id and m.user_id = admit_member.id;
      select coalesce(json_agg(json_build_object('role', p.role, 'permission', p.permission, 'allowed', p.allowed)), '[]')
      into settings from permission_settings p
      where p.organization_id = admit_member.organization_id and p.role = admit_member.role;
    end if;
    return next;
  end if;
end
$$;
