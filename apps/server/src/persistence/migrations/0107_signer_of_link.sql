-- expand
-- Whom a signature by link belongs to. The link itself may be withdrawn or locked later.
alter table deal_signatures add column signer_email text, add column link_id uuid;
alter table deal_signatures add constraint deal_signatures_link foreign key (organization_id, link_id) references deal_links
  deferrable initially deferred not valid;
-- Fills new columns only, so the signature itself stays unchanged.
alter table deal_signatures disable trigger keep_signature;
update deal_signatures s set signer_email = l.email, link_id = l.id from deal_links l
  where s.method = 'link' and l.organization_id = s.organization_id and l.deal_id = s.deal_id and l.number = s.number
    and l.purpose = 'signature' and l.closed_as = 'signed';
alter table deal_signatures enable trigger keep_signature;

-- The reason why the company cannot sign that the lead was last told.
alter table deal_links add column pause_told text;

-- Sends the company its link with the approval.
alter table organizations add column send_after_approval boolean not null default false;

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in
  ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued', 'invoice-overdue',
   'guardian-confirmed', 'approval-asked', 'approval-decided', 'approver-missing', 'signature-asked', 'signature-late',
   'company-signed', 'deal-signed', 'key-date-near', 'key-date-moved', 'deliverable-due', 'deliverable-late',
   'deliverable-submitted', 'deliverable-decided', 'payment-late', 'payment-recorded', 'expense-asked', 'expense-decided',
   'deal-to-check', 'age-corrected', 'guardian-missing', 'task-assigned', 'task-completed', 'task-due', 'tasks-released',
   'work-received', 'dates-without-owner', 'contact-data-changed', 'contact-data-proposed', 'contact-data-decided')) not valid;
