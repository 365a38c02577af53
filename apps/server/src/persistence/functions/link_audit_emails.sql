-- Links email addresses of audit events to their person before the address changes.
create or replace function link_audit_emails(p_person uuid, p_email text) returns void language sql security definer
  set search_path = public, pg_temp as $$
  update audit_emails set person_id = p_person where email = p_email;
$$;
