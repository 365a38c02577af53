-- expand
create index concurrently agreements_to_confirm on agreements (organization_id) where signed_at is not null and confirmed_at is null;
