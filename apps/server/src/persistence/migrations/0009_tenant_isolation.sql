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
