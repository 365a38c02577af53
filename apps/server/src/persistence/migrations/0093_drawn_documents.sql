-- expand
create unique index concurrently documents_shared on deal_documents (organization_id, deal_id, number, kind)
  where kind in ('shared', 'contract');
