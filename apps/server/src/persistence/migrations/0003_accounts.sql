-- Who can sign in. The first five tables are better-auth's, under our names.
create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  second_factor boolean not null default false,
  -- One of us.
  staff boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The account was deleted: name and address are gone, the row stays for what points to it.
  deleted_at timestamptz
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of on sessions (user_id);

create table credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, provider_id)
);

create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

create table second_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  -- A code works once.
  last_code text,
  last_code_at timestamptz
);

create table organisations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  kind text not null check (kind in ('agency', 'team', 'athletic-department', 'collective')),
  created_at timestamptz not null default now(),
  -- Nobody belongs to it any more; it stays for its invoices.
  closed_at timestamptz
);

create domain role as text check (value in ('owner', 'agent', 'coach', 'support-staff', 'athlete', 'compliance'));

create table memberships (
  organisation_id uuid not null references organisations,
  user_id uuid not null references users,
  role role not null,
  created_at timestamptz not null default now(),
  primary key (organisation_id, user_id)
);
create index memberships_of on memberships (user_id);

-- Where an organisation differs from the permissions that a role has by default.
create table permission_settings (
  organisation_id uuid not null references organisations,
  role role not null check (role <> 'owner'),
  permission text not null,
  allowed boolean not null,
  primary key (organisation_id, role, permission)
);

-- Open invitations: one that was accepted, refused or withdrawn is gone.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisations,
  email text not null,
  role role not null,
  -- The link in the mail holds the token itself.
  token_hash bytea not null unique,
  invited_by uuid references users,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (organisation_id, email)
);
create index invitations_to on invitations (email);

-- Events of the platform have an actor, perhaps an organisation, and a few words. Still no personal data.
alter table audit_events
  add column actor_id uuid,
  add column organisation_id uuid,
  add column details text;
create index audit_events_of_organisation on audit_events (organisation_id, id desc) where organisation_id is not null;
create index audit_events_by on audit_events (actor_id, id desc) where actor_id is not null;

-- Mail that is not about a demo request carries what it is composed from, until it has been sent: that may be a secret.
alter table outgoing_mail
  drop constraint outgoing_mail_kind_check,
  alter column demo_request_id drop not null,
  add column recipient text,
  add column details jsonb,
  add constraint outgoing_mail_subject check (
    (demo_request_id is not null) = (kind in ('confirmation', 'staff-notice'))
    and (demo_request_id is not null or status <> 'queued' or (recipient is not null and details is not null)));
