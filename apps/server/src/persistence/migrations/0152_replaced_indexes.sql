-- contract
-- Replaced by the indexes of 0151.
drop index concurrently athletes_by_activity;
drop index concurrently athletes_by_name;
drop index concurrently athletes_by_date;
drop index concurrently athletes_by_class;
drop index concurrently athletes_by_birth;
drop index concurrently deals_by_activity;
drop index concurrently deals_by_name;
drop index concurrently deals_by_amount;
drop index concurrently deals_by_end;
drop index concurrently deals_by_due;
drop index concurrently payments_by_amount;
