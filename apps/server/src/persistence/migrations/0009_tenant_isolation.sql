-- The database itself cannot tie rows of two organizations together: each key begins with the organization.
alter table outgoing_mail
  drop constraint outgoing_mail_invitation_id_fkey,
  add column organization_id uuid;
update outgoing_mail m set organization_id = i.organization_id from invitations i where i.id = m.invitation_id;
alter table invitations drop constraint invitations_pkey, add primary key (organization_id, id);
alter table outgoing_mail
  add check ((invitation_id is null) or (organization_id is not null)),
  add foreign key (organization_id, invitation_id) references invitations on delete cascade;

alter table invoice_files drop constraint invoice_files_invoice_id_fkey, drop constraint invoice_files_pkey;
alter table price_offers drop constraint price_offers_subscription_id_fkey, drop constraint price_offers_pkey;
alter table invoices drop constraint invoices_subscription_id_fkey, drop constraint invoices_pkey;
alter table subscriptions drop constraint subscriptions_pkey, add primary key (organization_id, id);
alter table invoices
  add primary key (organization_id, id),
  add foreign key (organization_id, subscription_id) references subscriptions;
alter table price_offers
  add primary key (organization_id, id),
  add foreign key (organization_id, subscription_id) references subscriptions;
alter table invoice_files
  add primary key (organization_id, invoice_id),
  add foreign key (organization_id, invoice_id) references invoices;
drop index price_offers_open;
create unique index price_offers_open on price_offers (organization_id, subscription_id)
  where accepted_at is null and withdrawn_at is null;

alter table audit_events add unique (organization_id, id);
alter table audit_values
  drop constraint audit_values_event_id_fkey,
  drop constraint audit_values_pkey,
  alter column organization_id set not null,
  add primary key (organization_id, event_id),
  add foreign key (organization_id, event_id) references audit_events (organization_id, id);

-- Our staff and links in mail name one row, whatever its organization.
create index invitations_id on invitations (id);
create index subscriptions_id on subscriptions (id);
create index invoices_id on invoices (id);

-- A query that forgets its organization finds nothing: rows are shown to connections that were opened for their organization.
do $$
declare
  tenant text;
begin
  foreach tenant in array array['memberships', 'permission_settings', 'invitations', 'subscriptions', 'invoices', 'invoice_files',
    'price_offers', 'billing_details', 'tax_exemptions', 'audit_values']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy of_organization on %I
      using (organization_id = nullif(current_setting(''app.organization'', true), '''')::uuid)', tenant);
  end loop;
end
$$;
alter table organizations enable row level security;
create policy of_organization on organizations
  using (id = nullif(current_setting('app.organization', true), '')::uuid);
-- Events of accounts belong to no organization.
alter table audit_events enable row level security;
create policy of_organization on audit_events
  using (organization_id is null or organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- What has to be read across organizations: by people about themselves, by our staff, and by jobs. To be read only.
create view all_organizations as select * from organizations;
create view all_memberships as select * from memberships;
create view all_permission_settings as select * from permission_settings;
create view all_invitations as select * from invitations;
create view all_subscriptions as select * from subscriptions;
create view all_invoices as select * from invoices;
create view all_price_offers as select * from price_offers;
create view all_billing_details as select * from billing_details;
create view all_tax_exemptions as select * from tax_exemptions;

-- What is kept only for a while, in whatever organization.
create function forget_expired_invitations() returns void language sql security definer set search_path = public, pg_temp as $$
  delete from invitations where expires_at < now();
$$;
create function forget_audit_values(p_email text, p_days integer) returns void language sql security definer
  set search_path = public, pg_temp as $$
  delete from audit_values where p_email is not null
    and (whom = p_email or person_id = (select id from users where email = p_email));
  delete from audit_values v using audit_events e
    where p_days is not null and e.organization_id = v.organization_id and e.id = v.event_id
      and e.at < now() - make_interval(days => p_days);
$$;
create function keep_audit_values_findable(p_person uuid, p_email text) returns void language sql security definer
  set search_path = public, pg_temp as $$
  update audit_values set person_id = p_person where whom = p_email;
$$;

-- Lets a member in: whose session this is, and what they are in the organization. Without an organization it is the only one
-- that the person belongs to.
create function admit_member(p_token_hash text, p_organization uuid) returns table (
  id uuid, name text, email text, staff boolean, second_factor boolean, session_id uuid, staff_session boolean, last_seen timestamptz,
  organization_id uuid, role text, settings json
) language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  places uuid[];
begin
  select u.id, u.name, u.email, u.staff_since is not null, u.second_factor, s.id, coalesce(s.created_at >= u.staff_since, false),
    s.updated_at
  into id, name, email, staff, second_factor, session_id, staff_session, last_seen
  from sessions s join users u on u.id = s.user_id where s.token_hash = p_token_hash and s.expires_at > now();

  if admit_member.id is not null then
    select array_agg(m.organization_id) into places from memberships m
    where m.user_id = admit_member.id and (p_organization is null or m.organization_id = p_organization);
    if array_length(places, 1) = 1 then
      organization_id := places[1];
      select m.role into role from memberships m
      where m.organization_id = admit_member.organization_id and m.user_id = admit_member.id;
      select coalesce(json_agg(json_build_object('role', p.role, 'permission', p.permission, 'allowed', p.allowed)), '[]')
      into settings from permission_settings p
      where p.organization_id = admit_member.organization_id and p.role = admit_member.role;
    end if;
    return next;
  end if;
end
$$;
