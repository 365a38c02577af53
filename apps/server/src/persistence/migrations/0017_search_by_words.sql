-- A text with spaces for punctuation marks, and its words. These functions are written so that PostgreSQL puts what they do in their
-- place: they are not strict, and they name the schema of what they call instead of setting a search path.
create function search_text(p_text text) returns text language sql immutable parallel safe as $$
  select translate(p_text, E'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 32));
$$;
create function search_words(p_text text) returns text[] language sql immutable parallel safe as $$
  select array_remove(string_to_array(public.search_text(p_text), ' '), '');
$$;

-- What is indexed of a row: its words. Those of organizations are told apart by the beginning of the organization's id before each
-- word; an index of words and organizations would read all rows of the organization for each search.
create function indexed_words(p_scope text, p_text text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(array_remove(
    string_to_array(replace(' ' || public.search_text(p_text), ' ', ' ' || p_scope), ' '), ''), p_scope));
$$;

-- The words that misspelled ones are compared with: of letters, also those before a number ("smith123").
create function spelled_words(p_text text) returns setof text language sql immutable parallel safe rows 5 as $$
  select rtrim(word, '0123456789') from unnest(public.search_words(p_text)) as word where word ~ '^[^0-9]{3,}[0-9]*$';
$$;

-- What a search looks for: in an index of words, and as patterns for the text of a row (after search_text).
create type word_search as (words tsquery, patterns text[]);

-- Notes the words of rows that are new or have changed. Nobody waits for anybody here: two who add the same word at the same time
-- both add it, which does no harm. What no row has any more is removed by a job.
create function note_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

-- Makes a table searchable by its column "folded": one of an organization, or one of ours. Row-level security keeps PostgreSQL from
-- using the index: these functions may, and see to it themselves that only rows of the present organization are found.
create or replace procedure make_searchable(p_table regclass) language plpgsql as $$
declare
  of_organization boolean := exists (select from pg_attribute where attrelid = p_table and attname = 'organization_id');
  words_table text := p_table || '_words';
  -- Where rows and words are looked for.
  scope text := case when of_organization then 'left(current_organization()::text, 8)' else '''''' end;
  mine text := case when of_organization then 'organization_id = current_organization()' else 'true' end;
  indexed text := format('indexed_words(%s, folded)', case when of_organization then 'left(organization_id::text, 8)' else '''''' end);
begin
  execute format('create index %I on %s using gin ((%s))', p_table || '_search', p_table, indexed);
  execute format('alter index %I alter column 1 set statistics 1000', p_table || '_search');

  execute format('create table %I (%s word text collate "C" not null)', words_table,
    case when of_organization then 'organization_id uuid not null,' end);
  execute format('alter table %I enable row level security', words_table);
  if of_organization then
    execute format('create policy of_organization on %I using (organization_id = current_organization())', words_table);
  end if;
  execute format('insert into %I select distinct %s word from %s, spelled_words(folded) as word', words_table,
    case when of_organization then 'organization_id,' end, p_table);
  execute format('create index %I on %I (%s word)', words_table || '_exactly', words_table,
    case when of_organization then 'organization_id,' end);
  execute format('create index %I on %I using gin (%s word gin_trgm_ops)', words_table || '_similar', words_table,
    case when of_organization then 'organization_id,' end);
  execute format('create trigger note_words_of_insert after insert on %s referencing new table as changed
    for each statement execute function note_words(%L)', p_table, case when of_organization then 'organization_id' else '' end);
  execute format('create trigger note_words_of_update after update on %s referencing old table as before new table as changed
    for each statement execute function note_words(%L)', p_table, case when of_organization then 'organization_id' else '' end);

  -- Each word is looked for at the beginnings of words, and only if no word begins with it, within them. Of what is written together,
  -- such as an address, all but the last are whole words. What is before an @ is enough for the index: half of all addresses end alike.
  execute format($f$
    create function %1$I(p_search text) returns word_search language plpgsql stable security definer
      set search_path = public, pg_temp as $b$
    declare
      search word_search := (null, '{}');
      query text;
      written text;
      asked text;
      words text[];
      containing text[];
    begin
      foreach written in array string_to_array(fold(p_search), ' ') loop
        asked := trim(search_text(written));
        continue when asked = '';
        containing := null;
        if asked ~ '^[^0-9 ]{3,}$' and not exists (select from %2$I where %3$s and word >= asked and word < asked || chr(1114111)) then
          containing := array(select distinct word from %2$I where %3$s and word like '%%' || asked || '%%');
        end if;
        search.patterns := search.patterns || ('%%' || case when containing is null then ' ' else '' end || asked || '%%');
        if containing <> '{}' then
          query := concat_ws(' & ', query, '(' || words_query(%4$s, containing, ' | ') || ')');
        else
          words := search_words(regexp_replace(written, '(.{3})@.*', '\1'));
          query := concat_ws(' & ', query, words_query(%4$s, words[:cardinality(words) - 1], ' & ', ''),
            words_query(%4$s, words[cardinality(words):], ' & ', case when written ~ '.{3}@' then '' else ':*' end));
        end if;
      end loop;
      search.words := query::tsquery;
      return search;
    end $b$ $f$, 'search_of_' || p_table, words_table, mine, scope);

  execute format($f$
    create or replace function %1$I(p_search text, p_most integer) returns setof %2$s language plpgsql stable security definer
      set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
      set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $b$
    declare
      written text[] := search_patterns(p_search);
      search word_search := %3$I(p_search);
    begin
      return query select * from %2$s where %4$s and %5$s @@ search.words
        and folded like all (written) and search_text(folded) like all (search.patterns) limit p_most;
    end $b$ $f$, 'find_' || p_table, p_table, 'search_of_' || p_table, mine, indexed);

  -- How many rows a search finds, at most, without a look at any of them: PostgreSQL knows of words that are very frequent, and others
  -- are counted in the index.
  execute format($f$
    create or replace function %1$I(p_search text) returns bigint language plpgsql security definer
      set search_path = public, pg_temp set max_parallel_workers_per_gather = 0
      set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $b$
    declare
      search word_search := %3$I(p_search);
      one_row text := format('%%s @@ %%L limit 1', %2$L, search.words);
      plan jsonb;
      expected float;
    begin
      execute 'explain (format json) ' || one_row into plan;
      expected := plan #> '{0,Plan,Plans,0,Plan Rows}';
      if expected < 5000 then
        execute 'explain (analyze, timing off, format json) ' || one_row into plan;
        expected := plan #> '{0,Plan,Plans,0,Plans,0,Actual Rows}';
      end if;
      return expected;
    end $b$ $f$, 'expected_' || p_table, format('select from %s where %s', p_table, indexed), 'search_of_' || p_table);

  -- Rows with words that are similar to those of the search: the most similar words first, all of them in one row if there is such a
  -- row, and otherwise at least one.
  execute format($f$
    create or replace function %1$I(p_search text, p_most integer) returns setof %2$s language plpgsql stable security definer
      set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set pg_trgm.word_similarity_threshold = 0.4
      set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $b$
    declare
      asked text;
      letters text;
      similar_words text[];
      -- For each word of the search those to look for instead, the most similar first.
      alternatives jsonb[] := '{}';
      chosen text[];
      wanted tsquery;
      last tsquery;
      shown tsquery;
      added integer;
      missing integer := p_most;
    begin
      foreach asked in array search_words(fold(p_search)) loop
        letters := rtrim(asked, '0123456789');
        if length(letters) < 3 or exists (select from %3$I where %4$s and word >= letters and word < letters || chr(1114111)) then
          similar_words := array[asked, letters];
        else
          similar_words := array(select word from (select distinct word from %3$I where %4$s and letters <%% word) similar_ones
            order by word_similarity(letters, word) desc, similarity(letters, word) desc, word limit 5);
        end if;
        if similar_words <> '{}' then
          alternatives := alternatives || to_jsonb(array_remove(similar_words, ''));
        end if;
      end loop;
      for turn in 0 .. 4 loop
        chosen := array(select coalesce(one->>turn, one->>-1) from unnest(alternatives) as one);
        exit when chosen = '{}' or missing <= 0;
        wanted := words_query(%5$s, chosen, ' & ');
        continue when turn > 0 and wanted = last;
        return query select * from %2$s where %4$s and %6$s @@ (case when turn = 0 then wanted else wanted && !! shown end) limit missing;
        get diagnostics added = row_count;
        missing := missing - added;
        shown := case when turn = 0 then wanted else shown || wanted end;
        last := wanted;
      end loop;
      if missing = p_most and cardinality(alternatives) > 1 then
        chosen := array(select one->>0 from unnest(alternatives) as one);
        return query select (candidate).* from (
            select t as candidate, word_similarity(fold(p_search), folded) as similarity from %2$s t
            where %4$s and %6$s @@ words_query(%5$s, chosen, ' | ')::tsquery limit 150
          ) candidates order by similarity desc limit p_most;
      end if;
    end $b$ $f$, 'similar_' || p_table, p_table, words_table, mine, scope, indexed);

  -- Words that no row has any more. Those of a text that was erased, in the present organization, go at once: if someone adds a row with
  -- one of them at the very moment, that word is not corrected to, which does less harm than waiting. Of all others, what seems to be
  -- one is looked at again while nobody notes words: whoever found it noted a moment ago has added their row by then.
  execute format($f$
    create function %1$I(p_text text default null) returns void language plpgsql security definer set search_path = public, pg_temp
      set enable_seqscan = off as $b$
    declare
      unused tid[];
    begin
      if p_text is not null then
        delete from %2$I w where %5$s and word in (select spelled_words(p_text)) and not %3$s;
        return;
      end if;
      unused := array(select ctid from %2$I w where not %3$s);
      if unused <> '{}' then
        lock table %2$I in share row exclusive mode;
        delete from %2$I w where ctid = any(unused) and not %3$s;
      end if;
      delete from %2$I w using %2$I other where w.ctid > other.ctid and w.word = other.word %4$s;
    end $b$ $f$, 'forget_unused_words_of_' || p_table, words_table,
    format('exists (select from %s where %s @@ words_query(%s, array[w.word], '''')::tsquery)', p_table, indexed,
      case when of_organization then 'left(w.organization_id::text, 8)' else '''''' end),
    case when of_organization then 'and w.organization_id = other.organization_id' end, mine);
end
$$;

drop index memberships_search;
drop index demo_requests_search;
call make_searchable('memberships');
call make_searchable('demo_requests');

-- Each holds what the desk's list can be sorted, filtered or searched by: a page is picked without a look at the rows that it passes.
drop index demo_requests_by_due, demo_requests_by_date, demo_requests_by_time, demo_requests_assigned;
create index demo_requests_by_due on demo_requests (due_at, id) include (created_at, demo_at, state, assignee_id, answered_at, folded);
create index demo_requests_by_date on demo_requests (created_at, id) include (due_at, demo_at, state, assignee_id, answered_at, folded);
create index demo_requests_by_time on demo_requests (demo_at, id) include (due_at, created_at, state, assignee_id, answered_at, folded);
create index demo_requests_by_state on demo_requests (state, due_at, id) include (created_at, demo_at, assignee_id, answered_at, folded);
create index demo_requests_assigned on demo_requests (assignee_id, state, due_at, id) include (created_at, demo_at, answered_at);
