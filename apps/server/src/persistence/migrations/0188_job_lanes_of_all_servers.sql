-- contract
-- Replaced by `lease_job`.
drop function if exists take_jobs(text[], integer, integer);
