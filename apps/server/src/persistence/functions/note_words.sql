-- Trigger on searchable tables: adds new words. Takes no lock: concurrent duplicates are harmless, and a job deletes unused words.
create or replace function note_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  organization text := tg_argv[0];
begin
  execute format($f$
    insert into %1$I select noted.* from (select distinct %2$s word from changed, spelled_words(folded) as word %3$s) noted
    where not exists (select from %1$I known where %4$s known.word = noted.word) $f$,
    tg_table_name || '_words',
    case when organization <> '' then 'organization_id,' end,
    case when tg_op = 'UPDATE' then 'where folded not in (select folded from before)' end,
    case when organization <> '' then 'known.organization_id = noted.organization_id and' end);
  return null;
end
$$;
