-- expand
create index concurrently last_contact_of_athlete on athlete_timeline (organization_id, athlete_id, readers, at)
  where kind in ('call', 'text', 'email', 'meeting', 'visit', 'letter');
create index concurrently timeline_of_contact on athlete_timeline (organization_id, contact_id) where contact_id is not null;
create index concurrently athletes_by_contact_team on athletes (organization_id, last_contact_team, id)
  include (stage, sport, level, state, class_year, folded, last_active_at, created_at) where removed_at is null;
create index concurrently athletes_by_contact_deals on athletes (organization_id, last_contact_deals, id)
  include (stage, sport, level, state, class_year, folded, last_active_at, created_at) where removed_at is null;
create index concurrently athletes_by_contact_money on athletes (organization_id, last_contact_money, id)
  include (stage, sport, level, state, class_year, folded, last_active_at, created_at) where removed_at is null;
create index concurrently companies_by_contact_deals on companies (organization_id, last_contact_deals, id)
  where removed_at is null;
create index concurrently companies_by_contact_money on companies (organization_id, last_contact_money, id)
  where removed_at is null;
