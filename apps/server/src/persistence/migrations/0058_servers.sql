-- Servers that run: each writes a heartbeat, and removes its row when it stops.
create table servers (
  id uuid primary key,
  -- The last migration that the server's release has: releases are ordered by it.
  version text not null collate "C",
  -- How many connections it opens at most.
  connections integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
