-- expand
alter table deal_signatures validate constraint deal_signatures_method_check;
alter table deal_documents validate constraint deal_documents_kind_check;
