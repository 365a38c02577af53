import type pg from 'pg'
import {
  connectForSeeding,
  familyNames,
  fillSearchWords,
  givenNames,
  syllables,
  withoutIndexes,
} from './seed-million.ts'

const COLLEAGUES = 100
const COMPANIES = 2000
/** Per athlete. */
const DEALS = 0.2
const PAYMENTS = 0.4

const athleteTables = [
  'athletes',
  'athlete_measurements',
  'athlete_social_accounts',
  'athlete_eligibility',
  'guardianships',
]

/**
 * Seeds an organization with ages, measurements, followers, eligibility and guardians of athletes, and with deals and payments.
 * Values follow a realistic distribution: few athletes are very tall, have many followers or large deals.
 */
export async function seedSonar(ownerUrl: string, athletes: number): Promise<string> {
  const owner = await connectForSeeding(ownerUrl)
  const organization = await seedOrganization(owner)
  await withoutIndexes(owner, athleteTables, () => seedAthletes(owner, organization, athletes))
  await withoutIndexes(owner, ['deals', 'deal_versions', 'payments'], () => seedDeals(owner, organization, athletes))
  for (const table of ['athletes', 'deals']) await fillSearchWords(owner, table)
  await owner.query('vacuum analyze')
  await owner.end()
  return organization
}

async function seedOrganization(owner: pg.Client) {
  const { rows } = await owner.query<{ id: string }>(
    `with organization as (insert into organizations (name, kind) values ('Sonar', 'agency') returning id),
     people as (insert into users (id, name, email, email_verified)
       select gen_random_uuid(), 'Colleague ' || n, 'colleague' || n || '@example.com', true from generate_series(1, $1::integer) n returning id),
     members as (insert into memberships (organization_id, user_id, role) select organization.id, people.id, 'agent' from organization, people)
     select id from organization`,
    [COLLEAGUES],
  )
  const organization = rows[0]?.id ?? ''
  await owner.query(
    `insert into companies (organization_id, id, name, kind, category)
     select $1, gen_random_uuid(), initcap(parts[1 + n % 40] || parts[1 + n / 40 % 40]) || ' Sports', 'brand', 'apparel'
     from generate_series(1, $2::integer) n, (select string_to_array($3, ' ') as parts) few`,
    [organization, COMPANIES, syllables],
  )
  return organization
}

async function seedAthletes(owner: pg.Client, organization: string, athletes: number) {
  await owner.query(
    `insert into athletes (organization_id, id, given_name, family_name, sport, level, stage, school, class_year, state, birth_date,
       eligibility, guardian, created_at, last_active_at)
     select $1, gen_random_uuid(), given_names[1 + floor(power(random(), 2.5) * cardinality(given_names))::integer],
       family_names[1 + floor(power(random(), 2.5) * cardinality(family_names))::integer] || initcap(parts[1 + floor(random() * 40)::integer]),
       sports[1 + floor(power(random(), 2) * cardinality(sports))::integer],
       case when random() < 0.6 then 'high-school' when random() < 0.9 then 'college' else 'pro' end,
       case when random() < 0.02 then 'signed' when random() < 0.1 then 'recruiting' else 'prospect' end,
       case when random() < 0.9 then initcap(parts[1 + floor(random() * 40)::integer] || parts[1 + floor(random() * 40)::integer])
         || (array[' High', ' State', ' Prep', ' College'])[1 + floor(random() * 4)::integer] end,
       2024 + floor(random() * 6)::integer, states[1 + floor(power(random(), 2) * cardinality(states))::integer],
       case when random() < 0.8 then current_date - (13.5 * 365 + power(random(), 3) * 25 * 365)::integer end,
       case when random() < 0.3 then statuses[1 + floor(power(random(), 4) * 5)::integer] end,
       case when random() < 0.9 then 'none' when random() < 0.7 then 'verified' else 'confirmed' end,
       now() - make_interval(secs => random() * 1e8), now() - make_interval(secs => random() * 3e7)
     from generate_series(1, $2::integer),
       (select string_to_array($3, ' ') as given_names, string_to_array($4, ' ') as family_names, string_to_array($5, ' ') as parts,
         string_to_array('football basketball baseball soccer volleyball hockey softball lacrosse golf other', ' ') as sports,
         string_to_array('eligible pending redshirt-year not-eligible exhausted', ' ') as statuses,
         string_to_array('TX CA FL GA OH NC IL PA AZ WA MN OR LA MD UT HI SD VT WY', ' ') as states) few`,
    [organization, athletes, givenNames, familyNames, syllables],
  )
  // Without a column of the athlete, PostgreSQL would decide once per kind. The sum of uniform numbers is close to a normal distribution.
  const normal = '(random() + random() + random() + random() - 2)'
  await owner.query(
    `insert into athlete_measurements (organization_id, athlete_id, kind, value, measured_on, latest)
     select $1, a.id, kind, round((mean + ${normal} * spread)::numeric, 2), current_date - 100, true
     from athletes a, (values ('height', 186, 22, 0.6), ('weight', 88, 32, 0.6), ('forty-yard-dash', 4.9, 0.9, 0.25),
       ('vertical-jump', 78, 26, 0.25)) as kinds (kind, mean, spread, part)
     where a.organization_id = $1 and random() < part + 0 * a.version`,
    [organization],
  )
  await owner.query(
    `insert into athlete_social_accounts (organization_id, athlete_id, platform, handle, followers)
     select $1, a.id, platform, 'handle', exp(random() * random() * 15)::integer
     from athletes a, (values ('instagram', 0.5), ('tiktok', 0.3), ('x', 0.2)) as platforms (platform, part)
     where a.organization_id = $1 and random() < part + 0 * a.version`,
    [organization],
  )
  await owner.query(
    `insert into athlete_eligibility (organization_id, athlete_id, season, status, checked_on)
     select $1, id, '2026', eligibility, current_date from athletes where organization_id = $1 and eligibility is not null`,
    [organization],
  )
  await owner.query(
    `insert into guardianships (organization_id, athlete_id, reach, user_id, confirmed_at, verified_at, verified_how)
     select $1, a.id, 'full', (select user_id from memberships where organization_id = $1 limit 1), now(),
       case when guardian = 'verified' then now() end, case when guardian = 'verified' then 'call' end
     from athletes a where organization_id = $1 and guardian <> 'none'`,
    [organization],
  )
}

async function seedDeals(owner: pg.Client, organization: string, athletes: number) {
  await owner.query(
    `insert into deals (organization_id, id, athlete_id, company_id, kind, title, stage, lead_id, currency, amount_minor, starts_on, ends_on,
       next_due_on, athlete_name, company_name, last_active_at, category, exclusivity, version_in_force, newest_version, amendment)
     select $1, gen_random_uuid(), a.ids[1 + floor(random() * cardinality(a.ids))::integer], c.ids[1 + floor(random() * cardinality(c.ids))::integer],
       (array['contract', 'nil', 'nil', 'sponsorship'])[1 + floor(random() * 4)::integer], 'Deal ' || n,
       (array['draft', 'in-review', 'approved', 'signed', 'active', 'active', 'completed', 'declined'])[1 + floor(random() * 8)::integer],
       l.ids[1 + floor(random() * cardinality(l.ids))::integer], case when random() < 0.97 then 'USD' else 'EUR' end,
       exp(6 + random() * 12)::bigint, starts, starts + (power(random(), 2) * 1500)::integer,
       case when random() < 0.4 then current_date + (random() * 300)::integer - 20 end, 'Athlete ' || n, 'Company ' || n % 2000,
       now() - make_interval(secs => random() * 6e7), categories[1 + floor(power(random(), 3) * cardinality(categories))::integer],
       (array['none', 'none', 'none', 'category', 'company'])[1 + floor(random() * 5)::integer],
       1, case when amended then 2 else 1 end, case when amended then 'draft' end
     from (select n, current_date + (random() * 1500)::integer - 1200 as starts, random() < 0.02 as amended
         from generate_series(1, $2::integer) n) made,
       (select array(select id from athletes where organization_id = $1 limit 100000) as ids) a,
       (select array(select id from companies where organization_id = $1) as ids) c,
       (select array(select user_id from memberships where organization_id = $1) as ids) l,
       (select string_to_array('apparel footwear food restaurants automotive technology media beauty crypto travel', ' ') as categories) few`,
    [organization, Math.round(athletes * DEALS)],
  )
  await owner.query(
    `insert into deal_versions (organization_id, deal_id, number, stage, terms, title, company_id)
     select organization_id, id, number, 'draft', '{"payments": []}', title, company_id
     from deals, generate_series(1, newest_version) number where organization_id = $1`,
    [organization],
  )
  await owner.query(
    `insert into payments (organization_id, id, deal_id, athlete_id, rule_id, position, title, kind, due_on, currency, amount_minor, state, received_minor)
     select $1, gen_random_uuid(), id, athlete_id, 'a', position, 'Retainer', 'base', starts_on + position * 90, currency, minor, 'expected',
       case when random() < 0.6 then minor else 0 end
     from (select d.*, exp(4 + random() * 11)::bigint as minor, position from deals d, generate_series(1, $2::integer) position
       where d.organization_id = $1) due`,
    [organization, PAYMENTS / DEALS],
  )
}
