-- expand
-- Moves of disclosures in the timeline of their athlete. Whoever sees the disclosure sees the entry.
alter table athlete_timeline add column disclosure_id uuid,
  add constraint athlete_timeline_disclosure_fkey foreign key (organization_id, disclosure_id)
    references disclosures (organization_id, id) on delete cascade not valid;
