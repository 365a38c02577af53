import pg from 'pg'

export const MEMBERS = 1_000_000
const EVENTS = 1_000_000
const OTHER_ORGANIZATIONS = 20
const MEMBERS_OF_OTHERS = 1000

// By frequency: the first of each list is about thirty times as frequent as the last.
export const givenNames =
  'Maria James Anna Michael José Sarah David Emma Daniel Laura Thomas Sofía Lucas Chloé Peter Júlia Andrei Fatima Noah Ingrid Émile Yuki Omar Zoë Łukasz Amara Björn Nadia Søren Priya Matěj Leïla Tomáš Ewa Kwame Ana-Lucía Zoltan Wanda Xavier Yannick'
export const familyNames =
  'Smith Johnson García Müller Nguyen Brown Silva Kim Martínez Jones Lee Dubois Rossi Novák Andersson Kowalski Ivanov Žák Peña Öztürk Jørgensen O’Brien Hernández Weiß Łuczak Ferreira Tanaka Okafor Lindqvist Zimmermann'
export const syllables =
  'ba bel cor dan dri eck fal gar hol ing jas kel lam mor nov ost pel qui ras sten tor ulm ver wick xan yar zel bru chi dov fen gol hark lund mir nels olsk prat rud vask'
const familyPrefixes = 'de la|van der|Mc|Saint'
const secondNames = 'José|Lee|Marie|Ann|Luis'

/** Skewed distribution of roles, by a number from 0 to 999,999. */
const roleOf = `case when d < 12 then 'owner' when d < 400 then 'compliance' when d < 10_000 then 'coach' when d < 160_000 then 'agent' else 'athlete' end`

/**
 * Seeds one organization with a million members and events, and several small ones. Names follow a realistic skew;
 * some have accents or two words. Returns the large organization.
 */
export async function seedMillion(ownerUrl: string): Promise<string> {
  const owner = await connectForSeeding(ownerUrl)
  const { rows } = await owner.query<{ id: string }>(
    `insert into organizations (name, kind) select 'Organization ' || n, 'agency' from generate_series(0, $1) n returning id`,
    [OTHER_ORGANIZATIONS],
  )
  const [large, ...others] = rows.map(({ id }) => id)
  if (!large) throw new Error('No organization was made.')
  await owner.query(
    `create temporary table people as
       select gen_random_uuid() as id, n, given || second as given, family, floor(random() * 1_000_000)::integer as d, random() as e
       from (
         select n,
           given_names[1 + floor(power(random(), 2.5) * cardinality(given_names))::integer] as given,
           case when random() < 0.06 then ' ' || seconds[1 + floor(random() * cardinality(seconds))::integer] else '' end as second,
           case when random() < 0.45 then family_names[1 + floor(power(random(), 2.5) * cardinality(family_names))::integer]
             else case when random() < 0.04 then prefixes[1 + floor(random() * cardinality(prefixes))::integer] || ' ' else '' end ||
               initcap(parts[1 + floor(random() * cardinality(parts))::integer] || parts[1 + floor(random() * cardinality(parts))::integer]
                 || parts[1 + floor(random() * cardinality(parts))::integer])
           end as family
         from generate_series(1, $1::integer) n,
           (select string_to_array($2, ' ') as given_names, string_to_array($3, ' ') as family_names,
             string_to_array($4, ' ') as parts, string_to_array($5, '|') as prefixes, string_to_array($6, '|') as seconds) words
       ) named`,
    [
      MEMBERS + OTHER_ORGANIZATIONS * MEMBERS_OF_OTHERS,
      givenNames,
      familyNames,
      syllables,
      familyPrefixes,
      secondNames,
    ],
  )
  await withoutIndexes(owner, ['users', 'memberships', 'audit_events'], async () => {
    await owner.query(
      `insert into users (id, name, email, email_verified)
       select id, given || ' ' || family, replace(fold(given || '.' || family), ' ', '') || n || '@' ||
         case when e < 0.35 then 'gmail.com' when e < 0.5 then 'outlook.com' else 'club' || n % 5000 || '.example' end, true
       from people`,
    )
    await owner.query(
      `insert into memberships (organization_id, user_id, role, created_at, folded)
       select coalesce(($2::uuid[])[1 + (n - $3 - 1) / $4], $1), id, ${roleOf}, '2020-01-01'::timestamptz + make_interval(secs => random() * 2e8),
         ' ' || fold(name || ' ' || email)
       from people join users using (id)`,
      [large, others, MEMBERS, MEMBERS_OF_OTHERS],
    )
    // Few actors, any subject; permission and billing events are rare.
    await owner.query(
      `insert into audit_events (at, subject, subject_id, event, actor_id, organization_id, details)
       select '2020-01-01'::timestamptz + make_interval(secs => n * 200),
         case when d < 995_000 then 'user' else 'organization' end, case when d < 995_000 then id else $1 end,
         case when d < 400_000 then 'joined' when d < 700_000 then 'invited' when d < 995_000 then 'role-changed'
           when d < 999_900 then 'organization-edited' when d < 999_980 then 'permission-changed' else 'plan-changed' end,
         case when d % 50 = 0 then id else actors[1 + floor(power(random(), 3) * cardinality(actors))::integer] end, $1, null
       from people, (select array(select id from people where n <= 2000) as actors) few where n <= $2`,
      [large, EVENTS],
    )
  })
  await fillSearchWords(owner, 'memberships')
  await owner.query('vacuum analyze')
  await owner.end()
  return large
}

/** Seeds a million demo requests: most are closed, some hundreds are open, and few colleagues share them. */
export async function seedRequests(ownerUrl: string, organization: string) {
  const owner = await connectForSeeding(ownerUrl)
  await withoutIndexes(owner, ['demo_requests'], async () => {
    await owner.query(
      `insert into demo_requests (reference, full_name, email, company, preferred_at, offset_minutes, time_zone, state, created_at,
         asked_at, due_at, answered_at, assignee_id, starts_at, ends_at)
       select 'SH-' || upper(lpad(to_hex(n * 2654435761 % 4294967296), 8, '0')), name, email,
         case when d < 0.7 then initcap(parts[1 + n % 40] || parts[1 + n / 40 % 40]) || (array[' Sports', ' Agency', ' Group', ''])[1 + n % 4] end,
         asked + interval '5 days', 60, 'Europe/Paris', state, asked, asked, asked + interval '4 hours',
         case when state not in ('requested', 'rescheduled', 'quarantined') then asked + make_interval(hours => n % 5) end,
         case when state not in ('requested', 'quarantined', 'rejected') then colleagues[1 + n % 12] end,
         case when state = 'confirmed' then asked + interval '5 days' end,
         case when state = 'confirmed' then asked + interval '5 days 1 minute' end
       from (
         select *, '2020-01-01'::timestamptz + make_interval(secs => n * 200) as asked,
           case when n > $2 - 300 then 'requested' when n > $2 - 1500 then 'confirmed' when d < 0.0001 then 'rescheduled'
             when d < 0.001 then 'quarantined' when d < 0.02 then 'rejected' when d < 0.15 then 'canceled' when d < 0.2 then 'no-show'
             else 'held' end as state
         from (
           select u.name, u.email, row_number() over (order by m.created_at)::integer as n, random() as d
           from memberships m join users u on u.id = m.user_id where m.organization_id = $1
         ) people
       ) asked, (select array(select user_id from memberships where organization_id = $1 order by user_id limit 12) as colleagues,
         string_to_array($3, ' ') as parts) few`,
      [organization, MEMBERS, syllables],
    )
  })
  await fillSearchWords(owner, 'demo_requests')
  await owner.query('vacuum analyze demo_requests')
  await owner.end()
}

/**
 * Seeds a million athletes with a realistic skew of sports, stages, levels and states.
 * Few colleagues have most assignments, and one has thirty.
 */
export async function seedAthletes(ownerUrl: string, organization: string) {
  const owner = await connectForSeeding(ownerUrl)
  const tables = ['athletes', 'athlete_positions', 'athlete_tags', 'athlete_assignments', 'program_athletes']
  await withoutIndexes(owner, tables, async () => {
    await owner.query(
      `insert into athletes (organization_id, id, given_name, family_name, sport, positions, level, stage, school, class_year, state,
         birth_date, created_at, last_active_at)
       select $1, m.user_id, split_part(u.name, ' ', 1), substr(u.name, strpos(u.name, ' ') + 1),
         sports[1 + floor(power(random(), 2) * cardinality(sports))::integer],
         (array['{quarterback}', '{wide-receiver}', '{kicker}', '{guard}', '{guard,forward}', '{}'])[1 + floor(random() * 6)::integer]::text[],
         case when random() < 0.6 then 'high-school' when random() < 0.9 then 'college' else 'pro' end,
         case when random() < 0.02 then 'signed' when random() < 0.1 then 'recruiting' when random() < 0.97 then 'prospect' else 'former' end,
         case when random() < 0.9 then initcap(parts[1 + floor(random() * 40)::integer] || parts[1 + floor(random() * 40)::integer])
           || (array[' High', ' State', ' Prep', ' College'])[1 + floor(random() * 4)::integer] end,
         case when random() < 0.9 then 2024 + floor(random() * 6)::integer end,
         states[1 + floor(power(random(), 2) * cardinality(states))::integer], '2008-01-01', m.created_at,
         m.created_at + make_interval(secs => random() * 1e7)
       from memberships m join users u on u.id = m.user_id,
         (select string_to_array($2, ' ') as parts, string_to_array('football basketball baseball soccer volleyball hockey softball lacrosse golf other', ' ') as sports,
           string_to_array('TX CA FL GA OH NC IL PA AZ WA MN OR LA MD UT HI SD VT WY', ' ') as states) few
       where m.organization_id = $1`,
      [organization, syllables],
    )
    await owner.query(
      `insert into athlete_positions (organization_id, position, athlete_id)
       select organization_id, sport || '.' || one, id from athletes, unnest(positions) as one`,
    )
    await owner.query(
      `with made as (insert into tags (organization_id, name) select $1, 'Tag ' || n from generate_series(1, 20) n returning id)
       insert into athlete_tags select $1, a.id, tags[1 + floor(power(random(), 3) * 20)::integer]
       from athletes a tablesample bernoulli (20), (select array_agg(id) as tags from made) all_tags where a.organization_id = $1`,
      [organization],
    )
    await owner.query(
      `insert into athlete_assignments (organization_id, athlete_id, user_id)
       select $1, a.id, colleagues[2 + floor(power(random(), 2) * 99)::integer]
       from athletes a, (select array(select user_id from memberships where organization_id = $1 order by user_id limit 101) as colleagues) few
       where a.organization_id = $1
       union all select $1, id, (select user_id from memberships where organization_id = $1 order by user_id limit 1)
       from (select id from athletes where organization_id = $1 order by last_active_at, id limit 30) mine`,
      [organization],
    )
    // A program of 100,000 athletes, with a member who has no assignments.
    await owner.query(
      `with program as (insert into programs (organization_id, name) values ($1, 'Program') returning id),
       member as (insert into program_members (organization_id, program_id, user_id, starts_on)
         select $1, program.id, m.user_id, '2020-01-01' from program,
           (select user_id from memberships where organization_id = $1 order by user_id limit 1 offset 101) m)
       insert into program_athletes (organization_id, program_id, athlete_id, starts_on)
       select $1, program.id, a.id, '2020-01-01' from program,
         (select id from athletes where organization_id = $1 order by id limit 100000) a`,
      [organization],
    )
  })
  await fillSearchWords(owner, 'athletes')
  await owner.query('vacuum analyze')
  await owner.end()
}

/**
 * Seeds a million entries of the contact log, of the last two years. Half of all athletes have none; one has 20,000, most of
 * them for people who see deals.
 */
export async function seedLog(ownerUrl: string, organization: string) {
  const owner = await connectForSeeding(ownerUrl)
  await withoutIndexes(owner, ['athlete_timeline'], async () => {
    await owner.query(
      `insert into athlete_timeline (organization_id, athlete_id, at, actor_id, kind, text, readers, direction)
       select $1, case when n <= 20_000 then athletes[1] else athletes[1 + floor(random() * cardinality(athletes) / 2)::integer] end,
         now() - make_interval(secs => power(random(), 2) * 6e7), colleagues[1 + n % 100],
         (array['call', 'call', 'text', 'email', 'note', 'changed'])[1 + floor(random() * 6)::integer], 'Talked about the season',
         (array['deals', 'deals', 'deals', 'money', 'team', 'me'])[1 + floor(random() * 6)::integer], 'out'
       from generate_series(1, $2::integer) n, (select array(select id from athletes where organization_id = $1 order by id) as athletes,
         array(select user_id from memberships where organization_id = $1 order by user_id limit 101) as colleagues) few`,
      [organization, MEMBERS],
    )
  })
  // Triggers are disabled.
  await withoutIndexes(owner, ['athletes'], async () => {
    await owner.query(
      `update athletes a set last_contact_team = latest.team, last_contact_deals = latest.deals, last_contact_money = latest.money
       from (select athlete_id, coalesce(max(at) filter (where readers = 'team'), '-infinity') as team,
           coalesce(max(at) filter (where readers <> 'money'), '-infinity') as deals, max(at) as money
         from athlete_timeline where kind in ('call', 'text', 'email') and readers <> 'me' group by athlete_id) latest
       where a.organization_id = $1 and a.id = latest.athlete_id`,
      [organization],
    )
  })
  await owner.query('vacuum analyze athletes')
  await owner.query('vacuum analyze athlete_timeline')
  await owner.end()
}

/** Fills the search words, because triggers are disabled. */
export async function fillSearchWords(owner: pg.Client, table: string) {
  const organization = table === 'demo_requests' ? '' : 'organization_id,'
  await owner.query(`truncate ${table}_words`)
  await owner.query(
    `insert into ${table}_words select distinct ${organization} word from ${table}, spelled_words(folded) as word`,
  )
}

/** Disables triggers and foreign keys: a minute instead of an hour. */
export async function connectForSeeding(ownerUrl: string) {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  await owner.query(
    "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '256MB'",
  )
  await owner.query('select setseed(0.5)')
  return owner
}

/** Drops non-unique indexes while inserting, and recreates them. */
export async function withoutIndexes(owner: pg.Client, tables: string[], addRows: () => Promise<void>) {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any($1::regclass[]) and not i.indisunique and not i.indisexclusion`,
    [tables],
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  try {
    await addRows()
  } finally {
    for (const { definition } of rows) await owner.query(definition)
  }
}
