-- expand
-- Samples that are being created or removed. A new one has no organization yet, so its row belongs to a person.
create table sample_runs (
  -- Of the organization.
  id uuid not null primary key,
  user_id uuid not null references users on delete cascade,
  -- Of a new one.
  kind text check (kind in ('agency', 'athletic-department')),
  state text not null check (state in ('creating', 'removing')),
  failed boolean not null default false,
  done integer not null default 0,
  total integer,
  unique (user_id, kind)
);
