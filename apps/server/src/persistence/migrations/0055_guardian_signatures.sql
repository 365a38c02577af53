-- A guardian's signature stops counting when the guardian is removed before the version is in force. Nothing replaces it then, and it may
-- have been given on the platform.
alter table deal_signatures
  drop constraint superseded_whole,
  drop constraint superseded_on_paper,
  add constraint superseded_by_later check (superseded_by is null or superseded_at is not null),
  -- Why the signer's name differs from the expected one, or why an editor of the version added the guardian's copy.
  add column reason text;

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in
  ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued', 'invoice-overdue',
   'guardian-confirmed', 'approval-asked', 'approval-decided', 'approver-missing', 'signature-asked', 'deal-signed', 'key-date-near',
   'key-date-moved', 'deliverable-due', 'deliverable-submitted', 'deliverable-decided', 'expense-asked', 'expense-decided',
   'deal-to-check', 'age-corrected', 'guardian-missing'));
