-- Trigger on entries: an entry balances in each currency.
-- Athletes' earnings from others balance separately: they are never the organization's money.
create or replace function require_balance() returns trigger language plpgsql as $$
begin
  if not exists (select from entry_lines l where l.organization_id = new.organization_id and l.entry_id = new.id)
    or exists (select from entry_lines l where l.organization_id = new.organization_id and l.entry_id = new.id
      group by l.currency, l.account in ('athlete-earnings', 'in-kind-earnings', 'payors') having sum(l.amount_minor) <> 0)
    or exists (select from entry_lines l where l.organization_id = new.organization_id and l.entry_id = new.id
      and (l.posted_on, l.reversal) is distinct from (new.posted_on, new.reverses is not null))
  then
    raise exception 'An entry of the ledger does not balance.' using errcode = 'check_violation', constraint = 'entry_balances';
  end if;
  return null;
end
$$;
