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
