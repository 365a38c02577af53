-- expand
-- Links of payors end. Those without a day end 14 days after they were asked.
alter table attestation_requests add column expires_at timestamptz;
