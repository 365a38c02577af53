-- expand
-- A copy of what lists filter by: whether current guardians are confirmed, verified, or some of each. A trigger keeps it
-- (keep_guardian_state), and its file fills it.
alter table athletes add column guardian text not null default 'none'
  check (guardian in ('none', 'confirmed', 'verified', 'both'));
