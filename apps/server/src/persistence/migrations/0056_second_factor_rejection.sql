-- Whoever did not turn on a second factor removes it with the link from the notice.
alter table one_time_links drop constraint one_time_links_purpose_check;
alter table one_time_links add constraint one_time_links_purpose_check
  check (purpose in ('register', 'reset-password', 'reject-second-factor'));
