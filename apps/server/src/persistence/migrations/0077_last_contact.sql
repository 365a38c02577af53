-- expand
alter table athlete_timeline validate constraint athlete_timeline_contact_fkey;

-- Calls, emails and meetings that were logged before. Later ones are counted by update_last_contact_of_athletes.
update athletes a set last_contact_team = latest.team, last_contact_deals = latest.deals, last_contact_money = latest.money
from (
  select organization_id, athlete_id, coalesce(max(at) filter (where readers = 'team'), '-infinity') as team,
    coalesce(max(at) filter (where readers in ('team', 'deals')), '-infinity') as deals, max(at) as money
  from athlete_timeline where kind in ('call', 'text', 'email', 'meeting', 'visit', 'letter') and readers <> 'me'
  group by organization_id, athlete_id
) latest
where a.organization_id = latest.organization_id and a.id = latest.athlete_id;
