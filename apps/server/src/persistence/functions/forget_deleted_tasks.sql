-- Deleted tasks leave neither notifications nor search words: both contain the title.
create or replace function forget_deleted_tasks() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  gone record;
begin
  delete from notifications n using former f
    where n.organization_id = f.organization_id and n.details ->> 'task' = f.id::text;
  for gone in select folded from former loop
    perform forget_unused_words_of_tasks(gone.folded);
  end loop;
  return null;
end
$$;
create or replace trigger forget_deleted after delete on tasks referencing old table as former
  for each statement execute function forget_deleted_tasks();
