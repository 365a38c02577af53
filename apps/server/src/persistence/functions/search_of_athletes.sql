-- Words and patterns of a search for athletes. A word matches at the start of words, and within them only if no word starts
-- with it. A part of a CJK name matches anywhere, since these scripts don't separate words.
create or replace function search_of_athletes(p_search text) returns word_search language plpgsql stable security definer
  set search_path = public, pg_temp as $$
declare
  scope text := left(current_organization()::text, 8);
  search word_search := (null, '{}');
  query text;
  written text;
  asked text;
  words text[];
  containing text[];
  is_cjk boolean;
begin
  foreach written in array string_to_array(fold(p_search), ' ') loop
    asked := trim(search_text(written));
    continue when asked = '';
    containing := null;
    is_cjk := asked ~ '^[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,}$';
    if is_cjk or (asked ~ '^[^0-9 ]{3,}$' and not exists (select from athletes_words
        where organization_id = current_organization() and word >= asked and word < asked || chr(1114111))) then
      containing := array(select distinct word from athletes_words
        where organization_id = current_organization() and word like '%' || asked || '%');
    end if;
    search.patterns := search.patterns || ('%' || case when containing is null then ' ' else '' end || asked || '%');
    if containing <> '{}' then
      query := concat_ws(' & ', query, '(' || concat_ws(' | ', words_query(scope, containing, ' | '),
        case when is_cjk then words_query(scope, array[asked], '', ':*') end) || ')');
    else
      words := search_words(regexp_replace(written, '(.{3})@.*', '\1'));
      query := concat_ws(' & ', query, words_query(scope, words[:cardinality(words) - 1], ' & ', ''),
        words_query(scope, words[cardinality(words):], ' & ', case when written ~ '.{3}@' then '' else ':*' end));
    end if;
  end loop;
  search.words := query::tsquery;
  return search;
end
$$;
