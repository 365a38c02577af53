-- Rewrites a search for athletes: "obrien" as "o'brien", and a CJK name without a space as family and given name. Words that
-- athletes have stay as they are.
create or replace function split_joined_names(p_search text) returns text language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off as $$
declare
  scope text := left(current_organization()::text, 8);
  written text;
  rest text;
  split text;
  words text[] := '{}';
begin
  foreach written in array string_to_array(fold(p_search), ' ') loop
    split := written;
    if written ~ '^[od][a-z]{4,}$' then
      rest := substr(written, 2);
      if not exists (select from athletes_words where organization_id = current_organization()
            and word >= written and word < written || chr(1114111))
          and exists (select from athletes_words where organization_id = current_organization()
            and word >= rest and word < rest || chr(1114111)) then
        split := left(written, 1) || '''' || rest;
      end if;
    elsif written ~ '^[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,12}$' and not exists (
        select from athletes where organization_id = current_organization()
          and indexed_words(left(organization_id::text, 8), folded) @@ words_query(scope, array[written], '')::tsquery) then
      for at in 1 .. length(written) - 1 loop
        if exists (select from athletes where organization_id = current_organization()
            and indexed_words(left(organization_id::text, 8), folded)
              @@ words_query(scope, array[left(written, at), substr(written, at + 1)], ' & ')::tsquery) then
          split := left(written, at) || ' ' || substr(written, at + 1);
          exit;
        end if;
      end loop;
    end if;
    words := words || split;
  end loop;
  return array_to_string(words, ' ');
end
$$;
