-- Someone who is gone has no address: an invented one could be registered by a stranger.
alter table users alter column email drop not null;
update users set email = null where deleted_at is not null;
-- Accounts are made once the address has been confirmed, so none waits for that any more.
delete from users where not email_verified and deleted_at is null;
alter table users add constraint users_email_unless_deleted check ((email is null) = (deleted_at is not null));

-- Since when someone is one of us: only sessions that began afterwards count as staff.
alter table users add column staff_since timestamptz;
update users set staff_since = now() where staff;
alter table users drop column staff;

-- Who reads the table cannot use what is in it.
update sessions set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
alter table sessions rename column token to token_hash;

-- The last time step whose code was used. Codes of it and of earlier ones are refused.
alter table second_factors add column last_step bigint, drop column last_code, drop column last_code_at;

-- Links that we mail: to register an address, and to choose a new password. Each works once.
create table one_time_links (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'reset-password')),
  email text not null,
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'register') = (user_id is null))
);
create index one_time_links_of on one_time_links (user_id);
create index one_time_links_to on one_time_links (email, purpose);
-- Links of the kind before this one are no longer understood, and log-ins that are half done begin again.
delete from verifications;

-- A change of address waits until both mailboxes have confirmed it: a token that was used is null.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  new_email text not null,
  old_token_hash bytea unique,
  new_token_hash bytea unique,
  expires_at timestamptz not null
);

-- Whose account a message is about, and which invitation it carries: it goes when they go.
alter table outgoing_mail
  add column user_id uuid references users,
  add column invitation_id uuid references invitations on delete cascade;
create index outgoing_mail_about on outgoing_mail (user_id) where user_id is not null;
create index outgoing_mail_invitation on outgoing_mail (invitation_id) where invitation_id is not null;

-- Each operation has keys of its own.
update idempotency_keys set key = 'scheduleDemo ' || key where key not like 'purchase %';
