-- Redacts erased athletes on fee invoices after the five years that invoices are kept. Null: across organizations.
create or replace function forget_buyers(p_organization uuid, p_issued_until date) returns void language sql security definer
  set search_path = public, pg_temp as $$
  update fee_invoices i set buyer = jsonb_build_object('name', '', 'address', null), version = i.version + 1
  from athletes a
  where a.organization_id = i.organization_id and a.id = i.athlete_id and a.given_name = '' and a.family_name = ''
    and (p_organization is null or i.organization_id = p_organization) and i.issued_on <= p_issued_until
    and (i.buyer ->> 'name' <> '' or i.buyer ->> 'address' is not null);
$$;
