-- contract
-- Replaced by the indexes of 0159.
drop index concurrently athletes_active;
drop index concurrently athletes_named;
drop index concurrently athletes_added;
drop index concurrently athletes_of_class;
drop index concurrently athletes_born;
drop index concurrently guardianships_confirmed;
