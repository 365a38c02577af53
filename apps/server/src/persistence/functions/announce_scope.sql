-- Live update to members whose view of athletes may have changed. It names no athletes.
create or replace function announce_scope(p_organization uuid, p_people uuid[]) returns void language plpgsql as $$
begin
  if cardinality(p_people) > 0 then
    perform pg_notify('live_updates', json_build_object('scope', case when cardinality(p_people) <= 100 then p_people end,
      'organization', p_organization)::text);
  end if;
end
$$;
