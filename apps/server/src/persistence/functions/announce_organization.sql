-- Live update of an organization, whose id is its own tenant.
create or replace function announce_organization() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_updates',
    json_build_object('topic', 'organization', 'organization', new.id, 'ids', json_build_array(new.id))::text);
  if new.cell is distinct from old.cell then
    -- Its streams check their access again, and end.
    perform pg_notify('live_updates',
      json_build_object('topic', 'permissions', 'organization', new.id, 'ids', null)::text);
  end if;
  return null;
end
$$;
