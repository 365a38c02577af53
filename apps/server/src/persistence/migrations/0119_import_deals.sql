-- expand
-- Imports of signed deals beside imports of athletes.
alter table imports
  add column target text not null default 'athlete' check (target in ('athlete', 'deal')),
  add column new_athletes uuid[] not null default '{}',
  add column new_companies uuid[] not null default '{}',
  add column changed_by uuid[] not null default '{}',
  add column asked_at timestamptz,
  add column approved_at timestamptz,
  add column approved_by uuid references users,
  add column approval_comment text;

-- Rows with more pay of the deal of an earlier row.
alter table import_rows
  drop constraint athlete_import_rows_outcome_check, add constraint athlete_import_rows_outcome_check
    check (outcome in ('added', 'updated', 'same', 'skipped', 'failed', 'joined', 'removed', 'restored', 'kept')) not valid;
alter table import_rows
  drop constraint athlete_import_rows_plan_check, add constraint athlete_import_rows_plan_check
    check (plan in ('add', 'update', 'same', 'skip', 'fail', 'join')) not valid;

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in
  ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued', 'invoice-overdue', 'guardian-confirmed', 'approval-asked', 'approval-decided', 'approver-missing', 'signature-asked', 'signature-late', 'company-signed', 'deal-signed', 'key-date-near', 'key-date-moved', 'deliverable-due', 'deliverable-late', 'deliverable-submitted', 'deliverable-decided', 'payment-late', 'payment-recorded', 'expense-asked', 'expense-decided', 'deal-to-check', 'age-corrected', 'guardian-missing', 'task-assigned', 'task-completed', 'task-due', 'tasks-released', 'work-received', 'dates-without-owner', 'contact-data-changed', 'contact-data-proposed', 'contact-data-decided', 'import-approval-asked')) not valid;

-- Trigger on deal_signatures: a signature is immutable, except that it is superseded once and loses its copy with the deal.
-- A deal that was imported without its contract gets it once.
create or replace function keep_signature() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{superseded_at,superseded_by,document_id}'::text[]
      <> to_jsonb(old) - '{superseded_at,superseded_by,document_id}'::text[]
    or old.superseded_at is not null
      and (new.superseded_at, new.superseded_by) is distinct from (old.superseded_at, old.superseded_by)
    or new.document_id is distinct from old.document_id and new.document_id is not null
      and not (old.method = 'entered' and old.document_id is null)
  then
    raise exception 'A signature does not change.';
  end if;
  return new;
end
$$;
