-- Invoices are found by their number and by whom they are for, and sorted by when they are due and how much they are.
alter table fee_invoices add column folded text collate "C"
  generated always as (' ' || fold(number || ' ' || coalesce(buyer ->> 'name', ''))) stored;
create index fee_invoices_by_due_day on fee_invoices (organization_id, due_on, id);
create index fee_invoices_by_amount on fee_invoices (organization_id, total_minor, id);
