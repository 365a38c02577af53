-- Deletes a sample organization with its fictional people. Security definer, because the serving role cannot delete audit events.
create or replace function remove_sample(p_organization uuid) returns boolean language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  invented uuid[];
  tenant text;
  remaining boolean := true;
begin
  perform from organizations where id = p_organization and sample for update;
  if not found then
    return false;
  end if;
  select array_agg(u.id) into invented from users u
    where u.email like '%@sample.sherpa.example'
      and u.id in (select user_id from memberships where organization_id = p_organization
        union select user_id from guardianships where organization_id = p_organization)
      and not exists (select from memberships other where other.user_id = u.id and other.organization_id <> p_organization);
  -- Tables reference each other: rows that cannot be deleted yet are deleted in the next round.
  while remaining loop
    remaining := false;
    for tenant in
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'organization_id' and not a.attisdropped
    loop
      begin
        execute format('delete from %I where organization_id = $1', tenant) using p_organization;
      exception when foreign_key_violation then
        remaining := true;
      end;
    end loop;
  end loop;
  delete from organizations where id = p_organization;
  delete from audit_events where organization_id is null and subject = 'user' and subject_id = any(invented);
  -- Notices about their accounts, such as a new password.
  delete from outgoing_mail where user_id = any(invented);
  delete from users where id = any(invented);
  return true;
end
$$;
