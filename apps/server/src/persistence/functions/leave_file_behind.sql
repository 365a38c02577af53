-- Trigger on files: queues the bytes of a deleted row for deletion.
create or replace function leave_file_behind() returns trigger language plpgsql as $$
begin
  insert into file_leftovers (storage_key) values (old.storage_key);
  return null;
end
$$;
