create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Text as it is searched and sorted: without accents and capitals, whatever the locale of the database.
create function fold(p_text text) returns text language sql immutable strict parallel safe set search_path = public, pg_temp as $$
  select lower(unaccent('public.unaccent', p_text) collate "und-x-icu") collate "C";
$$;

create function current_organization() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('app.organization', true), '')::uuid;
$$;

-- Makes a table of an organization searchable by its column "folded". Row-level security keeps PostgreSQL from using the index for
-- "like" and "similar to": these functions may, and see to it themselves that only rows of the present organization are found.
-- Each search is planned for its own words. The first three are looked up in the index; of an address only what is before the @,
-- because half of all addresses end alike.
create procedure make_searchable(p_table regclass) language plpgsql as $$
declare
  conditions text := format('from %s where organization_id = current_organization() and folded like looked_up[1]
    and folded like coalesce(looked_up[2], ''%%'') and folded like coalesce(looked_up[3], ''%%'')', p_table);
begin
  execute format('create index %1$I on %2$s using gin (organization_id, folded gin_trgm_ops)', p_table || '_search', p_table);
  execute format($f$
    create function %1$I(p_search text, p_most integer) returns setof %2$s language plpgsql stable security definer
      set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
      set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $b$
    declare
      patterns text[] := search_patterns(p_search);
      looked_up text[] := search_patterns(regexp_replace(p_search, '(\S{3})@\S*', '\1', 'g'));
    begin
      return query select * %3$s and folded like all (patterns) limit p_most;
    end $b$ $f$, 'find_' || p_table, p_table, conditions);
  -- How many rows PostgreSQL expects to find, by what it knows of the table: without looking for any.
  execute format($f$
    create function %1$I(p_search text) returns bigint language plpgsql security definer
      set search_path = public, pg_temp as $b$
    declare
      looked_up text[] := search_patterns(p_search);
      plan json;
    begin
      execute format('explain (format json) select from %2$s where organization_id = %%L and folded like %%L and folded like %%L
        and folded like %%L', current_organization(), looked_up[1], coalesce(looked_up[2], '%%'), coalesce(looked_up[3], '%%')) into plan;
      return plan->0->'Plan'->>'Plan Rows';
    end $b$ $f$, 'expected_' || p_table, p_table);
  -- The most similar ones: those that are very similar are found at once, others are looked for only if there are none.
  execute format($f$
    create function %1$I(p_search text, p_most integer) returns setof %2$s language plpgsql stable security definer
      set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set pg_trgm.word_similarity_threshold = 0.4
      set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $b$
    declare
      wanted text := fold(p_search);
      threshold text;
    begin
      foreach threshold in array array['0.65', '0.4'] loop
        perform set_config('pg_trgm.word_similarity_threshold', threshold, true);
        return query select (candidate).* from (
            select t as candidate, word_similarity(wanted, folded) as similarity from %2$s t
            where organization_id = current_organization() and wanted <%% folded limit 150
          ) candidates order by similarity desc limit p_most;
        exit when found;
      end loop;
    end $b$ $f$, 'similar_' || p_table, p_table);
end
$$;

-- People are searched and sorted by name and address, which belong to their account: kept with each membership as well, because only
-- an index that begins with the organization finds a page of its people at once.
alter table memberships add column folded text collate "C" not null default '';
update memberships m set folded = ' ' || fold(u.name || ' ' || u.email) from users u where u.id = m.user_id;
alter table memberships alter column folded set statistics 1000;
-- Each holds what the list can be sorted, filtered or searched by: a page is picked without a look at the rows that it passes.
create index memberships_by_name on memberships (organization_id, folded, user_id) include (role, created_at);
create index memberships_by_date on memberships (organization_id, created_at, user_id) include (role, folded);
create index memberships_by_role on memberships (organization_id, role, folded, user_id) include (created_at);
call make_searchable('memberships');

create function fold_membership() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select ' ' || fold(name || ' ' || email) into new.folded from users where id = new.user_id;
  return new;
end
$$;
create trigger fold_membership before insert on memberships for each row execute function fold_membership();

create function fold_memberships_of_person() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update memberships set folded = ' ' || fold(new.name || ' ' || new.email) where user_id = new.id and new.email is not null;
  return null;
end
$$;
create trigger fold_memberships_of_person after update of name, email on users for each row
  when (old.name is distinct from new.name or old.email is distinct from new.email)
  execute function fold_memberships_of_person();

alter table invoices add column folded text collate "C" generated always as (' ' || fold(number || ' ' || billed_to)) stored;
create index invoices_by_date on invoices (organization_id, issued_at, id);
drop index invoices_of;
create index invoices_of_all_by_date on invoices (issued_at, id);
alter table organizations add column folded text collate "C" generated always as (' ' || fold(name)) stored;
create index subscriptions_by_date on subscriptions (created_at, id);
-- The key (organization_id, id) does what the first did.
drop index audit_events_of_organization;
create index audit_events_by_kind on audit_events (organization_id, event, id);
create index audit_events_by_time on audit_events (organization_id, at, id);
alter table invitations add column folded text collate "C" generated always as (' ' || fold(email)) stored;
create index invitations_by_date on invitations (organization_id, sent_at, id);

-- The views of all organizations do not see new columns by themselves.
create or replace view all_organizations as select * from organizations;
create or replace view all_invitations as select * from invitations;
create or replace view all_memberships as select * from memberships;
create or replace view all_invoices as select * from invoices;
