-- Links email addresses of audit events to their person before the address changes.
create or replace function keep_audit_values_findable(p_person uuid, p_email text) returns void language sql security definer
  set search_path = public, pg_temp as $$
  update audit_values set person_id = p_person where whom = p_email;
$$;
