-- Records whose name, or part of it, is one of the texts: people by a name or in full, companies and schools by their first
-- words, everything else in full. Without a viewer, all athletes count. At most p_most per text and kind. Security definer,
-- because row-level security keeps the search indexes from being used.
create or replace function find_names(p_texts text[], p_kinds text[], p_viewer uuid, p_most integer)
  returns table (text text, kind text, id text, name text) language sql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off as $$
  with asked as materialized (
    select t.text, t.words, words_query(left(current_organization()::text, 8), t.words, ' & ', '')::tsquery as query
    from (select text, search_words(text) as words from unnest(p_texts) as text) t where t.words <> '{}'
  ),
  own as materialized (
    select distinct v.athlete_id from athlete_viewers v where v.organization_id = current_organization() and v.user_id = p_viewer
  ),
  -- Most words of a question are in no name. These have only words of names and schools.
  strange as materialized (
    select w.word from (select distinct word from asked, unnest(words) as word where word ~ '^[^0-9]{3,}$') w
    where not exists (select from athletes_words k where k.organization_id = current_organization() and k.word = w.word)
  ),
  possible as materialized (
    select a.text, a.words, a.query from asked a
    where 'athlete' = any(p_kinds) and not exists (select from strange s where s.word = any(a.words))
  )
  select p.text, 'athlete', found.id::text, found.name from possible p cross join lateral (
    select f.id, f.name from (
      select x.id, name_of_athlete(x) as name, fold(name_of_athlete(x)) as folded
      -- Looking at all rows of a common name is slow.
      from athletes_with_words(p.query, 500) x where p_viewer is null
      union all
      select x.id, name_of_athlete(x), fold(name_of_athlete(x))
      from own o join athletes x on x.organization_id = current_organization() and x.id = o.athlete_id
      where x.removed_at is null offset 0) f
    where ' ' || search_text(f.folded) || ' ' like '% ' || array_to_string(p.words, ' ') || ' %'
    order by f.folded <> p.text, f.id limit p_most) found
  union all
  select p.text, 'school', found.school, found.school from possible p cross join lateral (
    with recursive schools as (
      (select x.school, fold(x.school) collate "C" as folded, 1 as number from athletes x
        where x.organization_id = current_organization() and x.removed_at is null and x.school is not null
          and fold(x.school) collate "C" >= p.text and fold(x.school) collate "C" < p.text || '!'
          and (p_viewer is null or x.id in (select o.athlete_id from own o)) order by fold(x.school) collate "C" limit 1)
      union all
      select next.school, next.folded, s.number + 1 from schools s cross join lateral (
        select x.school, fold(x.school) collate "C" as folded from athletes x
        where x.organization_id = current_organization() and x.removed_at is null and x.school is not null
          and fold(x.school) collate "C" > s.folded and fold(x.school) collate "C" < p.text || '!'
          and (p_viewer is null or x.id in (select o.athlete_id from own o)) order by fold(x.school) collate "C" limit 1) next
      where s.number < p_most)
    select s.school from schools s) found
  union all
  select a.text, 'company', found.id::text, found.name from asked a cross join lateral (
    select c.id, c.name from companies c
    where c.organization_id = current_organization() and c.removed_at is null
      and c.folded >= ' ' || a.text and c.folded < ' ' || a.text || '!'
    order by c.folded, c.id limit p_most) found
  where 'company' = any(p_kinds)
  union all
  select a.text, 'member', found.user_id::text, found.name from asked a cross join lateral (
    select m.user_id, u.name from memberships m join users u on u.id = m.user_id
    where indexed_words(left(m.organization_id::text, 8), m.folded) @@ a.query and m.organization_id = current_organization()
      and m.role <> 'athlete' and u.deleted_at is null
    order by fold(u.name) <> a.text, m.user_id limit p_most) found
  where 'member' = any(p_kinds)
  union all
  select t.folded, 'tag', t.id::text, t.name from tags t
  where 'tag' = any(p_kinds) and t.organization_id = current_organization() and t.folded = any(p_texts)
  union all
  select p.folded, 'program', p.id::text, p.name from programs p
  where 'program' = any(p_kinds) and p.organization_id = current_organization() and p.folded = any(p_texts)
    and p.archived_at is null and (p_viewer is null or exists (select from current_program_members x
      where x.organization_id = p.organization_id and x.program_id = p.id and x.user_id = p_viewer))
  union all
  select fold(choice), 'choice', f.id || ':' || choice, choice from custom_fields f, unnest(f.choices) as choice
  where 'choice' = any(p_kinds) and f.organization_id = current_organization() and f.kind = 'choice'
    and fold(choice) = any(p_texts);
$$;
