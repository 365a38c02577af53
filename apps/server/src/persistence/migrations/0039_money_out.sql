-- Lines of the bank are also money that went out: why a line was set aside, and which receipt it paid back.
alter table bank_lines
  add column set_aside_because text,
  add column paid_back uuid,
  add foreign key (organization_id, paid_back) references receipts;

-- Invoices are kept for five years as they were issued. After that nothing on those of athletes who were erased tells who it was.
-- Null: of all organizations.
create function forget_buyers(p_organization uuid, p_issued_until date) returns void language sql security definer
  set search_path = public, pg_temp as $$
  update fee_invoices i set buyer = jsonb_build_object('name', '', 'address', null), version = i.version + 1
  from athletes a
  where a.organization_id = i.organization_id and a.id = i.athlete_id and a.given_name = '' and a.family_name = ''
    and (p_organization is null or i.organization_id = p_organization) and i.issued_on <= p_issued_until
    and (i.buyer ->> 'name' <> '' or i.buyer ->> 'address' is not null);
$$;
