-- contract
-- Replaced by athletes_of_facts.
drop index concurrently athletes_by_facts;
