-- Records whose name, or part of it, is one of the texts: people by a name or in full, companies and schools by their first
-- words, everything else in full. Without a viewer, all athletes count. At most p_most per text and kind. Security definer,
-- because row-level security keeps the search indexes from being used.
create or replace function find_names(p_texts text[], p_kinds text[], p_viewer uuid, p_most integer)
  returns table (text text, kind text, id text, name text) language plpgsql stable security definer
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  organization uuid := current_organization();
  scope text := left(organization::text, 8);
  -- Names that are this common are no help, and looking at all of their rows is slow.
  most_rows constant integer := 2000;
  own uuid[];
  asked text;
  words text[];
  query tsquery;
begin
  if p_viewer is not null then
    own := array(select athlete_id from athlete_viewers where organization_id = organization and user_id = p_viewer);
  end if;
  foreach asked in array p_texts loop
    words := search_words(asked);
    continue when cardinality(words) = 0;
    query := words_query(scope, words, ' & ', '')::tsquery;
    if 'athlete' = any(p_kinds) and not exists (select from unnest(words) word where word ~ '^[^0-9]{3,}$'
        and not exists (select from athletes_words w where w.organization_id = organization and w.word = word.word)) then
      return query select asked, 'athlete', found.id::text, found.name from (
          select a.id, name_of_athlete(a) as name from athletes a
          where indexed_words(left(a.organization_id::text, 8), a.folded) @@ query and a.organization_id = organization
            and a.removed_at is null and (own is null or a.id = any(own)) limit most_rows) found
        where ' ' || trim(search_text(fold(found.name))) || ' ' like '% ' || array_to_string(words, ' ') || ' %'
        order by fold(found.name) <> asked, found.id limit p_most;
      return query with recursive schools as (
          (select a.school, fold(a.school) as folded, 1 as number from athletes a where a.organization_id = organization
            and a.removed_at is null and a.school is not null and fold(a.school) collate "C" >= asked and fold(a.school) collate "C" < asked || '!'
            and (own is null or a.id = any(own)) order by fold(a.school) collate "C" limit 1)
          union all
          select next.school, next.folded, s.number + 1 from schools s cross join lateral (
            select a.school, fold(a.school) as folded from athletes a where a.organization_id = organization
              and a.removed_at is null and a.school is not null and fold(a.school) collate "C" > s.folded and fold(a.school) collate "C" < asked || '!'
              and (own is null or a.id = any(own)) order by fold(a.school) collate "C" limit 1) next
          where s.number < p_most)
        select asked, 'school', s.school, s.school from schools s;
    end if;
    if 'company' = any(p_kinds) then
      return query select asked, 'company', c.id::text, c.name from companies c
        where c.organization_id = organization and c.removed_at is null and c.merged_into is null
          and c.folded >= ' ' || asked and c.folded < ' ' || asked || '!'
        order by c.folded limit p_most;
    end if;
    if 'member' = any(p_kinds) then
      return query select asked, 'member', m.user_id::text, u.name from memberships m join users u on u.id = m.user_id
        where indexed_words(left(m.organization_id::text, 8), m.folded) @@ query and m.organization_id = organization
          and m.role <> 'athlete' and u.deleted_at is null
        order by fold(u.name) <> asked, m.user_id limit p_most;
    end if;
  end loop;
  if 'tag' = any(p_kinds) then
    return query select t.folded, 'tag', t.id::text, t.name from tags t
      where t.organization_id = organization and t.folded = any(p_texts);
  end if;
  if 'program' = any(p_kinds) then
    return query select p.folded, 'program', p.id::text, p.name from programs p
      where p.organization_id = organization and p.folded = any(p_texts) and p.archived_at is null
        and (p_viewer is null or exists (select from current_program_members x where x.organization_id = organization
          and x.program_id = p.id and x.user_id = p_viewer));
  end if;
  if 'choice' = any(p_kinds) then
    return query select fold(choice), 'choice', f.id || ':' || choice, choice from custom_fields f, unnest(f.choices) choice
      where f.organization_id = organization and f.kind = 'choice' and fold(choice) = any(p_texts);
  end if;
end
$$;
