-- Trigger on agreements: the last day, after an early end.
create or replace function set_last_day() returns trigger language plpgsql as $$
begin
  new.last_on := coalesce(new.ended_on, new.ends_on);
  return new;
end
$$;
create or replace trigger set_last_day before insert or update on agreements for each row
  execute function set_last_day();
