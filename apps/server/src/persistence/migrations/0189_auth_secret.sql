-- expand
-- Fingerprint of the secret with which the servers of this database encrypt. One row.
create table auth_secret (
  one boolean primary key default true check (one),
  fingerprint text not null
);
-- Fingerprints of what a server accepts; it encrypts with the first. Null: a server of an older release.
alter table servers add column secrets text[];
