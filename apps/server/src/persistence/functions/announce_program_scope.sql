-- Athletes, members or programs changed: members of these programs may see other athletes now.
create or replace function announce_program_scope() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'program_members' then
    perform announce_scope(organization_id, array_agg(distinct user_id)) from changed group by organization_id;
  elsif tg_table_name = 'programs' then
    perform announce_scope(m.organization_id, array_agg(distinct m.user_id)) from program_members m
    join changed c on c.organization_id = m.organization_id and c.id = m.program_id group by m.organization_id;
  else
    perform announce_scope(m.organization_id, array_agg(distinct m.user_id)) from program_members m
    join (select distinct organization_id, program_id from changed) c
      on c.organization_id = m.organization_id and c.program_id = m.program_id group by m.organization_id;
  end if;
  return null;
end
$$;
create or replace trigger announce_scope_insert after insert on program_athletes referencing new table as changed
  for each statement execute function announce_program_scope();
create or replace trigger announce_scope_update after update on program_athletes referencing new table as changed
  for each statement execute function announce_program_scope();
create or replace trigger announce_scope_delete after delete on program_athletes referencing old table as changed
  for each statement execute function announce_program_scope();
create or replace trigger announce_scope_insert after insert on program_members referencing new table as changed
  for each statement execute function announce_program_scope();
create or replace trigger announce_scope_update after update on program_members referencing new table as changed
  for each statement execute function announce_program_scope();
create or replace trigger announce_scope_delete after delete on program_members referencing old table as changed
  for each statement execute function announce_program_scope();
create or replace trigger announce_scope_update after update on programs referencing new table as changed
  for each statement execute function announce_program_scope();
