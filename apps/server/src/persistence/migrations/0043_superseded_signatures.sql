-- A copy signed on paper can be replaced as long as its version is not in force: a wrong scan, or the wrong side. The earlier row stays.
alter table deal_signatures
  add column superseded_at timestamptz,
  -- The signature that counts in its place.
  add column superseded_by uuid,
  add constraint superseded_by_a_signature foreign key (organization_id, superseded_by) references deal_signatures
    deferrable initially deferred,
  add constraint superseded_whole check ((superseded_at is null) = (superseded_by is null)),
  add constraint superseded_on_paper check (superseded_at is null or method = 'paper'),
  drop constraint deal_signatures_organization_id_deal_id_number_side_key;
create unique index signature_of_side on deal_signatures (organization_id, deal_id, number, side) where superseded_at is null;

-- Nothing else of a signature changes, and it is superseded once. Its copy goes with the deal.
create function keep_signature() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{superseded_at,superseded_by,document_id}'::text[]
      <> to_jsonb(old) - '{superseded_at,superseded_by,document_id}'::text[]
    or old.superseded_at is not null
      and (new.superseded_at, new.superseded_by) is distinct from (old.superseded_at, old.superseded_by)
    or new.document_id is distinct from old.document_id and new.document_id is not null
  then
    raise exception 'A signature does not change.';
  end if;
  return new;
end
$$;
create trigger keep_signature before update on deal_signatures for each row execute function keep_signature();

-- For the documents of a deal, which say whether they count.
create index signatures_by_document on deal_signatures (organization_id, document_id) where document_id is not null;

-- A document that is drawn anew leaves its former bytes to the sweeper.
create trigger leave_behind_replaced after update of storage_key on deal_documents for each row
  when (old.storage_key is distinct from new.storage_key) execute function leave_file_behind();
