-- LIKE patterns of a search, the longest word first because it is the most selective. Words under three letters match only
-- at the start of a word, except in CJK scripts; searchable texts therefore start with a space.
create or replace function search_patterns(p_search text) returns text[] language sql immutable strict parallel safe
  set search_path = public, pg_temp as $$
  select array_agg(
    case when length(word) < 3 and word !~ '^[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}$' then '% ' else '%' end
      || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    order by length(word) desc, word
  ) from unnest(string_to_array(fold(p_search), ' ')) as word where word <> '';
$$;
