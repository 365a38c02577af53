-- Standard terms for tables, columns and functions, before the first release makes each rename take two.
alter table deal_approvals rename column word to comment;
alter table deliverables rename column word to comment;
alter table expenses rename column word to comment;

alter table receipts rename column reversed_because to reversal_reason;
alter table payouts rename column reversed_because to reversal_reason;
alter table expenses rename column reversed_because to reversal_reason;
alter table invoice_payments rename column reversed_because to reversal_reason;
alter table fee_invoices rename column voided_because to void_reason;
alter table bank_lines rename column set_aside_because to ignore_reason;
alter table bank_lines rename column paid_back to refunded_receipt_id;
alter table key_dates rename column moved_because to move_reason;
alter table guardianships rename column self_verified_because to self_verification_reason;
alter view all_guardianships rename column self_verified_because to self_verification_reason;
alter table payments rename column kept_minor to retained_minor;

alter table deals rename column newest to newest_version;
alter table deals rename column in_force to version_in_force;
alter table deal_versions rename column clash_reason to conflict_reason;
alter table deal_versions rename column clash_accepted_by to conflict_allowed_by;

alter table archives rename column all_rows to total_rows;
alter table archives rename column worked_on_at to heartbeat_at;
alter table demo_requests rename column promise_kept to answered_on_time;
alter table jobs rename column asked_again to rerun_requested;
alter view all_jobs rename column asked_again to rerun_requested;

alter table audit_values rename to audit_emails;
alter table audit_emails rename column whom to email;
alter index audit_values_of rename to audit_emails_of_person;
alter index audit_values_whom rename to audit_emails_by_email;
alter table file_leftovers rename to orphaned_files;
alter index leftovers_by_time rename to orphaned_files_by_time;
alter table books rename to accounting_settings;
alter table closed_books rename to closed_periods;

-- Functions without a trigger are created again under their new name, after the migrations.
drop function if exists forget_audit_values(text, integer);
drop function if exists keep_audit_values_findable(uuid, text);
alter function leave_file_behind() rename to queue_orphaned_file;
alter function say_whose_payment() rename to classify_payment;
alter trigger say_whose on payments rename to classify;

-- Mail that waits to be sent is composed from the new name.
update outgoing_mail set details = details - 'word' || jsonb_build_object('comment', details -> 'word')
where kind = 'approval-decided' and details ? 'word';
