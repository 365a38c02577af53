-- Text search query for whole words, or for prefixes.
create or replace function words_query(p_scope text, p_words text[], p_operator text, p_ending text default ':*') returns text
  language sql immutable strict parallel safe as $$
  select string_agg(quote_literal(p_scope || case when word ~ '[0-9]' then '#' else '' end || word) || p_ending, p_operator)
  from unnest(p_words) as word;
$$;
