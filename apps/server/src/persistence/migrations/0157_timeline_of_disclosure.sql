-- expand
create index concurrently timeline_of_disclosure on athlete_timeline (organization_id, disclosure_id)
  where disclosure_id is not null;
