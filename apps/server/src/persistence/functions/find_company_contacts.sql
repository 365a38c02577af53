-- Contacts by name. Security definer, because row-level security keeps LIKE from using the index.
create or replace function find_company_contacts(p_search text, p_most integer) returns setof company_contacts
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  return query select * from company_contacts
    where organization_id = current_organization() and ' ' || fold(name) like all (search_patterns(p_search)) limit p_most;
end
$$;
