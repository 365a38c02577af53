-- Tiers for agencies and teams. A price that is not set means "talk to us".
create table plans (
  id text primary key,
  name text not null,
  audience text not null check (audience in ('agency', 'team')),
  description text not null,
  features text[] not null,
  max_seats integer check (max_seats > 0),
  max_athletes integer check (max_athletes > 0),
  price_cents integer check (price_cents >= 0),
  position integer not null unique
);

insert into plans (id, name, audience, description, features, max_seats, max_athletes, position) values
  ('agency-starter', 'Agency Starter', 'agency', 'For an agent and a first roster.',
    array['Rosters and contracts', 'NIL deals and sponsorships', 'In-app guidance'], 3, 25, 1),
  ('agency-professional', 'Agency Professional', 'agency', 'For a growing agency with several agents.',
    array['Everything in Starter', 'Approvals and audit trails', 'Real-time financial tracking', 'Scouting insights'], 15, 150, 2),
  ('agency-enterprise', 'Agency Enterprise', 'agency', 'For agencies that work across leagues.',
    array['Everything in Professional', 'Integrations', 'Customization', 'Dedicated success team'], null, null, 3),
  ('team-essentials', 'Team Essentials', 'team', 'For a single program.',
    array['Rosters and recruiting', 'NIL disclosures', 'In-app guidance'], 10, 120, 4),
  ('team-department', 'Team Department', 'team', 'For an athletic department or a collective with several programs.',
    array['Everything in Essentials', 'Compliance approvals and audit trails', 'Real-time financial tracking', 'Scouting insights'], 60, 800, 5),
  ('team-enterprise', 'Team Enterprise', 'team', 'For organizations with many teams.',
    array['Everything in Department', 'Integrations', 'Customization', 'Dedicated success team'], null, null, 6);
