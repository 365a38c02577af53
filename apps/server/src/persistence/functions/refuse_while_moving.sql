-- Trigger of the tables of an organization that is moving: its copy must not miss a change. organization:move adds and removes it.
create or replace function refuse_while_moving() returns trigger language plpgsql as $$
begin
  raise exception 'The organization is moving to another cell.' using errcode = 'CE503';
end
$$;
