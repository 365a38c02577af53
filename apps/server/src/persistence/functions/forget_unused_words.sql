-- Deletes search words that no row contains any more.
create or replace function forget_unused_words() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_table name;
begin
  for of_table in select proname from pg_proc where proname ^@ 'forget_unused_words_of_' and pronamespace = 'public'::regnamespace loop
    execute format('select %I()', of_table);
  end loop;
end
$$;
