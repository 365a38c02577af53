-- Decisions and representation belong to the person: they stay on record when the member leaves.
alter table deal_approvals
  drop constraint deal_approvals_organization_id_user_id_fkey,
  add foreign key (user_id) references users;
alter table agreement_agents
  drop constraint agreement_agents_organization_id_user_id_fkey,
  add foreign key (user_id) references users;

-- Entries that an import wrote, or undoing it: all others are what people did. Imports that ran are never deleted, so this is no foreign key,
-- which would be checked for every row of a file.
alter table athlete_timeline add column import_id uuid;
update athlete_timeline t set import_id = r.import_id
from athlete_import_rows r join athlete_imports i on i.organization_id = r.organization_id and i.id = r.import_id
where t.organization_id = r.organization_id and t.athlete_id = r.athlete_id and t.at >= i.created_at
  and (t.kind in ('added', 'changed') and t.about = i.name or t.kind = 'note' and t.text = r.reading ->> 'note');
-- What undoing looks at instead of versions.
alter table athlete_import_rows drop column version;

-- The work that was given up; it can be tried again.
alter table athlete_imports add column failed text check (failed in ('checking', 'importing', 'undoing'));

create index merges_of_other on athlete_merges (organization_id, other_id);
create index payouts_of_athlete on payouts (organization_id, athlete_id) where athlete_id is not null;
create index key_dates_of_athlete on key_dates (organization_id, athlete_id);
create index receipts_of_company on receipts (organization_id, company_id) where company_id is not null;

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in
  ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued', 'invoice-overdue',
   'guardian-confirmed', 'approval-asked', 'approval-decided', 'approver-missing', 'signature-asked', 'deal-signed', 'key-date-near',
   'key-date-moved', 'deliverable-due', 'deliverable-submitted', 'deliverable-decided', 'expense-asked', 'expense-decided',
   'deal-to-check'));
