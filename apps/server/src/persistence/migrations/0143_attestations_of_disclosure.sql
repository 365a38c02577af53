-- expand
create index concurrently attestations_of_disclosure on attestation_requests (organization_id, disclosure_id, id);
