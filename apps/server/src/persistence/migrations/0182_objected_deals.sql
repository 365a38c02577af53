-- expand
-- Approvers see the objections on Home: few deals have one.
create index concurrently deals_objected on deals (organization_id, id) where objection is not null and removed_at is null;
