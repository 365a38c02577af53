-- Deletes expired email addresses of audit events, and those of one address, across organizations.
create or replace function forget_audit_emails(p_email text, p_days integer) returns void language sql security definer
  set search_path = public, pg_temp as $$
  delete from audit_emails where p_email is not null
    and (email = p_email or person_id = (select id from users where email = p_email));
  delete from audit_emails v using audit_events e
    where p_days is not null and e.organization_id = v.organization_id and e.id = v.event_id
      and e.at < now() - make_interval(days => p_days);
$$;
