-- expand
-- A colleague decided that the answer of a payor does not count, and why.
alter table attestation_requests
  add column set_aside_at timestamptz,
  add column set_aside_by uuid references users,
  add column set_aside_reason text;
-- Whoever signed by mailed link is a contact of their company, so that reminders have an address.
insert into company_contacts (organization_id, id, company_id, name, title, email)
select distinct on (d.organization_id, d.company_id, lower(s.signer_email))
  d.organization_id, gen_random_uuid(), d.company_id, s.signer_name, s.signer_title, s.signer_email
from deal_signatures s
join deals d on d.organization_id = s.organization_id and d.id = s.deal_id and d.removed_at is null
join companies c on c.organization_id = d.organization_id and c.id = d.company_id and c.removed_at is null
where s.side = 'company' and s.method = 'link' and s.signer_email <> ''
  and not exists (select from company_contacts k where k.organization_id = d.organization_id and k.company_id = d.company_id
    and regexp_replace(lower(k.email), '^([^+@]+)\\+[^@]*@', '\\1@') = regexp_replace(lower(s.signer_email), '^([^+@]+)\\+[^@]*@', '\\1@'))
order by d.organization_id, d.company_id, lower(s.signer_email), s.signed_at desc;
