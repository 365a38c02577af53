-- Retention: deletes abandoned imports and those past undo, across organizations.
create or replace function forget_old_imports(p_unused_days integer, p_undo_days integer) returns void language sql security definer
  set search_path = public, pg_temp as $$
  delete from imports where finished_at is null and state in ('uploading', 'mapping', 'checking', 'checked')
    and created_at < now() - make_interval(days => p_unused_days);
  delete from import_rows r using imports i
    where i.organization_id = r.organization_id and i.id = r.import_id and i.finished_at < now() - make_interval(days => p_undo_days);
  delete from import_keys k using imports i
    where i.organization_id = k.organization_id and i.id = k.import_id and i.finished_at < now() - make_interval(days => p_undo_days);
$$;
