-- Trigger on deal_documents: queues the bytes of a deleted document, unless another version of its deal uses them.
create or replace function queue_orphaned_document() returns trigger language plpgsql as $$
begin
  insert into orphaned_files (storage_key)
    select old.storage_key where not exists (select from deal_documents d
      where d.organization_id = old.organization_id and d.deal_id = old.deal_id and d.storage_key = old.storage_key)
    on conflict do nothing;
  return null;
end
$$;
create or replace trigger leave_behind after delete on deal_documents for each row
  execute function queue_orphaned_document();
