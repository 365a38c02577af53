-- expand
-- A returned proof stays on record, but was never accepted.
alter table deliverable_proofs add column returned_at timestamptz;

update deliverable_proofs p set returned_at = returned.at
from (select proof.organization_id, proof.id, min(t.at) as at
  from deliverable_proofs proof
  join deliverables l on l.organization_id = proof.organization_id and l.id = proof.deliverable_id
  join deal_timeline t on t.organization_id = l.organization_id and t.deal_id = l.deal_id
    and t.kind = 'deliverable-returned' and t.about = l.title and t.at >= proof.added_at
  group by proof.organization_id, proof.id) returned
where p.organization_id = returned.organization_id and p.id = returned.id;

-- Whom the recipient of a link named to sign instead, while the organization has to confirm it.
alter table deal_links add column reassignment jsonb;

alter table deal_links drop constraint deal_links_closed_as_check, add constraint deal_links_closed_as_check check (closed_as in
  ('replaced', 'withdrawn', 'codes', 'signed', 'declined', 'changes', 'reassigned')) not valid;
