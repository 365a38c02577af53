-- Athletes with these words in name or school, in no order. The planner must not scan another index instead of the search
-- index because of the limit.
create or replace function athletes_with_words(p_words tsquery, p_most integer) returns setof athletes
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
begin
  return query select * from athletes where organization_id = current_organization() and removed_at is null
    and indexed_words(left(organization_id::text, 8), folded) @@ p_words limit p_most;
end
$$;
