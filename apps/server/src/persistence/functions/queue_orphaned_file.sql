-- Trigger on files: queues the bytes of a deleted row for deletion.
create or replace function queue_orphaned_file() returns trigger language plpgsql as $$
begin
  insert into orphaned_files (storage_key) values (old.storage_key);
  return null;
end
$$;
