-- What a page is picked, counted or collected by is in indexes: the rows themselves are read only for what the page shows.

-- Whatever the filters are, what they leave is next to each other in few places of one index, with all that it can be sorted or searched
-- by. The others have no row of their own for each athlete, only places: so counting 10,000 reads a dozen pages.
drop index athletes_by_sport, athletes_by_state, athletes_by_stage;
create index athletes_by_facts on athletes (organization_id, stage, level, state, sport, class_year, id)
  include (folded, last_active_at, created_at) where removed_at is null;
create index athletes_by_stage on athletes (organization_id, stage) where removed_at is null;
create index athletes_by_sport on athletes (organization_id, sport) where removed_at is null;
create index athletes_by_state on athletes (organization_id, state) where removed_at is null;
create index athletes_by_year on athletes (organization_id, class_year) where removed_at is null;
-- Tags and assignments of athletes who are removed are not counted.
create index athletes_removed on athletes (organization_id, id) where removed_at is not null;
-- Each row of the list shows them, the first one first.
alter table athlete_assignments drop constraint athlete_assignments_pkey,
  add primary key (organization_id, athlete_id, user_id) include (assigned_at);

-- Who did something, and to whom it was done, in the order of the list.
drop index audit_events_by;
create index audit_events_by_actor on audit_events (organization_id, actor_id, id) include (event, at);
create index audit_events_about_person on audit_events (organization_id, subject_id, id) include (event, at) where subject = 'user';

-- Null as long as nothing is answered. PostgreSQL knows how frequent the values of a column are, but not those of a comparison.
alter table demo_requests add column promise_kept boolean generated always as (answered_at <= due_at) stored;
create index demo_requests_missed on demo_requests (due_at, id) include (created_at, demo_at, state, assignee_id, folded)
  where not promise_kept;

-- Of a word with digits ("smith123", as addresses have them) the index has the beginning of letters, and the whole apart from all words
-- of letters: otherwise a search for "smith" reads as many words as there are addresses that begin so.
create or replace function indexed_words(p_scope text, p_text text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(array_remove(string_to_array(replace(
    regexp_replace(' ' || public.search_text(p_text), ' ([^ 0-9]*)([0-9][^ ]*)', ' \1 #\1\2', 'g'),
    ' ', ' ' || p_scope), ' '), ''), p_scope));
$$;
reindex index memberships_search;
reindex index demo_requests_search;
reindex index athletes_search;
