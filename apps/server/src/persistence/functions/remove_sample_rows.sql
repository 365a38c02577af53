-- Deletes a sample organization's rows of one table, before remove_sample deletes the rest. Returns false if other rows still refer
-- to them. Security definer, because the serving role cannot delete audit events.
create or replace function remove_sample_rows(p_organization uuid, p_table name) returns boolean language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform from organizations where id = p_organization and sample for update;
  if found then
    execute format('delete from %I where organization_id = $1', p_table) using p_organization;
  end if;
  return true;
exception when foreign_key_violation then
  return false;
end
$$;
