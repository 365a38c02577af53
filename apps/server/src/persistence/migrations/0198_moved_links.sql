-- expand
-- Tokens of the links of organizations that have moved to another cell: a link need not name its organization.
create table moved_links (
  token_hash bytea not null primary key,
  moved_id uuid not null
);
create index on moved_links (moved_id);
