-- What the record of events may say about a person for a while: the mail address that was invited. The record itself holds ids
-- and stays for good; rows of this table are deleted when their person deletes their account, and when they are a year old.
create table audit_values (
  event_id bigint primary key references audit_events,
  organisation_id uuid references organisations,
  -- Whose address it is, if they had an account at the time.
  person_id uuid references users on delete set null,
  whom text not null
);
create index audit_values_whom on audit_values (whom);
create index audit_values_of on audit_values (person_id) where person_id is not null;

-- Strangers can cause any number of failed log-ins: they must not slow down the list of what the person did.
create index audit_events_of_account on audit_events (subject_id, id desc)
  where subject = 'user' and organisation_id is null and event <> 'log-in-failed';
create index audit_events_failed_log_ins on audit_events (subject_id, id desc) where event = 'log-in-failed';
