-- expand
-- Copies of what lists filter by. Triggers keep them: keep_newest_eligibility, mark_latest_measurements, note_terms_of_deal.
alter table athletes add column eligibility text;
alter table athlete_measurements add column latest boolean not null default false;
alter table deals add column category text, add column exclusivity text not null default 'none', add column amendment text;

update athletes a set eligibility = newest.status
from (select distinct on (organization_id, athlete_id) organization_id, athlete_id, status from athlete_eligibility
  order by organization_id, athlete_id, checked_on desc, id) newest
where a.organization_id = newest.organization_id and a.id = newest.athlete_id;

update athlete_measurements m set latest = true
from (select distinct on (organization_id, athlete_id, kind) organization_id, id from athlete_measurements
  order by organization_id, athlete_id, kind, measured_on desc, id desc) newest
where m.organization_id = newest.organization_id and m.id = newest.id;

update deals d set category = v.terms ->> 'category', exclusivity = coalesce(v.terms -> 'exclusivity' ->> 'kind', 'none')
from deal_versions v
where v.organization_id = d.organization_id and v.deal_id = d.id and v.number = coalesce(d.version_in_force, d.newest_version);

update deals d set amendment = v.stage
from deal_versions v
where d.newest_version > d.version_in_force
  and v.organization_id = d.organization_id and v.deal_id = d.id and v.number = d.newest_version;
